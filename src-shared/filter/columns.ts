// Facts as a row of comparable values, the same in memory and in the history's table `item`. Words are folded
// (`text.ts`) and separated by line breaks.
import type { ItemFacts } from "./facts.ts";
import { FINDING_KINDS } from "../findings/kinds.ts";
import type { FindingKind } from "../findings/kinds.ts";
import { gaveUp } from "../request/life/actors.ts";
import { beginningsOfCommand, plainCommand } from "./simpleCommand.ts";
import type { CallFacts } from "./documentFacts.ts";
import { nameInCalls } from "./documentFacts.ts";
import { foldValue } from "./text.ts";

type Words = readonly (string | null)[];

/** Separates the words of a column; folded words contain no line breaks. */
export const BREAK = "\n";

interface Column {
  /** Type in SQLite's STRICT tables. */
  type: "TEXT" | "INTEGER" | "REAL";
  /** TEXT is never null: no word is the empty string. */
  of: (facts: ItemFacts) => string | number | null;
  /** Words are compared as they are, not folded. */
  exact?: true;
}

const words = (of: (facts: ItemFacts) => Words): Column => ({
  type: "TEXT",
  of: (facts) => joined(of(facts)),
});
/** Words that no two things share if they differ at all; one with a line break or another control character is none. */
const exact = (of: (facts: ItemFacts) => Words): Column => ({
  type: "TEXT",
  of: (facts) => exactWords(of(facts)),
  exact: true,
});
const exactWords = (values: Words): string =>
  lines(values.filter((value) => value !== null && !/[\p{Cc}\p{Cs}]/u.test(value)));
const word = (of: (facts: ItemFacts) => string | null): Column => words((facts) => [of(facts)]);
const yesNo = (of: (facts: ItemFacts) => boolean | null): Column =>
  word((facts) => {
    const is = of(facts);
    return is === null ? null : is ? "yes" : "no";
  });
/** Integers counted by Countersign. */
const count = (of: (facts: ItemFacts) => number | null): Column => ({ type: "INTEGER", of });
/** Measurements, and numbers from other sources. */
const measure = (of: (facts: ItemFacts) => number | null): Column => ({
  type: "REAL",
  of: (facts) => {
    const value = of(facts);
    return value !== null && Number.isFinite(value) ? value : null;
  },
});

function joined(values: Words): string {
  if (values.every((value) => value === null)) return "";
  const folded = values.flatMap((value) => (value === null ? [] : [foldedWord(value)]));
  return lines(folded);
}

function lines(values: Words): string {
  const present = [...new Set(values)].filter((value) => value !== "");
  return present.length === 0 ? "" : `${BREAK}${present.join(BREAK)}${BREAK}`;
}

/** Cache, because the same few names occur in many rows. */
const kept = new Map<string, string>();

function foldedWord(value: string): string {
  if (value.length > 100) return foldValue(value);
  const known = kept.get(value);
  if (known !== undefined) return known;
  const folded = foldValue(value);
  if (kept.size >= 2000) kept.clear();
  kept.set(value, folded);
  return folded;
}

const callsIn = ({ calledTools, calls }: Pick<ItemFacts, "calledTools" | "calls">): Words => [
  ...calledTools.map(nameInCalls),
  ...calls,
];

/** The column `calls` of these calls alone. */
export const callsColumn = (facts: CallFacts): string => exactWords(callsIn(facts));

const callOf = (method: ItemFacts["method"]) =>
  word((facts) => (facts.method === method ? facts.call : null));

/** All columns that filters can use. Add new ones at the end; the history then rebuilds its table. */
export const COLUMNS = {
  id: word((f) => f.id),
  server: words((f) => [f.serverId, f.serverName]),
  claims: word((f) => f.claims),
  transport: word((f) => f.transport),
  era: word((f) => f.era),
  revision: word((f) => f.revision),
  origin: word((f) => f.origin),
  method: word((f) => f.method),
  call: word((f) => f.call),
  tool: words((f) => [f.method === "tools/call" ? f.call : null, f.actionTool]),
  prompt: callOf("prompts/get"),
  resource: callOf("resources/read"),
  thread: word((f) => f.thread),
  turn: count((f) => f.turn),
  reply: word((f) => f.reply),
  stands: words(standing),
  gate: count((f) => f.gate),
  reason: word((f) => f.reason),
  decided_by: words((f) => f.decidedBy),
  decided_by1: words((f) => f.decidedBy1),
  decided_by2: words((f) => f.decidedBy2),
  rule: words((f) => f.rules),
  model: words((f) => f.models),
  provider: words((f) => f.providers),
  answered_by: word((f) => f.answeredBy),
  stop_reason: word((f) => f.stopReason),
  hint: words((f) => f.hints),
  tokens_in: measure((f) => f.inputTokens),
  tokens_out: measure((f) => f.outputTokens),
  tokens: measure((f) => f.tokens),
  cost_usd: measure((f) => f.costUsd),
  attempts: count((f) => f.attempts),
  failures: count((f) => f.failedAttempts),
  edited: words((f) => f.edited),
  findings: count((f) => f.findings),
  finding: words((f) => [...f.findingSeverities, ...f.findingKinds, ...groupsOf(f.findingKinds)]),
  flags: count((f) => f.flags),
  flag: words((f) => f.flagCodes),
  size_bytes: measure((f) => f.sizeBytes),
  received_ms: measure((f) => f.receivedAtMs),
  ended_ms: measure((f) => f.endedAtMs),
  waited_ms: measure((f) => f.waitedMs),
  took_ms: measure((f) => f.tookMs),
  more: count((f) => f.more),
  messages: count((f) => f.messages),
  tools: count((f) => f.tools),
  offers: words((f) => f.toolNames),
  uses: words((f) => [...new Set([...f.usedTools, ...f.calledTools])]),
  images: count((f) => f.images),
  audio: count((f) => f.audios),
  max_tokens: measure((f) => f.maxTokens),
  temperature: measure((f) => f.temperature),
  context: word((f) => f.context),
  has: words(parts),
  system: word((f) => f.systemHash),
  kind: word((f) => f.kind),
  host: word((f) => f.host),
  readonly: yesNo((f) => f.readOnly),
  destructive: yesNo((f) => f.destructive),
  program: words((f) => (f.program === null ? [] : [f.serverId, f.program])),
  uses1: words((f) => f.usedTools),
  uses2: words((f) => f.calledTools),
  agent: words((f) => f.agent),
  action: word((f) => f.action),
  command: exact((f) => (f.command === null ? [] : beginningsOfCommand(f.command))),
  path: exact((f) => [f.path, ...f.paths]),
  session: exact((f) => [f.session]),
  calls: exact(callsIn),
} as const satisfies Record<string, Column>;

export type ColumnName = keyof typeof COLUMNS;
export type ItemRow = Record<ColumnName, string | number | null>;

const names = Object.keys(COLUMNS) as ColumnName[];

export const isExact = (column: ColumnName): boolean => COLUMNS[column].exact === true;

/** A value of a filter as the column has it. A command that is not read has no form, and no column has it. */
export function asInColumn(column: ColumnName, value: string): string {
  if (column === "command") return plainCommand(value) ?? "";
  return isExact(column) ? value : foldValue(value);
}

/** A request's row, keyed by column name. */
export const rowOf = (facts: ItemFacts): ItemRow =>
  Object.fromEntries(names.map((name) => [name, COLUMNS[name].of(facts)])) as ItemRow;

/**
 * Columns with a request's own values. All others take few values, which repeat together: the history has each
 * combination once, in its table `alike`.
 */
const OWN = new Set<ColumnName>([
  "id",
  "call",
  "resource",
  "thread",
  "uses",
  "uses1",
  "uses2",
  "command",
  "path",
  "session",
  "calls",
]);
export const isAlike = (column: ColumnName): boolean =>
  COLUMNS[column].type === "TEXT" && !OWN.has(column);
export const alikeColumns = names.filter(isAlike);
export const ownColumns = names.filter((name) => !isAlike(name));

/** Definitions of these columns for CREATE TABLE … STRICT, without keys. */
export const columnsSql = (columns: readonly ColumnName[]): string =>
  columns
    .map(
      (name) => `${name} ${COLUMNS[name].type}${COLUMNS[name].type === "TEXT" ? " NOT NULL" : ""}`,
    )
    .join(",\n");

/** The groups of these kinds of findings; kinds of newer versions have none. */
const groupsOf = (kinds: readonly string[]): string[] =>
  kinds.flatMap((kind) =>
    Object.hasOwn(FINDING_KINDS, kind) ? [FINDING_KINDS[kind as FindingKind].group] : [],
  );

/** Values of `is:`: the state, groups of states, and how the response came about. */
function standing(facts: ItemFacts): string[] {
  const { state, endedAtMs, reason } = facts;
  // A replay does not reply to a server.
  const shown = state === "replied" && facts.reply === "replay" ? "replayed" : state;
  const is: string[] = [shown, endedAtMs === null ? "open" : "ended"];
  if (state === "cancelled" && !gaveUp(reason ?? "")) is.push("withdrawn");
  if (state === "request" || state === "response") is.push("waiting");
  if (facts.delivery !== null) is.push("failed");
  if (facts.byHand) is.push("byhand");
  if (facts.refined) is.push("refined");
  if (facts.edited.some((part) => part !== "unknown")) is.push("edited");
  if (facts.encrypted === false) is.push("unencrypted");
  return is;
}

/** Values of `has:`. */
function parts(facts: ItemFacts): string[] {
  const held: [string, boolean][] = [
    ["image", facts.images > 0],
    ["audio", facts.audios > 0],
    ["resource", facts.resources > 0],
    ["media", facts.images + facts.audios > 0],
    ["tools", facts.tools > 0],
    ["results", facts.toolResults > 0],
    ["system", facts.system],
    ["context", facts.context !== null && facts.context !== "none"],
    ["stop", facts.stopSequences],
    ["metadata", facts.metadata],
    ["hints", facts.hints.length > 0],
    ["findings", facts.findings > 0],
    ["flags", facts.flags > 0],
    ["answer", facts.answeredBy !== null],
    ["candidates", facts.attempts - facts.failedAttempts > 1],
    ["failure", facts.failedAttempts > 0],
  ];
  return held.flatMap(([name, there]) => (there ? [name] : []));
}
