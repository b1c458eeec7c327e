// Every kind is recognized, none is dropped, and lists show text unchanged but for white space.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  audioBlock,
  blockKind,
  firstWords,
  imageBlock,
  isToolResult,
  resultBlocks,
  textBlock,
  textOfBlock,
  textOfContent,
  toolResultBlock,
  toolUseBlock,
} from "./blocks.ts";
import type { Block, RequestDocument } from "./message.ts";

const ref = `countersign-media:${"c".repeat(64)}` as const;
const asks = (...texts: string[]): RequestDocument => ({
  messages: texts.map((text) => ({ role: "user", content: textBlock(text) })),
});

describe("kinds", () => {
  it.each<[Block, string]>([
    [textBlock(""), "text"],
    [imageBlock(ref, "image/png"), "image"],
    [audioBlock(ref, "audio/wav"), "audio"],
    [toolUseBlock("1", "n", {}), "tool_use"],
    [toolResultBlock("1", []), "tool_result"],
    [{ type: "text" }, "malformed"],
    [{ type: "image", data: ref }, "malformed"],
    [{ type: "tool_use", id: "1", name: "n", input: [] }, "malformed"],
    [{ type: "tool_result", toolUseId: "1", content: "text" }, "malformed"],
    [{ type: "video" }, "unknown"],
    [{ type: "constructor" }, "unknown"],
    [{ type: "__proto__" }, "unknown"],
  ])("%j is %s", (block, kind) => {
    expect(blockKind(block)).toBe(kind);
  });

  it("leaves invalid blocks out of a tool's result", () => {
    const block: Block = { type: "tool_result", toolUseId: "1", content: [1, textBlock("a"), {}] };
    expect(isToolResult(block) && resultBlocks(block)).toEqual([textBlock("a")]);
  });
});

describe("text", () => {
  it("is exactly a block's own", () => {
    expect(textOfBlock(textBlock(" a\n"))).toBe(" a\n");
    expect(textOfBlock(toolResultBlock("1", [textBlock("a"), textBlock("b")]))).toBe("a\nb");
    expect(textOfBlock(toolResultBlock("1", []))).toBeNull();
    expect(textOfBlock(toolUseBlock("1", "n", {}))).toBeNull();
    expect(textOfContent([textBlock("a"), imageBlock(ref, "x"), textBlock("b")])).toBe("a\nb");
  });

  it("comes from the last message with any, else from the system prompt", () => {
    expect(firstWords(asks("one", "two"), 100)).toBe("two");
    expect(firstWords(asks("one", " \n "), 100)).toBe("one");
    expect(firstWords({ messages: [], systemPrompt: "system" }, 100)).toBe("system");
    // What an agent puts before the words of its user.
    const reminder = textBlock("<system-reminder>The date.</system-reminder>");
    const content = [reminder, textBlock("three")];
    expect(firstWords({ messages: [{ role: "user", content }] }, 100)).toBe("three");
    expect(firstWords({ messages: [{ role: "user", content: reminder }] }, 9)).toBe("<system-r");
    expect(firstWords({ messages: [] }, 100)).toBe("");
    expect(firstWords({ role: "assistant", content: textBlock("Paris"), model: "m" }, 9)).toBe(
      "Paris",
    );
  });

  it("is cut between characters, with white space collapsed", () => {
    expect(firstWords(asks("  a \n\t b  c"), 100)).toBe("a b c");
    expect(firstWords(asks("请简单介绍一下"), 3)).toBe("请简单");
    expect(firstWords(asks("ab😀"), 3)).toBe("ab");
    expect(firstWords(asks("ab😀"), 4)).toBe("ab😀");
  });

  const unit = fc.constantFrom("a", "b", " ", "\n", "\t", "\u3000", "中", "😀", "\ud83d");
  it("is always a prefix of the text without its white space", () => {
    fc.assert(
      fc.property(fc.string({ unit }), fc.nat(40), (text, max) => {
        const words = firstWords(asks(text), max);
        expect(words.length).toBeLessThanOrEqual(max);
        const bare = (given: string): string => given.replace(/\s+/gu, "");
        expect(bare(text).startsWith(bare(words))).toBe(true);
      }),
    );
  });

  it("is found after very long white space", () => {
    expect(firstWords(asks(" ".repeat(5_000_000) + "x".repeat(5_000_000)), 80)).toHaveLength(80);
  });
});
