// Replaces the AI SDK's request body by the approved one; the SDK still parses the response. The model and its
// `fetch` exchange the body through a header that is removed before sending.
import { randomUUID } from "node:crypto";
import type { LanguageModelV4 } from "@ai-sdk/provider";

const HEADER = "x-countersign-body";
const bodies = new Map<string, string>();

/** The model, but with `body` as the body of each request, and with these headers. */
export function sendingExactly(
  model: LanguageModelV4,
  body: string,
  more: Record<string, string>,
): LanguageModelV4 {
  return streamingBy(model, async (options) => {
    const id = randomUUID();
    bodies.set(id, body);
    try {
      const headers = { ...options.headers, ...more, [HEADER]: id };
      return await model.doStream({ ...options, headers });
    } finally {
      bodies.delete(id);
    }
  });
}

/** The model with another streaming function. */
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

/** The request with its exact body, if it has one; any other request unchanged. */
export function withExactBody(init: RequestInit | undefined): RequestInit | undefined {
  const headers = new Headers(init?.headers);
  const id = headers.get(HEADER);
  if (id === null) return init;
  headers.delete(HEADER);
  const body = bodies.get(id);
  if (body === undefined) throw new Error("the approved body is no longer there");
  return { ...init, headers, body };
}
