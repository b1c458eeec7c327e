// How AI SDK calls reach the engine and its responses return; a fake engine records what it was asked.
import { describe, expect, it } from "vitest";
import { traitsOf } from "#shared/models/ranking/traits.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import { fail, ok } from "#shared/outcome.ts";
import { createGenerator } from "../../generation/generate.ts";
import type { LocalEngine } from "./host.ts";
import type { EngineRun } from "./requestQueue.ts";
import { createLocalLanguageModel } from "./languageModel.ts";
import type { EngineAnswer, EngineRequest } from "./protocol.ts";

const MODEL = { path: "/m.gguf", maxContextTokens: 512 };
const ANSWER: EngineAnswer = {
  text: "",
  reasoning: "",
  toolCalls: [],
  stop: { kind: "end" },
  usage: { inputTokens: 3, outputTokens: 4 },
  timings: { loadMs: 0, promptMs: 1, generateMs: 1 },
};

class FakeEngine implements Pick<LocalEngine, "generate"> {
  readonly asked: EngineRequest[] = [];
  readonly #respond: (run: EngineRun) => EngineAnswer;
  constructor(respond: (run: EngineRun) => EngineAnswer) {
    this.#respond = respond;
  }
  async generate(request: EngineRequest, run: EngineRun) {
    this.asked.push(request);
    return ok(this.#respond(run));
  }
}

async function generate(engine: Pick<LocalEngine, "generate">, document: RequestDocument) {
  const model = createLocalLanguageModel(engine, "m", MODEL);
  const generator = createGenerator({
    resolve: () =>
      ok({
        model,
        traits: traitsOf("local"),
        patience: { firstTokenMs: 5000, idleMs: 5000 },
      }),
  });
  return generator.generate({
    model: { providerId: "local", modelId: "m" },
    document,
    media: () => null,
    signal: new AbortController().signal,
    onPiece: () => undefined,
    putMedia: () => "",
  });
}

const text = (value: string) => ({ type: "text", text: value });

describe("the local language model", () => {
  it("passes the whole conversation with tools", async () => {
    const engine = new FakeEngine(() => ({ ...ANSWER, text: "Warm." }));
    await generate(engine, {
      systemPrompt: "Be brief.",
      messages: [
        { role: "user", content: text("Weather?") },
        {
          role: "assistant",
          content: [
            text("Looking."),
            { type: "tool_use", id: "a", name: "look", input: { city: "Oslo" } },
          ],
        },
        {
          role: "user",
          content: {
            type: "tool_result",
            toolUseId: "a",
            content: [],
            structuredContent: { c: 17 },
          },
        },
      ],
      tools: [{ name: "look", description: "Looks", inputSchema: { type: "object" } }],
      toolChoice: { mode: "auto" },
      maxTokens: 9,
      temperature: 0.5,
      stopSequences: ["END"],
    });
    expect(engine.asked).toEqual([
      {
        model: MODEL,
        messages: [
          { role: "system", content: "Be brief." },
          { role: "user", content: "Weather?" },
          {
            role: "assistant",
            content: "Looking.",
            toolCalls: [{ id: "a", name: "look", arguments: '{"city":"Oslo"}' }],
          },
          { role: "tool", content: '{"c":17}', toolCallId: "a", name: "look" },
        ],
        maxTokens: 9,
        temperature: 0.5,
        stop: ["END"],
        tools: [{ name: "look", description: "Looks", parameters: { type: "object" } }],
        toolChoice: "auto",
      },
    ]);
  });

  it("returns text after reasoning, then tool calls, and what the stream held back", async () => {
    const engine = new FakeEngine((run) => {
      run.onDelta("", "Hm.");
      run.onDelta("Look", "");
      return {
        ...ANSWER,
        text: "Looking",
        reasoning: "Hm.",
        toolCalls: [{ id: "a", name: "look", arguments: '{"city":"Oslo"}' }],
        stop: { kind: "tool-calls" },
      };
    });
    const document: RequestDocument = {
      messages: [{ role: "user", content: text("Weather?") }],
      tools: [{ name: "look" }],
      maxTokens: 9,
    };
    expect(await generate(engine, document)).toMatchObject({
      kind: "done",
      generated: {
        content: [
          text("Looking"),
          { type: "tool_use", id: "a", name: "look", input: { city: "Oslo" } },
        ],
        stopReason: "toolUse",
        model: "m",
      },
      usage: { inputTokens: 3, outputTokens: 4 },
    });
  });

  it("tells a full context from maxTokens", async () => {
    const engine = new FakeEngine(() => ({
      ...ANSWER,
      text: "Half",
      stop: { kind: "context-full" },
    }));
    const document = { messages: [{ role: "user", content: text("Go on") }], maxTokens: 9 };
    expect(await generate(engine, document)).toMatchObject({
      generated: { stopReason: "contextFull" },
    });
  });

  it("names the stop sequence to a program that asked in Messages", async () => {
    const stop = { kind: "stop-sequence" as const, sequence: "END" };
    const engine = new FakeEngine(() => ({ ...ANSWER, text: "So", stop }));
    const asked = {
      messages: [{ role: "user", content: text("Go on") }],
      maxTokens: 9,
      stopSequences: ["END"],
    };
    const completion = { dialect: "anthropic-messages", model: "m", fields: {} };
    expect(await generate(engine, { ...asked, completion })).toMatchObject({
      generated: { stopReason: "stopSequence", stopSequence: "END" },
    });
    expect(await generate(engine, asked)).not.toHaveProperty("generated.stopSequence");
  });

  it("responds without a stream too", async () => {
    const engine = new FakeEngine(() => ({ ...ANSWER, text: "Yes.", reasoning: "Hm." }));
    const model = createLocalLanguageModel(engine, "m", MODEL);
    const result = await model.doGenerate({
      prompt: [{ role: "user", content: [{ type: "text", text: "?" }] }],
    });
    expect(result.content).toEqual([
      { type: "reasoning", text: "Hm." },
      { type: "text", text: "Yes." },
    ]);
    const broken: Pick<LocalEngine, "generate"> = {
      generate: async () => fail({ kind: "model-engine-crashed", exitCode: 139, detail: "" }),
    };
    const failing = createLocalLanguageModel(broken, "m", MODEL);
    await expect(failing.doGenerate({ prompt: [] })).rejects.toThrow("model-engine-crashed");
    expect(
      await generate(broken, { messages: [{ role: "user", content: text("?") }], maxTokens: 1 }),
    ).toMatchObject({
      failure: { kind: "model-engine-crashed", exitCode: 139 },
    });
  });
});
