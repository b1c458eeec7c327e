// The texts of a saved report of one request; whoever writes the report fills in the recorded values.
import { shownLanguage } from "#words/index.ts";
import type { T } from "#words/index.ts";
import type { HistoryItem } from "#shared/ledger/history.ts";
import type { Sample } from "#shared/sampling/life/sample.ts";
import { documentsOf } from "#shared/report/documents.ts";
import type { Doc } from "#shared/report/documents.ts";
import type { ReportPlan } from "#shared/report/plan.ts";
import { zonedTimes } from "#shared/report/time.ts";
import { writtenWords } from "#request/attemptAuthor.ts";
import { whyMissing } from "./documents.ts";
import { endingWords } from "#request/outcomeWords.ts";
import { outcomeOf } from "#request/listedOutcome.ts";
import { actorWords } from "#request/attemptAuthor.ts";
import { eventModel, eventMore, eventWho, eventWords } from "./eventWords.ts";
import { docTitle } from "../words.ts";

/** Names come from outside: longer ones are cut and marked as such. */
const NAME_MOST = 2000;
const short = (text: string): string =>
  text.length > NAME_MOST ? `${text.slice(0, NAME_MOST)}…` : text;

export function reportPlanOf(t: T, item: HistoryItem, nowMs: number): ReportPlan {
  const { sample, forgotten } = item;
  const { asker } = sample;
  const why = whyMissing(item);
  const language = shownLanguage();
  return {
    language,
    outcome: short(outcomeIn(t, sample)),
    forgotten:
      why === "leftOut"
        ? t("history.leftOut.all")
        : forgotten === null
          ? null
          : t(`history.forgotten.${forgotten}`),
    facts: {
      id: t("history.about.id"),
      received: t("history.about.received"),
      ended: t("history.column.ended"),
      claims: t("common.callsItself"),
      transport: t("common.transport"),
      where: t(`history.about.${asker.transport === "stdio" ? "command" : "address"}`),
      protocol: t("common.protocolVersion"),
      call: t("history.about.call"),
    },
    transport: t(`review.transport.${asker.transport}`),
    documents: documentsOf(sample, why !== null).map((doc) => ({
      id: doc.id,
      title: short(docTitle(t, doc, sample)),
      by: short(authorOf(t, doc)),
    })),
    forgottenHere: t(why === "leftOut" ? "history.leftOut.here" : "history.forgotten.here"),
    system: t("common.systemPrompt"),
    rest: t("review.diff.rest"),
    events: {
      title: t("history.events.title"),
      head: (["row", "when", "what", "who", "hash"] as const).map((name) =>
        t(`history.events.${name}`),
      ),
      rows: item.events.map((event) => ({
        seq: event.seq,
        what: short(
          [eventWords(t, event, sample), eventModel(event, sample), ...eventMore(t, event, sample)]
            .filter((words) => words !== null)
            .join(" · "),
        ),
        who: short(eventWho(t, event, sample)),
      })),
    },
    made: t("history.report.made", { time: zonedTimes(language)(nowMs) }),
  };
}

/** In a word, then as the card says it: who decided, and who got what. */
function outcomeIn(t: T, sample: Sample): string {
  const { phase, reply } = sample;
  const word = outcomeOf(t, sample);
  if (phase.kind !== "ended" || reply.kind === "replay") return word;
  const { what, sent, quote } = endingWords(t, sample, phase.ending);
  return [`${word}${t("common.fullStop")}`, what, sent, quote]
    .filter((text) => text !== "")
    .join(" ");
}

function authorOf(t: T, { step, attempt, by }: Doc): string {
  if (step === "generated") return attempt?.model?.modelId ?? writtenWords(t, attempt);
  return by === null ? "" : actorWords(t, by);
}
