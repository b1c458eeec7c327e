// Converts exceptions of the AI SDK, of fetch and of providers to failures as data.
import { APICallError, UnsupportedFunctionalityError } from "@ai-sdk/provider";
import type { ModelFailure } from "#shared/outcome.ts";
import { providerError } from "#shared/dialects/providerError.ts";
import type { ProviderError } from "#shared/dialects/providerError.ts";
import { isJsonObject, jsonIn } from "#shared/json.ts";
import type { DialectName } from "#shared/dialects/dialect.ts";
import { ModelError } from "./modelError.ts";
import { NOT_UNDERSTOOD, WITHIN_STREAM } from "../streams/tolerant.ts";
import {
  ownField,
  shorten,
  statusFailure,
  streamFailure,
  streamStatus,
  textOf,
} from "./statusFailures.ts";
import { tooLongFailure } from "./tooLong.ts";

/** Converts an error to a failure. `model` is the requested model. Never throws. */
export function failureOf(error: unknown, model: string): ModelFailure {
  if (error instanceof ModelError) return error.failure;
  // Detected by name: importing the class would load all of the AI SDK when the app starts.
  if (ownField(error, "name") === "AI_RetryError")
    return failureOf(ownField(error, "lastError"), model);
  if (UnsupportedFunctionalityError.isInstance(error)) {
    return {
      kind: "model-unsupported-content",
      what: error.functionality,
      detail: shorten(error.message),
    };
  }
  if (APICallError.isInstance(error) && (error.statusCode ?? 0) >= 400) {
    const { statusCode = 0, responseHeaders = {} } = error;
    return isWithinStream(error)
      ? otherFailure(jsonIn(error.responseBody ?? "") ?? error, model)
      : statusFailure(statusCode, bodyOf(error), responseHeaders, model);
  }
  const network = brokenOff(error) ?? networkFailure(error);
  if (network !== null) return network;
  // The response started normally, so the cause says what went wrong with it.
  if (APICallError.isInstance(error) && error.cause instanceof Error) {
    return otherFailure(error.cause, model);
  }
  return otherFailure(error, model);
}

/** Empty where the body broke off; where there is none, the words of the status. */
const bodyOf = ({ responseBody, message }: APICallError): string =>
  responseBody?.trim() === "" ? message : (responseBody ?? "");

/** An adapter that finds an error at the start of a stream gives it a status of its own. */
const isWithinStream = ({ responseHeaders }: APICallError): boolean =>
  responseHeaders?.[WITHIN_STREAM] !== undefined;

/**
 * What the provider answered, as it is passed to a program; null where it did not. Its body only in `own`, the dialect
 * that program and provider share. Never throws.
 */
export function saidBy(
  error: unknown,
  failure: ModelFailure,
  own: DialectName | null,
): ProviderError | null {
  const detail = "detail" in failure ? failure.detail : "";
  if (APICallError.isInstance(error) && (error.statusCode ?? 0) >= 400 && !isWithinStream(error)) {
    const { statusCode = 0, responseBody = "", responseHeaders = {} } = error;
    const words = detail === "" ? `HTTP ${statusCode} without a readable body` : detail;
    const { body, ...said } = providerError(statusCode, responseBody, words, responseHeaders);
    return own === null || body === undefined ? said : { ...said, body };
  }
  const inner = errorWithin(error);
  if (inner === null) return null;
  // It has no status and no body of its own: it came inside a response.
  const status = streamStatus(error) ?? 502;
  const { body, ...said } = providerError(status, JSON.stringify(inner), detail);
  if (own === null || body === undefined) return said;
  const written = own === "anthropic-messages" ? { type: "error", error: inner } : { error: inner };
  return { ...said, body: JSON.stringify(written) };
}

/** The provider's own error inside a stream, or null. */
function errorWithin(error: unknown): object | null {
  const body = APICallError.isInstance(error) ? jsonIn(error.responseBody ?? "") : undefined;
  const data = body ?? ownField(error, "data") ?? error;
  const inner = ownField(data, "error") ?? data;
  const isOne = isJsonObject(inner) && !(inner instanceof Error) && "message" in inner;
  return isOne ? inner : null;
}

/** The connection broke once the response had begun. */
function brokenOff(error: unknown): ModelFailure | null {
  const found = [...causes(error)].find(
    (cause) => cause instanceof TypeError && cause.message === "terminated",
  );
  if (found === undefined) return null;
  const network = networkFailure(found);
  const detail = network !== null && "detail" in network ? network.detail : "";
  return network === null || network.kind === "model-unreachable"
    ? { kind: "model-interrupted", detail }
    : network;
}

const CONNECT_TIMEOUT = new Set(["UND_ERR_CONNECT_TIMEOUT", "ETIMEDOUT"]);
const ANSWER_TIMEOUT = new Set(["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"]);
/** undici's own timeouts: ten seconds for a connection, five minutes for headers. */
const UNDICI_CONNECT_MS = 10_000;
const UNDICI_ANSWER_MS = 300_000;

function networkFailure(error: unknown): ModelFailure | null {
  for (const cause of causes(error)) {
    const code = ownField(cause, "code");
    if (typeof code !== "string") continue;
    if (CONNECT_TIMEOUT.has(code)) {
      const afterMs = ownField(cause, "afterMs");
      return {
        kind: "model-timeout",
        afterMs: typeof afterMs === "number" ? afterMs : UNDICI_CONNECT_MS,
        stage: "connect",
      };
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
      const message = ownField(cause, "message");
      return {
        kind: "model-unreachable",
        detail: shorten(typeof message === "string" ? `${code}: ${message}` : code),
      };
    }
  }
  return null;
}

function otherFailure(error: unknown, model: string): ModelFailure {
  const name = ownField(error, "name");
  const message = error instanceof Error ? error.message : textOf(error);
  if (/ended without a finish|stream ended without|Incomplete .* frame/i.test(message)) {
    return { kind: "model-interrupted", detail: "" };
  }
  // An adapter without a form for errors has the provider's object as the value that it could not read.
  const unread = ownField(error, "value");
  if (ownField(unread, "error") !== undefined) return otherFailure(unread, model);
  const unreadText = ownField(error, "text");
  if (typeof unreadText === "string" && unreadText.startsWith(NOT_UNDERSTOOD)) {
    return { kind: "model-malformed-answer", detail: shorten(unreadText) };
  }
  if (
    typeof name === "string" &&
    /JSONParse|TypeValidation|InvalidResponse|EmptyResponse|NoOutput/.test(name)
  ) {
    return { kind: "model-malformed-answer", detail: shorten(message) };
  }
  if (error instanceof TypeError && /fetch failed|terminated|network/i.test(message)) {
    return { kind: "model-unreachable", detail: shorten(message) };
  }
  // An error object inside a stream with HTTP 200, as the provider sent it.
  const coded = streamFailure(error, model);
  if (coded !== null) return coded;
  const inner = ownField(ownField(error, "error") ?? error, "message");
  const text = error instanceof Error ? message : typeof inner === "string" ? inner : message;
  const tooLong = tooLongFailure(text, shorten(text));
  return tooLong ?? { kind: "model-other", detail: shorten(text) };
}

function* causes(error: unknown): Generator<unknown> {
  let current = error;
  for (let depth = 0; depth < 6 && current !== undefined && current !== null; depth += 1) {
    yield current;
    const several: unknown = ownField(current, "errors");
    if (Array.isArray(several)) yield* several;
    current = ownField(current, "cause");
  }
}
