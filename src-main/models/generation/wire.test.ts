// The exact bodies sent to every family of provider, and how recorded responses are read: the real adapters over a
// loopback connection. The bodies are pinned in `e2e/corpora/wire`.
import { describe, expect, it } from "vitest";
import { misfitsOf } from "#shared/models/ranking/misfits.ts";
import { traitsOf } from "#shared/models/ranking/traits.ts";
import { wireChangesOf } from "#shared/models/ranking/wireChanges.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import * as documents from "../testing/wire/documents.ts";
import { FAMILIES } from "../testing/wire/families.ts";
import { askFamily, replays } from "../testing/wireHarness.ts";

const families = Object.entries(FAMILIES);
const golden = (name: string, what: string) => `../../../e2e/corpora/wire/${name}/${what}.json`;

describe.each(families)("%s", (name, family) => {
  const traits = traitsOf(family.kind, family.modelId);

  it("sends the specification's weather example, and returns two parallel calls", async () => {
    const asked = documents.WEATHER_FIRST;
    const { result, seen } = await askFamily(family, asked, replays(family.answers.calls));
    expect(seen).toHaveLength(1);
    expect(seen[0]?.url).toBe(family.path);
    expect(seen[0]?.headers[family.key[0]]).toBe(family.key[1]);
    await expect(pretty(seen[0]?.body)).toMatchFileSnapshot(golden(name, "weather-1"));
    const generated = result.kind === "done" ? result.generated : null;
    expect(generated).toMatchObject({
      role: "assistant",
      content: [
        { type: "text", text: "I'll check both." },
        { type: "tool_use", name: "get_weather", input: { city: "Paris" } },
        { type: "tool_use", name: "get_weather", input: { city: "London" } },
      ],
      stopReason: "toolUse",
    });
    expect(result).toMatchObject({ usage: { inputTokens: 472, outputTokens: 89 } });
  });

  it("sends both results of the weather example under their calls", async () => {
    const asked = documents.WEATHER_SECOND;
    const { result, seen } = await askFamily(family, asked, replays(family.answers.thought));
    await expect(pretty(seen[0]?.body)).toMatchFileSnapshot(golden(name, "weather-2"));
    expect(result).toMatchObject({ kind: "done", generated: { stopReason: "endTurn" } });
  });

  it("sends a failed call, and that parallel calls are off", async () => {
    const options = { parallelToolCalls: false } as const;
    const { seen } = await askFamily(family, documents.FAILED_CALL, replays(family.answers.calls), {
      options,
    });
    await expect(pretty(seen[0]?.body)).toMatchFileSnapshot(golden(name, "failed-call"));
  });

  it.each([
    ["look", documents.LOOK],
    ["hear", documents.HEAR],
    ["picture", documents.PICTURE],
    ["drawn", documents.DRAWN],
  ])("%s: is sent whole, or nothing is sent", async (what, document) => {
    const { result, seen } = await askFamily(family, document, replays(family.answers.thought));
    const [misfit] = misfitsOf(document, traits);
    if (misfit === undefined) {
      await expect(pretty(seen[0]?.body)).toMatchFileSnapshot(golden(name, what));
      expect(result.kind).toBe("done");
    } else {
      expect(seen).toEqual([]);
      expect(result).toMatchObject({
        kind: "failed",
        failure: { kind: "model-unsupported-content", what: misfit.what },
      });
    }
  });

  it("separates reasoning from text, and counts the cache", async () => {
    const { thought } = family.answers;
    const { result } = await askFamily(family, documents.WEATHER_FIRST, replays(thought));
    expect(result).toMatchObject({
      kind: "done",
      generated: { content: { type: "text", text: "White." }, stopReason: "endTurn" },
      usage: { inputTokens: 1120, cacheReadTokens: 1000 },
    });
    const reasoning = result.kind === "done" ? result.reasoning : [];
    // OpenAI does not return the reasoning of chat completions.
    const thoughts = name === "openai-chat" ? undefined : ["The pixel is white."];
    expect(reasoning?.map((part) => part.text)).toEqual(thoughts);
  });

  it("sends a tool's error flag only if the traits say so", async () => {
    const bodies = await Promise.all(
      [documents.FAILED_CALL, withoutErrors(documents.FAILED_CALL)].map(async (document) => {
        const { seen } = await askFamily(family, document, replays(family.answers.calls));
        return seen[0]?.body;
      }),
    );
    expect(JSON.stringify(bodies[0]) !== JSON.stringify(bodies[1])).toBe(traits.toolErrors);
  });

  it("tells in advance which calls go without their signature", async () => {
    for (const modelId of [family.modelId, ...(MODELS[name] ?? [])]) {
      const asked = documents.WEATHER_SECOND;
      const { result, seen } = await askFamily(family, asked, replays(family.answers.thought), {
        modelId,
      });
      const said = wireChangesOf(asked, traitsOf(family.kind, modelId)).map(({ kind }) => kind);
      const isUnsigned = JSON.stringify(seen[0]?.body).includes("skip_thought_signature_validator");
      expect([modelId, isUnsigned]).toEqual([modelId, said.includes("unsigned-calls")]);
      const warned = result.kind === "done" && result.warnings !== undefined;
      expect([modelId, warned]).toEqual([modelId, isUnsigned]);
    }
  });

  it("reports each refusal of its adapter in advance, for every parameter", async () => {
    const asked = { ...documents.WEATHER_FIRST, stopSequences: ["END"], temperature: 1.7 };
    const models = [family.modelId, ...(MODELS[name] ?? [])];
    for (const modelId of models) {
      const { result, seen } = await askFamily(family, asked, replays(family.answers.thought), {
        modelId,
      });
      const said = wireChangesOf(asked, traitsOf(family.kind, modelId)).map(({ kind }) => kind);
      const body = JSON.stringify(seen[0]?.body);
      expect([modelId, body.includes('"END"')]).toEqual([
        modelId,
        !said.includes("stop-sequences"),
      ]);
      const temperature = /"temperature":([\d.]+)/.exec(body)?.[1];
      const expected = said.includes("temperature")
        ? undefined
        : said.includes("temperature-max")
          ? "1"
          : "1.7";
      expect([modelId, temperature]).toEqual([modelId, expected]);
      const warnings = result.kind === "done" ? (result.warnings ?? []) : ["failed"];
      expect([modelId, warnings.length > 0]).toEqual([modelId, said.length > 0]);
    }
  });
});

/** Further models of a family, whose adapters change parameters. */
const MODELS: Record<string, string[]> = {
  anthropic: [
    "claude-3-haiku-20240307",
    "claude-opus-4-1",
    "claude-sonnet-4-6",
    "claude-opus-4-7",
    "claude-opus-4-8",
    "claude-sonnet-5",
    "claude-opus-5",
    "claude-haiku-5-5",
    "claude-fable-5-1",
    "claude-sonnet-5-5",
  ],
  "openai-responses": [
    "gpt-4o",
    "gpt-5",
    "gpt-5-chat-latest",
    "gpt-5.2",
    "gpt-6-astra",
    "o1",
    "o3-mini",
    "o4-mini",
    "chatgpt-4o-latest",
  ],
  azure: ["gpt-5.2"],
  google: ["gemini-2.5-flash", "gemini-3-pro-preview"],
  bedrock: [
    "us.anthropic.claude-opus-4-8",
    "us.amazon.nova-pro-v1:0",
    "meta.llama3-1-70b-instruct-v1:0",
  ],
};

function withoutErrors(document: RequestDocument): RequestDocument {
  return JSON.parse(JSON.stringify(document).replace('"isError":true', '"isError":false')) as never;
}

/** As in the body, one field a line, with bytes as they are. */
function pretty(body: unknown): string {
  return `${JSON.stringify(body, null, 2)}\n`;
}
