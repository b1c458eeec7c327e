// What lists know of each request as a table for spreadsheets. Foreign text can start no formula there.
import { maskedText } from "../servers/config/masking.ts";
import type { RowFacts } from "./history.ts";

/** The columns, in order: member of the facts, and how it is written. Times are ISO 8601 in UTC. */
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
// The keys of the table are what it was written with.
const columns = Object.keys(COLUMNS) as Column[];

/** The heading, with the mark by which spreadsheets know UTF-8. Lines end as RFC 4180 says. */
export const csvHeading = (): string => `\uFEFF${columns.map(nameOf).join(",")}\r\n`;

/** `receivedAtMs` holds a time and says so by its name. */
const nameOf = (column: Column): string =>
  COLUMNS[column] === "time" ? column.replace(/Ms$/, "") : column;

export const csvLine = (facts: RowFacts): string =>
  `${columns.map((column) => cell(valueOf(facts, column), COLUMNS[column])).join(",")}\r\n`;

/** A call may have read a resource, whose name is an address. */
const valueOf = (facts: RowFacts, column: Column): RowFacts[Column] =>
  column === "call" && facts.call !== null ? maskedText(facts.call) : facts[column];

function cell(value: RowFacts[Column], kind: (typeof COLUMNS)[Column]): string {
  if (value === null) return "";
  if (kind === "time" && typeof value === "number") return new Date(value).toISOString();
  if (Array.isArray(value)) return text(value.join("; "));
  return typeof value === "string" ? text(value) : String(value);
}

/** Some spreadsheets part at semicolons and tabs as well: what would begin a formula there gets a mark too. */
function text(value: string): string {
  const guarded = value.replace(/(^|[;\t\r\n]\s*)(?=[=+\-@\t\r\n＝＋－＠])/g, "$1'");
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
