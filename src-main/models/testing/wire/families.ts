// Every family of wire formats: its settings, where its requests go, and recorded responses.
import type { RemoteKind } from "#shared/models/providers/providerKinds.ts";
import type { Recorded } from "./frames.ts";
import { anthropic } from "./answers/anthropic.ts";
import { bedrock } from "./answers/bedrock.ts";
import { compatible, mistral, openAiChat, openRouter } from "./answers/chat.ts";
import { google } from "./answers/google.ts";
import { responses } from "./answers/responses.ts";

export interface Family {
  kind: RemoteKind;
  modelId: string;
  /** The path of its address, before the adapter's suffix. */
  base: string;
  /** The path of a request, and the header with the key. */
  path: string;
  key: [header: string, value: string];
  answers: {
    /** Text and two parallel calls. */
    calls: Recorded;
    /** Reasoning if the family streams it, then text; 1,000 tokens of the prompt came from a cache. */
    thought: Recorded;
    /** Text and an image. */
    drawn?: Recorded;
    /** Cut off at the token limit. */
    full?: Recorded;
    /** Ended at a stop sequence. */
    stopped?: Recorded;
    /** Empty, because of a content filter. */
    refused?: Recorded;
    /** A call whose arguments are not JSON. */
    broken?: Recorded;
    /** The connection breaks in the middle. */
    cut: Recorded;
  };
}

const BEARER: Family["key"] = ["authorization", "Bearer KEY"];

export const FAMILIES: Record<string, Family> = {
  anthropic: {
    kind: "anthropic",
    modelId: "claude-sonnet-4-5",
    base: "/v1",
    path: "/v1/messages",
    key: ["x-api-key", "KEY"],
    answers: anthropic,
  },
  "openai-responses": {
    kind: "openai",
    modelId: "gpt-4.1",
    base: "/v1",
    path: "/v1/responses",
    key: BEARER,
    answers: responses,
  },
  "openai-chat": {
    kind: "openai",
    modelId: "gpt-audio",
    base: "/v1",
    path: "/v1/chat/completions",
    key: BEARER,
    answers: openAiChat,
  },
  google: {
    kind: "google",
    modelId: "gemini-2.5-pro",
    base: "/v1beta",
    path: "/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse",
    key: ["x-goog-api-key", "KEY"],
    answers: google,
  },
  mistral: {
    kind: "mistral",
    modelId: "mistral-large-latest",
    base: "/v1",
    path: "/v1/chat/completions",
    key: BEARER,
    answers: mistral,
  },
  openrouter: {
    kind: "openrouter",
    modelId: "anthropic/claude-sonnet-4.5",
    base: "/api/v1",
    path: "/api/v1/chat/completions",
    key: BEARER,
    answers: openRouter,
  },
  azure: {
    kind: "azure",
    modelId: "my-deployment",
    base: "/openai/v1",
    path: "/openai/v1/responses",
    key: ["api-key", "KEY"],
    answers: responses,
  },
  bedrock: {
    kind: "bedrock",
    modelId: "anthropic.claude-3-7-sonnet-20250219-v1:0",
    base: "",
    path: "/model/anthropic.claude-3-7-sonnet-20250219-v1%3A0/converse-stream",
    key: BEARER,
    answers: bedrock,
  },
  "openai-compatible": {
    kind: "openai-compatible",
    modelId: "llama-3.3-70b",
    base: "/v1",
    path: "/v1/chat/completions",
    key: BEARER,
    answers: compatible,
  },
};
