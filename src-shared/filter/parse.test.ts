// The filter language by examples: what each spelling means, and the fault of each mistake, at its place.
import { expect, it } from "vitest";
import { FIELDS } from "./fields.ts";
import { LIMITS, parse } from "./parse.ts";
import { print } from "./print.ts";
import { costMs } from "../testing.ts";

/** The filter as it would be written shortest; null with faults. */
const means = (text: string): string | null => {
  const { query } = parse(text);
  return query === null ? null : print(query);
};
/** Each fault with the text that it points at. */
const faults = (text: string): unknown[] =>
  parse(text).faults.map(({ start, end, ...fault }) => [text.slice(start, end), fault]);

it.each([
  ["", ""],
  ["  \u3000 ", ""],
  ["a b", "a b"],
  ["a AND b", "a b"],
  ["a OR b c", "a OR b c"],
  ["(a OR b) c", "(a OR b) c"],
  ["a (b c)", "a b c"],
  ["NOT a", "-a"],
  ["-(a OR b)", "-(a OR b)"],
  ["not or and", "not or and"],
  ['"OR"', '"OR"'],
  ["summar*", "summar"],
  ['"summarize"', '"summarize"'],
  ['"exact wor"*', '"exact wor"*'],
  ["what?", '"what?"*'],
  ["5% it's C++ a,b", '"5%"* "it\'s"* "C++"* "a,b"*'],
  ["e-mail", '"e-mail"*'],
  ["https://example.com/a?b=1", '"https://example.com/a?b=1"*'],
  ["12:30", '"12:30"*'],
  ["a>b", '"a>b"*'],
  ["text:协议", "协议"],
  ["server:github", "server:github"],
  ["SERVER:github", "server:github"],
  ["from:github", "server:github"],
  ["服务器：本地", "server:本地"],
  ["server：“my server”", 'server:"my server"'],
  ["server:「my server」", 'server:"my server"'],
  ['server:"a * b"', 'server:"a * b"'],
  ['server:"say \\"hi\\" C:\\dir"', 'server:"say \\"hi\\" C:\\\\dir"'],
  ["server:a\\*b*", "server:a\\*b*"],
  ["model:claude＊", "model:claude*"],
  ["model:**", "model:*"],
  ["is:(rejected OR refused)", "is:rejected OR is:refused"],
  ["is:(open -generating)", "is:open -is:generating"],
  ["IS:Rejected", "is:rejected"],
  ["by:you", "by:me"],
  ["stop:endturn", "stop:endTurn"],
  ["tokens:>4000", "tokens:>4000"],
  ["tokens>4000", "tokens:>4000"],
  ["tokens:＞＝４０００", "tokens:>=4000"],
  ["tokens:=4k", "tokens:4k"],
  ["tokens:100..2k", "tokens:100..2k"],
  ["tokens:100..", "tokens:100.."],
  ["tokens:*..100", "tokens:..100"],
  ["tokens:*", "tokens:*"],
  ["size:>64KiB", "size:>64kib"],
  ["findings:>2 findings:３", "findings:>2 findings:3"],
  [
    "findings:personal -findings:(secrets OR card)",
    "finding:personal -(finding:secrets OR finding:card)",
  ],
  ["flags:tool-undeclared", "flag:tool-undeclared"],
  ["took:>1.5s", "took:>1.5s"],
  ["cost:>$0.01", "cost:>$0.01"],
  ["before:2026-11-01", "before:2026-11-01"],
  ['received:>="2026-11-01 14:30"', 'received:>="2026-11-01 14:30"'],
  ["since:7d on:today", "since:7d on:today"],
  ["（a OR b）－c", "(a OR b) -c"],
])("parses %j as %j", (text, meaning) => {
  expect(faults(text)).toEqual([]);
  expect(means(text)).toBe(meaning);
});

it.each([
  ["serverr:x", ["serverr", { kind: "unknown-field", field: "serverr", nearest: "server" }]],
  ["a tok:5", ["tok", { kind: "unknown-field", field: "tok", nearest: "tokens" }]],
  ["zzzz:5", ["zzzz", { kind: "unknown-field", field: "zzzz", nearest: null }]],
  [
    "is:rejectd",
    ["rejectd", { kind: "unknown-value", field: "is", value: "rejectd", nearest: "rejected" }],
  ],
  [
    "is:(open OR nope)",
    ["nope", { kind: "unknown-value", field: "is", value: "nope", nearest: "open" }],
  ],
  ["tokens:many", ["many", { kind: "not-number", value: "many" }]],
  ["findings:2x", ["2x", { kind: "not-number", value: "2x" }]],
  ["findings:>many", ["many", { kind: "not-number", value: "many" }]],
  [
    "findings:persnal",
    ["persnal", { kind: "unknown-value", field: "finding", value: "persnal", nearest: "personal" }],
  ],
  ["tokens:1..x", ["1..x", { kind: "not-number", value: "x" }]],
  ["took:2", ["2", { kind: "not-duration", value: "2" }]],
  ["size:2s", ["2s", { kind: "not-size", value: "2s" }]],
  ["cost:2€", ["2€", { kind: "not-money", value: "2€" }]],
  ["before:2026-02-30", ["2026-02-30", { kind: "not-date", value: "2026-02-30" }]],
  ["before:soon", ["soon", { kind: "not-date", value: "soon" }]],
  ["tokens:5..4", ["5..4", { kind: "backwards", from: "5", to: "4" }]],
  ["a server:", ["server:", { kind: "no-value", field: "server" }]],
  ["server: github", ["server:", { kind: "no-value", field: "server" }]],
  ['server:""', ['""', { kind: "no-value", field: "server" }]],
  ["server:)", ["server:", { kind: "no-value", field: "server" }]],
  ["server:>3", ["server:>", { kind: "not-comparable", field: "server" }]],
  ["before:>2026", ["before:>", { kind: "not-comparable", field: "before" }]],
  ['a "b c', ['"b c', { kind: "open-quote" }]],
  ["server:“b c", ["“b c", { kind: "open-quote" }]],
  ["a (b OR c", ["(", { kind: "open-group" }]],
  ["a )", [")", { kind: "extra-close" }]],
  ["a ()", ["()", { kind: "empty-group" }]],
  ["a OR", ["OR", { kind: "no-operand", sign: "OR" }]],
  ["OR a", ["OR", { kind: "no-operand", sign: "OR" }]],
  ["a AND OR b", ["AND", { kind: "no-operand", sign: "AND" }]],
  ["a NOT", ["NOT", { kind: "no-operand", sign: "NOT" }]],
  ["a -", ["-", { kind: "no-operand", sign: "-" }]],
  ["is:(open server:x)", ["server:x", { kind: "field-in-values", field: "server" }]],
  ["!!!", ["!!!", { kind: "no-word", text: "!!!" }]],
  ["su*ize", ["su*ize", { kind: "star-inside", text: "su*ize" }]],
])("reports the fault of %j", (text, fault) => {
  expect(faults(text)).toEqual([fault]);
  expect(means(text)).toBe(null);
});

it("reports several faults, in the order of their places", () => {
  expect(faults("(is:nope tokens:x").map((fault) => (fault as [string])[0])).toEqual([
    "(",
    "nope",
    "x",
  ]);
});

it.each([
  ["too-long", "a ".repeat(5001)],
  ["too-many", "a ".repeat(201)],
  ["too-many", "-".repeat(9999)],
  ["too-deep", "(".repeat(9999)],
  ["too-many", ")".repeat(9999)],
  ["too-many", "OR ".repeat(3000)],
  ["open-quote", `"${"x".repeat(9990)}`],
])("stops early with %s at excessive input", (kind, text) => {
  expect(parse(text).faults.map((fault) => fault.kind)).toContain(kind);
});

it("parses ten thousand characters", () => {
  const long = `server:github ${'"exact words" '.repeat(150)}${"x".repeat(LIMITS.characters - 2114)}`;
  expect(long).toHaveLength(LIMITS.characters);
  const took = Array.from({ length: 9 }, () =>
    costMs(() => expect(parse(long).faults).toEqual([])),
  );
  // The quickest one tells what the work is, about 1 ms here.
  expect(Math.min(...took)).toBeLessThan(5);
});

it("has unique field names and aliases", () => {
  const names = Object.entries(FIELDS).flatMap(([name, { aliases }]) => [name, ...aliases]);
  expect(new Set(names).size).toBe(names.length);
});

it("counts no parentheses inside a word", () => {
  const signs = "\\(".repeat(60);
  expect(parse(`server:${signs}*`).faults).toEqual([]);
  expect(parse(`server:"${"(".repeat(60)}"`).faults).toEqual([]);
  expect(parse("(".repeat(60)).faults[0]?.kind).toBe("too-deep");
});
