// How an elicitation ended, for the ended view and History.
import { elicitationResponseSchema } from "../../../../src-shared/kinds/elicitation/document.ts";
import { requestIn } from "../../../../src-shared/kinds/elicitation/held.ts";
import type { Sample } from "../../../../src-shared/sampling/life/sample.ts";
import { useT } from "../../../i18n/index.ts";
import { notSentWords } from "../../../components/requests/outcomeWords.ts";
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
