// Placeholders in a response: restored where they are certain, reported where doubtful, whole or streamed.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Block, ResponseDocument } from "../../request/document/message.ts";
import type { Mapping } from "./redact.ts";
import { restoreAnswer, Restorer, RestoringStream } from "./redactRestore.ts";
import { costMs } from "../../testing.ts";

const mapping: Mapping = [
  { mark: "⟦EMAIL_1⟧", name: "EMAIL", number: 1, text: 'a"b@c.example' },
  { mark: "⟦PRIVATE_KEY_12⟧", name: "PRIVATE_KEY", number: 12, text: "-----\nkey\n-----" },
  { mark: "⟦CARD_1⟧", name: "CARD", number: 1, text: "4111111111111111", asNumber: true },
];
const answer = (content: Block | Block[]): ResponseDocument => ({
  role: "assistant",
  content,
  model: "m",
});
const saying = (text: string): ResponseDocument => answer({ type: "text", text });

describe("a placeholder in a response", () => {
  it.each([
    ["⟦EMAIL_1⟧"],
    ["⟦email_1⟧"],
    ["⟦ EMAIL_1 ⟧"],
    ["⟦EMAIL 1⟧"],
    ["⟦Email-1⟧"],
    ["⟦EMAIL\\_1⟧"],
    ["⟦E_MAIL_01⟧"],
    ["\\u27e6EMAIL_1\\u27E7"],
    ["&lobrk;EMAIL_1&robrk;"],
    ["&#x27E6;EMAIL_1&#10215;"],
    ["〚EMAIL_1〛"],
  ])("%s is restored", (written) => {
    const { document, done } = restoreAnswer(saying(`to ${written}!`), mapping);
    expect(document.content).toEqual({ type: "text", text: 'to a"b@c.example!' });
    expect(done).toEqual({
      count: 1,
      mended: written === "⟦EMAIL_1⟧" ? 0 : 1,
      doubtful: [],
      doubtfulMore: 0,
    });
  });

  it.each([
    ["[EMAIL_1]"],
    ["[[email 1]]"],
    ["【EMAIL_1】"],
    ["EMAIL_1"],
    ["EMAIL\\_1"],
    ["⟦EMAIL_2⟧"],
    ["⟦PHONE_1⟧"],
    ["⟦EMAIL_1"],
    ["{{CARD_1}}"],
  ])("%s is left and reported", (written) => {
    const said = saying(`to ${written}`);
    const { document, done } = restoreAnswer(said, mapping);
    expect(document).toBe(said);
    expect(done).toEqual({ count: 0, mended: 0, doubtful: [written], doubtfulMore: 0 });
  });

  it("is neither restored nor reported when the request contained it", () => {
    const { done } = restoreAnswer(
      saying("see ⟦PHONE_1⟧ and EMAIL_7"),
      mapping,
      '"⟦PHONE_1⟧ EMAIL_7"',
    );
    expect(done.doubtful).toEqual([]);
  });

  it.each(["my email 1 is", "cards", "EMAIL_1st", "x⟧ y", "a [1]"])(
    "is not found in %j",
    (text) => {
      expect(restoreAnswer(saying(text), mapping).done.doubtful).toEqual([]);
    },
  );

  it("is restored in arguments: names, texts, numbers, JSON of a truncated call", () => {
    const whole: Block = {
      type: "tool_use",
      id: "1",
      name: "send",
      input: {
        "⟦EMAIL_1⟧": ["⟦EMAIL_1⟧", "⟦CARD_1⟧", "no ⟦CARD_1⟧"],
        nested: { key: "⟦PRIVATE_KEY_12⟧" },
      },
    };
    const half: Block = { type: "tool_use", id: "2", name: "send", input: '{"to":"⟦EMAIL_1⟧","ke' };
    const { document, done } = restoreAnswer(answer([whole, half]), mapping);
    expect(document.content).toEqual([
      {
        ...whole,
        input: {
          'a"b@c.example': ['a"b@c.example', 4111111111111111, "no 4111111111111111"],
          nested: { key: "-----\nkey\n-----" },
        },
      },
      { ...half, input: '{"to":"a\\"b@c.example","ke' },
    ]);
    expect(done.count).toBe(6);
  });

  it("counts doubtful ones beyond those it lists", () => {
    const { done } = restoreAnswer(saying("EMAIL_9 ".repeat(25)), mapping);
    expect(done.doubtful).toHaveLength(20);
    expect(done.doubtfulMore).toBe(5);
  });
});

const piece = fc.constantFrom(
  "⟦EMAIL_1⟧",
  "⟦email 1⟧",
  "⟦",
  "⟧",
  "EMAIL",
  "_1",
  "\\u27e6",
  "\\u27e7",
  "\\",
  "u27",
  "&",
  "&lobrk;",
  "&robrk;",
  "CARD_1",
  "⟦PRIVATE_KEY_12⟧",
  " ",
  "x",
  "1",
  "\n",
  "&#1",
  "0214;",
);
const text = fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(""));

describe("a stream", () => {
  it("restores the same as the whole text, wherever it is cut", () => {
    fc.assert(
      fc.property(
        text,
        fc.array(fc.nat({ max: 60 }), { maxLength: 10 }),
        fc.constantFrom("text", "json"),
        (whole, cuts, form) => {
          const stream = new RestoringStream(mapping, form);
          const at = [
            0,
            ...cuts.map((cut) => Math.min(cut, whole.length)).toSorted((a, b) => a - b),
            whole.length,
          ];
          const came = at.slice(1).map((end, index) => stream.push(whole.slice(at[index], end)));
          expect(came.join("") + stream.end()).toBe(new Restorer(mapping).text(whole, form));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("holds back no more than a placeholder's length", () => {
    const stream = new RestoringStream(mapping);
    expect(stream.push("so ⟦EMA")).toBe("so ");
    expect(stream.push("IL_1")).toBe("");
    expect(stream.push("⟧")).toBe('a"b@c.example');
    expect(stream.push("a ⟦ b, ⟧ c")).toBe("a ⟦ b, ⟧ c");
    expect(stream.push(`⟦${"a ".repeat(200)}`)).not.toBe("");
    expect(stream.push("at the end ⟦EMAIL_")).toBe("at the end ");
    expect(stream.end()).toBe("⟦EMAIL_");
  });

  it("handles a long text of brackets in linear time", () => {
    const stream = new RestoringStream(mapping);
    let length = 0;
    const tookMs = costMs(() => {
      for (let i = 0; i < 2000; i += 1) length += stream.push("⟦\\&".repeat(20)).length;
      length += stream.end().length;
    });
    expect(length).toBe(2000 * 60);
    expect(tookMs).toBeLessThan(2000);
  });
});
