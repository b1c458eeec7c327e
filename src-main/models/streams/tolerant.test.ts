// What providers' streams may be like besides their documentation, by every family's real adapter over a loopback
// connection: noise changes nothing, faults are named, what was not reported stays unknown.
import { beforeAll, describe, expect, it } from "vitest";
import type { Script } from "../testing/scriptedModelServer.ts";
import { WEATHER_FIRST } from "../testing/wire/documents.ts";
import { FAMILIES, type Family } from "../testing/wire/families.ts";
import { askFamily } from "../testing/wireHarness.ts";

const families = Object.entries(FAMILIES).filter(([, { answers }]) =>
  answers.calls.contentType.startsWith("text/event-stream"),
);
type Kind = "calls" | "thought" | "full" | "stopped" | "drawn" | "broken";
const KINDS: readonly Kind[] = ["calls", "thought", "full", "stopped", "drawn", "broken"];

const sends =
  (body: string | readonly string[]): Script =>
  async (_seen, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const piece of typeof body === "string" ? [body] : body) {
      await new Promise((resolve) => response.write(piece, resolve));
    }
    response.end();
  };

const ask = async (family: Family, script: Script) =>
  (await askFamily(family, WEATHER_FIRST, script)).result;

/** A result without what differs from run to run. */
function lasting(result: object): unknown {
  return JSON.parse(
    JSON.stringify(result, (name, value: unknown) =>
      name.endsWith("Ms") || name === "id" ? undefined : value,
    ),
  );
}

const between = (noise: string) => (text: string) =>
  noise + text.replaceAll("\n\n", () => `\n\n${noise}`);
const eachData = (text: string, change: (value: { [name: string]: unknown }) => unknown): string =>
  text.replaceAll(/^data: (\{.*\})$/gm, (_line, json: string) => {
    const value = change(JSON.parse(json) as { [name: string]: unknown });
    return `data: ${JSON.stringify(value)}`;
  });

const NOISE: Record<string, (text: string) => string | string[]> = {
  "lines that end with CRLF": (text) => text.replaceAll("\n", "\r\n"),
  "lines that end with CR": (text) => text.replaceAll("\n", "\r"),
  "a byte order mark": (text) => `\uFEFF${text}`,
  "no space after the colon": (text) => text.replaceAll(/^(data|event): /gm, "$1:"),
  comments: between(": keep-alive\n\n"),
  "empty data": between("event: ping\ndata:\n\n"),
  "empty data without a name": between("data:\n\n"),
  "null as data": between("data: null\n\n"),
  "an empty object": between("data: {}\n\n"),
  "an unknown event": between('event: vendor.metrics\ndata: {"ms":1}\n\n'),
  "an unknown event that is no JSON": between("event: heartbeat\ndata: 2026-01-01\n\n"),
  "an unknown type": between('data: {"type":"vendor.metrics","ms":1}\n\n'),
  "other fields": between("id: 1\nretry: 10\nwhat: ever\n\n"),
  "data over several lines": (text) =>
    text.replaceAll(/^data: (\{.*\})$/gm, (_line, json: string) =>
      JSON.stringify(JSON.parse(json), null, 1).replaceAll(/^/gm, "data: "),
    ),
  "pieces of a byte": (text) => text.split(""),
  "no empty line at the end": (text) => text.replace(/\n+$/, ""),
  "[DONE] twice": (text) => `${text}data: [DONE]\n\ndata: [DONE]\n\n`,
  "no [DONE]": (text) => text.replaceAll("data: [DONE]\n\n", ""),
  "unknown fields": (text) => eachData(text, (value) => ({ ...value, vendor: { a: [null] } })),
  "null fields": (text) =>
    eachData(text, (value) => ({ error: null, usage: null, service_tier: null, ...value })),
};

/** Families that speak the dialect of `openai-compatible` through an adapter much like its own. */
const ALIKE = /^(openai-chat|mistral|openrouter|azure)$/;

describe.each(families)("%s", (name, family) => {
  const tags = ALIKE.test(name) ? ["long"] : [];
  const answers = KINDS.flatMap((kind) => {
    const recorded = family.answers[kind];
    return recorded === undefined ? [] : [[kind, String(recorded.body)] as const];
  });

  let clean: unknown[] = [];
  beforeAll(async () => {
    clean = await Promise.all(
      answers.map(async ([, body]) => lasting(await ask(family, sends(body)))),
    );
  });

  it.each(Object.entries(NOISE))("reads the same with %s", { tags }, async (_what, change) => {
    for (const [n, [kind, body]] of answers.entries()) {
      const noisy = await ask(family, sends(change(body)));
      expect(lasting(noisy), kind).toEqual(clean[n]);
      expect(noisy.kind, kind).toBe("done");
    }
  });

  it.each([
    ["event: error\ndata: {}\n\n", "model-interrupted"],
    ['event: error\ndata: {"error":{"message":"gone","code":502}}\n\n', "model-overloaded"],
    ['event: error\ndata: {"message":"gone","code":"502"}\n\n', "model-overloaded"],
    ["event: error\ndata: upstream gone\n\n", "model-other"],
    ['data: {"error":{"message":"slow down","type":"rate_limit_error"}}\n\n', "model-rate-limited"],
    [
      'data: {"type":"error","error":{"type":"overloaded_error","message":"o"}}\n\n',
      "model-overloaded",
    ],
    ["data: {\n\n", "model-malformed-answer"],
    ["data: 7\n\n", "model-malformed-answer"],
  ])("keeps the words before %j", { tags }, async (error, kind) => {
    const whole = String(family.answers.cut.body);
    const result = await ask(family, sends(whole + error));
    expect(result).toMatchObject({
      kind: "stopped",
      generated: { content: { type: "text", text: "Whi" } },
      brokenOff: { kind },
    });
  });

  it("does not know what was not reported", async () => {
    const body = String(family.answers.thought.body);
    const without = eachData(body, (value) =>
      JSON.parse(
        JSON.stringify(value, (name, one: unknown) => (name.startsWith("usage") ? undefined : one)),
      ),
    );
    const result = await ask(family, sends(without));
    expect(result.kind).toBe("done");
    expect(result).toMatchObject({ usage: undefined });
    const nulls = eachData(body, (value) =>
      JSON.parse(
        JSON.stringify(value, (name, one: unknown) => (name.startsWith("usage") ? null : one)),
      ),
    );
    expect(await ask(family, sends(nulls))).toMatchObject({ usage: undefined });
  });
});

const chunk = (more: object, choice?: object): string =>
  `data: ${JSON.stringify({ id: "x", object: "chat.completion.chunk", created: 1, model: "m", ...(choice === undefined ? {} : { choices: [{ index: 0, ...choice }] }), ...more })}\n\n`;
const text = (content: unknown, more: object = {}): string =>
  chunk(more, { delta: { content }, finish_reason: null });
const stop = (more: object = {}): string => chunk(more, { delta: {}, finish_reason: "stop" });
const USAGE = { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 };
const chats = families.filter(([name]) => /chat|compatible|mistral|openrouter/.test(name));

describe.each(chats)("a chunk of %s", (_name, family) => {
  it.each([
    ["usage without choices", [text("Hi"), stop(), chunk({ usage: USAGE })]],
    ["usage with null for choices", [text("Hi"), stop(), chunk({ choices: null, usage: USAGE })]],
    ["usage with empty choices", [text("Hi"), stop(), chunk({ choices: [], usage: USAGE })]],
    ["usage at the start", [chunk({ choices: [], usage: USAGE }), text("Hi"), stop()]],
    [
      "usage in each chunk",
      [text("Hi", { usage: { ...USAGE, total_tokens: 1 } }), stop({ usage: USAGE })],
    ],
    [
      "usage, then none",
      [text("Hi", { usage: USAGE }), stop({ usage: null }), chunk({ choices: [], usage: {} })],
    ],
    [
      "usage in the choice",
      [text("Hi"), chunk({}, { delta: {}, finish_reason: "stop", usage: USAGE })],
    ],
    [
      "usage with nulls",
      [
        text("Hi"),
        stop({
          usage: {
            ...USAGE,
            prompt_tokens_details: null,
            completion_tokens_details: { reasoning_tokens: null },
          },
        }),
      ],
    ],
    [
      "null for everything optional",
      [
        chunk(
          { id: null, created: null, model: null, system_fingerprint: null, usage: null },
          {
            delta: {
              role: null,
              content: "Hi",
              tool_calls: null,
              function_call: null,
              refusal: null,
              reasoning_content: null,
            },
            logprobs: null,
            finish_reason: null,
          },
        ),
        chunk({ usage: USAGE }, { index: null, delta: null, finish_reason: "stop" }),
      ],
    ],
    [
      "nothing optional",
      [
        'data: {"choices":[{"delta":{"content":"Hi"}}]}\n\n',
        'data: {"choices":[{"finish_reason":"stop"}]}\n\n',
        `data: ${JSON.stringify({ usage: USAGE })}\n\n`,
      ],
    ],
  ])("may have %s", async (_what, body) => {
    const result = await ask(family, sends(body.join("")));
    expect(result).toMatchObject({
      kind: "done",
      generated: { content: { type: "text", text: "Hi" }, stopReason: "endTurn" },
      usage: { inputTokens: 7, outputTokens: 5 },
    });
  });

  it.each([
    ["a whole message in place of deltas", { message: { role: "assistant", content: "Hi" } }],
    ["a whole message beside the delta", { delta: { content: "Hi" }, message: { content: "Hi" } }],
    [
      "an empty function_call",
      { delta: { content: "Hi", function_call: { name: "", arguments: "" } } },
    ],
  ])("may have %s", async (_what, choice) => {
    const result = await ask(family, sends(chunk({}, { ...choice, finish_reason: "stop" })));
    expect(result).toMatchObject({ kind: "done", generated: { content: { text: "Hi" } } });
  });

  it("may report only one count", async () => {
    const result = await ask(family, sends([text("Hi"), stop({ usage: { prompt_tokens: 7 } })]));
    expect(result).toMatchObject({ kind: "done", usage: { inputTokens: 7 } });
    expect(result).not.toHaveProperty("usage.outputTokens");
  });

  it.each([
    ["a content that is a number", text(7)],
    ["choices that are an object", chunk({ choices: { delta: { content: "Hi" } } })],
    ["a finish reason that is an object", chunk({}, { delta: {}, finish_reason: {} })],
    [
      "arguments that are an object",
      chunk(
        {},
        {
          delta: {
            tool_calls: [{ index: 0, id: "c", function: { name: "w", arguments: { a: 1 } } }],
          },
        },
      ),
    ],
    [
      "a call as function_call",
      chunk({}, { delta: { function_call: { name: "w", arguments: "{}" } } }),
    ],
    ["a second choice", chunk({ choices: [{ index: 1, delta: { content: "Hi" } }] })],
  ])("may not have %s", async (_what, body) => {
    const result = await ask(family, sends(text("Whi") + body + stop()));
    expect(result).toMatchObject({
      kind: "stopped",
      generated: { content: { text: "Whi" } },
      brokenOff: {
        kind: "model-malformed-answer",
        detail: expect.stringContaining("Not understood"),
      },
    });
  });
});
