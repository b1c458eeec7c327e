// Turns what the driver, the network and the database report into failures of the team.
import type { TeamFailure, TeamRefusal } from "#shared/team/failure.ts";
import type { BudgetHold } from "#shared/rules/limits/windows.ts";

/** Reasons that the functions give (`schema/appending.ts`), by their code CS001. */
const REFUSED = "CS001";
/** Deadlock and serialization: nothing was changed, the same call may be made again. */
const AGAIN: ReadonlySet<string> = new Set(["40001", "40P01"]);
/** What only a wrong argument causes: a text that is no JSON or holds what PostgreSQL's texts cannot, a value twice. */
const MALFORMED: ReadonlySet<string> = new Set([
  "22P02",
  "22P05",
  "22021",
  "22023",
  "22003",
  "22030",
  "22032",
  "23505",
  "23514",
  "23502",
]);
const LOGIN: ReadonlySet<string> = new Set(["28P01", "28000"]);
/** The driver's word that the server asks for a password and none was given. */
const NO_PASSWORD = /^SASL: .*password/;
/** TLS's own codes, and the driver's word that the server has none. */
const TLS = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME|SSL|TLS|EPROTO/;

/** PostgreSQL's or Node's code of an error, or nothing. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

const textOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500);

/** Whether the same call may be made again at once. */
export const mayTryAgain = (error: unknown): boolean => AGAIN.has(codeOf(error));

/** Codes of PostgreSQL have five characters; those of Node and TLS are words. */
export function failureOf(error: unknown): TeamFailure {
  const [code, detail] = [codeOf(error), textOf(error)];
  if (code === REFUSED) return refusedOf(error, detail);
  if (code === "42501") return { kind: "team-forbidden", detail };
  if (code === "3F000" || code === "42P01" || code === "42883") {
    return { kind: "team-schema", found: 0, wanted: 0 };
  }
  if (MALFORMED.has(code)) return { kind: "team-refused", why: "malformed" };
  if (code === "55P03") return { kind: "team-busy", detail };
  if (LOGIN.has(code) || NO_PASSWORD.test(detail)) return { kind: "team-login", detail };
  if (TLS.test(code) || /does not support SSL/.test(detail)) {
    return { kind: "team-certificate", detail };
  }
  // Shutting down, too many connections, no resources, and everything that the network reports.
  if (!/^[0-9A-Z]{5}$/.test(code) || /^(?:08|53|57|58)/.test(code)) {
    return { kind: "team-offline", detail };
  }
  return { kind: "team-other", detail: `${code} ${detail}` };
}

function refusedOf(error: unknown, message: string): TeamFailure {
  // Written by the functions alone, so the words are those of the type.
  const why = message as TeamRefusal;
  if (why !== "over-budget") return { kind: "team-refused", why };
  const detail = error instanceof Error && "detail" in error ? error.detail : null;
  return { kind: "team-refused", why, holds: [JSON.parse(String(detail)) as BudgetHold] };
}
