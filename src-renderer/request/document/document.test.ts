import { describe, expect, it } from "vitest";
import type { RequestDocument } from "#shared/request/document/message.ts";
import {
  addMessage,
  adopt,
  changeBlock,
  changeMessage,
  keyOf,
  moveMessage,
  originOf,
  removeMessage,
  withBlocks,
  withNumber,
  withSystemPrompt,
} from "./document.ts";

const asked = (): RequestDocument => ({
  systemPrompt: "Be brief.",
  maxTokens: 100,
  messages: [
    { role: "user", content: { type: "text", text: "one" } },
    { role: "assistant", content: [{ type: "text", text: "two" }] },
    { role: "user", content: { type: "text", text: "three" } },
  ],
});
const texts = (document: RequestDocument): string[] =>
  document.messages.map((message) => JSON.stringify(message.content));

describe("messages", () => {
  it("are moved, removed and added without a change of the others", () => {
    const document = asked();
    expect(texts(moveMessage(document, 2, -1))).toEqual([
      texts(document)[0],
      texts(document)[2],
      texts(document)[1],
    ]);
    expect(moveMessage(document, 0, -1)).toBe(document);
    expect(texts(removeMessage(document, 1))).toEqual([texts(document)[0], texts(document)[2]]);
    const added = addMessage(document, 0);
    expect(added.messages[1]).toEqual({ role: "assistant", content: { type: "text", text: "" } });
    expect(added.messages).toHaveLength(4);
  });

  it("keep key and origin through edits and moves", () => {
    const document = asked();
    const [first] = document.messages;
    const edited = changeMessage(document, 0, (message) => ({ ...message, role: "assistant" }));
    const moved = moveMessage(edited, 0, 1);
    expect(keyOf(moved.messages[1] ?? {})).toBe(keyOf(first ?? {}));
    expect(originOf(moved.messages[1] ?? {})).toBe(first);
    expect(document).toEqual(asked());
  });
});

describe("adopt", () => {
  it("treats a stored draft as the edited form of what was asked", () => {
    const before = asked();
    const draft = structuredClone(before);
    adopt(draft, before);
    expect(originOf(draft.messages[0] ?? {})).toBe(before.messages[0]);
    expect(originOf(draft.messages[0]?.content as object)).toBe(before.messages[0]?.content);
  });
});

describe("content", () => {
  it("stays one block or a list", () => {
    const block = { type: "text", text: "x" };
    expect(withBlocks(block, [block])).toBe(block);
    expect(withBlocks([block], [block])).toEqual([block]);
    expect(withBlocks(block, [block, block])).toEqual([block, block]);
    expect(withBlocks(block, [])).toEqual([]);
  });
  it("removes and changes only the named block", () => {
    const blocks = [
      { type: "text", text: "a" },
      { type: "text", text: "b" },
    ];
    expect(changeBlock(blocks, 0, null)).toEqual([{ type: "text", text: "b" }]);
    expect(changeBlock(blocks, 1, { type: "text", text: "c" })[1]).toEqual({
      type: "text",
      text: "c",
    });
    expect(changeBlock(blocks, 7, null)).toEqual(blocks);
  });
});

describe("parameters", () => {
  it("are set and removed", () => {
    expect(withNumber(asked(), "maxTokens", 10).maxTokens).toBe(10);
    expect("maxTokens" in withNumber(asked(), "maxTokens", null)).toBe(false);
    expect("systemPrompt" in withSystemPrompt(asked(), null)).toBe(false);
  });
});
