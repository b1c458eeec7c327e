// The documents of an ended request, read only.
import { useMemo } from "react";
import { isBlankStart } from "#shared/request/life/attempts.ts";
import type { ResponseDocument } from "#shared/request/document/message.ts";
import type { Attempt, HeldRequest } from "#shared/request/life/heldRequest.ts";
import { CodeBlock } from "#editor/index.ts";
import { useT } from "#words/index.ts";
import { Select } from "#kit/controls/Select.tsx";
import { attemptName } from "../attempts/attemptWords.ts";
import { Answer } from "../response/Answer.tsx";
import { IncompleteBar } from "../response/IncompleteBar.tsx";
import { Reasoning } from "../response/Reasoning.tsx";
import { isAnswered } from "../response/useGate2.ts";

/** Which attempt's documents are shown; nothing if there is only one. */
export function AttemptSelect({
  attempts,
  value,
  onChange,
}: {
  attempts: readonly Attempt[];
  value: string | undefined;
  onChange: (attemptId: string) => void;
}) {
  const t = useT();
  if (attempts.length < 2 || value === undefined) return null;
  return (
    <Select
      size="s"
      aria-label={t("review.attempts.label")}
      value={value}
      options={attempts.map((attempt) => ({
        value: attempt.id,
        label: attemptName(t, attempts, attempt),
      }))}
      onChange={onChange}
    />
  );
}

/** A whole document as JSON. */
export function WholeDocument({
  identity,
  value,
  text = null,
  label,
}: {
  identity: string;
  value: unknown;
  /** Shown in place of the value, as it is. */
  text?: string | null;
  label: string;
}) {
  const json = useMemo(() => JSON.stringify(value, null, 2) ?? "", [value]);
  return (
    <CodeBlock
      identity={identity}
      value={text ?? json}
      language={text === null ? "json" : "plaintext"}
      readOnly
      fill
      label={label}
    />
  );
}

/** The response before edits; null if there is none, or the user wrote it by hand. */
export const generatedBy = (attempt: Attempt): ResponseDocument | null =>
  isAnswered(attempt) && !isBlankStart(attempt) ? attempt.state.generated : null;

/** What a model generated: why it broke off, its reasoning, its response. */
export function GeneratedResponse({
  request,
  attempt,
  document,
}: {
  request: HeldRequest;
  attempt: Attempt;
  document: ResponseDocument;
}) {
  return (
    <>
      {isAnswered(attempt) && (
        <>
          <IncompleteBar failure={attempt.state.brokenOff} />
          <Reasoning attempt={attempt} />
        </>
      )}
      <Answer document={document} requestId={request.id} media={request.media} />
    </>
  );
}
