// The exact messages that a server gets. Their codes and words stand in `codes.ts`.
import { isJsonObject } from "../../json.ts";
import type { Json, JsonObject } from "../../json.ts";
import { abilitiesOf } from "../../servers/protocol.ts";
import type { Spoken } from "../../servers/protocol.ts";
import { CODES, SILENT } from "./codes.ts";
import type { Figures } from "./codes.ts";
import type { Settlement } from "../life/event.ts";
import type { RequestDocument, ResponseDocument } from "../document/message.ts";
import type { CancelReason, Refusal, RefusalReason, ReplyPath, Sample } from "../life/sample.ts";

/** A JSON-RPC error as it travels; `data.reason` is stable, for server authors to tell causes apart. */
export interface WireError {
  code: number;
  message: string;
  data?: { reason?: string; note?: string } & Figures;
}

/** The user's own "no", and nothing else (2025-11-25, client/sampling, "Error Handling"). */
export const REJECTED: WireError = { code: -1, message: "User rejected sampling request" };

/** Longest message that an error of ours carries, in UTF-16 units. */
const MAX_MESSAGE = 500;

/** The refusal for a reason. `where` names the place by its JSON path and goes into the message. */
export function refusalFor(
  reason: RefusalReason,
  flags: Refusal["flags"] = [],
  where?: string,
): Refusal {
  const { code, message } = CODES[reason];
  const whole = where === undefined ? message : `${message}: ${where}`;
  return { code, message: whole.slice(0, MAX_MESSAGE), reason, flags };
}

/** The error that tells a server of a refusal. */
const refusalError = ({ code, message, reason, own, figures }: Refusal): WireError => ({
  code,
  message,
  data: {
    reason: own ?? reason,
    ...toldFigures(reason, figures),
  },
});

/** What the user may spend, and has spent, is nothing that a server is told. */
const BUDGETS: ReadonlySet<RefusalReason> = new Set<RefusalReason>([
  "tokens-budget",
  "cost-budget",
]);
function toldFigures(reason: RefusalReason, figures: Figures = {}): Figures {
  const { limit: _limit, found: _found, ...rest } = figures;
  const { scope, ...told } = BUDGETS.has(reason) ? rest : figures;
  return scope === "all" ? { ...told, scope } : told;
}

/** What the server of a refused request gets: the error, or nothing where there is no safe way to tell. */
export const settlementOf = (refusal: Refusal): Settlement =>
  SILENT.has(refusal.reason) ? { kind: "silence" } : { kind: "error", ...refusalError(refusal) };

/** While the master switch stands at Stopped. */
export const STOPPED: Refusal = refusalFor("stopped");
/** While this server alone does; its server is told the same. */
export const SERVER_STOPPED: Refusal = { ...STOPPED, figures: { scope: "server" } };
/** While the ledger cannot be written: nothing is sent, fail closed. */
export const NOT_RECORDED: Refusal = refusalFor("not-recorded");
/** For a server that still waits while the app is quit or the server is turned off. */
export const CLOSING: WireError = { ...CODES.closing, data: { reason: "closing" } };

/** For a server that may still wait, while the call that its request seemed to belong to is over. */
const CALL_OVER: WireError = { ...CODES["call-over"], data: { reason: "call-over" } };

/** Where a request ends without a decision: a server that may still wait is told, one that gave up itself hears nothing more. */
export function settlementOfCancelled(because: CancelReason): Settlement {
  if (because.kind === "quit" || because.kind === "switched-off") {
    return { kind: "error", ...CLOSING };
  }
  const guessed = "guessed" in because && because.guessed === true;
  return guessed ? { kind: "error", ...CALL_OVER } : { kind: "silence" };
}

/** For a server whose approved answer cannot be put together: nothing less than what was approved is sent. */
export const NOT_KEPT: WireError = {
  ...CODES["answer-not-kept"],
  data: { reason: "answer-not-kept" },
};

/** Names the task in what belongs to it (2025-11-25, tasks, "Related Task Metadata"). */
const RELATED_TASK = "io.modelcontextprotocol/related-task";

/**
 * The exact JSON-RPC message of a settlement for a pushed request; for a task without the id, which is that
 * of the request that fetches the result; for an embedded one the member of
 * `inputResponses` (2026-07-28, "multi round-trip requests"), where anything but a result means that
 * the call is not repeated. Null when nothing is sent; nobody waits for what a replay comes to.
 */
export function replyMessage(reply: ReplyPath, settlement: Settlement): JsonObject | null {
  if (settlement.kind === "silence" || reply.kind === "replay") return null;
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

/** True when the server expects one single block: a version takes one block, and no tools were asked for. */
export const acceptsOneBlock = (request: RequestDocument | null, spoken: Spoken): boolean =>
  abilitiesOf(spoken).oneBlock && !isGiven(request?.tools) && !isGiven(request?.toolChoice);

// The SDKs choose the result's schema by `params.tools || params.toolChoice`, both of all shapes.
const isGiven = (value: Json | undefined): boolean => value !== undefined && value !== null;

/**
 * The result as the server expects it: a list of one block becomes that block where a request
 * without tools is answered in a version that takes one block (2024-11-05 … 2025-11-25: `content` is a single block there; the SDKs turn
 * an array into −32602). `request` is what the server asked, not what the user made of it.
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

/** The document in the form that the server of this request takes: made so before it is approved, never after. */
export const formedFor = (
  { asker, proposed }: Pick<Sample, "asker" | "proposed">,
  document: ResponseDocument,
): ResponseDocument => toResult(document, proposed, asker);

/**
 * The message that carries `document`, exactly as it stands under "What the server receives" and on the wire; media by
 * reference. `proposed` is what the server asked, which decides the form.
 */
export const messageFor = (
  sample: Pick<Sample, "asker" | "proposed" | "reply">,
  document: ResponseDocument,
): JsonObject | null =>
  replyMessage(sample.reply, { kind: "result", document: formedFor(sample, document) });
