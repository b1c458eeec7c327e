import { describe, expect, it } from "vitest";
import { t } from "#words/index.ts";
import type { RequestDocument, ResponseDocument } from "#shared/request/document/message.ts";
import { answerParts, requestParts } from "./json/DiffView.tsx";
import { changeMessage, moveMessage, removeMessage } from "./document/document.ts";
import { readJson, schemaFor } from "./json/JsonView.tsx";

const asked: RequestDocument = {
  systemPrompt: "Be brief.",
  maxTokens: 100,
  messages: [
    { role: "user", content: { type: "text", text: "one" } },
    { role: "assistant", content: { type: "text", text: "two" } },
  ],
};
const states = (now: RequestDocument): string[] =>
  requestParts(t, asked, now).map((part) => `${part.name}: ${part.state}`);

describe("requestParts", () => {
  it("names every part, also unchanged ones", () => {
    expect(states(asked)).toEqual([
      "System prompt: same",
      "1 · user: same",
      "2 · assistant: same",
      "All other fields: same",
    ]);
  });

  it("compares an edited message with its original, also after a move", () => {
    const edited = changeMessage(asked, 0, (message) => ({
      ...message,
      content: { type: "text", text: "ONE" },
    }));
    const parts = requestParts(t, asked, moveMessage(edited, 0, 1));
    expect(parts[2]).toMatchObject({
      name: "2 · user, was message 1",
      state: "changed",
      before: "one",
      after: "ONE",
    });
  });

  it("shows what was removed, added, and a changed role", () => {
    expect(states(removeMessage(asked, 0))).toContain("1 · user: removed");
    const added = { ...asked, messages: [...asked.messages, { role: "user", content: [] }] };
    expect(states(added)).toContain("3 · user: added");
    const role = changeMessage(asked, 0, (message) => ({ ...message, role: "assistant" }));
    const [, changed] = requestParts(t, asked, role);
    expect(changed).toMatchObject({ state: "changed", language: "json" });
    expect(changed?.before).toContain('"role": "user"');
  });

  it("shows a changed parameter among the other fields", () => {
    const rest = requestParts(t, asked, { ...asked, maxTokens: 5 }).at(-1);
    expect(rest).toMatchObject({ state: "changed", language: "json" });
    expect(rest?.after).toContain('"maxTokens": 5');
  });
});

describe("answerParts", () => {
  const answer: ResponseDocument = {
    role: "assistant",
    content: { type: "text", text: "Paris" },
    model: "m",
  };
  it("treats one block and a list of one as the same", () => {
    const list = { ...answer, content: [{ type: "text", text: "Paris" }] };
    expect(answerParts(t, answer, list).map((part) => part.state)).toEqual(["same"]);
  });
  it("shows a changed model name beside the text", () => {
    const parts = answerParts(t, answer, { ...answer, model: "human" });
    expect(parts.map((part) => part.state)).toEqual(["same", "changed"]);
  });
});

describe("the JSON view", () => {
  it("tells invalid JSON from JSON of another shape", () => {
    const proto = '{ "messages": [], "metadata": { "__proto__": { "a": 1 } } }';
    expect(readJson("request", proto)).toBe("proto-member");
    expect(readJson("request", '{ "messages": [')).toBe("not-json");
    expect(readJson("request", '{ "messages": "hello" }')).toBe("wrong-shape");
    expect(readJson("request", "[]")).toBe("wrong-shape");
    expect(readJson("request", '{ "messages": [], "x-own": 1 }')).toEqual({
      document: { messages: [], "x-own": 1 },
    });
    expect(readJson("response", '{ "role": "assistant", "content": [], "model": "m" }')).toEqual({
      document: { role: "assistant", content: [], model: "m" },
    });
  });

  it("puts the asked token limit into the schema as the maximum", () => {
    const schema = schemaFor("request", 400) as { properties: { maxTokens: object } };
    expect(schema.properties.maxTokens).toMatchObject({ type: "number", minimum: 1, maximum: 400 });
    expect(JSON.stringify(schemaFor("request", undefined))).not.toContain('"maximum":400');
  });
});
