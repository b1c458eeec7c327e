// An answer as it would be sent against what the model generated, or against another attempt.
import { useState } from "react";
import { useT } from "../i18n/index.ts";
import type { Attempt, Sample } from "../../src-shared/sampling/sample.ts";
import { Select } from "../ui/Select.tsx";
import { answerParts, DiffView } from "./DiffView.tsx";
import { isAnswered } from "./useGate2.ts";
import type { Answered, Gate2 } from "./useGate2.ts";
import s from "./Blocks.module.css";

export function AnswerDiff({
  sample,
  attempt,
  gate,
}: {
  sample: Sample;
  attempt: Answered;
  gate: Gate2;
}) {
  const t = useT();
  const others = sample.attempts.filter(isAnswered).filter((entry) => entry.id !== attempt.id);
  const [against, setAgainst] = useState("generated");
  const other = others.find((entry) => entry.id === against);
  const number = (entry: Attempt): number =>
    sample.attempts.findIndex((a) => a.id === entry.id) + 1;
  return (
    <>
      {others.length > 0 && (
        <p className={s.fold}>
          {t("review.diff.against")}
          <Select
            size="s"
            aria-label={t("review.diff.against")}
            value={other === undefined ? "generated" : against}
            options={[
              { value: "generated", label: t("review.diff.asGenerated") },
              ...others.map((entry) => ({
                value: entry.id,
                label: `${number(entry)} · ${entry.model?.modelId ?? t("review.attempts.byHand")}`,
              })),
            ]}
            onChange={setAgainst}
          />
        </p>
      )}
      <DiffView
        identity={`${attempt.id}-${against}`}
        parts={answerParts(t, other?.state.generated ?? gate.generated, gate.document)}
        legend={t(other === undefined ? "review.diff.generatedSent" : "review.diff.otherSent")}
      />
    </>
  );
}
