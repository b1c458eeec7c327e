// Errors of gateways, clouds and local programs on the wire (openrouter.ai/docs/api/reference/errors-and-debugging,
// docs.aws.amazon.com/bedrock/latest/APIReference/CommonErrors.html, learn.microsoft.com Azure OpenAI, llama.cpp,
// vLLM, Ollama), and the failures they map to.
import { openai, type WireError } from "./openAiErrors.ts";

const openrouter = (code: number, message: string, metadata?: object) => ({
  error: { code, message, ...(metadata === undefined ? {} : { metadata }) },
  user_id: "user_1",
});

export const OTHER_ERRORS: Record<string, WireError[]> = {
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
