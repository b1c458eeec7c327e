// Classifies errors of the providers' APIs: by status, and by codes and messages where one status has several
// meanings. Tested with the bodies in `testing/wire/errors.ts`.
import { jsonIn } from "#shared/json.ts";
import type { ModelFailure } from "#shared/outcome.ts";
import { tooLongFailure } from "./tooLong.ts";

/** Longest provider message that is kept. */
const MAX_DETAIL = 2000;

/** Truncates untrusted text for a failure, and says how much is left out. */
export function shorten(text: string): string {
  if (text.length <= MAX_DETAIL) return text;
  return `${text.slice(0, MAX_DETAIL)}… (${text.length - MAX_DETAIL} more characters)`;
}

const NO_CREDIT =
  /insufficient_quota|billing_error|billing_hard_limit|credit balance is too low|insufficient (credits?|balance|funds|quota)|out of credits|payment required/i;
const FILTERED =
  /content_filter|content_policy|ResponsibleAIPolicyViolation|content management policy|content filtering policy|PROHIBITED_CONTENT|flagged (for|by|as)|requires moderation|"code"\s*:\s*"invalid_prompt"/i;
const WRONG_KEY =
  /API_KEY_INVALID|api key not valid|invalid[ _]api[ _]key|incorrect api key|security token included in the request is invalid|UnrecognizedClient|invalid subscription key|make sure your API key is valid/i;
const FORBIDDEN = /insufficient permissions|missing scopes|not authorized to|does not have access/i;
const GONE =
  /model_not_found|DeploymentNotFound|invalid model|model[^.]{0,80}(not found|does not exist)|model identifier is invalid|no endpoints found|is not a valid model/i;
const OVERLOADED = /overloaded|capacity exceeded|"code"\s*:\s*"3505"|currently unavailable/i;
/** The provider is up, but overloaded, or its backend does not respond. */
const DOWN = new Set([408, 424, 502, 503, 504, 529]);

/** The failure for an HTTP status of a provider. `body` is its text, `model` the requested model. */
export function statusFailure(
  status: number,
  body: string,
  headers: Record<string, string>,
  model: string,
): ModelFailure {
  const detail = shorten(messageIn(body));
  const waitMs = retryAfter(headers, body);
  const wait = waitMs === null ? {} : { retryAfterMs: waitMs };
  const isClient = status >= 400 && status < 500;
  if (isClient && (status === 402 || NO_CREDIT.test(body))) {
    return { kind: "model-no-credit", status, detail };
  }
  if (isClient && status !== 429 && FILTERED.test(body)) return { kind: "model-filtered", detail };
  if ([400, 413, 422].includes(status) || status >= 500) {
    const tooLong = tooLongFailure(body, detail);
    if (tooLong !== null) return tooLong;
  }
  if (status === 429) {
    return OVERLOADED.test(body)
      ? { kind: "model-overloaded", status, ...wait, detail }
      : { kind: "model-rate-limited", ...wait, detail };
  }
  if (DOWN.has(status) || (status >= 500 && OVERLOADED.test(body))) {
    return { kind: "model-overloaded", status, ...wait, detail };
  }
  return clientFailure(status, body, detail, model);
}

function clientFailure(status: number, body: string, detail: string, model: string): ModelFailure {
  if (status === 413) return { kind: "model-too-large", detail };
  if (status < 500 && WRONG_KEY.test(body)) return { kind: "model-wrong-key", status, detail };
  if (status === 401 && !FORBIDDEN.test(body)) return { kind: "model-wrong-key", status, detail };
  if (status === 401 || status === 403) return { kind: "model-forbidden", status, detail };
  if (status === 404 || GONE.test(body)) return { kind: "model-gone", model, detail };
  return { kind: "model-other", status, detail };
}

/** Providers' error names where no status is available: in the middle of a stream of HTTP 200. */
const STATUS_OF: Record<string, number> = {
  authentication_error: 401,
  invalid_api_key: 401,
  billing_error: 402,
  insufficient_quota: 402,
  permission_error: 403,
  not_found_error: 404,
  model_not_found: 404,
  timeout_error: 504,
  request_too_large: 413,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  throttlingexception: 429,
  invalid_request_error: 400,
  invalid_prompt: 400,
  context_length_exceeded: 400,
  validationexception: 400,
  api_error: 500,
  server_error: 500,
  internalserverexception: 500,
  modelstreamerrorexception: 424,
  overloaded_error: 529,
  server_is_overloaded: 503,
  serviceunavailableexception: 503,
};

/** The HTTP status that an error inside a response stands for, or null. */
export function streamStatus(error: unknown): number | null {
  const data = ownField(error, "data") ?? error;
  const inner = ownField(data, "error") ?? data;
  const codes = ["code", "type", "status"].flatMap((name) => [
    ownField(inner, name),
    ownField(error, name),
  ]);
  for (const code of [...codes, ownField(error, "statusCode")]) {
    const name = String(code).toLowerCase();
    const status = Object.hasOwn(STATUS_OF, name) ? (STATUS_OF[name] ?? 0) : Number(code);
    if (status >= 400 && status <= 599) return status;
  }
  return null;
}

/**
 * An error inside a response, as data; null if it has no known number or name. The AI SDK's StreamProviderError has
 * the provider's object as its `data`.
 */
export function streamFailure(error: unknown, model: string): ModelFailure | null {
  const status = streamStatus(error);
  if (status === null) return null;
  const data = ownField(error, "data") ?? error;
  const inner = ownField(data, "error") ?? data;
  const message = ownField(error, "message");
  const isWrapped = error instanceof Error && typeof message === "string";
  const failure = statusFailure(status, textOf(inner), {}, model);
  return isWrapped && "detail" in failure ? { ...failure, detail: shorten(message) } : failure;
}

/** The provider's own message if its error has a common shape, else the whole body. */
export function messageIn(body: string): string {
  const parsed = jsonIn(body);
  const inner = ownField(Array.isArray(parsed) ? parsed[0] : parsed, "error") ?? parsed;
  const message = typeof inner === "string" ? inner : ownField(inner, "message");
  if (typeof message === "string") return withRaw(message, inner);
  const capital = ownField(inner, "Message") ?? ownField(inner, "detail");
  if (typeof capital === "string") return capital;
  const title = /<title[^>]*>([^<]{1,200})<\/title>/i.exec(body)?.[1];
  return title === undefined ? body : `HTML: ${title.trim()}`;
}

/** OpenRouter's message is only "Provider returned error"; the provider's own message is beside it. */
function withRaw(message: string, error: unknown): string {
  const raw = ownField(ownField(error, "metadata"), "raw");
  return typeof raw === "string" && raw !== "" ? `${message}: ${raw}` : message;
}

export function ownField(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

/** A longer wait means that a daily or monthly limit was reached; it is only shown. */
const UNITS_MS: Record<string, number> = {
  ms: 1,
  s: 1000,
  second: 1000,
  seconds: 1000,
  m: 60_000,
  minutes: 60_000,
  h: 3_600_000,
};

/**
 * Milliseconds, or null if none is stated. Headers: Retry-After (RFC 9110, seconds or a date) and OpenAI's
 * retry-after-ms. Bodies: Gemini's `"retryDelay": "37s"`, OpenAI's "Please try again in 1m30.5s", Azure's "Please
 * retry after 26 seconds".
 */
export function retryAfter(headers: Record<string, string>, body: string): number | null {
  const lower = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const ms = Number(lower.get("retry-after-ms") ?? Number.NaN);
  if (Number.isFinite(ms) && ms >= 0) return ms;
  const value = lower.get("retry-after");
  if (value !== undefined) {
    const seconds = Number(value);
    if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
    const atMs = Date.parse(value);
    if (!Number.isNaN(atMs)) return Math.max(0, atMs - Date.now());
  }
  const said =
    /"retryDelay"\s*:\s*"([\d.]+s)"/.exec(body)?.[1] ??
    /(?:try again|retry) (?:in|after) ((?:[\d.]+ ?(?:ms|seconds?|minutes|[smh])\b ?)+)/i.exec(
      body,
    )?.[1];
  return said === undefined ? null : durationMs(said);
}

/** `1m30.5s`, `26 seconds`, `420ms`. */
function durationMs(text: string): number | null {
  let total = 0;
  for (const [, count = "", unit = ""] of text.matchAll(/([\d.]+) ?([a-z]+)/gi)) {
    const unitMs = UNITS_MS[unit.toLowerCase()];
    if (unitMs === undefined) return null;
    total += Number(count) * unitMs;
  }
  return Number.isFinite(total) ? Math.ceil(total) : null;
}
