// The side panel of an ended request: facts of the response, and the timeline.
import { kindFactsOf } from "#shared/request/kinds/facts.ts";
import { useT } from "#words/index.ts";
import type { Attempt, HeldRequest } from "#shared/request/life/heldRequest.ts";
import { useMirror } from "#data/mirror.ts";
import { FactList, Section } from "#kit/layout/Section.tsx";
import { timeOfDay } from "#kit/text/time.ts";
import { actorWords } from "../attemptAuthor.ts";
import { AttemptList } from "../attempts/AttemptList.tsx";
import { ContextIncluded } from "./ContextIncluded.tsx";
import { ToolRounds } from "../tools/ToolRounds.tsx";
import { happened, shortHash } from "./eventWords.ts";
import { useFigures } from "./useFigures.tsx";
import s from "./Ended.module.css";

/** Refused for too many rounds. */
const isRefusedForRounds = ({ phase, round }: HeldRequest): boolean =>
  round !== undefined &&
  phase.kind === "ended" &&
  phase.ending.kind === "refused" &&
  phase.ending.refusal.reason === "too-many-rounds";

export function EndedSide({
  request,
  attempt,
}: {
  request: HeldRequest;
  attempt: Attempt | undefined;
}) {
  const t = useT();
  const { author, figures } = useFigures();
  const callId = request.origin.kind === "certain" ? request.origin.call.runId : "";
  const isRunning = useMirror(({ runs }) => runs[callId]?.state === "running");
  const { hasModel } = kindFactsOf(request);
  return (
    <>
      {/* While its call runs, the server may ask again. */}
      {isRunning && isRefusedForRounds(request) && (
        <Section heading={t("tools.title")}>
          <ToolRounds request={request} />
        </Section>
      )}
      {attempt !== undefined && hasModel && (
        <Section heading={t("common.response")}>
          <FactList
            rows={[
              author(attempt),
              ...figures(attempt, request.attempts),
              attempt.beyond !== undefined && {
                name: t("limits.beyond.fact"),
                value: attempt.beyond.map(({ window }) => t(`limits.window.${window}`)).join(" · "),
              },
              { name: t("review.ended.attempts"), value: String(request.attempts.length) },
            ]}
          />
        </Section>
      )}
      {hasModel && <AttemptList request={request} />}
      {attempt !== undefined && hasModel && (
        <ContextIncluded asked={request.proposed} document={attempt.document} />
      )}
      <Section heading={t("review.ended.timeline")} last>
        <ol className={s.timeline}>
          {request.timeline.map((entry, index) => (
            <li key={index}>
              <span className="ink3">{timeOfDay(entry.atMs)}</span>
              <span>
                {happened(t, request, entry.kind)}
                <span className="ink3"> · {actorWords(t, entry.by)}</span>
                {entry.hash !== undefined && (
                  <>
                    {" "}
                    <span className="wire ink3 nowrap" title={entry.hash}>
                      {shortHash(entry.hash)}
                    </span>
                  </>
                )}
              </span>
            </li>
          ))}
        </ol>
      </Section>
    </>
  );
}
