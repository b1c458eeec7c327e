// How an elicitation ended, for the ended view and History.
import { elicitationResponseSchema } from "#shared/kinds/elicitation/document.ts";
import { requestIn } from "#shared/kinds/elicitation/held.ts";
import type { Sample } from "#shared/sampling/life/sample.ts";
import { useT } from "#words/index.ts";
import { notSentWords } from "#request/outcomeWords.ts";
import { SentResponse } from "./SentResponse.tsx";

export function ElicitationRecord({ sample }: { sample: Sample }) {
  const t = useT();
  const request = requestIn(sample.proposed);
  if (request === null) return <p>{t("elicitation.notKept")}</p>;
  const decided = sample.phase.kind === "ended" ? sample.phase.ending : sample.phase;
  const document = "document" in decided ? decided.document : null;
  const response = elicitationResponseSchema.safeParse(document).data ?? null;
  const done = sample.timeline.find(({ kind }) => kind === "completed");
  return (
    <SentResponse
      request={request}
      response={response}
      notSent={notSentWords(t, sample)}
      completedAtMs={done?.atMs ?? null}
    />
  );
}
