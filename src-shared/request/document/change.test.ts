// What counts as edited, and how much: derived by comparison.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../canonical.ts";
import type { Json } from "../../json.ts";
import { answerChangesOf, changesOf, isEdited, sameJson } from "./change.ts";
import { countLines } from "./lines.ts";
import type { Message, RequestDocument, ResponseDocument } from "./message.ts";

const user = (text: string): Message => ({ role: "user", content: { type: "text", text } });
const request: RequestDocument = {
  messages: [user("one"), user("two"), user("three")],
  systemPrompt: "a\nb",
  maxTokens: 10,
  tools: [{ name: "x" }, { name: "y" }],
};
const changed = (change: object) =>
  changesOf(request, { ...request, ...change } as RequestDocument);
const nothing = {
  system: null,
  messages: [],
  tools: [],
  parameters: [],
  lines: { added: 0, removed: 0 },
};

describe("a request", () => {
  it("is not edited when only its form differs", () => {
    const same = {
      tools: request.tools,
      maxTokens: 10,
      systemPrompt: "a\nb",
      temperature: undefined,
      messages: request.messages.map((m) => ({ ...m, content: [m.content] })),
    } as unknown as RequestDocument;
    expect(isEdited(request, same)).toBe(false);
    expect(changesOf(request, same)).toEqual(nothing);
  });

  it("reports which part changed", () => {
    expect(changed({ systemPrompt: "a\nc\nd" })).toEqual({
      ...nothing,
      system: { added: 2, removed: 1 },
      lines: { added: 2, removed: 1 },
    });
    expect(changed({ systemPrompt: undefined }).system).toEqual({ added: 0, removed: 2 });
    expect(changed({ maxTokens: 5, temperature: 0 }).parameters).toEqual([
      "maxTokens",
      "temperature",
    ]);
    expect(changed({ tools: [{ name: "y", description: "d" }, { name: "z" }] }).tools).toEqual([
      "x",
      "y",
      "z",
    ]);
    expect(changed({ constructor: 1 }).parameters).toEqual(["constructor"]);
  });

  it("counts messages at their places", () => {
    const [one, two, three] = [user("one"), user("two"), user("three")];
    const messages = (...list: Message[]) => changed({ messages: list }).messages;
    expect(messages(one, user("2"), three)).toEqual([
      { kind: "edited", index: 1, added: 1, removed: 1 },
    ]);
    expect(messages(one, two, three, user("four\nfive"))).toEqual([
      { kind: "added", index: 3, added: 2, removed: 0 },
    ]);
    expect(messages(one, three)).toEqual([{ kind: "removed", index: 1, added: 0, removed: 1 }]);
    expect(messages({ ...one, role: "assistant" }, two, three)).toEqual([
      { kind: "edited", index: 0, added: 0, removed: 0 },
    ]);
    expect(messages()).toHaveLength(3);
  });
});

describe("a response", () => {
  const answer: ResponseDocument = {
    role: "assistant",
    content: [
      { type: "text", text: "a\nb" },
      { type: "text", text: "c" },
    ],
    model: "m",
  };
  it("reports which blocks and fields changed", () => {
    const edited = { ...answer, content: { type: "text", text: "a\nB" }, stopReason: "endTurn" };
    expect(answerChangesOf(answer, edited)).toEqual({
      blocks: [0],
      removedBlocks: 1,
      members: ["stopReason"],
      lines: { added: 1, removed: 2 },
    });
    expect(isEdited(answer, edited)).toBe(true);
    expect(isEdited(answer, structuredClone(answer))).toBe(false);
  });
});

describe("lines", () => {
  /** The slow, plain way: longest common subsequence by dynamic programming. */
  function reference(from: string[], to: string[]): { added: number; removed: number } {
    let previous = to.map(() => 0);
    previous.push(0);
    for (const line of from.toReversed()) {
      const current = [...previous];
      for (let j = to.length - 1; j >= 0; j -= 1) {
        current[j] =
          line === to[j]
            ? (previous[j + 1] ?? 0) + 1
            : Math.max(previous[j] ?? 0, current[j + 1] ?? 0);
      }
      previous = current;
    }
    const common = previous[0] ?? 0;
    return { added: to.length - common, removed: from.length - common };
  }
  const lines = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 12 });

  it("are counted with the fewest changes", () => {
    fc.assert(
      fc.property(lines, lines, (from, to) => {
        expect(countLines(from.join("\n"), to.join("\n"))).toEqual(reference(from, to));
      }),
    );
  });

  it("of two huge different texts are counted quickly", () => {
    const from = Array.from({ length: 50_000 }, (_, i) => `from ${i}`).join("\n");
    const to = Array.from({ length: 40_000 }, (_, i) => `to ${i}`).join("\n");
    expect(countLines(from, to)).toEqual({ added: 40_000, removed: 50_000 });
  });
});

it("compares JSON by its canonical text", () => {
  const small = fc.jsonValue({ maxDepth: 2, depthSize: "small" });
  fc.assert(
    fc.property(small, small, (a, b) => {
      expect(sameJson(a as Json, structuredClone(a) as Json)).toBe(true);
      const same = canonicalJson(a) === canonicalJson(b);
      expect(sameJson(a as Json, b as Json)).toBe(same);
    }),
    { numRuns: 2000 },
  );
});
