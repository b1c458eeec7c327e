// The stop reason of a response: one that MCP names, none, or any other string.
import { useState } from "react";
import { useT } from "#words/index.ts";
import type { ResponseDocument } from "#shared/request/document/message.ts";
import { Input } from "#kit/controls/Field.tsx";
import { Select } from "#kit/controls/Select.tsx";
import type { ChangeAnswer } from "#request/response/Answer.tsx";
import { useElementPlace } from "#request/document/places.ts";
import s from "./Response.module.css";

/** From "CreateMessageResult" in all protocol versions; `toolUse` since 2025-11-25. Any other string is allowed. */
const KNOWN = ["endTurn", "stopSequence", "maxTokens", "toolUse"] as const;
export const isKnownReason = (word: string): word is (typeof KNOWN)[number] =>
  KNOWN.some((known) => known === word);

/** Radix Select has no empty value. */
const NONE = "countersign:none";
const OTHER = "countersign:other";

function withReason(document: ResponseDocument, reason: string | null): ResponseDocument {
  const { stopReason: _before, ...others } = document;
  return (reason === null ? others : { ...others, stopReason: reason }) as ResponseDocument;
}

export function StopReason({
  document,
  generated,
  onChange,
}: {
  document: ResponseDocument;
  /** The model's own stop reason, always offered. */
  generated: string | undefined;
  onChange: ChangeAnswer;
}) {
  const t = useT();
  const place = useElementPlace(["stopReason"]);
  const [own, setOwn] = useState(false);
  const { stopReason } = document;
  const foreign = [...new Set([generated, stopReason])].filter(
    (word): word is string => word !== undefined && word !== "" && !isKnownReason(word),
  );
  const value = own || stopReason === "" ? OTHER : stopReason === undefined ? NONE : stopReason;
  return (
    <span className={s.reasons}>
      <Select
        ref={place}
        size="s"
        aria-label={t("common.stopReason")}
        value={value}
        options={[
          ...KNOWN.map((word) => ({
            value: word as string,
            label: word as string,
            wire: true,
            hint: t(`content.stopReason.known.${word}`),
          })),
          ...foreign.map((word) => ({ value: word, label: word, wire: true })),
          { value: NONE, label: t("common.none") },
          { value: OTHER, label: t("content.stopReason.other") },
        ]}
        onChange={(next) => {
          setOwn(next === OTHER);
          if (next !== OTHER) onChange((now) => withReason(now, next === NONE ? null : next));
        }}
      />
      {value === OTHER && (
        <Input
          wire
          small
          value={stopReason ?? ""}
          aria-label={t("content.stopReason.otherLabel")}
          onValue={(next) => onChange((now) => withReason(now, next))}
        />
      )}
    </span>
  );
}
