// Generation through the AI SDK against a real HTTP server on the loopback: honest, lying, slow and dying.
import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { GenerateInput } from "../../core/ports.ts";
import type { GenerationOptions } from "#shared/models/providers/options.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import { fail, ok } from "#shared/outcome.ts";
import { traitsOf } from "#shared/models/ranking/traits.ts";
import { addPieces, type StreamPiece } from "#shared/request/life/stream.ts";
import { createGenerator } from "./generate.ts";
import type { Provider, ModelPatience } from "../providers/provider.ts";
import { openAiCompatibleProvider } from "../providers/openaiCompatible.ts";
import {
  answersStatus,
  beginStream,
  chunk,
  startScriptedModelServer,
  streamsText,
  type ScriptedModelServer,
} from "../testing/scriptedModelServer.ts";

let server: ScriptedModelServer;
beforeAll(async () => {
  server = await startScriptedModelServer(streamsText([]));
});
afterAll(() => server.close());

// A console error fails the product's tests; the AI SDK is inclined to write some.
const warnings: unknown[] = [];
const onWarning = (warning: unknown) => warnings.push(warning);
beforeEach(() => {
  process.on("warning", onWarning);
  vi.spyOn(console, "error").mockImplementation((...args) => void warnings.push(args));
  vi.spyOn(console, "warn").mockImplementation((...args) => void warnings.push(args));
});
afterEach(() => {
  process.off("warning", onWarning);
  vi.restoreAllMocks();
  expect(warnings.splice(0)).toEqual([]);
});

const QUESTION: RequestDocument = {
  messages: [{ role: "user", content: { type: "text", text: "What is the capital of France?" } }],
  systemPrompt: "You are a helpful assistant.",
  maxTokens: 64,
  temperature: 0,
};

/** A model that sends this, whatever happens meanwhile. */
const deaf = (stream: ReadableStream<LanguageModelV4StreamPart>): LanguageModelV4 => ({
  specificationVersion: "v4",
  provider: "deaf",
  modelId: "deaf",
  supportedUrls: {},
  doGenerate: () => Promise.reject(new Error("It is streamed.")),
  doStream: () => Promise.resolve({ stream }),
});

interface Options {
  /** Replaces the server's address. */
  model?: LanguageModelV4;
  document?: RequestDocument;
  baseUrl?: string;
  key?: string | null;
  patience?: ModelPatience;
  /** Aborts after so many pieces; 0: before the start. */
  stopAfter?: number;
  options?: GenerationOptions;
  media?: GenerateInput["media"];
}

async function generate(options: Options = {}) {
  const provider = openAiCompatibleProvider({
    kind: "openai-compatible",
    id: "scripted",
    baseUrl: options.baseUrl ?? server.baseUrl,
    key: options.key ?? null,
  });
  const generator = createGenerator({
    resolve: ({ modelId }) => {
      const model = provider.languageModel(modelId);
      if (!model.ok) return model;
      const patience = options.patience ?? provider.patience;
      const optionsFor: Provider["optionsFor"] = (allowed, document) =>
        provider.optionsFor?.(allowed, document);
      return ok({
        model: options.model ?? model.value,
        traits: traitsOf(provider.kind),
        patience,
        optionsFor,
      });
    },
  });
  const control = new AbortController();
  if (options.stopAfter === 0) control.abort();
  const texts: string[] = [];
  const pieces: StreamPiece[] = [];
  const counts: number[] = [];
  const result = await generator.generate({
    model: { providerId: "scripted", modelId: "asked-model" },
    document: options.document ?? QUESTION,
    ...(options.options === undefined ? {} : { options: options.options }),
    media: options.media ?? (() => null),
    signal: control.signal,
    onPiece: (piece, outputTokens) => {
      if (piece !== null) pieces.push(piece);
      if (piece?.kind === "text") texts.push(piece.text);
      counts.push(outputTokens);
      if (pieces.length === options.stopAfter) control.abort();
    },
    putMedia: () => "countersign-media:0",
  });
  return { result, texts, counts, pieces: addPieces([], pieces) };
}

it("begins in a later turn of the loop than its approval", async () => {
  let hasBegun = false;
  const generator = createGenerator({
    resolve: () => {
      hasBegun = true;
      return fail({ kind: "model-no-key" });
    },
  });
  const made = generator.generate({
    model: { providerId: "scripted", modelId: "asked-model" },
    document: QUESTION,
    media: () => null,
    signal: new AbortController().signal,
    onPiece: () => {},
    putMedia: () => "countersign-media:0",
  });
  await new Promise(process.nextTick);
  expect(hasBegun).toBe(false);
  expect(await made).toMatchObject({ kind: "failed" });
});

describe("a response", () => {
  it("is streamed, and names the model that answered, tokens and times", async () => {
    server.answer(streamsText(["The capital", " of France", " is Paris."]));
    const { result, texts, counts } = await generate();
    expect(result).toEqual({
      kind: "done",
      generated: {
        role: "assistant",
        content: { type: "text", text: "The capital of France is Paris." },
        model: "scripted-model-2026",
        stopReason: "endTurn",
      },
      usage: { inputTokens: 21, outputTokens: 3 },
      firstTokenMs: expect.any(Number),
      tookMs: expect.any(Number),
    });
    expect(texts).toEqual(["The capital", " of France", " is Paris."]);
    expect(counts).toEqual([1, 2, 3]);
  });

  it("was asked for exactly as approved, once", async () => {
    server.answer(streamsText(["Yes."]));
    const document: RequestDocument = { ...QUESTION, stopSequences: ["END"], maxTokens: 7 };
    await generate({ document, key: "sk-secret" });
    expect(server.seen).toHaveLength(1);
    expect(server.seen[0]?.url).toBe("/v1/chat/completions");
    expect(server.seen[0]?.headers.authorization).toBe("Bearer sk-secret");
    expect(server.seen[0]?.body).toEqual({
      model: "asked-model",
      messages: [
        { role: "system", content: "You are a helpful assistant." },
        { role: "user", content: "What is the capital of France?" },
      ],
      max_tokens: 7,
      temperature: 0,
      stop: ["END"],
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  it("was asked for with every image, tool use and result, whole", async () => {
    server.answer(streamsText(["Yes."]));
    const document: RequestDocument = {
      messages: [
        {
          role: "user",
          content: [
            { type: "image", data: `countersign-media:${"a".repeat(64)}`, mimeType: "image/png" },
            { type: "text", text: "What is this?  " },
          ],
        },
        {
          role: "assistant",
          content: [
            { type: "tool_use", id: "a", name: "look", input: { deep: { er: [1, null] } } },
            { type: "tool_use", id: "b", name: "look", input: {} },
          ],
        },
        {
          role: "user",
          content: [
            { type: "tool_result", toolUseId: "a", content: [{ type: "text", text: "a house" }] },
            { type: "tool_result", toolUseId: "b", content: [], isError: true },
          ],
        },
      ],
      tools: [{ name: "look", inputSchema: { type: "object" } }],
      maxTokens: 9,
    };
    await generate({ document, media: () => "aW1hZ2U=" });
    expect(server.seen[0]?.body["messages"]).toEqual([
      {
        role: "user",
        content: [
          { type: "image_url", image_url: { url: "data:image/png;base64,aW1hZ2U=" } },
          { type: "text", text: "What is this?  " },
        ],
      },
      {
        role: "assistant",
        content: null,
        tool_calls: [
          {
            id: "a",
            type: "function",
            function: { name: "look", arguments: '{"deep":{"er":[1,null]}}' },
          },
          { id: "b", type: "function", function: { name: "look", arguments: "{}" } },
        ],
      },
      { role: "tool", tool_call_id: "a", content: "a house" },
      { role: "tool", tool_call_id: "b", content: "" },
    ]);
  });

  it("says when maxTokens ended it", async () => {
    server.answer(streamsText(["Cut"], "length"));
    expect((await generate()).result).toMatchObject({ generated: { stopReason: "maxTokens" } });
  });

  it("passes on a stop reason that MCP has no word for", async () => {
    server.answer(streamsText(["Cut"], "content_filter"));
    expect((await generate()).result).toMatchObject({
      generated: { stopReason: "content_filter" },
    });
  });

  it("may be empty", async () => {
    server.answer(streamsText([]));
    expect((await generate()).result).toMatchObject({
      kind: "done",
      generated: { content: { type: "text", text: "" } },
    });
  });

  it("keeps reasoning out of what the server gets", async () => {
    server.answer((_seen, response) => {
      const send = beginStream(response);
      send(chunk({ reasoning_content: "Hm, France..." }));
      send(chunk({ content: "Paris." }));
      send(chunk({}, "stop"));
      send("[DONE]");
      response.end();
    });
    const { result, texts, counts } = await generate();
    expect(result).toMatchObject({ generated: { content: { type: "text", text: "Paris." } } });
    expect(texts).toEqual(["Paris."]);
    expect(counts).toEqual([0, 1, 2]);
  });

  it("carries tool uses with their ids and inputs", async () => {
    server.answer((_seen, response) => {
      const send = beginStream(response);
      send(chunk({ content: "Let me look." }));
      const call = { index: 0, id: "call_a", type: "function" };
      send(
        chunk({ tool_calls: [{ ...call, function: { name: "weather", arguments: '{"city":' } }] }),
      );
      send(chunk({ tool_calls: [{ index: 0, function: { arguments: '"Lisbon"}' } }] }));
      send(chunk({}, "tool_calls"));
      send("[DONE]");
      response.end();
    });
    const document: RequestDocument = {
      ...QUESTION,
      tools: [{ name: "weather", inputSchema: { type: "object" } }],
      toolChoice: { mode: "required" },
    };
    const { result } = await generate({ document });
    expect(result).toMatchObject({
      kind: "done",
      generated: {
        content: [
          { type: "text", text: "Let me look." },
          { type: "tool_use", id: "call_a", name: "weather", input: { city: "Lisbon" } },
        ],
        stopReason: "toolUse",
      },
    });
    expect(server.seen[0]?.body).toMatchObject({
      tools: [{ type: "function", function: { name: "weather", parameters: { type: "object" } } }],
      tool_choice: "required",
    });
  });

  it("keeps a tool use with malformed input as the model wrote it, for the user to fix", async () => {
    server.answer((_seen, response) => {
      const send = beginStream(response);
      const fn = { name: "weather", arguments: '{"city": Lisbon' };
      send(chunk({ content: "Let me look." }));
      send(chunk({ tool_calls: [{ index: 0, id: "x", type: "function", function: fn }] }));
      send(chunk({}, "tool_calls"));
      response.end();
    });
    expect((await generate()).result).toMatchObject({
      kind: "done",
      generated: {
        content: [
          { type: "text", text: "Let me look." },
          { type: "tool_use", id: "x", name: "weather", input: '{"city": Lisbon' },
        ],
      },
    });
  });

  it("takes options that the user allows beside the document, never those that Countersign sets", async () => {
    server.answer(streamsText(["yes"]));
    const tools = [{ name: "weather", inputSchema: { type: "object" } }];
    const metadata = { reasoning_effort: "low", max_tokens: 9999, model: "dearest", seed: 7 };
    const document: RequestDocument = { ...QUESTION, tools, metadata };
    const allowed = { passMetadata: true, parallelToolCalls: false } as const;
    // Nothing is reported as left out.
    expect(await generate({ document, options: allowed })).not.toHaveProperty("warnings");
    expect(server.seen[0]?.body).toMatchObject({
      model: "asked-model",
      max_tokens: 64,
      parallel_tool_calls: false,
      reasoning_effort: "low",
      seed: 7,
    });
    await generate({ document });
    for (const name of ["parallel_tool_calls", "reasoning_effort", "seed"]) {
      expect(server.seen[1]?.body).not.toHaveProperty(name);
    }
  });

  it("shows a tool use of a tool that was not offered", async () => {
    server.answer((_seen, response) => {
      const send = beginStream(response);
      const fn = { name: "format_disk", arguments: '{"now":true}' };
      send(chunk({ tool_calls: [{ index: 0, id: "x", type: "function", function: fn }] }));
      send(chunk({}, "tool_calls"));
      response.end();
    });
    expect((await generate()).result).toMatchObject({
      generated: { content: { type: "tool_use", name: "format_disk", input: { now: true } } },
    });
  });
});

describe("stopping", () => {
  const endless = (send: (value: object) => void, response: { destroyed: boolean }) => {
    const next = (): void => {
      if (response.destroyed) return;
      send(chunk({ content: "word " }));
      setImmediate(next);
    };
    next();
  };

  it("keeps what has arrived and aborts the provider's request", async () => {
    server.answer((_seen, response) => endless(beginStream(response), response));
    const document = { ...QUESTION, maxTokens: 1_000_000 };
    const { result } = await generate({ document, stopAfter: 3 });
    expect(result).toMatchObject({
      kind: "stopped",
      generated: {
        content: { type: "text", text: "word word word " },
        model: "asked-model",
        stopReason: "stopped",
      },
    });
    await server.disconnected();
  });

  it("stops reading a model that ignores it, and drops the connection", async () => {
    let letGo = false;
    let sent = 0;
    const parts = new ReadableStream<LanguageModelV4StreamPart>({
      start(controller) {
        controller.enqueue({ type: "stream-start", warnings: [] });
        controller.enqueue({ type: "text-start", id: "1" });
      },
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        sent += 1;
        controller.enqueue({ type: "text-delta", id: "1", delta: "word " });
      },
      cancel() {
        letGo = true;
      },
    });
    const { result } = await generate({
      model: deaf(parts),
      document: { ...QUESTION, maxTokens: 1_000_000 },
      stopAfter: 3,
    });
    expect(result).toMatchObject({ kind: "stopped", generated: { stopReason: "stopped" } });
    expect(letGo).toBe(true);
    expect(sent).toBeLessThan(20);
  });

  it("before the start sends nothing", async () => {
    server.answer(streamsText(["No."]));
    expect((await generate({ stopAfter: 0 })).result).toMatchObject({ kind: "stopped" });
    expect(server.seen).toEqual([]);
  });

  it("is done by Countersign when a model ignores maxTokens", async () => {
    server.answer((_seen, response) => endless(beginStream(response), response));
    const { result } = await generate({ document: { ...QUESTION, maxTokens: 2 } });
    expect(result).toMatchObject({ kind: "done", generated: { stopReason: "maxTokens" } });
    await server.disconnected();
  });
});

describe("a failure", () => {
  const openAiError = (message: string, more: object = {}) => ({ error: { message, ...more } });

  it.each([
    [
      401,
      openAiError("Incorrect API key"),
      {},
      { kind: "model-wrong-key", status: 401, detail: "Incorrect API key" },
    ],
    [403, "Forbidden", {}, { kind: "model-forbidden", status: 403, detail: "Forbidden" }],
    [
      429,
      openAiError("Slow down"),
      { "retry-after": "7" },
      { kind: "model-rate-limited", retryAfterMs: 7000, detail: "Slow down" },
    ],
    [429, openAiError("Slow down"), {}, { kind: "model-rate-limited", detail: "Slow down" }],
    [
      404,
      openAiError("The model `asked-model` does not exist"),
      {},
      {
        kind: "model-gone",
        model: "asked-model",
        detail: "The model `asked-model` does not exist",
      },
    ],
    [
      400,
      openAiError(
        "This model's maximum context length is 4096 tokens. However, your messages resulted in 5000 tokens.",
      ),
      {},
      {
        kind: "model-context-too-long",
        needed: 5000,
        limit: 4096,
        detail:
          "This model's maximum context length is 4096 tokens. However, your messages resulted in 5000 tokens.",
      },
    ],
    [
      400,
      openAiError("the request exceeds the available context size", {
        n_prompt_tokens: 900,
        n_ctx: 512,
      }),
      {},
      {
        kind: "model-context-too-long",
        needed: 900,
        limit: 512,
        detail: expect.stringContaining("context size"),
      },
    ],
    [
      500,
      "Internal Server Error",
      {},
      { kind: "model-other", status: 500, detail: "Internal Server Error" },
    ],
    [503, "", {}, { kind: "model-overloaded", status: 503, detail: "Service Unavailable" }],
  ])(
    "of status %i is reported by its kind, and never tried again",
    async (status, body, headers, failure) => {
      server.answer(answersStatus(status, body, headers));
      expect((await generate()).result).toEqual({
        kind: "failed",
        failure,
        tookMs: expect.any(Number),
      });
      expect(server.seen).toHaveLength(1);
    },
  );

  it("keeps a long message short and tells how much is left out", async () => {
    server.answer(answersStatus(500, "x".repeat(5000)));
    const { result } = await generate();
    const detail =
      result.kind === "failed" && "detail" in result.failure ? result.failure.detail : "";
    expect(detail).toBe(`${"x".repeat(2000)}… (3000 more characters)`);
  });

  it("names an address where nobody listens", async () => {
    const gone = await startScriptedModelServer(streamsText([]));
    await gone.close();
    expect((await generate({ baseUrl: gone.baseUrl })).result).toMatchObject({
      failure: { kind: "model-unreachable", detail: expect.stringContaining("ECONNREFUSED") },
    });
  });

  it("reports a connection that dies in the middle", async () => {
    server.answer((_seen, response) => {
      beginStream(response)(chunk({ content: "Half an" }));
      setImmediate(() => response.destroy());
    });
    expect((await generate()).result).toMatchObject({
      kind: "stopped",
      generated: { content: { text: "Half an" }, stopReason: "interrupted" },
      brokenOff: { kind: "model-interrupted" },
    });
  });

  it.each([
    ["a chunk that is not JSON", (send: (value: object | string) => void) => send("{not json")],
    [
      "a chunk of another shape",
      (send: (value: object | string) => void) => send({ choices: "none" }),
    ],
  ])("reports %s as a malformed response", async (_name, misbehave) => {
    server.answer((_seen, response) => {
      misbehave(beginStream(response));
      response.end();
    });
    expect((await generate()).result).toMatchObject({
      failure: { kind: "model-malformed-answer" },
    });
  });

  it("reports a page of HTML instead of a stream", async () => {
    server.answer(answersStatus(200, "<html>Login</html>", { "content-type": "text/html" }));
    expect((await generate()).result).toMatchObject({
      failure: { kind: "model-malformed-answer" },
    });
  });

  it("reports an error inside a stream in the provider's words", async () => {
    server.answer((_seen, response) => {
      const send = beginStream(response);
      send(chunk({ content: "Half" }));
      send(openAiError("the model runner has unexpectedly stopped"));
      response.end();
    });
    expect((await generate()).result).toMatchObject({
      kind: "stopped",
      generated: { content: { text: "Half" } },
      brokenOff: { kind: "model-other", detail: expect.stringContaining("unexpectedly stopped") },
    });
  });

  it("reports a server that never starts, and one that falls silent", async () => {
    server.answer(() => undefined);
    const hasty = { firstTokenMs: 80, idleMs: 60_000 };
    expect((await generate({ patience: hasty })).result).toMatchObject({
      failure: { kind: "model-timeout", afterMs: 80, stage: "first-token" },
    });
    server.answer((_seen, response) => void beginStream(response)(chunk({ content: "Half" })));
    const restless = { firstTokenMs: 60_000, idleMs: 80 };
    expect((await generate({ patience: restless })).result).toMatchObject({
      kind: "stopped",
      generated: { content: { text: "Half" }, stopReason: "interrupted" },
      brokenOff: { kind: "model-timeout", afterMs: 80, stage: "idle" },
    });
    await server.disconnected();
  });

  it("of an unknown model sends nothing", async () => {
    const failure = { kind: "model-gone" as const, model: "x", detail: "" };
    const result = await createGenerator({ resolve: () => fail(failure) }).generate({
      model: { providerId: "p", modelId: "x" },
      document: QUESTION,
      media: () => null,
      signal: new AbortController().signal,
      onPiece: () => undefined,
      putMedia: () => "",
    });
    expect(result).toMatchObject({ kind: "failed", failure });
  });

  it("of content without a place in the wire format sends nothing", async () => {
    server.answer(streamsText(["No."]));
    const document: RequestDocument = {
      messages: [{ role: "user", content: { type: "hologram", shape: "cube" } }],
      maxTokens: 5,
    };
    expect((await generate({ document })).result).toMatchObject({
      failure: { kind: "model-unsupported-content", what: "hologram" },
    });
    expect(server.seen).toEqual([]);
  });

  it("of an audio format that the wire format lacks is named", async () => {
    server.answer(streamsText(["No."]));
    const audio = { type: "audio", data: "AAAA", mimeType: "audio/ogg" };
    const document: RequestDocument = {
      messages: [{ role: "user", content: audio }],
      maxTokens: 5,
    };
    expect((await generate({ document })).result).toMatchObject({
      failure: { kind: "model-unsupported-content", what: expect.stringContaining("audio/ogg") },
    });
    expect(server.seen).toEqual([]);
  });
});

describe("reasoning and partial tool calls", () => {
  const reasoning = (text: string) => chunk({ reasoning_content: text });
  const call = (delta: object) => chunk({ tool_calls: [{ index: 0, ...delta }] });
  const withTool: RequestDocument = {
    ...QUESTION,
    tools: [{ name: "look", inputSchema: { type: "object" } }],
  };

  it("are shown as they grow and kept apart from the response", async () => {
    server.answer((_seen, response) => {
      const send = beginStream(response);
      for (const text of ["First ", "think."]) send(reasoning(text));
      send(chunk({ content: "Paris." }));
      send(chunk({}, "stop"));
      send("[DONE]");
      response.end();
    });
    const { result, pieces } = await generate();
    expect(result).toMatchObject({
      kind: "done",
      generated: { content: { type: "text", text: "Paris." } },
      reasoning: [{ text: "First think.", tookMs: expect.any(Number) }],
    });
    expect(JSON.stringify("generated" in result && result.generated)).not.toContain("think");
    expect(pieces).toEqual([
      { block: 0, kind: "reasoning", text: "First think." },
      { block: 1, kind: "text", text: "Paris." },
    ]);
  });

  it("end with the provider's request when stopped during reasoning; the part is kept", async () => {
    server.answer((_seen, response) => {
      const send = beginStream(response);
      for (const text of ["One ", "two ", "three"]) send(reasoning(text));
    });
    // The first piece only says that reasoning starts.
    const { result } = await generate({ stopAfter: 3 });
    await server.disconnected();
    expect(result).toMatchObject({
      kind: "stopped",
      generated: { content: { type: "text", text: "" }, stopReason: "stopped" },
      reasoning: [{ text: "One two " }],
    });
  });

  it("end with the provider's request when stopped in a call; the part is kept", async () => {
    server.answer((_seen, response) => {
      const send = beginStream(response);
      send(chunk({ content: "I look." }));
      send(call({ id: "c1", type: "function", function: { name: "look", arguments: "" } }));
      for (const text of ['{"where": ', '"in the sh'])
        send(call({ function: { arguments: text } }));
    });
    const { result, pieces } = await generate({ document: withTool, stopAfter: 4 });
    await server.disconnected();
    expect(result).toMatchObject({
      kind: "stopped",
      generated: {
        content: [
          { type: "text", text: "I look." },
          { type: "tool_use", id: "c1", name: "look", input: '{"where": "in the sh' },
        ],
      },
    });
    expect(pieces).toEqual([
      { block: 0, kind: "text", text: "I look." },
      { block: 1, kind: "tool", name: "look", text: '{"where": "in the sh' },
    ]);
  });

  it("count towards the most that the model may write", async () => {
    server.answer((_seen, response) => {
      const send = beginStream(response);
      for (let n = 0; n < 5; n += 1) send(reasoning("x".repeat(100)));
    });
    const { result } = await generate({ document: { ...QUESTION, maxTokens: 2 } });
    await server.disconnected();
    expect(result).toMatchObject({ kind: "done", generated: { stopReason: "maxTokens" } });
  });
});

it("do not keep an adapter running that ignores the abort", async () => {
  vi.useFakeTimers();
  const provider = openAiCompatibleProvider({
    kind: "openai-compatible",
    id: "p",
    baseUrl: server.baseUrl,
    key: null,
  });
  const model = provider.languageModel("m");
  if (!model.ok) throw new Error("no model");
  const started = vi.fn();
  const deaf = {
    ...model.value,
    specificationVersion: "v4" as const,
    provider: "deaf",
    modelId: "m",
    supportedUrls: {},
    doStream: () => {
      started();
      return Promise.resolve({ stream: new ReadableStream({ start: () => undefined }) });
    },
  } as unknown as typeof model.value;
  const control = new AbortController();
  const generator = createGenerator({
    resolve: () =>
      ok({ model: deaf, traits: traitsOf(provider.kind), patience: provider.patience }),
  });
  const result = generator.generate({
    model: { providerId: "p", modelId: "m" },
    document: QUESTION,
    media: () => null,
    signal: control.signal,
    onPiece: () => undefined,
    putMedia: () => "",
  });
  await vi.waitFor(() => expect(started).toHaveBeenCalled());
  control.abort();
  await vi.advanceTimersByTimeAsync(2000);
  expect(await result).toMatchObject({ kind: "stopped" });
  vi.useRealTimers();
});
