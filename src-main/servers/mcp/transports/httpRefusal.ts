// What an HTTP server answers in place of the JSON-RPC response to a POST: its status, and its own words, which are
// only its claim.
import { isJsonObject, jsonIn } from "#shared/json.ts";
import type { ServerFailure } from "#shared/outcome.ts";
import { readEnvelope } from "../wire/envelope.ts";
import type { JsonRpcId, WireError } from "../wire/envelope.ts";
import { truncate } from "../wire/excerpt.ts";
import { SendError } from "./pipe.ts";

export interface HttpRefusal {
  status: number;
  /** The body as plain text, truncated; empty if there is none. */
  words: string;
  /** The `retry-after` header as it came: seconds or a date (RFC 9110, 10.2.3). */
  retryAfter: string | null;
  /** The JSON-RPC error in the body, whatever its id. */
  error: WireError | null;
}

/** The server answered a POST with something else than a JSON-RPC response. */
export class HttpStatusError extends SendError {
  readonly refusal: HttpRefusal;
  readonly failure: ServerFailure;
  /** The server does not know the session, so nothing ran. */
  readonly forgotSession: boolean;
  constructor(refusal: HttpRefusal, failure: ServerFailure) {
    super(`HTTP ${refusal.status}`, false);
    this.refusal = refusal;
    this.failure = failure;
    this.forgotSession = failure.kind === "server-forgot-session";
  }
}

/** What was asked may have been done although the server answered this. */
export const mayHaveRun = ({ status }: Pick<HttpRefusal, "status">): boolean =>
  status < 300 || status >= 500 || status === 408;

/** A server may never end its body. */
const BODY_BYTES = 64 * 1024;
const BODY_MS = 5000;
const WORDS_CHARACTERS = 500;
const RETRY_AFTER_CHARACTERS = 64;

/** Reads the start of the body, for at most `waitMs`. */
export async function beginningOf(
  body: ReadableStream<Uint8Array> | null,
  waitMs = BODY_MS,
): Promise<{ text: string; bytes: number; cut: boolean }> {
  if (body === null) return { text: "", bytes: 0, cut: false };
  const reader = body.getReader();
  let isLate = false;
  const stop = (): void => {
    isLate = true;
    void reader.cancel().catch(() => {});
  };
  const late = waitMs === Infinity ? undefined : setTimeout(stop, waitMs);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let done = false;
  try {
    while (!done && bytes < BODY_BYTES) {
      const read = await reader.read();
      ({ done } = read);
      if (read.value === undefined) continue;
      chunks.push(read.value.subarray(0, BODY_BYTES - bytes));
      bytes += Math.min(read.value.length, BODY_BYTES - bytes);
    }
  } catch {
    // It broke off: what came is shown.
  } finally {
    clearTimeout(late);
  }
  if (!done) void reader.cancel().catch(() => {});
  return { text: Buffer.concat(chunks).toString("utf8"), bytes, cut: !done || isLate };
}

export function refusalOf(response: Response, text: string): HttpRefusal {
  const error = errorIn(jsonIn(text));
  const retryAfter = response.headers.get("retry-after")?.slice(0, RETRY_AFTER_CHARACTERS) ?? null;
  const words = truncate(error?.message ?? plainText(text), WORDS_CHARACTERS);
  return { status: response.status, words, retryAfter, error };
}

/** The error of a JSON-RPC error response. Servers make some before they know the request's id. */
export function errorIn(message: unknown): WireError | null {
  if (!isJsonObject(message) || !isJsonObject(message["error"])) return null;
  const envelope = readEnvelope({ ...message, id: 0 });
  return envelope.kind === "error" ? envelope.error : null;
}

/** Whether a message is an error response that can only concern the one request of its POST. */
export function isErrorFor(message: unknown, postId: JsonRpcId): boolean {
  if (errorIn(message) === null || !isJsonObject(message)) return false;
  const { id } = message;
  // The official Python SDK writes "server-error" where it has no id.
  return id === postId || id === undefined || id === null || id === "server-error";
}

/** Says that it does not know the session. Whether that is MCP's own session is found out with a ping. */
export const namesSession = ({ message }: WireError): boolean =>
  /session|not initiali[sz]ed/i.test(message);

/** A page of HTML as the text that a person would read. */
function plainText(text: string): string {
  const isMarkup = /^\s*<(!doctype|html|\?xml|head|body)/i.test(text);
  const shown = isMarkup
    ? text
        .replaceAll(/<(script|style|head)\b[\s\S]*?<\/\1\s*>/gi, " ")
        .replaceAll(/<[^>]*>/g, " ")
        .replaceAll(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => ENTITIES[name] ?? " ")
    : text;
  return shown.replaceAll(/\s+/g, " ").trim();
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
