// Messages of Countersign itself to a host, in place of a server's response. Models read them.
import type { Json } from "#shared/json.ts";
import type { Failure, ServerFailure } from "#shared/outcome.ts";
import { HttpStatusError, mayHaveRun } from "../transports/httpRefusal.ts";
import { NotConnectedError, SendError } from "../transports/pipe.ts";
import type { JsonRpcId } from "../wire/envelope.ts";

/** From the range that JSON-RPC leaves to servers; not −32001, which hosts use for their own timeouts. */
const UNAVAILABLE = -32010;

export const errorFor = (id: JsonRpcId, message: string, code = UNAVAILABLE, data?: Json): string =>
  JSON.stringify({ jsonrpc: "2.0", id, error: { code, message, data } });

/**
 * A tool error result: hosts show its text to the model, while they drop most of a JSON-RPC error. `resultType` is required
 * since 2026-07-28; before that, results may have any further field.
 */
export const toolFailure = (id: JsonRpcId, text: string): string =>
  JSON.stringify({
    jsonrpc: "2.0",
    id,
    result: { resultType: "complete", content: [{ type: "text", text }], isError: true },
  });

export const TOO_LARGE = "The message is too large for Countersign.";

export const BAD_RESPONSE =
  "The server's response is no valid message, so Countersign did not pass it on. The server's output in Countersign shows it.";

export const STOPPED =
  "Countersign is stopped: this tool was not called. Set Countersign to Review or Rules to allow tool calls again.";

export const stoppedCall = (id: JsonRpcId): string => toolFailure(id, STOPPED);

export const REJECTED_CALL = "The user rejected this tool call in Countersign. It was not run.";
export const REJECTED_RESULT =
  "The tool was run, but the user rejected its result in Countersign. You do not get it.";
export const REFUSED_CALL = "Countersign refused this tool call. It was not run.";
export const REFUSED_RESULT =
  "The tool was run, but Countersign refused its result. You do not get it.";
/** The connection broke after the message had been sent. */
export const LOST_RESPONSE =
  "The connection to the server broke before its response came. It may have been run.";
export const UNSHOWN_RESULT =
  "The tool was run, but its result cannot be shown in Countersign: it is too large, or nests too deeply.";

/** What follows if the result would come later, by `tasks/result` or `tasks/get`. */
export const AS_TASK = " Its result comes as a task, which cannot be reviewed in Countersign.";

export function wordsForFailure(failure: ServerFailure, name: string): string {
  switch (failure.kind) {
    case "server-command-not-found":
      return `Countersign could not start ${name}: there is no program ${failure.command}.`;
    case "server-folder-not-found":
      return `Countersign could not start ${name}: there is no folder ${failure.folder}.`;
    case "server-exited":
      return `${name} has ended (${failure.signal ?? `exit code ${failure.code ?? "unknown"}`}). Its requests were not answered.`;
    case "server-http-status":
      return `${name} refuses the connection: ${saying(failure.status, failure.words ?? "", null)}`;
    case "server-forgot-session":
      return `${name} forgot its session, and offers no other one that fits. Its requests were not answered.`;
    default:
      return `Countersign has no connection to ${name} (${failure.kind}). Its requests were not answered.`;
  }
}

/** What an HTTP server answered in place of a response; its words are quoted as its own. */
function saying(status: number, words: string, retryAfter: string | null): string {
  const said = words === "" ? "It says nothing more." : `It says: ${JSON.stringify(words)}.`;
  const retry = retryAfter === null ? "" : ` (retry-after: ${retryAfter})`;
  return `the server answered with HTTP status ${status}${retry}. ${said}`;
}

/** Why a message was not answered: what sending it threw, or words. `code` and `data`: the server's own JSON-RPC error. */
export function wordsForSending(
  error: unknown,
  name: string,
): { message: string; code?: number; data?: Json | undefined } {
  if (error instanceof HttpStatusError) {
    const { refusal, forgotSession } = error;
    const ran = forgotSession
      ? " It forgot its session twice, so this was not run."
      : mayHaveRun(refusal)
        ? " It may have been run."
        : "";
    const message = `${name}: ${saying(refusal.status, refusal.words, refusal.retryAfter)}${ran}`;
    return refusal.error === null
      ? { message }
      : { message, code: refusal.error.code, data: refusal.error.data };
  }
  if (typeof error === "string") return { message: error };
  if (error instanceof NotConnectedError)
    return { message: `${wordsForFailure(error.failure, name)} Nothing was sent.` };
  if (error instanceof SendError && !error.uncertain)
    return { message: `${name} could not be reached (${error.message}). Nothing was sent.` };
  return { message: LOST_RESPONSE };
}

/** The error for a request that was not answered. */
export function errorForSending(id: JsonRpcId, error: unknown, name: string): string {
  const { message, code, data } = wordsForSending(error, name);
  return errorFor(id, message, code, data);
}

/** Why a call that needed the user's input was not repeated. */
export function wordsForCall(failure: Failure): string {
  if (failure.kind === "run-not-repeated" && failure.because === "rejected")
    return "The user rejected the server's request in Countersign, so the call was not completed.";
  if (failure.kind === "run-not-repeated")
    return "Countersign refused the server's request, so the call was not completed.";
  if (failure.kind === "run-too-many-rounds")
    return `The server asked for input ${failure.rounds} times. Countersign does not repeat the call any further.`;
  if (failure.kind === "run-disconnected") return LOST_RESPONSE;
  if (failure.kind === "server-bad-answer") return BAD_RESPONSE;
  return `The call was not completed (${failure.kind}).`;
}
