// All parameters of a request. The token limit can only be lowered; the others can be changed, deleted or left to the
// model. Fields that MCP does not define come last.
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useT } from "#words/index.ts";
import { isJsonObject } from "#shared/json.ts";
import type { JsonObject } from "#shared/json.ts";
import type { Path } from "#shared/request/document/flag.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { NumberInput } from "#kit/controls/Field.tsx";
import { Section } from "#kit/layout/Section.tsx";
import { decimal } from "#kit/text/time.ts";
import { withNumber } from "#request/document/document.ts";
import { FlagLines } from "#request/findings/FlagLines.tsx";
import { JsonBlock } from "#request/document/JsonBlock.tsx";
import { OtherFields } from "#request/document/OtherFields.tsx";
import { useElementPlace } from "#request/document/places.ts";
import { useOnPaper } from "#request/document/onPaper.tsx";
import { StopSequences } from "./StopSequences.tsx";
import type { Change } from "#request/document/document.ts";
import s from "./Parameters.module.css";

export function Parameters({
  document,
  asked,
  onChange,
  onBroken,
}: {
  document: RequestDocument;
  asked: RequestDocument;
  /** Undefined: read only. */
  onChange: Change | undefined;
  /** Called when edited JSON stops or starts to parse. */
  onBroken?: ((path: Path, broken: boolean) => void) | undefined;
}) {
  const t = useT();
  const limit = asked.maxTokens;
  const { metadata } = document;
  const setMetadata = (next: JsonObject | null): void =>
    onChange?.((now) => withMetadata(now, next));
  const { flagsAt } = useOnPaper();
  const flagged = (path: Path): boolean => flagsAt(path).length > 0;
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
        invalid={flagged(["maxTokens"])}
        path={["maxTokens"]}
        readOnly={onChange === undefined}
        onValue={(value) => onChange?.((now) => withNumber(now, "maxTokens", value))}
      />
      <FlagLines path={["maxTokens"]} inPanel />
      <NumberRow
        name={t("review.parameters.temperature")}
        value={document.temperature}
        aside={t(
          document.temperature === undefined
            ? "review.parameters.modelDecides"
            : document.temperature === asked.temperature
              ? "review.parameters.asAsked"
              : "common.setByYou",
        )}
        invalid={flagged(["temperature"])}
        path={["temperature"]}
        readOnly={onChange === undefined}
        onValue={(value) => onChange?.((now) => withNumber(now, "temperature", value))}
      />
      <FlagLines path={["temperature"]} inPanel />
      <StopSequences document={document} onChange={onChange} />
      <FlagLines path={["stopSequences"]} inPanel />
      <FlagLines path={["includeContext"]} inPanel />
      <div className={s.pair}>
        <span>{t("common.metadata")}</span>
        <span>
          {metadata === undefined && <span className="ink3">{t("common.none")}</span>}
          {onChange !== undefined &&
            (metadata === undefined ? (
              <LinkButton
                aria-label={`${t("common.add")}: ${t("common.metadata")}`}
                onClick={() => setMetadata({})}
              >
                {t("common.add")}
              </LinkButton>
            ) : (
              <LinkButton
                aria-label={t("common.removeName", { name: "metadata" })}
                onClick={() => setMetadata(null)}
              >
                {t("common.remove")}
              </LinkButton>
            ))}
        </span>
      </div>
      {metadata !== undefined && (
        // Shown in full, as it may be passed on to the provider.
        <div className={s.json}>
          <JsonBlock
            value={metadata}
            wants="object"
            path={["metadata"]}
            label={t("common.metadata")}
            onBroken={onBroken}
            onChange={onChange && ((next) => setMetadata(next as JsonObject))}
          />
        </div>
      )}
      <FlagLines path={["metadata"]} inPanel />
      <OtherFields
        holder={document}
        shown={isLoneToken(document["_meta"]) ? [...SHOWN, "_meta"] : SHOWN}
        path={[]}
        label={t("review.parameters.title")}
        inPanel
        onBroken={onBroken}
        onChange={
          onChange === undefined ? undefined : (next) => onChange(() => next as RequestDocument)
        }
      />
    </Section>
  );
}

/** Fields that are shown elsewhere on this screen. */
const SHOWN = [
  "messages",
  "systemPrompt",
  "maxTokens",
  "temperature",
  "stopSequences",
  "includeContext",
  "metadata",
  "tools",
  "toolChoice",
];

/** `_meta` with nothing but a progress token, as all requests of a call with progress have it. */
const isLoneToken = (meta: unknown): boolean =>
  isJsonObject(meta) && Object.keys(meta).join() === "progressToken";

function withMetadata(document: RequestDocument, metadata: JsonObject | null): RequestDocument {
  const { metadata: _before, ...others } = document;
  return (metadata === null ? others : { ...others, metadata }) as RequestDocument;
}

/** A number as a text field that is checked; its flags come below. */
function NumberRow({
  name,
  value,
  aside,
  invalid,
  path,
  readOnly,
  onValue,
}: {
  name: string;
  value: number | undefined;
  aside: ReactNode;
  /** Marks the field as invalid; the flag's words follow it. */
  invalid: boolean;
  path: Path;
  readOnly: boolean;
  /** Null for an empty field. */
  onValue: (value: number | null) => void;
}) {
  const shown = value === undefined ? "" : String(value);
  const [text, setText] = useState(shown);
  const [typing, setTyping] = useState(false);
  const place = useElementPlace(path);
  useEffect(() => {
    if (!typing) setText(shown);
  }, [shown, typing]);
  return (
    <label className={s.pair}>
      <span>{name}</span>
      <span>
        <NumberInput
          ref={place}
          className={s.number}
          text={text}
          readOnly={readOnly}
          aria-invalid={invalid || undefined}
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
  );
}
