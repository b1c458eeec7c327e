// The whole built-in engine with the real small model: the generator as the desk uses it, with a separate engine
// process.
import type { ChildProcess } from "node:child_process";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { RequestDocument } from "#shared/request/document/message.ts";
import { LOCAL_PROVIDER_ID } from "./storedModels.ts";
import { createGenerator } from "./generation/generate.ts";
import { LocalModels } from "./local/files/localModels.ts";
import { OFFERS } from "./local/files/offers.ts";
import { openProviders } from "./open.ts";
import { smallModelPath, startEngineFork } from "./local/testing.ts";

vi.setConfig({ testTimeout: 120_000 }); // a real model on two busy cores

const MODEL_ID = "SmolLM2-135M-Instruct.Q4_1";
const children: ChildProcess[] = [];
let room: ReturnType<typeof openProviders>;
beforeAll(async () => {
  room = openProviders({
    folders: [path.dirname(smallModelPath())],
    startEngine: () => startEngineFork(children),
    settingsOf: () => ({}),
    fetch: globalThis.fetch,
  });
  await room.catalog.list(LOCAL_PROVIDER_ID);
});
afterAll(() => room.engine.close());

const FRANCE: RequestDocument = {
  messages: [{ role: "user", content: { type: "text", text: "What is the capital of France?" } }],
  systemPrompt: "You are a helpful assistant.",
  maxTokens: 64,
  temperature: 0,
};

/** Long enough that it never ends before a test interferes, however busy the machine. */
const STORY: RequestDocument = {
  messages: [{ role: "user", content: { type: "text", text: "Write a long story." } }],
  maxTokens: 1500,
  temperature: 0,
};

async function generate(
  document: RequestDocument,
  onText?: (texts: string[], control: AbortController) => void,
) {
  const control = new AbortController();
  const texts: string[] = [];
  const result = await createGenerator(room.catalog).generate({
    model: { providerId: LOCAL_PROVIDER_ID, modelId: MODEL_ID },
    document,
    media: () => null,
    signal: control.signal,
    onPiece: (piece) => {
      texts.push(piece?.text ?? "");
      onText?.(texts, control);
    },
    putMedia: () => "",
  });
  return { result, texts };
}

describe("the built-in model", () => {
  it("is found with its capabilities", async () => {
    const listed = await room.catalog.list(LOCAL_PROVIDER_ID);
    expect(listed).toEqual({
      ok: true,
      value: [
        {
          modelId: MODEL_ID,
          name: MODEL_ID,
          abilities: {
            contextTokens: 8192,
            images: false,
            audio: false,
            tools: false,
            prices: { input: { usd: 0 }, output: { usd: 0 } },
          },
          origins: expect.objectContaining({ prices: { source: "machine" } }),
        },
      ],
    });
    const files = new LocalModels(room.shelf, OFFERS, true, globalThis.fetch);
    expect(files.downloads()[0]?.state).toEqual({ kind: "present", modelId: MODEL_ID });
  });

  it("says that the capital of France is Paris", async () => {
    const { result, texts } = await generate(FRANCE);
    expect(result).toEqual({
      kind: "done",
      generated: {
        role: "assistant",
        content: { type: "text", text: "The capital of France is Paris." },
        model: MODEL_ID,
        stopReason: "endTurn",
      },
      usage: { inputTokens: 27, outputTokens: expect.any(Number) },
      firstTokenMs: expect.any(Number),
      tookMs: expect.any(Number),
    });
    expect(texts.join("")).toBe("The capital of France is Paris.");
  });

  it("honours maxTokens and stop sequences, and tells which ended it", async () => {
    const short = await generate({ ...FRANCE, maxTokens: 3 });
    expect(short.result).toMatchObject({
      generated: { content: { text: "The capital of" }, stopReason: "maxTokens" },
    });
    const stopped = await generate({ ...FRANCE, stopSequences: ["of France"] });
    expect(stopped.result).toMatchObject({
      generated: { content: { text: "The capital " }, stopReason: "stopSequence" },
    });
  });

  it("keeps what has arrived when the user stops it", async () => {
    const { result, texts } = await generate(STORY, (all, control) => {
      if (all.length === 4) control.abort();
    });
    expect(result).toMatchObject({
      kind: "stopped",
      generated: { content: { text: texts.slice(0, 4).join("") }, stopReason: "stopped" },
    });
  });

  it("reports by kind what it cannot do", async () => {
    const image = { type: "image", data: "aW1n", mimeType: "image/png" };
    expect(
      (await generate({ ...FRANCE, messages: [{ role: "user", content: image }] })).result,
    ).toMatchObject({
      failure: { kind: "model-unsupported-content", what: "image" },
    });
    const tools = [{ name: "look", inputSchema: { type: "object" } }];
    expect((await generate({ ...FRANCE, tools })).result).toMatchObject({
      failure: { kind: "model-unsupported-content", what: "tools" },
    });
    const long = { role: "user", content: { type: "text", text: "word ".repeat(9000) } };
    expect((await generate({ ...FRANCE, messages: [long] })).result).toMatchObject({
      failure: { kind: "model-context-too-long", limit: 8192, needed: expect.any(Number) },
    });
  });

  it("reports the death of its process as an ordinary failure, and runs the next request", async () => {
    const dying = await generate(STORY, (all) => {
      if (all.length === 1) children.at(-1)?.kill("SIGKILL");
    });
    // What had arrived is kept, with the reason why no more did.
    expect(dying.result).toMatchObject({
      kind: "stopped",
      brokenOff: { kind: expect.stringMatching(/^model-engine-(killed|crashed)$/) },
    });
    expect((await generate({ ...FRANCE, maxTokens: 2 })).result).toMatchObject({ kind: "done" });
  });
});
