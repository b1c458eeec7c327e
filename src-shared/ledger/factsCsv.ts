// The facts of requests as CSV, protected against formula injection.
import { maskedText } from "../servers/config/masking.ts";
import type { RowFacts } from "./history.ts";

/** The columns in order, with the format of each. Times are ISO 8601 in UTC. */
const COLUMNS = {
  id: "text",
  serverName: "text",
  claims: "text",
  transport: "text",
  revision: "text",
  era: "text",
  method: "text",
  call: "text",
  turn: "number",
  reply: "text",
  state: "text",
  delivery: "text",
  gate: "number",
  reason: "text",
  decidedBy: "list",
  decidedBy1: "list",
  decidedBy2: "list",
  rules: "list",
  models: "list",
  providers: "list",
  answeredBy: "text",
  stopReason: "text",
  attempts: "number",
  failedAttempts: "number",
  edited: "list",
  byHand: "flag",
  inputTokens: "number",
  outputTokens: "number",
  costUsd: "number",
  costAtLeast: "flag",
  findings: "number",
  flags: "number",
  sizeBytes: "number",
  receivedAtMs: "time",
  endedAtMs: "time",
  waitedMs: "number",
  tookMs: "number",
} as const satisfies Partial<Record<keyof RowFacts, "text" | "number" | "list" | "flag" | "time">>;

type Column = keyof typeof COLUMNS;
// Object.keys returns exactly the keys of the literal above.
const columns = Object.keys(COLUMNS) as Column[];

/** The header, with a byte order mark by which spreadsheets recognise UTF-8. Line ends as in RFC 4180. */
export const csvHeading = (): string => `\uFEFF${columns.map(nameOf).join(",")}\r\n`;

/** Column name; drops the `Ms` of times, which are written as text. */
const nameOf = (column: Column): string =>
  COLUMNS[column] === "time" ? column.replace(/Ms$/, "") : column;

export const csvLine = (facts: RowFacts): string =>
  `${columns.map((column) => cell(valueOf(facts, column), COLUMNS[column])).join(",")}\r\n`;

/** Masks secrets in calls, because a resource's name is an address. */
const valueOf = (facts: RowFacts, column: Column): RowFacts[Column] =>
  column === "call" && facts.call !== null ? maskedText(facts.call) : facts[column];

function cell(value: RowFacts[Column], kind: (typeof COLUMNS)[Column]): string {
  if (value === null) return "";
  if (kind === "time" && typeof value === "number") return new Date(value).toISOString();
  if (Array.isArray(value)) return text(value.join("; "));
  return typeof value === "string" ? text(value) : String(value);
}

/** Guards against formulas also after semicolons, tabs and line breaks, where some spreadsheets split cells. */
function text(value: string): string {
  const guarded = value.replace(/(^|[;\t\r\n]\s*)(?=[=+\-@\t\r\n＝＋－＠])/g, "$1'");
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
