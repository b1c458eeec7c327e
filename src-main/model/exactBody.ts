// Sends a body as it was approved in place of the one that the AI SDK writes, which then reads the response. The SDK's model
// and its `fetch` meet by a header that never leaves.
import { randomUUID } from "node:crypto";
import type { LanguageModelV4 } from "@ai-sdk/provider";

const HEADER = "x-countersign-body";
const bodies = new Map<string, string>();

/** The model, sending `body` for each request. */
export function sendingExactly(model: LanguageModelV4, body: string): LanguageModelV4 {
  return streamingBy(model, async (options) => {
    const id = randomUUID();
    bodies.set(id, body);
    try {
      return await model.doStream({ ...options, headers: { ...options.headers, [HEADER]: id } });
    } finally {
      bodies.delete(id);
    }
  });
}

/** The model, with another way to stream. */
export const streamingBy = (
  model: LanguageModelV4,
  doStream: LanguageModelV4["doStream"],
): LanguageModelV4 => ({
  specificationVersion: "v4",
  provider: model.provider,
  modelId: model.modelId,
  supportedUrls: model.supportedUrls,
  doGenerate: (options) => model.doGenerate(options),
  doStream,
});

/** What is to be sent for a request of such a model; any other request as it is. */
export function withExactBody(init: RequestInit | undefined): RequestInit | undefined {
  const headers = new Headers(init?.headers);
  const id = headers.get(HEADER);
  if (id === null) return init;
  headers.delete(HEADER);
  const body = bodies.get(id);
  if (body === undefined) throw new Error("the approved body is no longer there");
  return { ...init, headers, body };
}
