// Knows what the exceptions of the AI SDK, of fetch and of providers mean, and turns them into failures as data.
import { APICallError, UnsupportedFunctionalityError } from "@ai-sdk/provider";
import { RetryError } from "ai";
import type { ModelFailure } from "../../src-shared/outcome.ts";
import { ModelError } from "./modelError.ts";

/** The most of a provider's own words that is kept. */
const MAX_DETAIL = 2000;

/** Shortens foreign text for a failure, saying how much is left out. */
export function shorten(text: string): string {
  if (text.length <= MAX_DETAIL) return text;
  return `${text.slice(0, MAX_DETAIL)}… (${text.length - MAX_DETAIL} more characters)`;
}

/** What failed, as data. `model` is the model that was asked for. Never throws. */
export function failureOf(error: unknown, model: string): ModelFailure {
  if (error instanceof ModelError) return error.failure;
  if (RetryError.isInstance(error)) return failureOf(error.lastError, model);
  if (UnsupportedFunctionalityError.isInstance(error)) {
    return {
      kind: "model-unsupported-content",
      what: error.functionality,
      detail: shorten(error.message),
    };
  }
  if (APICallError.isInstance(error) && error.statusCode !== undefined && error.statusCode >= 400) {
    return statusFailure(error.statusCode, bodyOf(error), error.responseHeaders ?? {}, model);
  }
  const network = networkFailure(error);
  if (network !== null) return network;
  // An answer that began well: what went wrong with it is the cause.
  if (APICallError.isInstance(error) && error.cause instanceof Error) {
    return otherFailure(error.cause, model);
  }
  return otherFailure(error, model);
}

/** What an HTTP status of a provider means. `body` is its own text. */
export function statusFailure(
  status: number,
  body: string,
  headers: Record<string, string>,
  model: string,
): ModelFailure {
  const detail = shorten(messageIn(body));
  if (status === 401 || status === 403) return { kind: "model-wrong-key", status, detail };
  if (status === 429) {
    const retryAfterMs = retryAfter(headers);
    return retryAfterMs === null
      ? { kind: "model-rate-limited", detail }
      : { kind: "model-rate-limited", retryAfterMs, detail };
  }
  const tooLong = tooLongFailure(body, detail);
  if (tooLong !== null && (status === 400 || status === 413 || status === 422 || status >= 500)) {
    return tooLong;
  }
  if (status === 404 || /model[^.]{0,80}(not found|does not exist)/i.test(body)) {
    return { kind: "model-gone", model, detail };
  }
  return { kind: "model-other", status, detail };
}

const TOO_LONG = [
  /maximum context length/i,
  /context[ _](length|window|size)/i,
  /exceeds? the (available )?context/i,
  /prompt is too long/i,
  /too many tokens/i,
];

function tooLongFailure(body: string, detail: string): ModelFailure | null {
  if (!TOO_LONG.some((pattern) => pattern.test(body))) return null;
  // OpenAI: "maximum context length is 4096 tokens. However, your messages resulted in 5000 tokens".
  // llama.cpp: {"n_prompt_tokens":5000,"n_ctx":4096}.
  const limit =
    numberIn(body, /"n_ctx"\s*:\s*(\d+)/) ??
    numberIn(body, /(?:context (?:length|window|size)|maximum)[^\d]{0,40}(\d{2,})/i);
  const needed =
    numberIn(body, /"n_prompt_tokens"\s*:\s*(\d+)/) ??
    numberIn(body, /(?:resulted in|requested|request has|request \()\D{0,20}(\d{2,})/i);
  return {
    kind: "model-context-too-long",
    detail,
    ...(needed === null ? {} : { needed }),
    ...(limit === null ? {} : { limit }),
  };
}

function numberIn(text: string, pattern: RegExp): number | null {
  const digits = pattern.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** Retry-After (RFC 9110, seconds or a date), and OpenAI's retry-after-ms. */
function retryAfter(headers: Record<string, string>): number | null {
  const lower = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const ms = Number(lower.get("retry-after-ms") ?? Number.NaN);
  if (Number.isFinite(ms) && ms >= 0) return ms;
  const value = lower.get("retry-after");
  if (value === undefined) return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const atMs = Date.parse(value);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - Date.now());
}

function bodyOf(error: { responseBody?: string | undefined; message: string }): string {
  const body = error.responseBody;
  return body === undefined || body.trim() === "" ? error.message : body;
}

/** The provider's own message where its error has the usual shape, else the whole body. */
function messageIn(body: string): string {
  try {
    const parsed: unknown = JSON.parse(body);
    const inner = member(parsed, "error") ?? parsed;
    const message = typeof inner === "string" ? inner : member(inner, "message");
    if (typeof message === "string") return message;
  } catch {
    // Not JSON: the text itself is all there is.
  }
  return body;
}

const CONNECT_TIMEOUT = new Set(["UND_ERR_CONNECT_TIMEOUT", "ETIMEDOUT"]);
const ANSWER_TIMEOUT = new Set(["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"]);
/** What undici itself waits for: ten seconds for a connection, five minutes for headers. */
const UNDICI_CONNECT_MS = 10_000;
const UNDICI_ANSWER_MS = 300_000;

function networkFailure(error: unknown): ModelFailure | null {
  for (const cause of causes(error)) {
    const code = member(cause, "code");
    if (typeof code !== "string") continue;
    if (CONNECT_TIMEOUT.has(code)) {
      return { kind: "model-timeout", afterMs: UNDICI_CONNECT_MS, stage: "connect" };
    }
    if (ANSWER_TIMEOUT.has(code)) {
      const stage = code === "UND_ERR_BODY_TIMEOUT" ? "idle" : "first-token";
      return { kind: "model-timeout", afterMs: UNDICI_ANSWER_MS, stage };
    }
    if (
      /^(E[A-Z]+|UND_ERR_[A-Z_]+|CERT_[A-Z_]+|DEPTH_[A-Z_]+|SELF_SIGNED_[A-Z_]+|UNABLE_[A-Z_]+|ERR_TLS_[A-Z_]+|ERR_SSL_[A-Z_]+|HPE_[A-Z_]+)$/.test(
        code,
      )
    ) {
      const message = member(cause, "message");
      return {
        kind: "model-unreachable",
        detail: shorten(typeof message === "string" ? `${code}: ${message}` : code),
      };
    }
  }
  return null;
}

function otherFailure(error: unknown, model: string): ModelFailure {
  const name = member(error, "name");
  const message = error instanceof Error ? error.message : textOf(error);
  if (
    typeof name === "string" &&
    /JSONParse|TypeValidation|InvalidResponse|EmptyResponse|NoOutput/.test(name)
  ) {
    return { kind: "model-malformed-answer", detail: shorten(message) };
  }
  if (error instanceof TypeError && /fetch failed|terminated|network/i.test(message)) {
    return { kind: "model-unreachable", detail: shorten(message) };
  }
  // An error object inside a stream of HTTP 200, in the provider's words.
  const inner = member(error, "message");
  const text = error instanceof Error ? message : typeof inner === "string" ? inner : message;
  const tooLong = tooLongFailure(text, shorten(text));
  if (tooLong !== null) return tooLong;
  const code = member(error, "code") ?? member(error, "status");
  if (!(error instanceof Error) && typeof code === "number" && code >= 400 && code < 600) {
    return statusFailure(code, text, {}, model);
  }
  return { kind: "model-other", detail: shorten(text) };
}

function* causes(error: unknown): Generator<unknown> {
  let current = error;
  for (let depth = 0; depth < 6 && current !== undefined && current !== null; depth += 1) {
    yield current;
    const several: unknown = member(current, "errors");
    if (Array.isArray(several)) yield* several;
    current = member(current, "cause");
  }
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}
