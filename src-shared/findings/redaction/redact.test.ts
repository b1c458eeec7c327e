// Properties of placeholders for any request: no part of a value remains, and every value can be restored.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../json.ts";
import type { Block, RequestDocument } from "../../request/document/message.ts";
import { redactRequest } from "./redact.ts";
import type { Redaction } from "./redactionSchema.ts";
import { restoreRequest } from "./redactRestore.ts";

const asking = (text: string, more: Partial<RequestDocument> = {}): RequestDocument => ({
  messages: [{ role: "user", content: { type: "text", text } }],
  maxTokens: 100,
  ...more,
});
const mail = (value: string): Redaction => ({ kind: "email", value });
const partOf = ({ messages: [first] }: RequestDocument): Block =>
  (first ?? { content: { type: "none" } }).content as Block;
const textOf = (document: RequestDocument): unknown => partOf(document)["text"];

describe("a redacted value", () => {
  it("is one placeholder wherever the request contains it", () => {
    const document: RequestDocument = {
      systemPrompt: "You write for bob@example.com.",
      messages: [
        { role: "user", content: [{ type: "text", text: "bob@example.com and bob@example.com" }] },
        {
          role: "assistant",
          content: {
            type: "tool_use",
            id: "1",
            name: "find",
            input: { "bob@example.com": ["bob@example.com"] },
          },
        },
        {
          role: "user",
          content: {
            type: "tool_result",
            toolUseId: "1",
            content: [{ type: "text", text: "<bob@example.com>" }],
            structuredContent: { mail: "bob@example.com" },
          },
        },
      ],
      tools: [
        {
          name: "find",
          description: "Such as bob@example.com",
          inputSchema: { enum: ["bob@example.com"] },
        },
      ],
      stopSequences: ["bob@example.com"],
      metadata: { for: "bob@example.com" },
      maxTokens: 5,
    };
    const { document: sent, redacted, left } = redactRequest(document, [mail("bob@example.com")]);
    const said = JSON.stringify(sent);
    expect(said).not.toContain("bob");
    expect(said.match(/⟦\w+⟧/g)).toEqual(Array.from({ length: 11 }, () => "⟦EMAIL_1⟧"));
    expect(redacted).toEqual({ names: [{ name: "EMAIL", values: 1, places: 11 }] });
    expect(left).toEqual([]);
    expect(sent.maxTokens).toBe(5);
  });

  it("is replaced in other spellings too, each by its own placeholder", () => {
    const text =
      "BOB@example.com Bob@Example.com bob%40example.com 4111 1111 1111 1111 4111111111111111";
    const { document, mapping } = redactRequest(asking(text), [
      mail("bob@example.com"),
      mail("Bob@Example.com"),
      { kind: "card", value: "4111 1111 1111 1111" },
    ]);
    expect(textOf(document)).toBe("BOB@example.com ⟦EMAIL_1⟧ ⟦EMAIL_2⟧ ⟦CARD_1⟧ ⟦CARD_2⟧");
    expect(textOf(restoreRequest(document, mapping))).toBe(text);
  });

  it("is replaced inside JSON in a text", () => {
    const key = "-----BEGIN KEY-----\nab/c\n-----END KEY-----";
    const text = JSON.stringify({ key });
    const { document, mapping } = redactRequest(asking(text), [
      { kind: "private-key", value: key },
    ]);
    expect(textOf(document)).toBe('{"key":"⟦PRIVATE_KEY_1⟧"}');
    expect(textOf(restoreRequest(document, mapping))).toBe(text);
  });

  it("is replaced as a number, and restored as one", () => {
    const content: Block = {
      type: "tool_use",
      id: "1",
      name: "pay",
      input: { card: 4111111111111111, n: 4 },
    };
    const document: RequestDocument = { messages: [{ role: "assistant", content }] };
    const { document: sent, mapping } = redactRequest(document, [
      { kind: "card", value: "4111-1111-1111-1111" },
    ]);
    expect(partOf(sent)["input"]).toEqual({ card: "⟦CARD_1⟧", n: 4 });
    expect(restoreRequest(sent, mapping)).toEqual(document);
  });

  it("is replaced together with a value that it overlaps", () => {
    const { document } = redactRequest(asking("see abcdef there"), [
      { kind: "key", value: "abcd" },
      { kind: "key", value: "cdef" },
    ]);
    expect(textOf(document)).toBe("see ⟦KEY_1⟧ there");
  });

  it("never gets a name that the request already uses, in any form", () => {
    const said = "⟦EMAIL_1⟧ [email-2] \\u27e6EMAIL 3\\u27e7 bob@example.com";
    const { document, mapping } = redactRequest(asking(said), [mail("bob@example.com")]);
    expect(textOf(document)).toBe("⟦EMAIL_1⟧ [email-2] \\u27e6EMAIL 3\\u27e7 ⟦EMAIL_4⟧");
    expect(restoreRequest(document, mapping)).toEqual(asking(said));
  });

  it("is reported when it cannot be redacted", () => {
    const { left } = redactRequest(asking("x"), [
      { kind: "word", value: "user" },
      { kind: "odd", value: "a⟦b" },
      { kind: "short", value: "x" },
      { kind: "fine", value: "nowhere" },
    ]);
    expect(left.toSorted()).toEqual(["odd", "short", "word"]);
  });

  it("of an earlier generation keeps its placeholder, and a new one gets the next", () => {
    const first = redactRequest(asking("a@b.example"), [mail("a@b.example")]);
    const next = asking("⟦EMAIL_1⟧ then a@b.example, c@d.example");
    const second = redactRequest(next, [mail("c@d.example")], first.mapping);
    expect(textOf(second.document)).toBe("⟦EMAIL_1⟧ then ⟦EMAIL_1⟧, ⟦EMAIL_2⟧");
    expect(second.redacted).toEqual({ names: [{ name: "EMAIL", values: 2, places: 3 }] });
  });

  it("of an earlier generation is replaced inside JSON that quotes its response", () => {
    const key = 'k-\n"q\\z';
    const { mapping } = redactRequest(asking(key), [{ kind: "access-key", value: key }]);
    const told = JSON.stringify({ tool_use: { input: { key } } });
    const { document } = redactRequest(asking(told), [], mapping);
    expect(textOf(document)).toBe('{"tool_use":{"input":{"key":"⟦ACCESS_KEY_2⟧"}}}');
  });

  it("of an earlier generation is reported when a protocol field now contains it", () => {
    const { mapping, left } = redactRequest(asking("my assistant"), [
      { kind: "word", value: "assistant" },
    ]);
    expect(left).toEqual([]);
    const next: RequestDocument = {
      messages: [{ role: "assistant", content: { type: "text", text: "x" } }],
    };
    expect(redactRequest(next, [], mapping).left).toEqual(["WORD"]);
  });

  it("leaves everything else the same object", () => {
    const document = asking("nothing here");
    expect(redactRequest(document, [mail("bob@example.com")]).document).toBe(document);
    expect(redactRequest(document, []).redacted).toBeNull();
  });
});

/** Few letters, so that values touch, overlap and repeat; brackets and digits, so that texts look like placeholders. */
const piece = fc.constantFrom(
  "ana@b.example",
  "ANA@B.EXAMPLE",
  "na@b",
  "4111 1111",
  "41111111",
  'k-\n"q\\z',
  "⟦EMAIL_1⟧",
  "⟦",
  "⟧",
  "EMAIL_2",
  "email 3",
  "_1⟧",
  "ключ-9",
  "😀key",
  " ",
  "x",
  "\\u27e6",
  "1",
);
const text = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(""));
const free: fc.Arbitrary<Json> = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { depthSize: "small" },
    text,
    fc.constantFrom<Json>(41111111, 7, 0.5, true, null),
    fc.array(tie("json"), { maxLength: 3 }),
    fc.dictionary(text, tie("json"), { maxKeys: 3 }) as fc.Arbitrary<Json>,
  ),
})).json;
const block: fc.Arbitrary<Block> = fc.oneof(
  text.map((said): Block => ({ type: "text", text: said })),
  fc
    .tuple(text, free)
    .map(([id, input]): Block => ({ type: "tool_use", id, name: "run", input: { input } })),
  fc.tuple(text, text, free).map(([toolUseId, said, structuredContent]): Block => ({
    type: "tool_result",
    toolUseId,
    content: [{ type: "text", text: said }],
    structuredContent,
  })),
);
const request: fc.Arbitrary<RequestDocument> = fc
  .record({
    systemPrompt: text,
    messages: fc.array(
      fc.record({
        role: fc.constantFrom("user", "assistant"),
        content: fc.array(block, { maxLength: 3 }),
      }),
      { maxLength: 3 },
    ),
    stopSequences: fc.array(text, { maxLength: 2 }),
    metadata: free.map((value): JsonObject => ({ value })),
    tools: fc.array(
      fc.record({
        name: fc.constant("run"),
        description: text,
        inputSchema: free.map((value): JsonObject => ({ value })),
      }),
      { maxLength: 2 },
    ),
  })
  .map((document) => document as RequestDocument);
const values = fc.array(
  fc.record({
    kind: fc.constantFrom("email", "card", "access-key", "national-id"),
    value: fc.constantFrom(
      "ana@b.example",
      "na@b",
      "4111 1111",
      'k-\n"q\\z',
      "ключ-9",
      "😀key",
      "example",
      "ail",
    ),
  }),
  { minLength: 1, maxLength: 4 },
);

describe("any request", () => {
  it("is restored unchanged", () => {
    fc.assert(
      fc.property(request, values, (document, chosen) => {
        const { document: sent, mapping } = redactRequest(document, chosen);
        expect(restoreRequest(sent, mapping)).toEqual(document);
      }),
      { numRuns: 400 },
    );
  });

  it("contains nothing of a value, or reports it", () => {
    fc.assert(
      fc.property(request, values, (document, chosen) => {
        const { document: sent, left } = redactRequest(document, chosen);
        const said = JSON.stringify(sent);
        for (const { kind, value } of chosen) {
          if (left.includes(kind)) continue;
          expect(said).not.toContain(JSON.stringify(value).slice(1, -1));
          for (const string of stringsOf(sent)) expect(string).not.toContain(value);
        }
      }),
      { numRuns: 400 },
    );
  });

  it("is unchanged when it is redacted again", () => {
    fc.assert(
      fc.property(request, values, (document, chosen) => {
        const once = redactRequest(document, chosen);
        const twice = redactRequest(once.document, [], once.mapping);
        expect(twice.document).toEqual(once.document);
        expect(twice.redacted).toEqual(once.redacted);
      }),
    );
  });
});

function stringsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => [name, ...stringsOf(item)]);
}

it(
  "redacts 480 addresses of 2,000,000 characters in hardly more time than one",
  { tags: ["long"] },
  () => {
    const mails = Array.from({ length: 480 }, (_, at) => mail(`anna.lindqvist.${at}@example.com`));
    const filler = "Lorem ipsum dolor sit amet, consectetur. ".repeat(99);
    const document = asking(
      mails
        .map(({ value }) => `${value} ${filler}`)
        .join("")
        .slice(0, 2e6),
    );
    const took = (redactions: readonly Redaction[]): number => {
      const beganMs = performance.now();
      const { left, redacted } = redactRequest(document, redactions);
      const tookMs = performance.now() - beganMs;
      expect([left, redacted?.names[0]?.values]).toEqual([[], redactions.length]);
      return tookMs;
    };
    const one = Math.min(...[1, 2, 3, 4].map(() => took(mails.slice(0, 1))));
    const all = Math.min(...[1, 2, 3, 4].map(() => took(mails)));
    expect(all).toBeLessThan(one * 4 + 50);
  },
);
