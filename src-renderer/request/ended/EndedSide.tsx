// The side panel of an ended request: facts of the response, and the timeline.
import { kindFactsOf } from "#shared/kinds/facts.ts";
import { useT } from "#words/index.ts";
import type { Attempt, Sample } from "#shared/sampling/life/sample.ts";
import { useMirror } from "#data/mirror.ts";
import { useMoney } from "#data/money.ts";
import { FactList, Section } from "#kit/layout/Section.tsx";
import { timeOfDay, elapsed } from "#kit/text/time.ts";
import { actorWords, writtenWords } from "../attemptAuthor.ts";
import { AttemptList } from "../attempts/AttemptList.tsx";
import { usageWords } from "../attempts/AttemptTabs.tsx";
import { ContextIncluded } from "./ContextIncluded.tsx";
import { costFacts, usageMore } from "../models/costFacts.ts";
import { findModel } from "../models/findModel.ts";
import { EndedRounds } from "../tools/ToolRounds.tsx";
import ended from "./Ended.module.css";

export function EndedSide({ sample, attempt }: { sample: Sample; attempt: Attempt | undefined }) {
  const t = useT();
  const money = useMoney();
  const models = useMirror((state) => state.models);
  const state = attempt?.state;
  const { hasModel } = kindFactsOf(sample);
  return (
    <>
      <EndedRounds sample={sample} />
      {attempt !== undefined && hasModel && (
        <Section heading={t("common.response")}>
          <FactList
            rows={[
              {
                name: t("common.model"),
                value:
                  attempt.model === null
                    ? writtenWords(t, attempt)
                    : findModel(models, attempt.model).name,
              },
              attempt.model !== null &&
                state !== undefined &&
                "usage" in state && {
                  name: t("common.tokensTitle"),
                  value: (
                    <>
                      {usageWords(t, state.usage, attempt.document.maxTokens)}{" "}
                      <span className="ink3">{usageMore(t, state)}</span>
                    </>
                  ),
                },
              ...(attempt.model !== null && (state?.kind === "done" || state?.kind === "stopped")
                ? costFacts(t, money, state, sample.attempts)
                : []),
              attempt.model !== null &&
                state !== undefined &&
                "tookMs" in state && {
                  name: t("common.duration"),
                  value: elapsed(t, state.tookMs),
                },
              attempt.beyond !== undefined && {
                name: t("limits.beyond.fact"),
                value: attempt.beyond.map(({ window }) => t(`limits.window.${window}`)).join(" · "),
              },
              { name: t("review.ended.attempts"), value: String(sample.attempts.length) },
            ]}
          />
        </Section>
      )}
      {hasModel && <AttemptList sample={sample} />}
      {attempt !== undefined && hasModel && (
        <ContextIncluded asked={sample.proposed} document={attempt.document} />
      )}
      <Section heading={t("review.ended.timeline")} last>
        <ol className={ended.timeline}>
          {sample.timeline.map((entry, index) => (
            <li key={index}>
              <span className="ink3">{timeOfDay(entry.atMs)}</span>
              <span>
                {sample.reply.kind === "replay" && entry.kind === "delivered"
                  ? t("review.replay.kept")
                  : t(`review.event.${entry.kind}`)}
                <span className="ink3"> · {actorWords(t, entry.by)}</span>
                {entry.hash !== undefined && (
                  <>
                    {" "}
                    <span className="wire ink3 nowrap" title={entry.hash}>
                      {entry.hash.slice(0, 4)} {entry.hash.slice(4, 8)}
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
