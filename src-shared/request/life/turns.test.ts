// What is folded is equal to what was approved or sent, to the last character; earlier edits are applied whole.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../canonical.ts";
import { reapplyEdits } from "./again.ts";
import { DIALECTS } from "../../dialects/registry.ts";
import { jsonIn } from "../../json.ts";
import { RECORDED } from "../parts/testing.ts";
import { align } from "../document/align.ts";
import { blocksOf } from "../document/blocks.ts";
import type { Block, Message, RequestDocument, Tool } from "../document/message.ts";
import { continuedTurn, follow } from "./turns.ts";
import type { EarlierTurn, Known } from "./turns.ts";

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
const APPROVED: Known = { how: "approved", by: { kind: "person" }, atMs: 1 };
const DELIVERED: Known = { how: "delivered", by: { kind: "rule", name: "r" }, atMs: 2 };
const turn = (
  asked: RequestDocument,
  approved = asked,
  sent: Message | null = say("assistant", "answer"),
): EarlierTurn => ({
  turn: 1,
  asked,
  approved,
  known: APPROVED,
  sent: sent === null ? null : { message: sent, known: DELIVERED },
});
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
      { kind: "same", known: DELIVERED },
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
/** What messages say: their texts together, and other blocks. */
function words(messages: readonly Message[]): string[] {
  const said: { role: string; text: string }[] = [];
  for (const { role, content } of messages)
    for (const block of blocksOf(content)) {
      const isPlain = block.type === "text" && Object.keys(block).length === 2;
      const last = said.at(-1);
      if (!isPlain) said.push({ role: "", text: canonicalJson(block) });
      else if (last?.role === role) last.text += String(block["text"]);
      else if (block["text"] !== "") said.push({ role, text: String(block["text"]) });
    }
  return said.map(({ role, text }) => `${role} ${text}`);
}
const whole = (m: Message): string => canonicalJson({ ...m, content: blocksOf(m.content) });

describe("whatever a server sends", () => {
  it("only equal messages count as the same, and each message has one kind", () => {
    fc.assert(
      fc.property(list, list, list, fc.option(message), (asked, approved, now, sent) => {
        const before = turn(request(asked), request(approved), sent);
        // Sent again, a turn is without its response.
        const isAgain = now.map(whole).join() === asked.map(whole).join();
        const known = [...approved, ...(sent === null || isAgain ? [] : [sent])].map(whole);
        const { messages, missing } = follow(request(now), before);
        expect(messages).toHaveLength(now.length);
        const isEcho = (i: number): boolean => {
          const status = messages[i];
          return status?.kind === "same" && status.known === DELIVERED;
        };
        // What was delivered may come in another form, and says the same.
        const echo = now.filter((_m, i) => isEcho(i));
        if (echo.length > 0) expect(words(echo)).toEqual(words(sent === null ? [] : [sent]));
        const same = now.filter((_m, i) => messages[i]?.kind === "same" && !isEcho(i)).map(whole);
        // In the order in which they were approved, each at most once.
        let from = 0;
        for (const key of same) {
          const at = known.indexOf(key, from);
          expect(at).toBeGreaterThanOrEqual(0);
          from = at + 1;
        }
        const paired = messages.filter((s) => "before" in s && s.before !== null).length;
        const ofSent = echo.length > 0 ? 1 : 0;
        expect(same.length + ofSent + paired + missing.length).toBe(known.length);
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

/** Consecutive requests of an agent's main conversation, as documents. */
const recordedTurns = RECORDED.map(({ agent, dialect, requests }) => ({
  agent,
  turns: ["turn1", "turn2", "turn3"].map((name): RequestDocument => {
    const read = DIALECTS[dialect].read(jsonIn(requests[name]?.body ?? "") ?? null);
    if (!read.ok) throw new Error(`${agent} ${name}`);
    return read.document;
  }),
}));

describe.each(recordedTurns)("turns of $agent", ({ turns }) => {
  const [first, second, third] = turns as [RequestDocument, RequestDocument, RequestDocument];

  it("repeat all of the turn before", () => {
    for (const [before, now] of [
      [first, second],
      [second, third],
    ] as const) {
      const compared = follow(now, turn(before, before, null));
      const { length } = before.messages;
      expect(compared.messages.slice(0, length).every(({ kind }) => kind === "same")).toBe(true);
      expect(compared.messages.slice(length).every(({ kind }) => kind === "new")).toBe(true);
      expect(compared.missing).toEqual([]);
      expect(compared.system?.kind ?? "same").toBe("same");
      expect(compared.tools).toEqual({ changed: [], added: [], missing: [] });
    }
  });

  it("give back the response that was delivered, in their dialect's form", () => {
    const answer = second.messages
      .slice(first.messages.length)
      .filter((m) => m.role === "assistant");
    const content = answer
      .flatMap((m) => blocksOf(m.content))
      .filter(({ text }) => text !== "")
      .map(({ item: _item, ...block }) => block as Block);
    const sent: Message = { role: "assistant", content };
    const compared = follow(second, turn(first, first, sent));
    const { length } = first.messages;
    expect(compared.messages.slice(length).map(({ kind }) => kind)).toEqual(["same", "new"]);
    expect(compared.messages[length]).toEqual({ kind: "same", known: DELIVERED });
    // Another argument is another response.
    const other: Message = {
      role: "assistant",
      content: content.map((block) => ({ ...block, input: { a: 1 } })),
    };
    expect(follow(second, turn(first, first, other)).messages[length]?.kind).toBe("changed");
  });

  it("never fold what differs from what was approved", () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.nat(),
        fc.constantFrom("text", "drop", "add", "swap"),
        (n, at, how) => {
          const messages = edited(second.messages, n % second.messages.length, at, how);
          const now = { ...second, messages: [...messages, say("user", "next")] };
          const compared = follow(now, turn(second, second, null));
          const approved = second.messages.map(withoutMarks);
          let from = 0;
          now.messages.forEach((message, index) => {
            if (compared.messages[index]?.kind !== "same") return;
            const found = approved.indexOf(withoutMarks(message), from);
            expect(found).toBeGreaterThanOrEqual(0);
            from = found + 1;
          });
          const isSame = canonicalJson(messages.map(withoutMarks)) === canonicalJson(approved);
          const quiet =
            compared.missing.length === 0 &&
            compared.messages.at(-1)?.kind === "new" &&
            compared.messages.slice(0, -1).every(({ kind }) => kind === "same");
          expect(quiet).toBe(isSame);
        },
      ),
    );
  });

  it("show each changed, new and missing tool, and a changed system text", () => {
    const tools = second.tools ?? [];
    fc.assert(
      fc.property(fc.nat(), (n) => {
        const at = n % tools.length;
        const before = tools[at] as Tool;
        const now = { ...before, description: `${String(before.description)}\u200b` };
        const compare = (list: Tool[]) =>
          follow({ ...second, tools: list }, turn(second, second, null)).tools;
        expect(compare(tools.with(at, now)).changed).toEqual([{ before, now }]);
        expect(compare(tools.toSpliced(at, 1)).missing).toEqual([before]);
        const added = { name: "new tool" };
        expect(compare(tools.toSpliced(at, 0, added)).added).toEqual([added]);
      }),
    );
    const systemPrompt = `${second.systemPrompt ?? ""} And push.`;
    const { system } = follow({ ...second, systemPrompt }, turn(second, second, null));
    expect(system?.kind).toBe(second.systemPrompt === undefined ? "new" : "changed");
  });
});

/** What no comparison can miss, written independently of it: all but cache marks and the form of a content. */
function withoutMarks(message: Message): string {
  return JSON.stringify(message, (name, value: unknown) =>
    name === "contentForm" ||
    (name === "cache_control" && canonicalJson(value) === '{"type":"ephemeral"}')
      ? undefined
      : value,
  );
}

function edited(messages: Message[], index: number, at: number, how: string): Message[] {
  const message = messages[index] as Message;
  const blocks = blocksOf(message.content);
  const block = blocks[at % blocks.length] as Block;
  const changed: Block =
    typeof block["text"] === "string"
      ? { ...block, text: oneCharacter(block["text"], at) }
      : { ...block, input: { at }, content: [{ type: "text", text: `${at}` }] };
  switch (how) {
    case "text":
      return messages.with(index, {
        ...message,
        content: blocks.map((one) => (one === block ? changed : one)),
      });
    case "drop":
      return messages.toSpliced(index, 1);
    case "add":
      return messages.toSpliced(index, 0, say("user", "Push it."));
    default:
      return messages
        .with(index, messages.at(-1 - index) ?? message)
        .with(messages.length - 1 - index, message);
  }
}

const oneCharacter = (text: string, at: number): string =>
  `${text.slice(0, at % (text.length + 1))}\u2060${text.slice(at % (text.length + 1))}`;
