// Arbitrary facts, texts and filters for property tests, from small sets of values so that filters match often.
import fc from "fast-check";
import { callText } from "./documentFacts.ts";
import type { ItemFacts } from "./facts.ts";
import { fieldNames, FIELDS } from "./fields.ts";
import type { Field, FieldName, Comparison } from "./fields.ts";
import type { FilterQuery, PatternPart } from "./query.ts";
import { textTerms } from "./text.ts";

/** Noon in the middle of the range of times that `facts` generates. */
export const noonMs = new Date(2026, 10, 3, 12).getTime();

const names = [
  "GitHub",
  "github",
  "Ｇｉｔｈｕｂ",
  "git\\hub",
  'a "b" c',
  "本地 文件",
  "a%b_c",
  "a",
  "b",
  "ab",
  "claude-opus-4",
  "claude",
  "summarize",
  "x\ny",
  "\u200b",
  "",
  "é",
  "e\u0301",
  "ς",
  "\ud800",
  "C:\\dir",
  "a,b",
  "[1]",
  "me",
  "*",
  "a?b",
];
const COMMANDS = [
  "npm test",
  "npm test -- --run",
  "npm",
  "NPM test",
  "git commit -m 'a b'",
  "a b",
  "ab",
];
const CALLS = ["a", "b"].flatMap((name) =>
  [{}, { path: "a" }, { path: 'a"b\n', n: 1 }, { path: "\u0085" }].flatMap(
    (input) => callText({ type: "tool_use", name, input }) ?? [],
  ),
);
const name = fc.constantFrom(...names);
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.option(arbitrary, { freq: 3 });
const list = (arbitrary: fc.Arbitrary<string>): fc.Arbitrary<string[]> =>
  fc.array(arbitrary, { maxLength: 3 });
const count = fc.integer({ min: 0, max: 4 });
const number = fc.constantFrom(0, 1, 2, 0.7, 0.699999988, 100, 2000, 2500, 4000, 4001, 65_536, 1e9);
const time = fc.integer({ min: -80, max: 80 }).map((hours) => noonMs + hours * 1_800_000);

const states = [
  "request",
  "generating",
  "response",
  "delivering",
  "replied",
  "rejected",
  "refused",
  "cancelled",
  "undeliverable",
  "unknown",
];

/** Facts of a request, generated independently of each other, which filters cannot notice. */
export const facts: fc.Arbitrary<ItemFacts> = fc.record({
  id: name,
  serverId: name,
  serverName: name,
  claims: maybe(name),
  host: maybe(name),
  program: maybe(name),
  readOnly: maybe(fc.boolean()),
  destructive: maybe(fc.boolean()),
  transport: name,
  era: name,
  revision: name,
  encrypted: maybe(fc.boolean()),
  thread: maybe(name),
  turn: maybe(count),
  origin: fc.constantFrom("certain", "counted", "ambiguous", "none"),
  method: maybe(fc.constantFrom("tools/call", "prompts/get", "resources/read")),
  call: maybe(name),
  reply: fc.constantFrom("pushed", "task", "embedded", "replay"),
  kind: fc.constantFrom("sampling", "elicitation"),
  state: fc.constantFrom(...states),
  gate: maybe(fc.constantFrom(1, 2)),
  reason: maybe(fc.constantFrom("quit", "too-large")),
  decidedBy: fc.subarray(["me", "rule", "desk"]),
  decidedBy1: fc.subarray(["me", "rule"]),
  decidedBy2: fc.subarray(["me", "rule"]),
  rules: list(name),
  decidingRules: list(name),
  models: list(name),
  providers: list(name),
  answeredBy: maybe(name),
  stopReason: maybe(name),
  inputTokens: maybe(number),
  outputTokens: maybe(number),
  tokens: maybe(number),
  costUsd: maybe(number),
  costAtLeast: fc.boolean(),
  attempts: count,
  failedAttempts: count,
  edited: fc.subarray(["request", "response"]),
  byHand: fc.boolean(),
  refined: fc.boolean(),
  findings: count,
  findingKinds: list(fc.constantFrom("tag", "control")),
  flags: count,
  findingSeverities: fc.subarray(["high", "low"]),
  flagCodes: list(name),
  sizeBytes: number,
  receivedAtMs: time,
  endedAtMs: maybe(time),
  waitedMs: maybe(number),
  tookMs: maybe(number),
  more: count,
  firstWords: name,
  messages: count,
  tools: count,
  toolNames: list(name),
  usedTools: list(name),
  calledTools: list(name),
  calls: list(fc.constantFrom(...CALLS)),
  hasLongCall: fc.boolean(),
  images: count,
  audios: count,
  resources: count,
  toolResults: count,
  maxTokens: maybe(number),
  temperature: maybe(number),
  hints: list(name),
  system: fc.boolean(),
  systemHash: maybe(name),
  stopSequences: fc.boolean(),
  metadata: fc.boolean(),
  context: maybe(name),
  agent: list(name),
  action: maybe(fc.constantFrom("command", "edit", "mcp-call")),
  actionTool: maybe(name),
  command: maybe(fc.constantFrom(...COMMANDS, ...names)),
  path: maybe(name),
  paths: fc.array(maybe(name), { maxLength: 2 }),
  session: maybe(name),
}) as fc.Arbitrary<ItemFacts>;

const words = [
  "claude",
  "协议",
  "协",
  "议",
  "MCP",
  "a",
  "ab",
  "b c",
  "OR",
  "it's",
  "Ａ",
  "\u200b",
  "é",
  '"',
  "\\",
];
/** A text made of the same words as `phrase`. */
export const text = fc
  .array(fc.constantFrom(...words, " ", "\n", "。"), { maxLength: 8 })
  .map((all) => all.join(""));
const phrase = text.filter((value) => textTerms(value).terms.length > 0);

const wild = fc.constantFrom({ wild: "any" } as const, { wild: "one" } as const);
/** Without adjacent texts or stars, which parsing would merge. */
const pattern = fc
  .array(
    fc.oneof(
      fc.constantFrom("git", "a", "b", "cl", "N", "[", "ab", "地", "%", "_", "\\", "-", "é", '"'),
      wild,
    ),
    {
      minLength: 2,
      maxLength: 5,
    },
  )
  .filter(
    (parts) =>
      parts.every((part, i) => isApart(parts[i - 1], part)) &&
      parts.some((part) => typeof part === "object"),
  );

const isApart = (before: PatternPart | undefined, part: PatternPart): boolean =>
  before === undefined ||
  typeof before !== typeof part ||
  (typeof before === "object" &&
    typeof part === "object" &&
    (before.wild === "one" || part.wild === "one"));

const amounts: Record<Exclude<Field["kind"], "words" | "text">, string[]> = {
  number: ["0", "1", "0.7", "4000", "4k", "1,000", "2"],
  size: ["0", "1kb", "64kib", "1.5mb", "100"],
  duration: ["2s", "2.5s", "100ms", "1m", "2000ms", "1小时"],
  money: ["0.69", "$0.7", "100", "1usd"],
  date: [
    "today",
    "昨天",
    "7d",
    "12h",
    "2026",
    "2026-11",
    "2026-11-03",
    "2026-11-03t12:00",
    "2026/11/2",
    "11:00",
  ],
};
const signs: Comparison[] = ["=", ">", ">=", "<", "<="];
const exact = name.filter((value) => !/^[\s\u200b]*$/.test(value));

/** A filter of one field as `parse` would return it. */
function ofField(field: FieldName): fc.Arbitrary<FilterQuery> {
  const { kind, closed, values = [], by } = FIELDS[field];
  if (kind === "text") return fc.record({ kind: fc.constant("text"), phrase, begun: fc.boolean() });
  if (kind === "words") {
    const value =
      closed === true
        ? fc.constantFrom(...values)
        : fc.oneof(
            exact,
            fc.constantFrom(
              "a",
              ...values,
              ...(field === "command" ? COMMANDS : []),
              ...(field === "calls" ? CALLS : []),
            ),
          );
    const one = value.map((written): PatternPart[] => [written]);
    const any = fc.constant<PatternPart[]>([{ wild: "any" }]);
    return fc.record({
      kind: fc.constant("word"),
      field: fc.constant(field),
      pattern: fc.oneof(one, one, pattern, any),
    });
  }
  const value = fc.constantFrom(...amounts[kind]);
  const compare = fc.record({
    kind: fc.constant("compare" as const),
    field: fc.constant(field),
    value,
    by: by === undefined ? fc.constantFrom(...signs) : fc.constant(by),
  });
  if (by !== undefined) return compare;
  const ends =
    kind === "date"
      ? ["2026-11-02", "2026-11-04"]
      : [amounts[kind][0] ?? "", amounts[kind][1] ?? ""];
  const [first = "", last = ""] = ends;
  const between = fc.constantFrom(
    { kind: "between", field, from: first, to: last } as const,
    { kind: "between", field, from: first, to: null } as const,
    { kind: "between", field, from: null, to: last } as const,
    { kind: "known", field } as const,
  );
  return fc.oneof(compare, compare, between);
}

const leaf = fc.constantFrom(...fieldNames).chain(ofField);

/** Filters of any depth, flattened as `parse` returns them. */
export const query: fc.Arbitrary<FilterQuery> = fc.letrec<{
  all: FilterQuery;
  and: FilterQuery;
  or: FilterQuery;
  not: FilterQuery;
}>((tie) => ({
  all: fc.oneof({ maxDepth: 3, withCrossShrink: true }, leaf, tie("and"), tie("or"), tie("not")),
  and: several("and", fc.oneof({ maxDepth: 3 }, leaf, tie("or"), tie("not"))),
  or: several("or", fc.oneof({ maxDepth: 3 }, leaf, tie("and"), tie("not"))),
  not: tie("all").map((of): FilterQuery => ({ kind: "not", of })),
})).all;

function several(kind: "and" | "or", part: fc.Arbitrary<FilterQuery>): fc.Arbitrary<FilterQuery> {
  return fc.array(part, { minLength: 2, maxLength: 3 }).map((of) => flat(kind, of));
}

function flat(kind: "and" | "or", of: readonly FilterQuery[]): FilterQuery {
  return { kind, of: of.flatMap((part) => (part.kind === kind ? part.of : [part])) };
}
