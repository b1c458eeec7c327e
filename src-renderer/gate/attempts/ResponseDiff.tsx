// Compares any two responses of a request: as it would be sent, as generated, or that of another attempt.
import { useState } from "react";
import { useT } from "#words/index.ts";
import type { ResponseDocument } from "#shared/request/document/message.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { Select } from "#kit/controls/Select.tsx";
import { attemptName } from "#request/attempts/attemptWords.ts";
import { answerParts, DiffView } from "#request/json/DiffView.tsx";
import { isAnswered } from "#request/response/useGate2.ts";
import type { Answered, Gate2 } from "#request/response/useGate2.ts";

/** Select values: the current response with edits, and as generated. Other attempts are selected by id. */
const MINE = "mine";
const GENERATED = "generated";

export function ResponseDiff({
  request,
  attempt,
  gate,
}: {
  request: HeldRequest;
  attempt: Answered;
  gate: Gate2;
}) {
  const t = useT();
  const others = request.attempts.filter(isAnswered).filter((entry) => entry.id !== attempt.id);
  const [from, setFrom] = useState(GENERATED);
  const [to, setTo] = useState(MINE);
  const [beside, setBeside] = useState(false);
  const documentOf = (which: string): ResponseDocument =>
    which === MINE
      ? gate.document
      : (others.find(({ id }) => id === which)?.state.generated ?? gate.generated);
  const options = [
    { value: MINE, label: t("candidates.diff.mine") },
    { value: GENERATED, label: t("review.diff.asGenerated") },
    ...others.map((entry) => ({ value: entry.id, label: attemptName(t, request.attempts, entry) })),
  ];
  const plain = from === GENERATED && to === MINE;
  return (
    <DiffView
      identity={`${attempt.id}-${from}-${to}`}
      parts={answerParts(t, documentOf(from), documentOf(to))}
      legend={t(plain ? "review.diff.generatedSent" : "candidates.diff.legend")}
      sideBySide={beside}
      tools={
        others.length === 0 ? undefined : (
          <>
            {t("review.diff.against")}
            <Select
              size="s"
              aria-label={t("review.diff.against")}
              value={from}
              options={options}
              onChange={setFrom}
            />
            <span>{t("candidates.diff.to")}</span>
            <Select
              size="s"
              aria-label={t("candidates.diff.to")}
              value={to}
              options={options}
              onChange={setTo}
            />
            <Checkbox checked={beside} onChange={setBeside}>
              {t("common.sideBySide")}
            </Checkbox>
          </>
        )
      }
    />
  );
}
