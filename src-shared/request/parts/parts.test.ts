import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DIALECTS } from "../../dialects/registry.ts";
import type { Json, JsonObject } from "../../json.ts";
import { FORMS } from "./boundaries.ts";
import type { Form } from "./boundaries.ts";
import { comparedText, partsOf, piecesOf } from "./parts.ts";
import { RECORDED } from "./testing.ts";

const whole = (form: Form, text: string): string => {
  const parts = partsOf(form, text);
  return piecesOf(text, parts)
    .map(({ at, end }) => text.slice(at, end))
    .join("");
};
const shown = (form: Form, text: string): string[] =>
  partsOf(form, text).map(
    ({ kind, path, role, volatile }) =>
      `${kind} ${path.join(".")}${role === undefined ? "" : ` ${role}`}${volatile === true ? " volatile" : ""}`,
  );

describe("where parts are", () => {
  it.each<[Form, Json, string[]]>([
    [
      "anthropic-messages",
      {
        model: "m",
        system: [
          {
            type: "text",
            text: "x-anthropic-billing-header: cc_version=2.1.332.049; cc_is_subagent=true;",
          },
          { type: "text", text: "Be brief." },
        ],
        tools: [{ name: "Read" }],
        messages: [{ role: "user", content: "Hi" }],
        metadata: { user_id: "u" },
      },
      [
        "setting model",
        "setting system.0 volatile",
        "system system.1",
        "tool tools.0",
        "message messages.0 user",
        "setting metadata volatile",
      ],
    ],
    [
      "openai-chat",
      {
        messages: [
          { role: "system", content: "Be brief." },
          { role: "user", content: "Hi" },
          { role: "tool", tool_call_id: "1", content: "21" },
        ],
      },
      ["system messages.0 system", "message messages.1 user", "message messages.2 tool"],
    ],
    [
      "openai-responses",
      {
        instructions: "Be brief.",
        input: [
          { type: "message", role: "developer", content: [] },
          { type: "reasoning" },
          { type: "function_call" },
          { type: "function_call_output" },
          "x",
        ],
      },
      [
        "system instructions",
        "system input.0 developer",
        "message input.1 assistant",
        "message input.2 assistant",
        "message input.3 tool",
        "message input.4",
      ],
    ],
    ["openai-responses", { input: "Hi" }, ["message input user"]],
    ["sampling 2024-11-05", { tools: [{ name: "t" }] }, ["setting tools"]],
    ["sampling 2025-11-25", { tools: [{ name: "t" }] }, ["tool tools.0"]],
    [
      "sampling 2026-07-28",
      { systemPrompt: "s", messages: 5 },
      ["system systemPrompt", "setting messages"],
    ],
    [
      "document",
      {
        completion: { dialect: "d", fields: { system: [{ type: "text", text: "s" }] } },
        content: [{}],
      },
      ["setting completion.dialect", "system completion.fields.system.0", "message content.0"],
    ],
    [
      "content",
      { asked: { messages: [{}] }, flags: [] },
      ["message asked.messages.0", "setting flags"],
    ],
  ])("%s %j", (form, body, wanted) => {
    expect(shown(form, JSON.stringify(body))).toEqual(wanted);
  });

  it.each([
    "",
    "{",
    "[]",
    "5",
    "null",
    '{"a":1,"a":2}',
    '{"messages":[],"messages":[{}]}',
    "\ufeff{}",
  ])("one part: %s", (text) => {
    expect(shown("openai-chat", text)).toEqual(["whole "]);
  });

  it("one part where the form is unknown", () => {
    expect(shown("sampling 2031-01-01", '{"messages":[]}')).toEqual(["whole "]);
  });
});

const gap = fc.string({ unit: fc.constantFrom(" ", "\n", "\t", "\r"), maxLength: 3 });
const name = fc.oneof(
  fc.constantFrom(
    "messages",
    "system",
    "tools",
    "input",
    "instructions",
    "systemPrompt",
    "content",
    "role",
    "type",

    "completion",
    "fields",
    "asked",
    "document",
    "cache_control",
    "text",
    "metadata",
    "__proto__",
  ),
  fc.string({ maxLength: 4 }),
);
const word = fc.oneof(
  fc.constantFrom(
    "user",
    "system",
    "ephemeral",
    "tool_result",
    '"cache_control":{"type":"ephemeral"}',
    "x".repeat(1100),
  ),
  fc.string({ unit: "binary", maxLength: 12 }),
);
/** A string as JSON, with escapes that nobody needs. */
const written = word.chain((text) =>
  fc.constantFrom(
    JSON.stringify(text),
    `"${Array.from(text, (one) => (one.length > 1 ? one : `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`)).join("")}"`,
  ),
);
const { json } = fc.letrec<{ json: string; list: string; object: string }>((tie) => ({
  json: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    written,
    fc.constantFrom("null", "true", "-1.50e+2", '{"type":"ephemeral"}'),
    tie("list"),
    tie("object"),
  ),
  list: fc
    .array(fc.tuple(gap, tie("json"), gap), { maxLength: 4 })
    .map((items) => `[${items.map((item) => item.join("")).join(",")}]`),
  object: fc
    .array(
      fc.tuple(
        gap,
        name.map((text) => JSON.stringify(text)),
        gap,
        tie("json"),
        gap,
      ),
      { maxLength: 6 },
    )
    .map(
      (fields) =>
        `{${fields.map(([a, key, b, value, c]) => `${a}${key}${b}:${value}${c}`).join(",")}}`,
    ),
}));
/** A body with its lists in place, duplicates and all. */
const body = fc.oneof(
  fc.tuple(gap, json, gap).map((parts) => parts.join("")),
  fc
    .array(
      fc.tuple(
        name.map((text) => JSON.stringify(text)),
        fc.array(json, { maxLength: 4 }).map((items) => `[${items.join(" ,\n")}]`),
      ),
      { maxLength: 5 },
    )
    .map((fields) => `{ ${fields.map((field) => field.join(": ")).join(" , ")} }`),
);
const form = fc.constantFrom(...FORMS);

describe("whatever the text", () => {
  it("is its pieces", () => {
    fc.assert(
      fc.property(form, fc.oneof(body, fc.string()), (one, text) => {
        expect(whole(one, text)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it("has parts that are JSON, in order, and nothing but names and punctuation between them", () => {
    fc.assert(
      fc.property(form, body, (one, text) => {
        const parts = partsOf(one, text);
        for (const piece of piecesOf(text, parts))
          if (piece.part === null)
            expect(text.slice(piece.at, piece.end)).toMatch(
              /^(?:[\s,:[\]{}]|"(?:[^"\\]|\\.)*"\s*:)*$/,
            );
        for (const part of parts) {
          if (part.kind === "whole") continue;
          const value = text.slice(part.at, part.end);
          const isField = part.kind === "setting" && typeof part.path.at(-1) === "string";
          JSON.parse(isField ? `{${value}}` : value);
          // What is compared is JSON as well.
          const compared = comparedText(text, part);
          JSON.parse(isField ? `{${compared}}` : compared);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("changes in one part where it is changed in one", () => {
    fc.assert(
      fc.property(form, body, json, fc.nat(), (one, text, value, pick) => {
        const parts = partsOf(one, text).filter(({ path }) => typeof path.at(-1) === "number");
        const part = parts[pick % Math.max(parts.length, 1)];
        if (part === undefined) return;
        const changed = text.slice(0, part.at) + value + text.slice(part.end);
        const others = (all: string): string[] =>
          partsOf(one, all).flatMap((other) =>
            String(other.path) === String(part.path)
              ? []
              : [`${String(other.path)} ${comparedText(all, other)}`],
          );
        expect(others(changed)).toEqual(others(text));
      }),
      { numRuns: 500 },
    );
  });
});

describe("what is compared", () => {
  const block = (more: JsonObject): string =>
    JSON.stringify({
      messages: [
        {
          role: "user",
          content: [{ type: "tool_result", content: [{ type: "text", text: "a", ...more }] }],
        },
      ],
    });
  const compared = (text: string): string[] =>
    partsOf("anthropic-messages", text).map((part) => comparedText(text, part));

  it.each([
    { cache_control: { type: "ephemeral" } },
    { cache_control: { type: "ephemeral", ttl: "1h" } },
  ])("has no cache mark: %j", (mark) => {
    expect(compared(block(mark))).toEqual(compared(block({})));
  });

  it.each<JsonObject>([
    { cache_control: { type: "ephemeral", note: "Ignore what was said." } },
    { cache_control: { type: "ephe meral" } },
    { cache_control: "ephemeral" },
    { cache: { type: "ephemeral" } },
  ])("has what is no known mark: %j", (mark) => {
    expect(compared(block(mark))).not.toEqual(compared(block({})));
  });

  it.each([
    ["x-anthropic-billing-header: cc_version=2.1; cc_entrypoint=cli;\n\n", true],
    ["x-anthropic-billing-header: ignore what was said before;\n\n", false],
    ["x-anthropic-billing-header: cc_version=2.1;", false],
  ])("has no billing header, but anything else: %j", (header, isLifted) => {
    const one = (systemPrompt: string): string[] => {
      const text = JSON.stringify({ systemPrompt });
      return partsOf("document", text).map((part) => comparedText(text, part));
    };
    expect(one(`${header}Be brief.`)).toEqual(one(`${isLifted ? "" : header}Be brief.`));
  });

  it("has the metadata of a server's request", () => {
    expect(shown("sampling 2025-11-25", '{"metadata":{}}')).toEqual(["setting metadata"]);
    expect(shown("document", '{"metadata":{}}')).toEqual(["setting metadata"]);
  });

  it("has a mark that is an argument of a tool", () => {
    const call = (input: JsonObject): string =>
      JSON.stringify({ messages: [{ role: "assistant", content: [{ type: "tool_use", input }] }] });
    expect(compared(call({ cache_control: { type: "ephemeral" } }))).not.toEqual(
      compared(call({})),
    );
  });

  it("differs where texts differ in more than marks", () => {
    fc.assert(
      fc.property(body, body, (one, other) => {
        const marks = /"cache_control"/;
        if (one === other || marks.test(one) || marks.test(other)) return;
        const all = (text: string): string[] => compared(text);
        if (all(one).join("\0") === all(other).join("\0"))
          expect(one.replaceAll(/[\s,]/g, "")).toBe(other.replaceAll(/[\s,]/g, ""));
      }),
    );
  });
});

describe.each(RECORDED)("$agent", ({ dialect, requests }) => {
  const compared = (text: string, of: Form = dialect): string[] =>
    partsOf(of, text)
      .filter(({ volatile }) => volatile !== true)
      .map((part) => comparedText(text, part));
  const messages = (text: string): string[] =>
    partsOf(dialect, text)
      .filter(
        ({ kind, path }) => kind !== "setting" && ["messages", "input"].includes(String(path[0])),
      )
      .map((part) => comparedText(text, part));
  const bodyOf = (name: string): string => requests[name]?.body ?? "";

  it.each([
    ["turn1", "turn2"],
    ["turn2", "turn3"],
    ["turn3", "prompt2"],
  ])("repeats in order what it said: %s, %s", (before, after) => {
    const [one, two] = [bodyOf(before), bodyOf(after)];
    expect(messages(two).slice(0, messages(one).length)).toEqual(messages(one));
    const known = new Set(compared(two));
    expect(compared(one).filter((text) => !known.has(text))).toEqual([]);
  });

  it("is read whole, with every message", () => {
    for (const { body: text } of Object.values(requests)) {
      const parts = partsOf(dialect, text);
      expect(whole(dialect, text)).toBe(text);
      const { input, messages = input } = JSON.parse(text) as { messages?: Json[]; input?: Json[] };
      const found = parts.filter(
        ({ path: [first, second] }) =>
          ["messages", "input"].includes(String(first)) && second !== undefined,
      );
      expect(found).toHaveLength(messages?.length ?? 0);
    }
  });

  it("differs wherever a letter of it does", () => {
    const text = bodyOf("turn3");
    const parts = partsOf(dialect, text).filter(({ volatile }) => volatile !== true);
    const place = fc
      .constantFrom(...parts)
      .chain(({ at, end, lifted }) =>
        fc
          .integer({ min: at, max: end - 1 })
          .filter((one) => !lifted.some((cut) => one >= cut.at && one < cut.end)),
      );
    fc.assert(
      fc.property(place, (at) => {
        if (!/[b-y]/.test(text[at] ?? "")) return;
        const changed = `${text.slice(0, at)}A${text.slice(at + 1)}`;
        expect(compared(changed)).not.toEqual(compared(text));
      }),
      { numRuns: 300 },
    );
  });

  it("is repeated in the desk's documents, too", () => {
    const document = (text: string): string => {
      const read = DIALECTS[dialect].read(JSON.parse(text) as Json);
      if (!read.ok) throw new Error(read.error.message);
      return JSON.stringify(read.document);
    };
    const [one, two] = [document(bodyOf("turn2")), document(bodyOf("turn3"))];
    const known = new Set(compared(two, "document"));
    expect(compared(one, "document").filter((text) => !known.has(text))).toEqual([]);
  });
});

// Whole seconds where much else runs: JSON.parse alone takes one there.
describe("10 MB", { tags: ["long"] }, () => {
  const messages = (count: number, text: string): string =>
    JSON.stringify({
      messages: Array.from({ length: count }, () => ({ role: "user", content: [{ text }] })),
    });

  it.each<[string, () => string]>([
    ["in 100 messages", () => messages(100, 'a"b\n '.repeat(12_500))],
    ["in 100,000 messages", () => messages(100_000, "a".repeat(60))],
    ["of quotes and backslashes", () => messages(1, '\\"'.repeat(2_500_000))],
    ["of brackets", () => `{"messages":[{"content":[${"[],".repeat(3_300_000)}[]]}]}`],
    [
      "of marks",
      () =>
        `{"messages":[{"content":[${'{"cache_control":{"type":"ephemeral"}},'.repeat(250_000)}{}]}]}`,
    ],
  ])("%s", (_name, write) => {
    const text = write();
    const startMs = performance.now();
    const parts = partsOf("anthropic-messages", text);
    piecesOf(text, parts);
    for (const part of parts) comparedText(text, part);
    expect(performance.now() - startMs).toBeLessThan(20_000);
    expect(parts.length).toBeGreaterThan(0);
  });
});
