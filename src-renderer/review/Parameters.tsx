// The parameters of a request: the token limit can only fall, the temperature can be set or left to the
// model, stop sequences can be taken out; metadata is shown.
import { useEffect, useState } from "react";
import { useT } from "../i18n/index.ts";
import type { RequestDocument } from "../../src-shared/sampling/message.ts";
import { IconButton } from "../ui/Button.tsx";
import { NumberInput } from "../ui/Field.tsx";
import { CloseIcon } from "../ui/icons.ts";
import { Quote } from "../ui/Quote.tsx";
import { Section } from "../ui/Section.tsx";
import { decimal } from "../ui/time.ts";
import { withNumber } from "./document.ts";
import type { Change } from "./Message.tsx";
import s from "./Side.module.css";

export function Parameters({
  document,
  asked,
  onChange,
}: {
  document: RequestDocument;
  asked: RequestDocument;
  /** Undefined: shown only. */
  onChange: Change | undefined;
}) {
  const t = useT();
  const limit = asked.maxTokens;
  const tooHigh = (value: number | null): boolean =>
    limit !== undefined && value !== null && value > limit;
  return (
    <Section heading={t("review.parameters.title")} last>
      <NumberRow
        name={t("review.parameters.maxTokens")}
        value={document.maxTokens}
        aside={
          limit === undefined
            ? t("review.parameters.notLimited")
            : t("review.parameters.neverAbove", { limit: decimal(limit) })
        }
        check={(value) =>
          value === null
            ? t("failures.flags.max-tokens-missing")
            : !Number.isSafeInteger(value) || value < 1
              ? t("failures.flags.max-tokens-not-positive")
              : tooHigh(value)
                ? t("failures.flags.max-tokens-above-asked")
                : null
        }
        readOnly={onChange === undefined}
        onValue={(value) => onChange?.((now) => withNumber(now, "maxTokens", value))}
      />
      <NumberRow
        name={t("review.parameters.temperature")}
        value={document.temperature}
        aside={t(
          document.temperature === undefined
            ? "review.parameters.modelDecides"
            : document.temperature === asked.temperature
              ? "review.parameters.asAsked"
              : "review.parameters.byYou",
        )}
        check={() => null}
        optional
        readOnly={onChange === undefined}
        onValue={(value) => onChange?.((now) => withNumber(now, "temperature", value))}
      />
      <StopSequences document={document} onChange={onChange} />
      {document.metadata !== undefined && (
        <div className={s.pair}>
          <span>{t("review.parameters.metadata")}</span>
          <span>
            <Quote cut>{JSON.stringify(document.metadata)}</Quote>
          </span>
        </div>
      )}
    </Section>
  );
}

function NumberRow({
  name,
  value,
  aside,
  check,
  optional = false,
  readOnly,
  onValue,
}: {
  name: string;
  value: number | undefined;
  aside: string;
  /** Why a value cannot be used, in words; null when it can. */
  check: (value: number | null) => string | null;
  optional?: boolean;
  readOnly: boolean;
  onValue: (value: number | null) => void;
}) {
  const shown = value === undefined ? "" : String(value);
  const [text, setText] = useState(shown);
  const [typing, setTyping] = useState(false);
  useEffect(() => {
    if (!typing) setText(shown);
  }, [shown, typing]);
  const fault = text === "" && optional ? null : check(value ?? null);
  return (
    <>
      <label className={s.pair}>
        <span>{name}</span>
        <span>
          <NumberInput
            className={s.number}
            text={text}
            readOnly={readOnly}
            aria-invalid={fault !== null || undefined}
            onFocus={() => setTyping(true)}
            onBlur={() => setTyping(false)}
            onText={(next, number) => {
              setText(next);
              if (number !== null || next.trim() === "") onValue(number);
            }}
          />
          <span className="ink3">{aside}</span>
        </span>
      </label>
      {fault !== null && (
        <p className={s.fault} role="status">
          {fault}
        </p>
      )}
    </>
  );
}

function StopSequences({
  document,
  onChange,
}: {
  document: RequestDocument;
  onChange: Change | undefined;
}) {
  const t = useT();
  const list = document.stopSequences ?? [];
  const without = (index: number): void =>
    onChange?.((now) => {
      const rest = (now.stopSequences ?? []).filter((_entry, at) => at !== index);
      const { stopSequences: _before, ...others } = now;
      return (rest.length === 0 ? others : { ...others, stopSequences: rest }) as RequestDocument;
    });
  return (
    <div className={s.pair}>
      <span>{t("review.parameters.stop")}</span>
      <span>
        {list.length === 0 && <span className="ink3">{t("common.none")}</span>}
        {list.map((entry, index) => (
          <span key={index} className={s.stop}>
            <Quote cut>{entry}</Quote>
            {onChange !== undefined && (
              <IconButton
                icon={CloseIcon}
                label={t("review.parameters.removeStop")}
                onClick={() => without(index)}
              />
            )}
          </span>
        ))}
      </span>
    </div>
  );
}
