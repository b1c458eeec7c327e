// The fields of the filter language: names, types, columns and values.
import { ACTION_KINDS, AGENT_IDS } from "../agents/agent.ts";
import { CANCELLED_BY } from "../request/life/actors.ts";
import { CODES } from "../request/checks/codes.ts";
import { findingKinds, RETIRED_KINDS, SEVERITIES } from "../findings/kinds.ts";
import { FINDING_GROUPS } from "../findings/groups.ts";
import { KIND_NAMES } from "../request/kinds/names.ts";
import type { RuleGate } from "../rules/rule.ts";
import type { ColumnName } from "./columns.ts";

export type Comparison = "=" | ">" | ">=" | "<" | "<=";

/** How a field's values are written and compared. */
export type FieldKind = "words" | "number" | "size" | "duration" | "money" | "date" | "text";
/** Values that only the caller knows, such as server names and model ids. */
export type KnownValues = "servers" | "programs" | "models" | "providers" | "tools" | "rules";

export interface Field {
  kind: FieldKind;
  column: ColumnName;
  /** Alternative names. */
  aliases: readonly string[];
  /** Values offered for completion. */
  values?: readonly string[];
  /** No other values are valid. */
  closed?: true;
  /** Synonyms of values. */
  sameAs?: Readonly<Record<string, string>>;
  known?: KnownValues;
  /** The comparison implied by the field's name: `before:` means `received:<`. */
  by?: Comparison;
  /** For a count, the field with the names of what is counted: `findings:personal` means `finding:personal`. */
  counts?: "finding" | "flag";
  /** The gates at which it is known, so that a rule can rely on it; absent: both. */
  known1?: false;
  known2?: false;
}

/** Whether a rule can use the field at a gate: before there is a response, or an ending, nothing is known of it. */
export const isKnownAt = (name: FieldName, gate: RuleGate): boolean =>
  (gate === "request" ? FIELDS[name].known1 : FIELDS[name].known2) !== false;

const deciders = ["me", "rule", "fixture", "desk", "server", "host", "program"];
const decider = {
  values: deciders,
  closed: true,
  sameAs: { person: "me", you: "me", countersign: "desk" },
} as const;
const yesNo = { values: ["yes", "no"], closed: true, sameAs: { 是: "yes", 否: "no" } } as const;
const STATES = [
  "open",
  "waiting",
  "request",
  "generating",
  "response",
  "delivering",
  "ended",
  "replied",
  "replayed",
  "rejected",
  "refused",
  "cancelled",
  "withdrawn",
  "failed",
  "undeliverable",
  "unknown",
  "edited",
  "byhand",
  "refined",
  "unencrypted",
];
const PARTS = [
  "image",
  "audio",
  "media",
  "resource",
  "tools",
  "results",
  "system",
  "context",
  "stop",
  "metadata",
  "hints",
  "findings",
  "flags",
  "answer",
  "candidates",
  "failure",
];
const DAYS = ["today", "yesterday", "24h", "7d", "30d"];

const words = (column: ColumnName, more: Partial<Field> = {}): Field => ({
  kind: "words",
  column,
  aliases: [],
  ...more,
});
type Amount = "number" | "size" | "duration" | "money";
/** Example values offered for amounts. */
const EXAMPLES: Record<Amount, readonly string[]> = {
  number: [],
  size: [">64KiB", ">1MB", "<10kB"],
  duration: [">1s", ">10s", ">1m"],
  money: [">0.01", ">0.1", ">1"],
};
const amount = (kind: Amount, column: ColumnName, ...aliases: string[]): Field => ({
  kind,
  column,
  aliases,
  values: EXAMPLES[kind],
});
const date = (column: ColumnName, by?: Comparison): Field => ({
  kind: "date",
  column,
  aliases: [],
  values: DAYS,
  ...(by === undefined ? {} : { by }),
});

/** Known once there is a response. */
const later = <F extends Field>(field: F): F & { known1: false } => ({ ...field, known1: false });
/** Known once the request has ended, which is after all rules. */
const last = (field: Field): Field => ({ ...field, known1: false, known2: false });

const TABLE = {
  server: words("server", { known: "servers", aliases: ["from", "服务器"] }),
  is: words("stands", { values: STATES, closed: true, aliases: ["state", "状态"] }),
  tool: words("tool", { known: "tools", aliases: ["工具"] }),
  model: words("model", { known: "models", aliases: ["模型"] }),
  has: words("has", { values: PARTS, closed: true, aliases: ["with", "含有"] }),
  by: words("decided_by", decider),
  by1: words("decided_by1", decider),
  by2: later(words("decided_by2", decider)),
  rule: words("rule", { known: "rules", aliases: ["规则"] }),
  edited: words("edited", { values: ["request", "response", "unknown"], closed: true }),
  reason: words("reason", {
    values: [...Object.keys(CODES), ...Object.keys(CANCELLED_BY)],
    aliases: ["why"],
  }),
  text: { kind: "text", column: "id", aliases: ["words"] },
  before: date("received_ms", "<"),
  after: date("received_ms", ">"),
  since: date("received_ms", ">="),
  until: date("received_ms", "<="),
  on: date("received_ms", "="),
  received: date("received_ms"),
  ended: last(date("ended_ms")),
  tokens: later({
    ...amount("number", "tokens"),
    values: [">1000", ">4000", ">=100k", "1..1000"],
  }),
  input: later(amount("number", "tokens_in", "in")),
  output: later(amount("number", "tokens_out", "out")),
  cost: later(amount("money", "cost_usd", "usd")),
  took: later(amount("duration", "took_ms")),
  waited: last(amount("duration", "waited_ms")),
  size: amount("size", "size_bytes", "bytes"),
  maxtokens: amount("number", "max_tokens", "max"),
  temperature: amount("number", "temperature"),
  messages: amount("number", "messages"),
  images: amount("number", "images"),
  audio: amount("number", "audio"),
  tools: amount("number", "tools"),
  findings: { ...amount("number", "findings"), counts: "finding" },
  flags: { ...amount("number", "flags"), counts: "flag" },
  attempts: amount("number", "attempts"),
  failures: amount("number", "failures"),
  turn: amount("number", "turn"),
  gate: amount("number", "gate"),
  more: amount("number", "more"),
  /** A severity, a group of kinds, or a kind. */
  finding: words("finding", {
    values: [...SEVERITIES, ...FINDING_GROUPS, ...findingKinds],
    closed: true,
    sameAs: Object.fromEntries(RETIRED_KINDS.map((kind) => [kind, kind])),
  }),
  flag: words("flag"),
  call: words("call", { known: "tools", aliases: ["via"] }),
  prompt: words("prompt"),
  resource: words("resource"),
  method: words("method", {
    values: ["tools/call", "prompts/get", "resources/read"],
    closed: true,
  }),
  origin: words("origin", { values: ["certain", "counted", "ambiguous", "none"], closed: true }),
  thread: words("thread", { aliases: ["run"] }),
  offers: words("offers", { known: "tools" }),
  /** In a rule: `uses1` at gate 1, `uses2` at gate 2 (`ruleQuery.ts`). */
  uses: words("uses", { known: "tools" }),
  uses1: words("uses1", { known: "tools" }),
  uses2: later(words("uses2", { known: "tools" })),
  /** A tool's name, or that with its arguments (`callText`). */
  calls: later(words("calls", { known: "tools", aliases: ["调用"] })),
  provider: words("provider", { known: "providers" }),
  answered: later(words("answered_by", { known: "models" })),
  hint: words("hint"),
  stop: later(
    words("stop_reason", { values: ["endTurn", "stopSequence", "maxTokens", "toolUse"] }),
  ),
  context: words("context", { values: ["none", "thisServer", "allServers"] }),
  system: words("system"),
  claims: words("claims"),
  host: words("host", { aliases: ["宿主"] }),
  program: words("program", { known: "programs", aliases: ["程序"] }),
  transport: words("transport", {
    values: ["stdio", "http", "sse", "demo", "endpoint"],
    closed: true,
  }),
  era: words("era", { values: ["legacy", "modern"], closed: true }),
  revision: words("revision", { aliases: ["protocol"] }),
  reply: words("reply", { values: ["pushed", "task", "embedded", "http", "replay"] }),
  kind: words("kind", { values: KIND_NAMES, closed: true, aliases: ["种类"] }),
  readonly: words("readonly", yesNo),
  destructive: words("destructive", yesNo),
  agent: words("agent", { values: AGENT_IDS, aliases: ["智能体"] }),
  action: words("action", { values: ACTION_KINDS, closed: true, aliases: ["操作"] }),
  /** Whole words that the command begins with, where nothing is chained to it (`simpleCommand.ts`). */
  command: words("command", { aliases: ["命令"] }),
  path: words("path", { aliases: ["路径"] }),
  session: words("session", { aliases: ["会话"] }),
  id: words("id"),
} as const satisfies Record<string, Field>;

export type FieldName = keyof typeof TABLE;
export const FIELDS: Readonly<Record<FieldName, Field>> = TABLE;
/** In the order of completion. */
export const fieldNames = Object.keys(TABLE) as FieldName[];

const BY_NAME = new Map<string, FieldName>(
  fieldNames.flatMap((name) =>
    [name, ...FIELDS[name].aliases].map((known) => [known, name] as const),
  ),
);

/** Finds a field by its name or an alias, case-insensitively. */
export const fieldNamed = (name: string): FieldName | null =>
  BY_NAME.get(name.toLowerCase()) ?? null;

/**
 * The name that `written` most likely means: one that starts with it, or with at most two letters wrong; null if
 * there is none.
 */
export function nearestFieldName<N extends string>(written: string, names: readonly N[]): N | null {
  const word = written.toLowerCase();
  const begun =
    word.length >= 2 ? names.find((name) => name.toLowerCase().startsWith(word)) : undefined;
  if (begun !== undefined) return begun;
  const most = word.length <= 3 ? 1 : 2;
  let best: N | null = null;
  let least = most + 1;
  for (const name of names) {
    const away = distance(word, name.toLowerCase(), least);
    if (away < least) [best, least] = [name, away];
  }
  return best;
}

/** Damerau-Levenshtein distance (optimal string alignment), capped at `most`. */
function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) >= most) return most;
  let older: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let value = Math.min(
        (above[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (above[j - 1] ?? 0) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        value = Math.min(value, (older[j - 2] ?? 0) + 1);
      }
      row.push(value);
    }
    [older, above] = [above, row];
  }
  return above[b.length] ?? most;
}
