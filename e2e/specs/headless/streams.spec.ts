// What programs get from a real `countersign serve` whose provider's stream is not as documented.
import { expect, test } from "playwright/test";
import { startScriptedModel } from "../../support/scriptedModel.ts";
import { serving, TOKEN } from "./serving.ts";

const data = (value: object | string): string =>
  `data: ${typeof value === "string" ? value : JSON.stringify(value)}\n\n`;
const chunk = (delta: object, finish: string | null = null, more: object = {}): string =>
  data({
    id: "x",
    object: "chat.completion.chunk",
    created: 1,
    model: "scripted-1",
    ...more,
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
const [BEGIN, TEXT, END, DONE] = [
  chunk({ role: "assistant", content: "" }),
  chunk({ content: "Hi there" }),
  chunk({}, "stop"),
  data("[DONE]"),
];
const CALL = { index: 0, id: "c1", type: "function", function: { name: "w", arguments: '{"a":1' } };
const USAGE = { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 };

const ANSWERED = { choices: [{ message: { content: "Hi there" } }] };
const FAILED = { error: { code: "generation_failed" } };
const GONE = { message: "upstream gone", code: 502 };
const STREAMS: [what: string, stream: string, status: number, body: object][] = [
  ["an event without data", `${BEGIN}event: ping\ndata:\n\n${TEXT}${END}${DONE}`, 200, ANSWERED],
  [
    "a chunk of usage without choices",
    BEGIN + TEXT + END + data({ id: "x", object: "chat.completion.chunk", usage: USAGE }) + DONE,
    200,
    { ...ANSWERED, usage: USAGE },
  ],
  [
    "no usage",
    BEGIN + TEXT + chunk({}, "stop", { usage: null }) + DONE,
    200,
    { ...ANSWERED, usage: null },
  ],
  [
    "an error after the first words",
    BEGIN + TEXT + data({ error: GONE }),
    502,
    // The provider's own words.
    { error: GONE },
  ],
  [
    "arguments that were cut off",
    BEGIN + chunk({ tool_calls: [CALL] }) + chunk({}, "tool_calls") + DONE,
    502,
    FAILED,
  ],
];

test("a program gets what the provider's stream says, and 502 where it says no response @long", async () => {
  let stream = "";
  const model = await startScriptedModel((_seen, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(stream);
  });
  const rule = { id: "all", name: "All", gate: "both", when: "kind:completion", decide: "allow" };
  const { command } = await serving(
    {
      providers: [{ name: "scripted", kind: "openai-compatible", address: model.baseUrl }],
      programs: [{ name: "nightly", tokenEnv: "NIGHTLY" }],
    },
    [rule],
    { NIGHTLY: TOKEN },
  );
  const [, address = ""] = await command.said(/programs at (\S+)/);
  const tool = { type: "function", function: { name: "w", parameters: { type: "object" } } };
  for (const [what, text, status, body] of STREAMS) {
    stream = text;
    const messages = [{ role: "user", content: what }];
    const response = await fetch(`${address}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
      body: JSON.stringify({ model: "scripted-1", messages, tools: [tool] }),
    });
    const told = { usage: null, ...((await response.json()) as object) };
    expect({ status: response.status, body: told }, what).toMatchObject({
      status,
      body,
    });
  }
  const { out } = await command.end();
  await model.close();
  expect(out.match(/nightly completion allowed/g)).toHaveLength(3);
  expect(out.match(/nightly completion refused .*\(generation-failed\)/g)).toHaveLength(2);
});
