// A program of which the user is asked about tool calls, by the official SDKs, in each dialect: one decision to begin, and none
// for a turn that gives back what it got.
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterEach, expect, it } from "vitest";
import { ok } from "#shared/outcome.ts";
import { decideAt, deskFor } from "../../core/testing/deskFor.ts";
import { GENEROUS_POLICY } from "../../core/testing/fakes.ts";
import { FakeBook, FakeInspector } from "../../core/testing/rules.ts";
import { openLoopback } from "../../net/loopback.ts";
import type { Loopback } from "../../net/loopback.ts";
import { keyedHasher } from "../../profile/hasher.ts";
import { Endpoint } from "./endpoint.ts";
import { HeldCompletions } from "./heldCompletions.ts";

const model = { providerId: "local", modelId: "m" };
const TURNS = 6;
const opened: Loopback[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

async function open() {
  const terms = { passes: ["calls:read"], sides: false, hook: null };
  const requesters = {
    policyOf: () => GENEROUS_POLICY,
    permissionOf: (id: string) => ({ id, name: "agent", redact: [], terms }),
    permissionFor: () => null,
  };
  const { desk, generator } = deskFor({
    rules: new FakeBook(),
    inspector: new FakeInspector(),
    models: { choose: () => model },
    requesters,
  });
  let last = 0;
  const held = new HeldCompletions({
    desk,
    requesters,
    servers: { originOf: () => ({ kind: "none" }) },
    note: () => ok(null),
    fault: () => undefined,
    clock: { nowMs: () => 1, newId: () => `id-${(last += 1)}` },
    keyed: keyedHasher("k"),
  });
  const endpoint = new Endpoint({
    programs: { admit: () => ({ id: "p", name: "p", serverId: null }) },
    held,
    models: {
      names: () => ["m"],
      dialectsFor: () => [],
      whenListed: () => Promise.resolve(),
    },
    rules: { passesUnread: () => false },
    requesters,
    countTokens: () => 3,
    callerOf: null,
  });
  const limits = { connections: 20, headersMs: 60_000, requestMs: 60_000 };
  const loopback = await openLoopback(0, [endpoint], limits);
  opened.push(loopback);
  /** Has the model answer turn by turn; the user approves the first alone. */
  const work = async (): Promise<void> => {
    for (let turn = 1; turn <= TURNS; turn += 1) {
      await expect.poll(() => desk.requests().length).toBe(turn);
      const id = desk.requests().at(-1)?.id ?? "";
      if (turn === 1) {
        await expect.poll(() => desk.needsUser(id)).toBe(true);
        const document = desk.request(id)?.proposed;
        if (document === undefined || document === null) throw new Error("not kept");
        await decideAt(desk, id, { kind: "approve-request", document, model });
      }
      await expect.poll(() => generator.asked.length, { message: `turn ${turn}` }).toBe(turn);
      const call = { type: "tool_use", id: `c${turn}`, name: "read", input: { at: turn } };
      const text = { type: "text", text: `Turn ${turn}.` };
      generator.answer({
        kind: "done",
        generated: {
          role: "assistant",
          model: "m",
          content: turn === TURNS ? [text] : [text, call],
          stopReason: turn === TURNS ? "endTurn" : "toolUse",
        },
        tookMs: 1,
      });
    }
  };
  return { base: `http://127.0.0.1:${loopback.port}`, work };
}

const SCHEMA = { type: "object" as const, properties: {} };

async function messages(base: string): Promise<string> {
  const client = new Anthropic({ baseURL: base, apiKey: "t" });
  const said: Anthropic.MessageParam[] = [{ role: "user", content: "Go." }];
  for (;;) {
    const got = await client.messages.create({
      model: "m",
      max_tokens: 9,
      system: "Be terse.",
      tools: [{ name: "read", input_schema: SCHEMA }],
      messages: said,
    });
    said.push({ role: "assistant", content: got.content });
    const calls = got.content.filter((one) => one.type === "tool_use");
    if (calls.length === 0) return JSON.stringify(got.content);
    const results = calls.map(({ id }) => ({
      type: "tool_result" as const,
      tool_use_id: id,
      content: `result ${id}`,
    }));
    said.push({ role: "user", content: results });
  }
}

async function chat(base: string): Promise<string> {
  const client = new OpenAI({ baseURL: `${base}/v1`, apiKey: "t" });
  const said: OpenAI.ChatCompletionMessageParam[] = [
    { role: "system", content: "Be terse." },
    { role: "user", content: "Go." },
  ];
  for (;;) {
    const got = await client.chat.completions.create({
      model: "m",
      tools: [{ type: "function", function: { name: "read", parameters: SCHEMA } }],
      messages: said,
    });
    const message = got.choices[0]?.message;
    if (message === undefined) throw new Error("no message");
    said.push(message);
    if (message.tool_calls === undefined) return JSON.stringify(message);
    for (const { id } of message.tool_calls)
      said.push({ role: "tool", tool_call_id: id, content: `result ${id}` });
  }
}

async function responses(base: string): Promise<string> {
  const client = new OpenAI({ baseURL: `${base}/v1`, apiKey: "t" });
  const said: OpenAI.Responses.ResponseInputItem[] = [{ role: "user", content: "Go." }];
  for (;;) {
    const got = await client.responses.create({
      model: "m",
      instructions: "Be terse.",
      store: false,
      tools: [{ type: "function", name: "read", parameters: SCHEMA, strict: false }],
      input: said,
    });
    said.push(...(got.output as OpenAI.Responses.ResponseInputItem[]));
    const calls = got.output.filter((one) => one.type === "function_call");
    if (calls.length === 0) return got.output_text;
    for (const { call_id } of calls)
      said.push({ type: "function_call_output", call_id, output: `result ${call_id}` });
  }
}

it.each([
  ["Messages", messages],
  ["chat completions", chat],
  ["Responses", responses],
])("asks once in a session of %s", async (_dialect, run) => {
  const { base, work } = await open();
  const [end] = await Promise.all([run(base), work()]);
  expect(end).toContain(`Turn ${TURNS}.`);
});
