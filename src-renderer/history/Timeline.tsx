// What happened, row by row as the ledger has it: when, what, who, the hash of the row.
import { useT } from "../i18n/index.ts";
import type { T } from "../i18n/index.ts";
import { isJsonObject } from "../../src-shared/json.ts";
import type { Json, JsonObject } from "../../src-shared/json.ts";
import type { HistoryEvent } from "../../src-shared/ledger/history.ts";
import { answerMade, requestEdited } from "../../src-shared/sampling/edited.ts";
import { receivedBy } from "../../src-shared/sampling/sample.ts";
import type { Actor, Sample } from "../../src-shared/sampling/sample.ts";
import { CopyButton } from "../ui/CopyButton.tsx";
import { Icon } from "../ui/Icon.tsx";
import { LinkIcon } from "../ui/icons.ts";
import { Quote } from "../ui/Quote.tsx";
import { decimal, took } from "../ui/time.ts";
import { actorWords } from "../ui/attemptAuthor.ts";
import { wholeTime } from "./words.ts";
import s from "./Item.module.css";

export function Timeline({
  sample,
  events,
  chained,
}: {
  sample: Sample;
  events: readonly HistoryEvent[];
  /** False for what was imported: its rows are links of another chain. */
  chained: boolean;
}) {
  const t = useT();
  const startMs = events[0]?.atMs ?? sample.receivedAtMs;
  return (
    <div className={s.scrolled} data-scroller="" tabIndex={-1}>
      <table className={s.events}>
        <thead>
          <tr>
            <th scope="col" className={s.number}>
              {t("history.events.row")}
            </th>
            <th scope="col">{t("history.events.when")}</th>
            <th scope="col" className={s.number}>
              {t("history.events.after")}
            </th>
            <th scope="col">{t("history.events.what")}</th>
            <th scope="col">{t("history.events.who")}</th>
            <th scope="col">{t("history.events.hash")}</th>
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <Event key={event.seq} event={event} sample={sample} startMs={startMs} />
          ))}
        </tbody>
      </table>
      <p className={s.note}>
        <Icon of={LinkIcon} />
        {t(chained ? "history.events.chained" : "history.events.imported")}
      </p>
    </div>
  );
}

function Event({
  event,
  sample,
  startMs,
}: {
  event: HistoryEvent;
  sample: Sample;
  startMs: number;
}) {
  const t = useT();
  const by =
    byOf(event.facts) ?? (event.kind === "received" ? receivedBy(sample.reply.kind) : null);
  return (
    <tr>
      <td className={s.number}>{decimal(event.seq)}</td>
      <td>{wholeTime(event.atMs)}</td>
      <td className={s.number}>{event.atMs > startMs && `+ ${took(t, event.atMs - startMs)}`}</td>
      <td>
        {sample.reply.kind === "replay" && event.kind === "delivered"
          ? t("review.replay.kept")
          : eventWords(t, event.kind, event.facts)}
        <More kind={event.kind} facts={event.facts} sample={sample} />
      </td>
      <td>{by === null ? "" : actorWords(t, by)}</td>
      <td>
        <span className={s.hash}>
          <span className="wire" title={event.hash}>
            {event.hash.slice(0, 4)} {event.hash.slice(4, 8)}
          </span>
          <CopyButton what={t("history.events.hash")} text={() => event.hash} />
        </span>
      </td>
    </tr>
  );
}

/** Which model, what it took: what the row itself says beside its kind. */
function More({ kind, facts, sample }: { kind: string; facts: Json; sample: Sample }) {
  const t = useT();
  if (!isJsonObject(facts)) return null;
  const { attemptId, usage, tookMs, edited } = facts;
  const at = sample.attempts.findIndex(({ id }) => id === attemptId);
  const model = sample.attempts[at]?.model;
  const tokens = isJsonObject(usage) ? usage["outputTokens"] : undefined;
  const words = [
    edited === true && t("history.events.edited"),
    isUnknownEdit(kind, facts, sample) && t("history.events.unknownEdit"),
    typeof tokens === "number" && t("common.tokens", { count: tokens }),
    typeof tookMs === "number" && took(t, tookMs),
  ].filter((word) => word !== false);
  return (
    <>
      {model !== null && model !== undefined && (
        <>
          {" "}
          <Quote bare>
            {sample.attempts.length > 1 ? `${at + 1} · ${model.modelId}` : model.modelId}
          </Quote>
        </>
      )}
      {words.length > 0 && <span className="ink3"> · {words.join(", ")}</span>}
    </>
  );
}

/** The row does not say whether what it approved was another document than came, and neither do texts any more. */
function isUnknownEdit(kind: string, facts: JsonObject, sample: Sample): boolean {
  if (typeof facts["edited"] === "boolean") return false;
  const { attempts, phase } = sample;
  const decided = phase.kind === "ended" ? phase.ending : phase;
  if (kind === "response-approved") {
    return "attemptId" in decided && answerMade(sample, decided) === "unknown";
  }
  const attempt = attempts.find(({ id }) => id === facts["attemptId"]);
  return APPROVES.has(kind) && attempt !== undefined && requestEdited(sample, attempt) === null;
}

const APPROVES: ReadonlySet<string> = new Set([
  "request-approved",
  "answered-by-hand",
  "answered-by-fixture",
]);

const KNOWN: ReadonlySet<string> = new Set<EventKind>([
  "received",
  "request-approved",
  "attempt-started",
  "answered-by-hand",
  "answered-by-fixture",
  "attempt-done",
  "attempt-stopped",
  "attempt-failed",
  "stop-asked",
  "returned-to-request",
  "response-approved",
  "taken-back",
  "released",
  "delivered",
  "delivery-failed",
  "delivery-unknown",
  "rejected",
  "refused",
  "refused-more",
  "cancelled",
  "inspected",
  "judged",
]);
type EventKind = Sample["timeline"][number]["kind"];
const isKnown = (kind: string): kind is EventKind => KNOWN.has(kind);

/** A kind that this version does not know keeps its own name. */
function eventWords(t: T, kind: string, facts: Json): string {
  if (kind === "inspected" && isJsonObject(facts) && facts["late"] === true) {
    const { findings, more } = facts;
    const listed = Array.isArray(findings) ? findings.length : 0;
    return t("history.events.late", { count: listed + (typeof more === "number" ? more : 0) });
  }
  if (isKnown(kind)) return t(`review.event.${kind}`);
  return kind === "forgotten" ? t("history.events.forgotten") : kind;
}

function byOf(facts: Json): Actor | null {
  const by = isJsonObject(facts) ? facts["by"] : undefined;
  if (!isJsonObject(by)) return null;
  const { kind, name } = by;
  if (kind === "rule" || kind === "fixture") {
    return { kind, name: typeof name === "string" ? name : "" };
  }
  return kind === "person" || kind === "server" || kind === "desk" || kind === "model"
    ? { kind }
    : null;
}
