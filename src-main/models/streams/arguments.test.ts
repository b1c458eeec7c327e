// A tool call's arguments are one JSON object, or kept as the text that the model wrote, which nobody but a user approves.
import { describe, expect, it } from "vitest";
import { WEATHER_FIRST } from "../testing/wire/documents.ts";
import { FAMILIES } from "../testing/wire/families.ts";
import { events, namedEvents, type Recorded } from "../testing/wire/frames.ts";
import { askFamily, replays } from "../testing/wireHarness.ts";

/** How a response ends: after all it has to say, at a limit, for a reason that nobody knows, or without a word. */
type End = "whole" | "limit" | "unknown" | "none";

const chat = (pieces: string[], end: End = "whole"): Recorded => {
  const chunk = (delta: object, finish: string | null = null) => ({
    id: "x",
    object: "chat.completion.chunk",
    created: 1,
    model: "m",
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const call = (index: number, more: object) => chunk({ tool_calls: [{ index, ...more }] });
  const begun = { id: "call00001", type: "function" };
  const [first, ...rest] = pieces;
  return events([
    call(0, { ...begun, function: { name: "get_weather", arguments: first } }),
    ...rest.map((piece) => call(0, { function: { arguments: piece } })),
    ...(end === "none" ? [] : [chunk({}, ENDS.chat[end])]),
  ]);
};

const messages = (pieces: string[], end: End = "whole"): Recorded =>
  namedEvents([
    { type: "message_start", message: { id: "m", model: "m", usage: { input_tokens: 1 } } },
    {
      type: "content_block_start",
      index: 0,
      content_block: { type: "tool_use", id: "toolu_1", name: "get_weather", input: {} },
    },
    ...pieces.map((partial_json) => ({
      type: "content_block_delta",
      index: 0,
      delta: { type: "input_json_delta", partial_json },
    })),
    { type: "content_block_stop", index: 0 },
    ...(end === "none"
      ? []
      : [
          {
            type: "message_delta",
            delta: { stop_reason: ENDS.messages[end] },
            usage: { output_tokens: 1 },
          },
          { type: "message_stop" },
        ]),
  ]);

const responses = (pieces: string[], end: End = "whole"): Recorded => {
  const isWhole = end === "whole";
  const item = { type: "function_call", id: "fc_1", call_id: "call_1", name: "get_weather" };
  return namedEvents([
    { type: "response.output_item.added", output_index: 0, item: { ...item, arguments: "" } },
    ...pieces.map((delta) => ({
      type: "response.function_call_arguments.delta",
      item_id: "fc_1",
      output_index: 0,
      delta,
    })),
    {
      type: "response.output_item.done",
      output_index: 0,
      item: { ...item, arguments: pieces.join(""), status: isWhole ? "completed" : "incomplete" },
    },
    ...(end === "none"
      ? []
      : [
          {
            type: isWhole ? "response.completed" : "response.incomplete",
            response: {
              incomplete_details: ENDS.responses[end],
              usage: { input_tokens: 1, output_tokens: 1 },
            },
          },
        ]),
  ]);
};

const ENDS = {
  chat: { whole: "tool_calls", limit: "length", unknown: "tired" },
  messages: { whole: "tool_use", limit: "max_tokens", unknown: "tired" },
  responses: { whole: null, limit: { reason: "max_output_tokens" }, unknown: null },
};

const DIALECTS: Record<string, (pieces: string[], end?: End) => Recorded> = {
  "openai-compatible": chat,
  mistral: chat,
  openrouter: chat,
  "openai-chat": chat,
  anthropic: messages,
  "openai-responses": responses,
};

describe.each(Object.entries(DIALECTS))("the arguments of %s", (name, write) => {
  const family = FAMILIES[name];
  if (family === undefined) throw new Error(`no family ${name}`);
  const inputOf = async (pieces: string[], end: End = "whole"): Promise<unknown> => {
    const { result } = await askFamily(family, WEATHER_FIRST, replays(write(pieces, end)));
    expect(result.kind).toBe(end === "none" ? "stopped" : "done");
    const content = "generated" in result ? result.generated.content : null;
    return content === null || Array.isArray(content) ? content : content["input"];
  };

  it.each([
    ["cut off", '{"city":"Paris"'],
    ["null", "null"],
    ["a list", '[{"city":"Paris"}]'],
    ["a number", "7"],
    ["a text of JSON", JSON.stringify('{"city":"Paris"}')],
    ["a field twice", '{"city":"Paris","city":"Rome"}'],
    ["a field twice within", '{"city":"Paris","at":[{"a":1,"a":2}]}'],
    ["something behind", '{"city":"Paris"} and more'],
    ["a brace too many", '{"city":"Paris"}}'],
    ["two objects", '{"city":"Paris"}{"city":"Rome"}'],
    ["NaN", '{"city":NaN}'],
    ["a comment", '{"city":"Paris"/* or Rome */}'],
    ["a comma too many", '{"city":"Paris",}'],
    ["single quotes", "{'city':'Paris'}"],
    ["half a character", '{"city":"Par\\ud83dis"}'],
    ["the other half", '{"city":["\\uDE00"]}'],
    ["half a character in a name", '{"city":{"\\ud83d":1}}'],
    ["the halves in the wrong order", '{"city":"\\ude00\\ud83d"}'],
    ["half a character, unescaped", '{"city":"Par\ud83dis"}'],
  ])("that are or have %s stay a text", async (_what, text) => {
    expect(await inputOf([text])).toBe(text);
    const half = text.length >> 1;
    expect(await inputOf([text.slice(0, half), text.slice(half)])).toBe(text);
  });

  it("that are one object are one, however they arrive", async () => {
    const text = '{"city": "Paris", "days": 3}';
    expect(await inputOf([text])).toEqual({ city: "Paris", days: 3 });
    expect(await inputOf(text.split(""))).toEqual({ city: "Paris", days: 3 });
    const whole = '{"city":"😀","\\ud83d\\ude00":"\\\\ud83d"}';
    const value = { city: "😀", "😀": "\\ud83d" };
    expect(await inputOf([whole])).toEqual(value);
    expect(await inputOf(whole.split(""))).toEqual(value);
  });

  it("that are empty, blank or missing are none, as clients of the dialect take them", async () => {
    for (const pieces of [[], [""], [" ", "\n"], ["{}"]]) expect(await inputOf(pieces)).toEqual({});
  });

  it.each(["limit", "unknown", "none"] as const)(
    "that are empty may be cut where the response is: %s",
    async (end) => {
      for (const pieces of [[], [""], [" "]])
        expect(await inputOf(pieces, end)).toBe(pieces.join(""));
      expect(await inputOf(['{"city":"Pa'], end)).toBe('{"city":"Pa');
      expect(await inputOf(["{", "}"], end)).toEqual({});
    },
  );
});
