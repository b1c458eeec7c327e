// Errors of OpenAI's API on the wire (developers.openai.com/api/docs/guides/error-codes), and the failures they map
// to.
import type { ModelFailure } from "#shared/outcome.ts";

export interface WireError {
  what: string;
  status: number;
  body: object | string;
  headers?: Record<string, string>;
  means: Partial<ModelFailure> & { kind: ModelFailure["kind"] };
}

/** The format that many others have adopted. */
export const openai = (message: string, code: string | null, type = "invalid_request_error") => ({
  error: { message, type, param: null, code },
});

export const OPENAI_ERRORS: WireError[] = [
  {
    what: "a wrong key",
    status: 401,
    body: openai("Incorrect API key provided: KEY.", "invalid_api_key"),
    means: { kind: "model-wrong-key", status: 401 },
  },
  {
    what: "no credit",
    status: 429,
    body: openai(
      "You exceeded your current quota, please check your plan and billing details.",
      "insufficient_quota",
      "insufficient_quota",
    ),
    means: { kind: "model-no-credit", status: 429 },
  },
  {
    what: "a rate limit",
    status: 429,
    body: openai(
      "Rate limit reached for gpt-4.1 in organization org-x on tokens per min (TPM): Limit 30000, Used 29000, Requested 9000. Please try again in 16.2s.",
      "rate_limit_exceeded",
      "tokens",
    ),
    means: { kind: "model-rate-limited", retryAfterMs: 16_200 },
  },
  {
    what: "too long",
    status: 400,
    body: openai(
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 150321 tokens.",
      "context_length_exceeded",
    ),
    means: { kind: "model-context-too-long", needed: 150_321, limit: 128_000 },
  },
  {
    what: "too long, without numbers",
    status: 400,
    body: openai(
      "Your input exceeds the context window of this model. Please adjust your input and try again.",
      "context_length_exceeded",
    ),
    means: { kind: "model-context-too-long" },
  },
  {
    what: "a content filter",
    status: 400,
    body: openai(
      "Invalid prompt: your prompt was flagged as potentially violating our usage policy.",
      "invalid_prompt",
    ),
    means: { kind: "model-filtered" },
  },
  {
    what: "no such model",
    status: 404,
    body: openai(
      "The model `gpt-9` does not exist or you do not have access to it.",
      "model_not_found",
    ),
    means: { kind: "model-gone" },
  },
  {
    what: "a key without the right",
    status: 401,
    body: openai(
      "You have insufficient permissions for this operation. Missing scopes: model.request.",
      null,
    ),
    means: { kind: "model-forbidden", status: 401 },
  },
  {
    what: "overloaded",
    status: 503,
    body: openai(
      "The engine is currently overloaded, please try again later",
      null,
      "server_error",
    ),
    headers: { "retry-after": "7" },
    means: { kind: "model-overloaded", status: 503, retryAfterMs: 7000 },
  },
  {
    what: "an error of its own",
    status: 500,
    body: openai("The server had an error while processing your request.", null, "server_error"),
    means: { kind: "model-other", status: 500 },
  },
];
