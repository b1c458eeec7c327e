// Tools are removed and restored without losing their place, their choice or unknown fields.
import fc from "fast-check";
import { expect, it } from "vitest";
import type { RequestDocument, Tool } from "#shared/request/document/message.ts";
import { removeAllTools, removeTool, restoreTool, toolRows, withToolChoice } from "./toolRows.ts";

const tool = (name: string, more: object = {}): Tool => ({ name, ...more });
const request = (tools: Tool[], more: object = {}): RequestDocument => ({
  messages: [],
  maxTokens: 1,
  tools,
  ...more,
});
const states = (asked: RequestDocument, now: RequestDocument): string[] =>
  toolRows(asked, now).map(({ tool, state, index }) => `${tool.name} ${state} ${index}`);

it("keeps a removed tool in its place", () => {
  const asked = request([tool("a"), tool("b", { _meta: { x: 1 } }), tool("c")]);
  const now = removeTool(asked, 1);
  expect(states(asked, now)).toEqual(["a asked 0", "b removed null", "c asked 1"]);
  expect(restoreTool(now, asked, asked.tools?.[1])).toEqual(asked);
  expect(removeAllTools(now).tools).toEqual([]);
  expect(restoreTool(removeAllTools(now), asked)).toEqual(asked);
});

it("tells an edited tool from a new one", () => {
  const asked = request([tool("a"), tool("b")]);
  const now = request([tool("a", { description: "mine" }), tool("z")]);
  expect(states(asked, now)).toEqual(["b removed null", "a edited 0", "z added 1"]);
});

it("shows every tool of both documents, and loses none when a removal is undone", () => {
  const tools = fc.array(
    fc.record({ name: fc.constantFrom("a", "b", ""), n: fc.nat({ max: 2 }) }),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(tools, fc.nat(), (list, n) => {
      const asked = request(list);
      if (list.length === 0) return;
      const now = removeTool(asked, n % list.length);
      const gone = toolRows(asked, now).filter((row) => row.state === "removed");
      expect(gone).toHaveLength(1);
      expect(restoreTool(now, asked, gone[0]?.tool)).toEqual(asked);
    }),
  );
});

it("keeps unknown fields of the choice", () => {
  const asked = request([], { toolChoice: { mode: "auto", later: true } });
  const none = withToolChoice(asked, asked, null);
  expect("toolChoice" in none).toBe(false);
  expect(withToolChoice(none, asked, "required").toolChoice).toEqual({
    mode: "required",
    later: true,
  });
});
