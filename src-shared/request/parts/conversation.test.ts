import { describe, expect, it } from "vitest";
import type { Form } from "./boundaries.ts";
import { conversationKey, conversationOf } from "./conversation.ts";
import type { Conversation, RequestHeaders } from "./conversation.ts";
import { partsOf } from "./parts.ts";
import { RECORDED } from "./testing.ts";

const read = (form: Form, headers: RequestHeaders, text: string): Conversation =>
  conversationOf(headers, text, partsOf(form, text));
const of = (form: Form, headers: RequestHeaders, body: object): Conversation =>
  read(form, headers, JSON.stringify(body));

describe.each(RECORDED)("$agent", ({ agent, dialect, requests }) => {
  const keyOf = (name: string): string | null => {
    const { headers, body } = requests[name] ?? { headers: {}, body: "" };
    return conversationKey(read(dialect, headers, body));
  };

  it("says for each turn that it is of one conversation, also once it has summed up", () => {
    const key = keyOf("turn1");
    expect(key).not.toBeNull();
    for (const name of ["turn2", "turn3", "prompt2", "compacted"]) expect(keyOf(name)).toBe(key);
  });

  it("says that a sub-agent's conversation is another", () => {
    expect(keyOf("sub")).not.toBeNull();
    expect(keyOf("sub")).not.toBe(keyOf("turn1"));
  });

  it("asks for titles and summaries in a shape of their own", () => {
    const sides = Object.entries(requests).map(([name, { headers, body }]) => [
      name,
      read(dialect, headers, body).side,
    ]);
    const wanted = { turn1: null, turn2: null, turn3: null, prompt2: null, sub: null };
    const title = agent === "codex" ? {} : { title: "title" };
    expect(Object.fromEntries(sides)).toEqual({
      ...wanted,
      summary: "summary",
      compacted: null,
      ...title,
    });
  });
});

describe("what programs say", () => {
  const first = { messages: [{ role: "user", content: "Hi" }] };
  const user = (text: string): object => ({ ...first, metadata: { user_id: text } });

  it.each<[string, Form, RequestHeaders, object, string | null, string | null]>([
    ["nothing", "openai-chat", {}, first, null, null],
    ["its user's session", "anthropic-messages", {}, user('{"session_id":"s1"}'), "s1", null],
    [
      "the same in a name",
      "anthropic-messages",
      {},
      user("user_1_account__session_s1"),
      "s1",
      null,
    ],
    ["another user", "anthropic-messages", {}, user("jo"), null, null],
    ["a cache key", "openai-chat", {}, { ...first, prompt_cache_key: "k1" }, "k1", null],
    ["no text", "openai-chat", {}, { ...first, prompt_cache_key: 5 }, null, null],
    ["a long name", "openai-chat", { "x-session-id": "a".repeat(201) }, first, null, null],
    ["two names", "openai-chat", { "x-session-id": ["a", "b"] }, first, null, null],
    ["what is no name", "openai-chat", { "x-session-id": "a b" }, first, null, null],
  ])("%s", (_name, form, headers, body, session, thread) => {
    expect(of(form, headers, body)).toMatchObject({ session, thread });
  });

  it("tells conversations apart by the first message where nothing else does", () => {
    const key = (content: string): string | null =>
      conversationKey(
        of("openai-chat", {}, { prompt_cache_key: "k", messages: [{ role: "user", content }] }),
      );
    expect(key("Hi")).toBe(key("Hi"));
    expect(key("Hi")).not.toBe(key("Ho"));
  });

  it("is the same in the desk's document", () => {
    const [claude] = RECORDED;
    const { body = "" } = claude?.requests["turn1"] ?? {};
    const { metadata, messages } = JSON.parse(body) as Record<string, unknown>;
    const document = { messages, completion: { fields: { metadata } } };
    const { session } = read("anthropic-messages", {}, body);
    expect(session).toMatch(/^[\da-f-]{36}$/);
    expect(of("document", {}, document)).toMatchObject({ session, side: null });
  });

  it("takes a tool's words for no side request", () => {
    const said = "You are performing a CONTEXT CHECKPOINT COMPACTION.";
    const result = { role: "user", content: [{ type: "tool_result", content: said }] };
    expect(of("anthropic-messages", {}, { messages: [result] }).side).toBeNull();
    const tool = { role: "tool", content: said };
    expect(of("openai-chat", {}, { messages: [tool] }).side).toBeNull();
  });

  it("takes a request with tools for no title", () => {
    const system = { role: "system", content: "You are a title generator. Be brief." };
    const body = { messages: [system, { role: "user", content: "Hi" }] };
    expect(of("openai-chat", {}, body).side).toBe("title");
    expect(of("openai-chat", {}, { ...body, tools: [{ type: "function" }] }).side).toBeNull();
  });
});
