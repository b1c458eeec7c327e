// Errors of each family as they travel, written from their public references (platform.claude.com/docs/en/api/errors,
// ai.google.dev/gemini-api/docs/troubleshooting,
// openrouter.ai/docs/api/reference/errors-and-debugging, docs.aws.amazon.com/bedrock/latest/APIReference CommonErrors) and
// from what people reported in public issues; and what each means.
import { openai, OPENAI_ERRORS, type WireError } from "./openAiErrors.ts";

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
const openrouter = (code: number, message: string, metadata?: object) => ({
  error: { code, message, ...(metadata === undefined ? {} : { metadata }) },
  user_id: "user_1",
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
  openrouter: [
    {
      what: "a wrong key",
      status: 401,
      body: openrouter(401, "No auth credentials found"),
      means: { kind: "model-wrong-key", status: 401 },
    },
    {
      what: "no credit",
      status: 402,
      body: openrouter(
        402,
        "This request requires more credits, or fewer max_tokens. You requested up to 1000 tokens, but can only afford 12.",
      ),
      means: { kind: "model-no-credit", status: 402 },
    },
    {
      what: "moderation",
      status: 403,
      body: openrouter(403, "Your input was flagged by OpenAI", {
        reasons: ["violence"],
        flagged_input: "…",
      }),
      means: { kind: "model-filtered" },
    },
    {
      what: "a rate limit behind it",
      status: 429,
      body: openrouter(429, "Provider returned error", {
        raw: "anthropic/claude-sonnet-4.5 is temporarily rate-limited upstream. Please retry shortly.",
        provider_name: "Anthropic",
      }),
      means: {
        kind: "model-rate-limited",
        detail:
          "Provider returned error: anthropic/claude-sonnet-4.5 is temporarily rate-limited upstream. Please retry shortly.",
      },
    },
    {
      what: "too long",
      status: 400,
      body: openrouter(
        400,
        "This endpoint's maximum context length is 200000 tokens. However, you requested about 210400 tokens (205400 of text input, 5000 in the output).",
      ),
      means: { kind: "model-context-too-long", needed: 210_400, limit: 200_000 },
    },
    {
      what: "nobody to serve it",
      status: 404,
      body: openrouter(404, "No endpoints found for anthropic/claude-9."),
      means: { kind: "model-gone" },
    },
    {
      what: "out of order",
      status: 502,
      body: openrouter(502, "Provider returned error"),
      means: { kind: "model-overloaded", status: 502 },
    },
  ],
  azure: [
    {
      what: "a wrong key",
      status: 401,
      body: openai(
        "Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key for an active subscription.",
        "401",
      ),
      means: { kind: "model-wrong-key", status: 401 },
    },
    {
      what: "a rate limit",
      status: 429,
      body: openai(
        "Requests to the Creation of model response Operation have exceeded the token rate limit of your current pricing tier. Please retry after 26 seconds.",
        "429",
      ),
      means: { kind: "model-rate-limited", retryAfterMs: 26_000 },
    },
    {
      what: "a content filter",
      status: 400,
      body: {
        error: {
          message:
            "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
          type: null,
          param: "prompt",
          code: "content_filter",
          status: 400,
          innererror: { code: "ResponsibleAIPolicyViolation" },
        },
      },
      means: { kind: "model-filtered" },
    },
    {
      what: "no such deployment",
      status: 404,
      body: openai("The API deployment for this resource does not exist.", "DeploymentNotFound"),
      means: { kind: "model-gone" },
    },
  ],
  bedrock: [
    {
      what: "a wrong key",
      status: 403,
      body: { Message: "Authentication failed: Please make sure your API Key is valid." },
      means: { kind: "model-wrong-key", status: 403 },
    },
    {
      what: "no right",
      status: 403,
      body: { message: "You don't have access to the model with the specified model ID." },
      means: { kind: "model-forbidden", status: 403 },
    },
    {
      what: "a rate limit",
      status: 429,
      body: { message: "Too many tokens, please wait before trying again." },
      means: { kind: "model-rate-limited" },
    },
    {
      what: "too long",
      status: 400,
      body: { message: "Input is too long for requested model." },
      means: { kind: "model-context-too-long" },
    },
    {
      what: "no such model",
      status: 400,
      body: { message: "The provided model identifier is invalid." },
      means: { kind: "model-gone" },
    },
    {
      what: "not ready",
      status: 503,
      body: { message: "The service isn't currently available. Try again later." },
      means: { kind: "model-overloaded", status: 503 },
    },
  ],
  "openai-compatible": [
    {
      what: "llama.cpp: too long",
      status: 400,
      body: {
        error: {
          code: 400,
          message: "the request exceeds the available context size, try increasing it",
          type: "exceed_context_size_error",
          n_prompt_tokens: 5012,
          n_ctx: 4096,
        },
      },
      means: { kind: "model-context-too-long", needed: 5012, limit: 4096 },
    },
    {
      what: "vLLM: too long with its answer",
      status: 400,
      body: {
        object: "error",
        message:
          "'max_tokens' or 'max_completion_tokens' is too large: 5000. This model's maximum context length is 4096 tokens and your request has 10 input tokens (5000 > 4096 - 10).",
        type: "BadRequestError",
        code: 400,
      },
      means: { kind: "model-context-too-long", needed: 5000, limit: 4096 },
    },
    {
      what: "Ollama: no such model",
      status: 404,
      body: openai('model "llama9" not found, try pulling it first', null, "api_error"),
      means: { kind: "model-gone" },
    },
    {
      what: "DeepSeek: no credit",
      status: 402,
      body: openai("Insufficient Balance", "invalid_request_error", "unknown_error"),
      means: { kind: "model-no-credit", status: 402 },
    },
    {
      what: "a page of a gateway",
      status: 502,
      body: "<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>",
      headers: { "content-type": "text/html" },
      means: { kind: "model-overloaded", status: 502, detail: "HTML: 502 Bad Gateway" },
    },
  ],
};
