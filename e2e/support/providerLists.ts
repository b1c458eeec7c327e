// Local providers for tests: each kind's list of models in its own format, with its own way to send a key.
import type { IncomingMessage, RequestListener } from "node:http";
import type { RemoteKind } from "../../src-shared/models/providers/providerKinds.ts";
import {
  makeAuthority,
  startProxy,
  startWeb,
  type Certificate,
  type ListeningServer,
} from "../../src-main/models/testing/network.ts";

export { makeAuthority, startProxy };

interface Wire {
  /** The key as this kind sends it. */
  key(request: IncomingMessage): string | undefined;
  /** Its responses, by path without a query. */
  answers: Record<string, unknown>;
  error: unknown;
}

const bearer = ({ headers }: IncomingMessage): string | undefined =>
  headers.authorization?.replace(/^Bearer /, "");
const header =
  (name: string) =>
  ({ headers }: IncomingMessage): string | undefined => {
    const value = headers[name];
    return typeof value === "string" ? value : undefined;
  };
const data = (...ids: string[]) => ({ object: "list", data: ids.map((id) => ({ id })) });

/** The formats of the providers' own references; two models each. */
export const WIRES: Record<RemoteKind, Wire> = {
  anthropic: {
    key: header("x-api-key"),
    answers: {
      "/models": {
        data: [
          { type: "model", id: "claude-a", display_name: "Claude A" },
          { type: "model", id: "claude-b", display_name: "Claude B" },
        ],
        has_more: false,
      },
    },
    error: { type: "error", error: { type: "authentication_error", message: "invalid x-api-key" } },
  },
  openai: {
    key: bearer,
    answers: { "/models": data("gpt-5", "gpt-5-mini") },
    error: { error: { message: "Incorrect API key provided", code: "invalid_api_key" } },
  },
  google: {
    key: header("x-goog-api-key"),
    answers: {
      "/models": {
        models: ["gemini-a", "gemini-b"].map((id) => ({
          name: `models/${id}`,
          displayName: id,
          inputTokenLimit: 1_048_576,
          supportedGenerationMethods: ["generateContent"],
        })),
      },
    },
    error: { error: { code: 401, message: "API key not valid", status: "UNAUTHENTICATED" } },
  },
  mistral: {
    key: bearer,
    answers: {
      "/models": {
        data: ["mistral-a", "mistral-b"].map((id) => ({
          id,
          capabilities: { completion_chat: true, vision: false, function_calling: true },
          max_context_length: 131_072,
        })),
      },
    },
    error: { message: "Unauthorized", request_id: "1" },
  },
  openrouter: {
    key: bearer,
    answers: {
      "/key": { data: { label: "test" } },
      "/models": {
        data: ["vendor/a", "vendor/b"].map((id) => ({ id, name: id, context_length: 8192 })),
      },
    },
    error: { error: { message: "No auth credentials found", code: 401 } },
  },
  azure: {
    key: header("api-key"),
    answers: {
      "/deployments": {
        data: ["mine-a", "mine-b"].map((id) => ({ id, model: "gpt-5", status: "succeeded" })),
      },
    },
    error: { error: { code: "401", message: "Access denied due to invalid subscription key" } },
  },
  bedrock: {
    key: bearer,
    answers: {
      "/foundation-models": {
        modelSummaries: ["vendor.a-v1:0", "vendor.b-v1:0"].map((modelId) => ({
          modelId,
          modelName: modelId,
          inputModalities: ["TEXT"],
          outputModalities: ["TEXT"],
          inferenceTypesSupported: ["ON_DEMAND"],
        })),
      },
      "/inference-profiles": { inferenceProfileSummaries: [] },
    },
    error: { message: "The security token included in the request is invalid." },
  },
  "openai-compatible": {
    key: bearer,
    answers: { "/models": data("a", "b") },
    error: { error: { message: "no such key" } },
  },
};

export interface ProviderServer extends ListeningServer {
  /** The requests it got, as `METHOD path`. */
  asked: string[];
}

/** A provider of this kind that accepts one key. `tls`: it serves HTTPS with this certificate. */
export async function startProvider(
  kind: RemoteKind,
  key: string,
  tls?: Certificate,
): Promise<ProviderServer> {
  const asked: string[] = [];
  const wire = WIRES[kind];
  const answer: RequestListener = (request, response) => {
    const path = (request.url ?? "").replace(/\?.*$/, "");
    asked.push(`${request.method} ${path}`);
    const known = wire.key(request) === key;
    const body = wire.answers[path];
    const status = known ? (body === undefined ? 404 : 200) : 401;
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(known ? (body ?? {}) : wire.error));
  };
  return { ...(await startWeb(answer, tls)), asked };
}

/** A server with a list of this many models, as OpenRouter's is. */
export function startLongList(count: number): Promise<ListeningServer> {
  const list = Array.from({ length: count }, (_, index) => ({
    id: `vendor-${index % 10}/model-${index}`,
    context_length: 8192,
  }));
  return startWeb((_request, response) => void response.end(JSON.stringify({ data: list })));
}
