// The exact messages that a server gets. Their codes and texts are in `codes.ts`.
import { isJsonObject } from "../../json.ts";
import { refusalOf } from "../../dialects/refusals.ts";
import { completionIn } from "../kinds/completion/document.ts";
import { WRITING } from "../../dialects/writing.ts";
import type { Usage } from "../../models/cost/cost.ts";
import type { BudgetUnit } from "../../rules/limits/windows.ts";
import type { Json, JsonObject } from "../../json.ts";
import { abilitiesOf } from "../../servers/protocol.ts";
import type { Spoken } from "../../servers/protocol.ts";
import { CODES, SILENT } from "./codes.ts";
import type { Figures } from "./codes.ts";
import type { Settlement } from "../life/event.ts";
import type { RequestDocument, ResponseDocument } from "../document/message.ts";
import type {
  CancelReason,
  Refusal,
  RefusalReason,
  ReplyPath,
  HeldRequest,
} from "../life/heldRequest.ts";

/** A JSON-RPC error; `data.reason` is stable, so that servers can tell causes apart. */
export interface WireError {
  code: number;
  message: string;
  data?: { reason?: string; note?: string } & Figures;
}

/** The user's rejection, and nothing else (2025-11-25, client/sampling, "Error Handling"). */
export const REJECTED: WireError = { code: -1, message: "User rejected sampling request" };

/** Longest error message that is sent, in UTF-16 units. */
const MAX_MESSAGE = 500;

/** The refusal for a reason. `where` (a JSON path and what is wrong there) is appended to the message. */
export function refusalFor(
  reason: RefusalReason,
  flags: Refusal["flags"] = [],
  where?: string,
): Refusal {
  const { code, message } = CODES[reason];
  const whole = where === undefined ? message : `${message}: ${where}`;
  return { code, message: whole.slice(0, MAX_MESSAGE), reason, flags };
}

/** The error that reports a refusal to the server. */
const refusalError = ({ code, message, reason, own, figures }: Refusal): WireError => ({
  code,
  message,
  data: {
    reason: own ?? reason,
    ...toldFigures(reason, figures),
  },
});

export const budgetRefusalReason = (unit: BudgetUnit): RefusalReason =>
  unit === "tokens" ? "tokens-budget" : "cost-budget";

/** Servers are not told what the user may spend or has spent. */
const BUDGETS: ReadonlySet<RefusalReason> = new Set<RefusalReason>([
  "tokens-budget",
  "cost-budget",
]);
function toldFigures(reason: RefusalReason, figures: Figures = {}): Figures {
  const { limit: _limit, found: _found, ...rest } = figures;
  const { scope, ...told } = BUDGETS.has(reason) ? rest : figures;
  return scope === "all" ? { ...told, scope } : told;
}

/** What the server of a refused request gets: the error, or nothing where no error can be sent safely. */
export const settlementOf = (refusal: Refusal): Settlement =>
  SILENT.has(refusal.reason)
    ? { kind: "silence" }
    : {
        kind: "error",
        ...refusalError(refusal),
        ...(refusal.provider === undefined ? {} : { provider: refusal.provider }),
      };

/** For all servers while the mode is Stopped. */
export const STOPPED: Refusal = refusalFor("stopped");
/** For one server that the user stopped; that server is told the same. */
export const SERVER_STOPPED: Refusal = { ...STOPPED, figures: { scope: "server" } };
/** While the ledger cannot be written, every request is refused. */
export const NOT_RECORDED: Refusal = refusalFor("not-recorded");
/** For a server that still waits when the app quits or the server is turned off. */
export const CLOSING: WireError = { ...CODES.closing, data: { reason: "closing" } };

/** For a server that may still wait although the call that its request was attributed to has ended. */
const CALL_OVER: WireError = { ...CODES["call-over"], data: { reason: "call-over" } };

/** What the server of a cancelled request gets: an error if it may still wait, nothing if it gave up itself. */
export function settlementOfCancelled(because: CancelReason): Settlement {
  if (because.kind === "quit" || because.kind === "switched-off") {
    return { kind: "error", ...CLOSING };
  }
  const guessed = "guessed" in because && because.guessed === true;
  return guessed ? { kind: "error", ...CALL_OVER } : { kind: "silence" };
}

/** For a server whose approved response cannot be put together: it gets exactly what was approved, or an error. */
export const NOT_KEPT: WireError = {
  ...CODES["answer-not-kept"],
  data: { reason: "answer-not-kept" },
};

/** The `_meta` field of everything that belongs to a task (2025-11-25, tasks, "Related Task Metadata"). */
const RELATED_TASK = "io.modelcontextprotocol/related-task";

/**
 * The exact JSON-RPC message for a settlement, or null when nothing is sent. A task's message has no id: it gets that
 * of the request that fetches the result. An embedded request gets its field of `inputResponses` (2026-07-28, "multi
 * round-trip requests"), and only for a result: after an error the call is not repeated. A replay is never sent.
 */
export function replyMessage(
  reply: ReplyPath,
  settlement: Settlement,
  usage?: Usage,
): JsonObject | null {
  if (settlement.kind === "silence" || reply.kind === "replay") return null;
  // What the agent's hook prints is made of this by the agent's table.
  if (reply.kind === "hook") {
    return settlement.kind === "result"
      ? settlement.document
      : { verdict: "reject", reason: settlement.data?.note ?? settlement.message };
  }
  if (reply.kind === "http") {
    const writing = WRITING[reply.dialect];
    return settlement.kind === "error"
      ? writing.error(refusalOf(settlement))
      : writing.response(settlement.document, {
          id: reply.id,
          createdS: reply.createdS,
          ...(usage === undefined ? {} : { usage }),
        });
  }
  if (reply.kind === "embedded") {
    return settlement.kind === "result" ? { [reply.key]: settlement.document } : null;
  }
  if (reply.kind === "task" && settlement.kind === "result") {
    // As `mcp/tasks` sends it; the id is that of the request that fetches it.
    const { document } = settlement;
    const own = isJsonObject(document._meta) ? document._meta : {};
    const _meta = { ...own, [RELATED_TASK]: { taskId: reply.taskId } };
    return { jsonrpc: "2.0", result: { ...document, _meta } };
  }
  const envelope = { jsonrpc: "2.0", ...(reply.kind === "task" ? {} : { id: reply.requestId }) };
  if (settlement.kind === "result") return { ...envelope, result: settlement.document };
  const { code, message, data } = settlement;
  return { ...envelope, error: { code, message, ...(data === undefined ? {} : { data }) } };
}

/** True when the server expects a single block: its version takes one, and the request has no tools. */
export const acceptsOneBlock = (request: RequestDocument | null, spoken: Spoken): boolean =>
  abilitiesOf(spoken).oneBlock && !isGiven(request?.tools) && !isGiven(request?.toolChoice);

// Any value counts: the SDKs choose the result's schema by `params.tools || params.toolChoice`.
const isGiven = (value: Json | undefined): boolean => value !== undefined && value !== null;

/**
 * The result in the form that the server expects: a list of one block becomes that block where the version takes a
 * single block for a request without tools (2024-11-05 … 2025-11-25; the SDKs answer a list there with −32602).
 * `request` is the request as the server sent it, not as edited.
 */
export function toResult(
  document: ResponseDocument,
  request: RequestDocument | null,
  spoken: Spoken,
): ResponseDocument {
  const { content } = document;
  if (!Array.isArray(content) || !acceptsOneBlock(request, spoken)) return document;
  const [only, ...others] = content;
  return only === undefined || others.length > 0 ? document : { ...document, content: only };
}

/**
 * The document in the form that this request's server expects: converted before approval, so that the approved bytes
 * are the ones sent.
 */
export const formedFor = (
  { requester, proposed }: Pick<HeldRequest, "requester" | "proposed">,
  document: ResponseDocument,
): ResponseDocument => toResult(document, proposed, requester);

/**
 * The message that carries `document`, exactly as shown under "What the server receives" and as sent, with media by
 * reference.
 */
export const messageFor = (
  request: Pick<HeldRequest, "requester" | "attempts" | "phase" | "proposed" | "reply">,
  document: ResponseDocument,
): JsonObject | null =>
  replyMessage(
    request.reply,
    { kind: "result", document: formedFor(request, document) },
    usageOf(request),
  );

/**
 * The exact events that a program gets if it asked for a stream and the response goes out whole; null for anything else.
 */
export function eventsFor(
  request: Pick<HeldRequest, "attempts" | "phase" | "proposed" | "reply">,
  document: ResponseDocument,
): string | null {
  const { reply, proposed } = request;
  const asked = proposed === null ? null : completionIn(proposed);
  if (reply.kind !== "http" || !reply.stream || asked === null) return null;
  const usage = usageOf(request);
  const { id, createdS } = reply;
  const facts = { id, createdS, ...(usage === undefined ? {} : { usage }) };
  const writer = WRITING[reply.dialect].events(asked, facts);
  return writer.begin(true) + writer.end(document, usage);
}

/** The exact event with which an error ends a program's stream that had begun; null for anything else. */
export function errorEventFor(
  { reply, proposed }: Pick<HeldRequest, "proposed" | "reply">,
  settlement: Settlement,
): string | null {
  const asked = proposed === null ? null : completionIn(proposed);
  if (reply.kind !== "http" || settlement.kind !== "error" || asked === null) return null;
  const { id, createdS } = reply;
  return WRITING[reply.dialect].events(asked, { id, createdS }).fail(refusalOf(settlement));
}

/** What the model used for the response that is approved, or would be. */
export function usageOf({
  attempts,
  phase,
}: Pick<HeldRequest, "attempts" | "phase">): Usage | undefined {
  const of = "attemptId" in phase ? phase.attemptId : undefined;
  const attempt = attempts.findLast(
    ({ id, state }) => state.kind === "done" && (of === undefined || id === of),
  );
  return attempt?.state.kind === "done" ? attempt.state.usage : undefined;
}
