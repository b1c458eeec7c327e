// What is folded is equal to what was approved or sent, to the last character; earlier edits are applied whole.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../canonical.ts";
import { reapplyEdits } from "./again.ts";
import { align } from "../document/align.ts";
import { blocksOf } from "../document/blocks.ts";
import type { Block, Message, RequestDocument, Tool } from "../document/message.ts";
import { continuedTurn, follow } from "./turns.ts";
import type { EarlierTurn } from "./turns.ts";

const say = (role: string, text: string, more: object = {}): Message => ({
  role,
  content: { type: "text", text },
  ...more,
});
const request = (messages: Message[], more: Partial<RequestDocument> = {}): RequestDocument => ({
  messages,
  maxTokens: 100,
  ...more,
});
const turn = (
  asked: RequestDocument,
  approved = asked,
  sent: Message | null = say("assistant", "answer"),
): EarlierTurn => ({ turn: 1, asked, approved, approvedAtMs: 0, sent });
const kinds = (document: RequestDocument, before: EarlierTurn): string =>
  follow(document, before)
    .messages.map(({ kind }) => kind)
    .join(" ");

describe("what a follow-up repeats", () => {
  const first = turn(request([say("user", "one"), say("user", "two")]));
  const again = [...first.approved.messages, say("assistant", "answer")];

  it("is the same as approved and sent, as a single block or a list of one", () => {
    const listed = again.map((m): Message => ({ ...m, content: blocksOf(m.content) }));
    expect(kinds(request([...listed, say("user", "next")]), first)).toBe("same same same new");
  });

  it("is changed if one character of text, role or _meta differs", () => {
    const [one, two, answer] = again as [Message, Message, Message];
    expect(kinds(request([one, say("user", "two "), answer]), first)).toBe("same changed same");
    const meta: Message = { ...two, _meta: { a: 1 } };
    expect(kinds(request([one, meta, answer]), first)).toBe("same changed same");
    expect(kinds(request([one, two, say("assistant", "Answer")]), first)).toBe("same same changed");
    expect(follow(request([one, say("user", "2"), answer]), first).messages[1]).toEqual({
      kind: "changed",
      before: two,
    });
  });

  it("reports what was inserted and what was left out", () => {
    const [one, two, answer] = again as [Message, Message, Message];
    expect(kinds(request([one, say("user", "psst"), two, answer]), first)).toBe(
      "same inserted same same",
    );
    const gone = follow(request([one, answer, say("user", "next")]), first);
    expect(gone.messages.map(({ kind }) => kind)).toEqual(["same", "same", "new"]);
    expect(gone.missing).toEqual([{ at: 1, message: two }]);
    const silent = follow(request([one, two, say("user", "next")]), first);
    expect(silent.missing).toEqual([{ at: 2, message: answer }]);
  });

  it("is restored if the user had edited or removed it", () => {
    const edited = turn(first.asked, request([say("user", "ONE")]));
    const next = follow(request([...again, say("user", "next")]), edited);
    expect(next.messages).toEqual([
      { kind: "restored", before: say("user", "ONE") },
      { kind: "restored", before: null },
      { kind: "same" },
      { kind: "new" },
    ]);
  });

  it("includes the system prompt, by the same rules", () => {
    const system = (asked?: string, approved = asked, now = asked) =>
      follow(
        request([], now === undefined ? {} : { systemPrompt: now }),
        turn(
          request([], asked === undefined ? {} : { systemPrompt: asked }),
          request([], approved === undefined ? {} : { systemPrompt: approved }),
        ),
      ).system;
    expect(system()).toBeNull();
    expect(system("a")).toEqual({ kind: "same" });
    expect(system("a", "b", "a")).toEqual({ kind: "restored", before: "b" });
    expect(system("a", "a", "a ")).toEqual({ kind: "changed", before: "a" });
    expect(system(undefined, undefined, "a")).toEqual({ kind: "new" });
  });

  it("continues the turn with which it shares most; an unrelated request continues none", () => {
    const other = turn(request([say("user", "else")]), undefined, say("assistant", "x"));
    const second = { ...other, turn: 2 };
    expect(continuedTurn(request(again), [first, second])?.turn).toBe(1);
    expect(continuedTurn(request([say("user", "fresh")]), [first, second])).toBeNull();
  });
});

const word = fc.constantFrom("a", "b", "c", "a\u200b", "é", "e\u0301", "");
const block: fc.Arbitrary<Block> = fc.oneof(
  fc.record({ type: fc.constant("text"), text: word }),
  fc.record({ type: fc.constant("text"), text: word, _meta: fc.record({ k: word }) }),
  fc.record({
    type: fc.constant("tool_use"),
    id: word,
    name: word,
    input: fc.dictionary(word, word, { maxKeys: 2 }),
  }),
);
const message: fc.Arbitrary<Message> = fc.record({
  role: fc.constantFrom("user", "assistant"),
  content: fc.oneof(block, fc.array(block, { maxLength: 3 })),
});
const list = fc.array(message, { maxLength: 8 });
const whole = (m: Message): string => canonicalJson({ ...m, content: blocksOf(m.content) });

describe("whatever a server sends", () => {
  it("only equal messages count as the same, and each message has one kind", () => {
    fc.assert(
      fc.property(list, list, list, fc.option(message), (asked, approved, now, sent) => {
        const before = turn(request(asked), request(approved), sent);
        const known = [...approved, ...(sent === null ? [] : [sent])].map(whole);
        const { messages, missing } = follow(request(now), before);
        expect(messages).toHaveLength(now.length);
        const same = now.filter((_m, i) => messages[i]?.kind === "same").map(whole);
        // In the order in which they were approved, each at most once.
        let from = 0;
        for (const key of same) {
          const at = known.indexOf(key, from);
          expect(at).toBeGreaterThanOrEqual(0);
          from = at + 1;
        }
        const paired = messages.filter((s) => "before" in s && s.before !== null).length;
        expect(same.length + paired + missing.length).toBe(known.length);
      }),
    );
  });

  it("one more character in a message unfolds that message, and no other", () => {
    fc.assert(
      fc.property(fc.array(message, { minLength: 1, maxLength: 6 }), fc.nat(), (messages, n) => {
        const before = turn(request(messages), request(messages), null);
        const at = n % messages.length;
        const changed = messages.map((m, i) => (i === at ? oneMore(m, n) : m));
        const { messages: standings } = follow(request(changed), before);
        expect(standings[at]?.kind).not.toBe("same");
        expect(standings.filter(({ kind }) => kind === "same")).toHaveLength(messages.length - 1);
      }),
    );
  });

  it("earlier edits are applied only where the server repeats itself, once", () => {
    fc.assert(
      fc.property(list, list, list, (asked, approved, more) => {
        const edited = { asked: request(asked), approved: request(approved) };
        // An addition that the server has made as well is not made twice.
        const added = new Set(approved.map(whole));
        fc.pre(more.every((m) => !added.has(whole(m))));
        const next = reapplyEdits(request([...asked, ...more]), edited);
        expect(next.messages.slice(0, approved.length).map(whole)).toEqual(approved.map(whole));
        expect(next.messages.slice(approved.length).map(whole)).toEqual(more.map(whole));
        // What the user removed and the server then repeats looks like something still to be removed.
        const taken = new Set(asked.map(whole).filter((m) => !added.has(m)));
        if (more.every((m) => !taken.has(whole(m)))) {
          expect(reapplyEdits(next, edited)).toBe(next);
        }
      }),
    );
  });

  it("finds only equal pairs, ascending, and all pairs of two equal lists", () => {
    const letters = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 12 });
    fc.assert(
      fc.property(letters, letters, (a, b) => {
        const pairs = align(a, b);
        for (const [i, j] of pairs) expect(a[i]).toBe(b[j]);
        for (let n = 1; n < pairs.length; n += 1) {
          expect(pairs[n]?.[0]).toBeGreaterThan(pairs[n - 1]?.[0] ?? -1);
          expect(pairs[n]?.[1]).toBeGreaterThan(pairs[n - 1]?.[1] ?? -1);
        }
        expect(align(a, a)).toHaveLength(a.length);
      }),
    );
  });
});

/** The message with one more character, found nowhere else, in a text, a name or `_meta`. */
function oneMore(m: Message, n: number): Message {
  const mark = "\u2060#";
  const [first, ...rest] = blocksOf(m.content);
  if (first === undefined || n % 3 === 0) return { ...m, _meta: { mark } };
  if (n % 3 === 1) return { ...m, content: [{ ...first, _meta: { mark } }, ...rest] };
  const field = first.type === "text" ? "text" : "name";
  return { ...m, content: [{ ...first, [field]: `${String(first[field])}${mark}` }, ...rest] };
}

describe("earlier edits, applied again", () => {
  const tool = (name: string, description = name): Tool => ({ name, description });
  const asked = request([say("user", "one"), say("user", "two")], {
    systemPrompt: "be brief",
    tools: [tool("rm"), tool("ls")],
    temperature: 1,
  });
  const approved = request([say("user", "ONE"), say("user", "two"), say("user", "added")], {
    systemPrompt: "be kind",
    tools: [tool("ls", "mine")],
    temperature: 0.2,
  });
  const answer = say("assistant", "answer");

  it("change everything that the server repeats", () => {
    const now = { ...asked, messages: [...asked.messages, answer, say("user", "next")] };
    const next = reapplyEdits(now, { asked, approved });
    expect(next).toEqual({
      ...approved,
      messages: [...approved.messages, answer, say("user", "next")],
    });
    expect(reapplyEdits(next, { asked, approved })).toBe(next);
  });

  it("leave what the server has changed", () => {
    const now = request([say("user", "one!"), say("user", "two"), answer], {
      systemPrompt: "be bold",
      tools: [tool("rm", "other"), tool("ls"), tool("cp")],
      temperature: 1,
    });
    expect(reapplyEdits(now, { asked, approved })).toEqual({
      messages: [say("user", "one!"), say("user", "two"), say("user", "added"), answer],
      maxTokens: 100,
      systemPrompt: "be bold",
      tools: [tool("rm", "other"), tool("ls", "mine"), tool("cp")],
      temperature: 0.2,
    });
  });

  it("change nothing where there were none", () => {
    const now = { ...asked, messages: [...asked.messages, answer] };
    expect(reapplyEdits(now, { asked, approved: asked })).toBe(now);
  });
});
