// Why something with the team's database did not happen.
import type { BudgetHold } from "../rules/limits/windows.ts";

/**
 * Why the database refused, in one transaction and with nothing changed.
 * `stale`: the request has further rows: read them again. `leased`: another desk edits it. `lease-lost`: the lease of
 * an edit has run out or was taken. `not-holder`: only the desk that received it may append this. `holder-alive`: its
 * desk still answers, so nobody else may end it. `needs-votes`: two people have to approve. `own-request`: one's own
 * desk received it. `already-voted`: one vote a login. `vote-stale`: what was voted for is no longer proposed.
 * `login-full`: this login has as many requests, or as many bytes, open as it may.
 */
export type TeamRefusal =
  | "unknown"
  | "known"
  | "stale"
  | "ended"
  | "leased"
  | "lease-lost"
  | "not-holder"
  | "holder-alive"
  | "stopped"
  | "needs-votes"
  | "own-request"
  | "already-voted"
  | "vote-stale"
  | "over-budget"
  | "login-full"
  | "open"
  | "session-over"
  | "malformed";

/** `detail` is the database's or the system's own text. */
export type TeamFailure =
  /** No connection now; nothing was lost, and it may or may not have been done: read the rows again. */
  | { kind: "team-offline"; detail: string }
  | { kind: "team-refused"; why: TeamRefusal; holds?: BudgetHold[] }
  /** The login may not do this: `detail` names the object. */
  | { kind: "team-forbidden"; detail: string }
  /** Login or password are wrong. */
  | { kind: "team-login"; detail: string }
  /** TLS could not be verified, or the server has none. */
  | { kind: "team-certificate"; detail: string }
  /** The address cannot be read; `why` is for people. */
  | { kind: "team-address"; why: "unreadable" | "no-database" | "plain" }
  /** PostgreSQL is older than 15. */
  | { kind: "team-too-old"; version: string }
  /** The database has not been set up (0), or by another version of Countersign. */
  | { kind: "team-schema"; found: number; wanted: number }
  /** Another session kept a lock on the tables for longer than was waited; nothing was changed. */
  | { kind: "team-busy"; detail: string }
  | { kind: "team-other"; detail: string };
