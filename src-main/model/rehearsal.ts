// A generator for what is only rehearsed: it does what one over HTTP does, and its model is a text that lies here.
import { ok } from "../../src-shared/outcome.ts";
import { traitsOf } from "../../src-shared/models/traits.ts";
import type { Generator } from "../desk/ports.ts";
import { openProvider } from "./providers/open.ts";

const ID = "rehearsal";
/** No request goes there: nothing is sent at all. */
const BASE_URL = "http://127.0.0.1/v1";

const line = (part: object): string => `data: ${JSON.stringify(part)}\n\n`;
const chunk = (delta: object, finish: string | null = null): string =>
  line({
    ...{ id: ID, object: "chat.completion.chunk", created: 0, model: ID },
    choices: [{ index: 0, delta, finish_reason: finish }],
  });

/** As it comes from a model: a piece, then the next one. */
const PIECES = [
  chunk({ role: "assistant", content: "" }),
  chunk({ content: "This is " }),
  chunk({ content: "a rehearsal." }),
  chunk({}, "stop") +
    line({
      ...{ id: ID, object: "chat.completion.chunk", created: 0, model: ID, choices: [] },
      usage: { prompt_tokens: 8, completion_tokens: 4, total_tokens: 12 },
    }) +
    "data: [DONE]\n\n",
];

async function said(): Promise<Response> {
  const encoder = new TextEncoder();
  const left = [...PIECES];
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((resolve) => setImmediate(resolve));
      const piece = left.shift();
      if (piece === undefined) controller.close();
      else controller.enqueue(encoder.encode(piece));
    },
  });
  return new Response(body, { status: 200, headers: { "content-type": "text/event-stream" } });
}

/** Reads the AI SDK where that has not been done. Asks nobody. */
export async function rehearsalGenerator(): Promise<Generator> {
  const { createGenerator } = await import("./generate.ts");
  const kind = "openai-compatible" as const;
  const provider = openProvider({ id: ID, kind, baseUrl: BASE_URL, key: null, fetch: said });
  return createGenerator({
    resolve(ref) {
      const model = provider.languageModel(ref.modelId);
      if (!model.ok) return model;
      const { patience } = provider;
      return ok({ model: model.value, traits: traitsOf(kind, ref.modelId), patience });
    },
  });
}
