// An editable list of stop sequences, with JSON escapes so that line breaks and invisible characters can be seen and
// typed.
import { useEffect, useState } from "react";
import { useT } from "#words/index.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import { IconButton, LinkButton } from "#kit/controls/Button.tsx";
import { Input } from "#kit/controls/Field.tsx";
import { CloseIcon } from "#kit/controls/icons.ts";
import { useElementPlace } from "#request/document/places.ts";
import type { Change } from "#request/document/document.ts";
import s from "./Parameters.module.css";

/** JSON-escapes a text, without the surrounding quotes; double quotes stay unescaped. */
export const escaped = (text: string): string =>
  JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');

/** The inverse of `escaped`; null for an incomplete escape. */
export function unescaped(text: string): string | null {
  try {
    const value: unknown = JSON.parse(
      `"${text.replace(/\\.|"/gs, (m) => (m === '"' ? '\\"' : m))}"`,
    );
    return typeof value === "string" ? value : null;
  } catch {
    return null;
  }
}

/** Deletes the field with its last entry. */
function withList(document: RequestDocument, list: string[]): RequestDocument {
  const { stopSequences: _before, ...others } = document;
  return (list.length === 0 ? others : { ...others, stopSequences: list }) as RequestDocument;
}

export function StopSequences({
  document,
  onChange,
}: {
  document: RequestDocument;
  onChange: Change | undefined;
}) {
  const t = useT();
  const list = document.stopSequences ?? [];
  const change = (next: (now: string[]) => string[]): void =>
    onChange?.((now) => withList(now, next([...(now.stopSequences ?? [])])));
  const [typed, setTyped] = useState("");
  /** Null while the escapes are incomplete. */
  const added = unescaped(typed);
  const add = (): void => {
    if (added === null || added === "") return;
    change((now) => [...now, added]);
    setTyped("");
  };
  return (
    <div className={s.pair}>
      <span>{t("review.parameters.stop")}</span>
      <div className={s.list}>
        {list.length === 0 && onChange === undefined && (
          <span className="ink3">{t("common.none")}</span>
        )}
        {list.map((entry, index) => (
          <div key={index} className={s.entry}>
            <Entry
              text={entry}
              index={index}
              readOnly={onChange === undefined}
              onText={(text) => change((now) => now.map((one, at) => (at === index ? text : one)))}
            />
            {onChange !== undefined && (
              <IconButton
                icon={CloseIcon}
                label={t("review.parameters.removeStop")}
                onClick={() => change((now) => now.filter((_one, at) => at !== index))}
              />
            )}
          </div>
        ))}
        {onChange !== undefined && (
          <div className={s.entry}>
            <Input
              wire
              small
              value={typed}
              aria-label={t("content.parameters.newStop")}
              aria-invalid={added === null || undefined}
              title={t("content.parameters.escapes")}
              onValue={setTyped}
              onKeyDown={(event) => {
                if (event.key !== "Enter" || event.nativeEvent.isComposing || event.ctrlKey) return;
                event.preventDefault();
                add();
              }}
            />
            <LinkButton disabled={!added} onClick={add}>
              {t("common.add")}
            </LinkButton>
            {added === null && (
              <p className={s.below} role="status">
                {t("content.parameters.badEscape")}
              </p>
            )}
          </div>
        )}
      </div>
    </div>
  );
}

function Entry({
  text,
  index,
  readOnly,
  onText,
}: {
  text: string;
  index: number;
  readOnly: boolean;
  onText: (text: string) => void;
}) {
  const t = useT();
  const [typed, setTyped] = useState(escaped(text));
  const place = useElementPlace(["stopSequences", index]);
  useEffect(() => setTyped((now) => (unescaped(now) === text ? now : escaped(text))), [text]);
  const fault = unescaped(typed) === null;
  return (
    <>
      <Input
        ref={place}
        wire
        small
        readOnly={readOnly}
        value={typed}
        aria-label={t("content.parameters.stopNumber", { number: index + 1 })}
        aria-invalid={fault || undefined}
        title={t("content.parameters.escapes")}
        onValue={(next) => {
          setTyped(next);
          const value = unescaped(next);
          if (value !== null) onText(value);
        }}
      />
      {fault && (
        <p className={s.below} role="status">
          {t("content.parameters.badEscape")}
        </p>
      )}
    </>
  );
}
