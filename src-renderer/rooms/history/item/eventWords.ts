// Texts for ledger rows, in the window and in a saved report.
import type { T } from "#words/index.ts";
import { isJsonObject } from "#shared/json.ts";
import type { JsonObject } from "#shared/json.ts";
import { actorOf } from "#shared/ledger/rowEvent.ts";
import type { HistoryEvent } from "#shared/ledger/history.ts";
import { answerMade, requestEdited } from "#shared/request/document/edited.ts";
import { askedBy } from "#shared/request/life/actors.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { actorWords } from "#request/attemptAuthor.ts";
import { happened } from "#request/ended/eventWords.ts";
import { elapsed } from "#kit/text/time.ts";

/** What happened. An event unknown to this version keeps its recorded name. */
export function eventWords(t: T, { kind, facts }: HistoryEvent, request: HeldRequest): string {
  if (kind === "inspected" && isJsonObject(facts) && facts["late"] === true) {
    const { findings, more } = facts;
    const listed = Array.isArray(findings) ? findings.length : 0;
    return t("history.events.late", { count: listed + (typeof more === "number" ? more : 0) });
  }
  if (isKnown(kind)) return happened(t, request, kind);
  return kind === "forgotten" ? t("history.forgotten.row") : kind;
}

/** The actor, with the rule or file; empty if the row has none. */
export function eventWho(t: T, { kind, facts }: HistoryEvent, request: HeldRequest): string {
  if (kind === "received") return actorWords(t, askedBy(request));
  const by = isJsonObject(facts) ? actorOf(facts, request) : null;
  return by === null ? "" : actorWords(t, by);
}

/** The model, with the number of its attempt if there were several. The name comes from its provider. */
export function eventModel({ facts }: HistoryEvent, request: HeldRequest): string | null {
  if (!isJsonObject(facts)) return null;
  const at = request.attempts.findIndex(({ id }) => id === facts["attemptId"]);
  const model = request.attempts[at]?.model ?? null;
  if (model === null) return null;
  return request.attempts.length > 1 ? `${at + 1} · ${model.modelId}` : model.modelId;
}

/** Further details of the row: whether the user edited it, its cost. */
export function eventMore(t: T, { kind, facts }: HistoryEvent, request: HeldRequest): string[] {
  if (!isJsonObject(facts)) return [];
  const { usage, tookMs, edited, seriousSeen, streamed } = facts;
  const had = isJsonObject(streamed) ? streamed["characters"] : undefined;
  const tokens = isJsonObject(usage) ? usage["outputTokens"] : undefined;
  return [
    typeof seriousSeen === "number" && t("review.serious.reviewed", { count: seriousSeen }),
    edited === true && t("common.edited"),
    isUnknownEdit(kind, facts, request) && t("history.events.unknownEdit"),
    typeof tokens === "number" && t("common.tokens", { count: tokens }),
    typeof tookMs === "number" && elapsed(t, tookMs),
    typeof had === "number" && t("history.events.streamed", { count: had }),
  ].filter((word) => word !== false);
}

/** The row does not say whether the approved document was edited, and the texts to compare were deleted. */
function isUnknownEdit(kind: string, facts: JsonObject, request: HeldRequest): boolean {
  if (typeof facts["edited"] === "boolean") return false;
  const { attempts, phase } = request;
  const decided = phase.kind === "ended" ? phase.ending : phase;
  if (kind === "response-approved") {
    return "attemptId" in decided && answerMade(request, decided) === "unknown";
  }
  const attempt = attempts.find(({ id }) => id === facts["attemptId"]);
  return APPROVES.has(kind) && attempt !== undefined && requestEdited(request, attempt) === null;
}

const APPROVES: ReadonlySet<string> = new Set([
  "request-approved",
  "run-approved",
  "answered-by-hand",
  "answered-by-fixture",
]);

const KNOWN: ReadonlySet<string> = new Set<EventKind>([
  "received",
  "request-approved",
  "run-approved",
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
type EventKind = HeldRequest["timeline"][number]["kind"];
const isKnown = (kind: string): kind is EventKind => KNOWN.has(kind);
