// Each family's errors on the wire and the failures they map to, written from the public references
// (platform.claude.com/docs/en/api/errors, ai.google.dev/gemini-api/docs/troubleshooting,
// openrouter.ai/docs/api/reference/errors-and-debugging, docs.aws.amazon.com/bedrock/latest/APIReference
// CommonErrors) and from public issue reports.
import { OPENAI_ERRORS, type WireError } from "./openAiErrors.ts";
import { OTHER_ERRORS } from "./otherErrors.ts";

const anthropic = (type: string, message: string) => ({
  type: "error",
  error: { type, message },
  request_id: "req_011CSHoEeqs5C35K2UUqR7Fy",
});
const google = (code: number, status: string, message: string, details: object[] = []) => ({
  error: { code, message, status, details },
});
const mistral = (message: string, type: string, code: string | null) => ({
  object: "error",
  message,
  type,
  param: null,
  code,
});
export const ERRORS: Record<string, WireError[]> = {
  anthropic: [
    {
      what: "a wrong key",
      status: 401,
      body: anthropic("authentication_error", "invalid x-api-key"),
      means: { kind: "model-wrong-key", status: 401, detail: "invalid x-api-key" },
    },
    {
      what: "no credit",
      status: 400,
      body: anthropic(
        "invalid_request_error",
        "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.",
      ),
      means: { kind: "model-no-credit", status: 400 },
    },
    {
      what: "a billing error",
      status: 402,
      body: anthropic("billing_error", "There is an issue with your billing."),
      means: { kind: "model-no-credit", status: 402 },
    },
    {
      what: "a rate limit",
      status: 429,
      body: anthropic(
        "rate_limit_error",
        "This request would exceed your organization's rate limit of 30,000 input tokens per minute.",
      ),
      headers: { "retry-after": "21" },
      means: { kind: "model-rate-limited", retryAfterMs: 21_000 },
    },
    {
      what: "too long",
      status: 400,
      body: anthropic(
        "invalid_request_error",
        "prompt is too long: 208310 tokens > 200000 maximum",
      ),
      means: { kind: "model-context-too-long", needed: 208_310, limit: 200_000 },
    },
    {
      what: "too long with its answer",
      status: 400,
      body: anthropic(
        "invalid_request_error",
        "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease input length or `max_tokens` and try again",
      ),
      means: { kind: "model-context-too-long", needed: 210_000, limit: 200_000 },
    },
    {
      what: "too many bytes",
      status: 413,
      body: anthropic("request_too_large", "Request exceeds the maximum size"),
      means: { kind: "model-too-large" },
    },
    {
      what: "a content filter",
      status: 400,
      body: anthropic("invalid_request_error", "Output blocked by content filtering policy"),
      means: { kind: "model-filtered" },
    },
    {
      what: "no right",
      status: 403,
      body: anthropic("permission_error", "Your API key does not have permission to use it."),
      means: { kind: "model-forbidden", status: 403 },
    },
    {
      what: "no such model",
      status: 404,
      body: anthropic("not_found_error", "model: claude-9"),
      means: { kind: "model-gone" },
    },
    {
      what: "overloaded",
      status: 529,
      body: anthropic("overloaded_error", "Overloaded"),
      means: { kind: "model-overloaded", status: 529 },
    },
  ],
  "openai-responses": OPENAI_ERRORS,
  "openai-chat": OPENAI_ERRORS,
  google: [
    {
      what: "a wrong key",
      status: 400,
      body: google(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", [
        { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID" },
      ]),
      means: { kind: "model-wrong-key", status: 400 },
    },
    {
      what: "a rate limit",
      status: 429,
      body: google(
        429,
        "RESOURCE_EXHAUSTED",
        "You exceeded your current quota, please check your plan and billing details.",
        [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "37s" }],
      ),
      means: { kind: "model-rate-limited", retryAfterMs: 37_000 },
    },
    {
      what: "too long",
      status: 400,
      body: google(
        400,
        "INVALID_ARGUMENT",
        "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
      ),
      means: { kind: "model-context-too-long", needed: 1_200_000, limit: 1_048_576 },
    },
    {
      what: "no right",
      status: 403,
      body: google(403, "PERMISSION_DENIED", "Your project has been denied access."),
      means: { kind: "model-forbidden", status: 403 },
    },
    {
      what: "no such model",
      status: 404,
      body: google(404, "NOT_FOUND", "models/gemini-9 is not found for API version v1beta"),
      means: { kind: "model-gone" },
    },
    {
      what: "overloaded",
      status: 503,
      body: google(503, "UNAVAILABLE", "The model is overloaded. Please try again later."),
      means: { kind: "model-overloaded", status: 503 },
    },
  ],
  mistral: [
    {
      what: "a wrong key",
      status: 401,
      body: { detail: "Unauthorized" },
      means: { kind: "model-wrong-key", status: 401, detail: "Unauthorized" },
    },
    {
      what: "a rate limit",
      status: 429,
      body: mistral("Rate limit exceeded", "rate_limited", "1300"),
      means: { kind: "model-rate-limited" },
    },
    {
      what: "no room",
      status: 429,
      body: mistral(
        "Service tier capacity exceeded for this model.",
        "service_tier_capacity_exceeded",
        "3505",
      ),
      means: { kind: "model-overloaded", status: 429 },
    },
    {
      what: "too long",
      status: 400,
      body: mistral(
        "Prompt contains 33021 tokens and 0 draft tokens, too large for model with 32768 maximum context length",
        "invalid_request_prompt",
        "3051",
      ),
      means: { kind: "model-context-too-long", needed: 33_021, limit: 32_768 },
    },
    {
      what: "no such model",
      status: 400,
      body: mistral("Invalid model: mistral-9", "invalid_model", "1500"),
      means: { kind: "model-gone" },
    },
  ],
  ...OTHER_ERRORS,
};
