import { describe, expect, it } from "vitest";
import { DIALECTS } from "../../dialects/registry.ts";
import type { Block, ResponseDocument } from "./message.ts";
import { takeOutCall } from "./takeOutCall.ts";

const call = (name: string): Block => ({ type: "tool_use", id: name, name, input: { a: 1 } });
const response = (...content: Block[]): ResponseDocument => ({
  role: "assistant",
  model: "m",
  stopReason: "toolUse",
  content,
});
const text = (words: string): Block => ({ type: "text", text: words });

it("leaves the rest as it is, with the words before the first call", () => {
  const before = response(text("I go."), call("read"), call("write"));
  expect(takeOutCall(before, 2, "No.")).toEqual(response(text("I go."), text("No."), call("read")));
  expect(takeOutCall(before, 0, "No.")).toBe(before);
});

it("ends the turn with the last call, also where it is the only block", () => {
  const over = { stopReason: "endTurn", content: [text("No.")] };
  expect(takeOutCall(response(call("read")), 0, "No.")).toMatchObject(over);
  const only = { ...response(), content: call("read") };
  expect(takeOutCall(only, 0, "No.")).toMatchObject(over);
  const other = { ...response(call("read")), stopReason: "maxTokens" };
  expect(takeOutCall(other, 0, "No.").stopReason).toBe("maxTokens");
});

describe.each(Object.values(DIALECTS))("in $name", (dialect) => {
  const facts = { id: "r", createdS: 1, usage: undefined } as unknown as Parameters<
    typeof dialect.response
  >[1];
  const sent = (document: ResponseDocument): string =>
    JSON.stringify(dialect.response(document, facts));

  it("is a response without the call", () => {
    const written = sent(
      takeOutCall(response(text("I go."), call("read"), call("write")), 2, "No."),
    );
    expect(written).toContain("No.");
    expect(written).toContain('"read"');
    expect(written).not.toContain("write");
    expect(written).toMatch(/tool_use|tool_calls|function_call/);
  });

  it("is a turn that has ended where no call is left", () => {
    const written = sent(takeOutCall(response(call("read")), 0, "No."));
    expect(written).not.toMatch(/"(?:tool_use|tool_calls|function_call|read)"/);
    expect(written).toMatch(/end_turn|"stop"|"completed"/);
  });
});
