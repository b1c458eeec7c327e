// The team's database as the desk's wiring sees it. Everything is asynchronous and no call throws: a failure is a value.
// Nothing here changes a request on its own: a client makes the event of a decision, `append` adds its row if the
// database agrees, and every desk, the decider's included, applies the rows that it reads.
import type { ArrivingLedger } from "#shared/ledger/verification.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { ReadRow } from "#shared/ledger/row.ts";
import type { JsonObject } from "#shared/json.ts";
import type { RequestId } from "#shared/request/life/heldRequest.ts";
import type { Phase } from "#shared/request/life/heldRequest.ts";
import type { TeamFailure } from "#shared/team/failure.ts";
import type { TeamPolicy } from "#shared/team/policy.ts";
import type { Lease, Proposal, SessionId, TeamMode, TeamRequest } from "#shared/team/request.ts";
import type { TeamSettings } from "#shared/team/settings.ts";
import type { TeamState } from "#shared/team/view.ts";
import type { LedgerEntry } from "../core/ports.ts";

export type TeamOutcome<T> = Outcome<T, TeamFailure>;

/** Where the database is, and how to get there. */
export interface TeamAddress {
  /** `postgres://login@host:port/database?sslmode=…`; a password in it is taken, and never shown. */
  url: string;
  password?: string;
  /** Certificates (PEM) to trust beside the system's. */
  authorities?: string;
  /** The user allows a connection without TLS to another machine. */
  allowPlain?: boolean;
}

/** A row to append: the event of `entry` is split into facts and content as in the own ledger. */
export interface TeamEntry extends Pick<LedgerEntry, "kind" | "body" | "media"> {
  /** What the generation is expected to use, with `request-approved`: held against the budgets. */
  reserve?: TeamSpend & { attemptId: string };
  /** From the holder: what it used in the end, with the row that ends the attempt. */
  used?: TeamSpend & { attemptId: string };
}

/** `usd` is null where the price is unknown, at the desk of who approves or in the end. */
export interface TeamSpend {
  tokens: number;
  usd: number | null;
}

/** What a change is based on, and what the request is after it. */
export interface TeamBase {
  /** `TeamRequest.revision` of the rows that were folded. */
  revision: number;
  /** Phase after the change, by `advance`. */
  phase: Phase["kind"];
  /** The fence of one's lease; needed where a row says `edited: true`. */
  fence?: number;
  /** From the holder: what lists show, and whether two people are needed from now on. */
  summary?: JsonObject;
  votesNeeded?: 2;
}

/** The place of the last appended row. */
export interface TeamAppended {
  revision: number;
  seq: number;
  hash: string;
}

/** The new request of this desk. `received` is its first row. */
export interface NewTeamRequest {
  id: RequestId;
  rows: readonly TeamEntry[];
  phase: Phase["kind"];
  summary: JsonObject;
  votesNeeded: 1 | 2;
}

/** Called at most once a moment, after the store's copy has changed. Must not throw. */
export interface TeamListener {
  connectionChanged(now: TeamState): void;
  /** These requests have changed, begun or ended: rows, votes, lease or who has them open. */
  requestsChanged(ids: readonly RequestId[]): void;
  modeChanged(mode: TeamMode): void;
  policyChanged(policy: TeamPolicy, version: number): void;
}

/** A connection to the team. */
export interface TeamStore {
  /** The copy in memory, current to within a moment. `requests` has all open ones, and those that ended meanwhile. */
  connection(): TeamState;
  requests(): ReadonlyMap<RequestId, TeamRequest>;
  mode(): TeamMode;
  policy(): { policy: TeamPolicy; version: number };

  /** The holder's: adds a request to the queue. Refused as `known` when it is there already. */
  publish(request: NewTeamRequest): Promise<TeamOutcome<TeamAppended>>;
  /**
   * The holder's, before it generates: what an attempt is expected to use, in place of what its approver reserved. Refused
   * as `over-budget`, also where the price is unknown and a budget is in USD.
   */
  cover(id: RequestId, likely: TeamSpend & { attemptId: string }): Promise<TeamOutcome<null>>;
  /**
   * Appends rows: all or none. `by` of a person must name one's own login. Two people's approvals are refused as
   * `needs-votes`; use `propose` and `vote`.
   */
  append(
    id: RequestId,
    base: TeamBase,
    rows: readonly TeamEntry[],
  ): Promise<TeamOutcome<TeamAppended>>;
  /** Proposes rows for two people to approve; votes for it unless one's own desk holds it. Clears earlier votes. */
  propose(
    id: RequestId,
    base: TeamBase,
    rows: readonly TeamEntry[],
  ): Promise<TeamOutcome<TeamAppended>>;
  /** What is proposed now, to show before voting; null when nothing is. */
  proposed(id: RequestId): Promise<TeamOutcome<ProposedRows | null>>;
  /** Votes for the proposal with this hash. With the last vote its rows are appended in the same transaction. */
  vote(id: RequestId, hash: string): Promise<TeamOutcome<TeamAppended & { approved: boolean }>>;

  /** Rows of these requests, each in order, with their content as far as it is kept. Unknown ids are left out. */
  rowsOf(ids: readonly RequestId[]): Promise<TeamOutcome<Map<RequestId, ReadRow[]>>>;
  /** The base64 text of a medium that the request holds; null when it is not there. */
  medium(id: RequestId, ref: string): Promise<TeamOutcome<string | null>>;

  /** Takes or renews the lease to edit. Refused as `leased` while another session has it. */
  claim(id: RequestId): Promise<TeamOutcome<Lease>>;
  release(id: RequestId, fence: number): Promise<TeamOutcome<null>>;
  /** Which requests this desk has open on screen; tells the others. */
  look(ids: readonly RequestId[]): Promise<TeamOutcome<null>>;

  /** The operator's. */
  setMode(kind: TeamMode["kind"]): Promise<TeamOutcome<null>>;
  /** `version`: the one that was read; refused as `stale` when it is no longer current. */
  setPolicy(policy: TeamPolicy, version: number): Promise<TeamOutcome<null>>;
  /** Deletes the content of an ended request; its facts and the chain stay. Refused as `open` before it has ended. */
  deleteContent(id: RequestId, why: string): Promise<TeamOutcome<null>>;

  /** Reads what has changed now, without waiting for word of it. */
  refresh(): Promise<TeamOutcome<null>>;
  /** This desk's session; null before the first connection. */
  session(): SessionId | null;
  /** Ends the session: its lease and presence go at once. `keepsSession`: a new connection goes on with it. */
  close(how?: { keepsSession: boolean }): Promise<void>;
}

export interface ProposedRows extends Proposal {
  rows: ReadRow[];
}

export interface TeamOptions {
  address: TeamAddress;
  /** What other desks call this one. */
  label: string;
  /** The session to go on with, if it is not over: what it holds stays its own. */
  session?: SessionId;
  listener: TeamListener;
  /** The base64 text of a medium that a row names, where this desk holds it. */
  mediumText(id: RequestId, ref: string): string | null;
  /** False: by the poll alone, as behind a pooler that loses notifications. */
  listens?: boolean;
}

/** Opens a connection, which then keeps itself. Returns at once; `connection()` tells how it fares. */
export type ConnectTeam = (options: TeamOptions) => TeamStore;

/** Sets up the database or brings it up to date; needs an operator's login. Returns the version. */
export type MigrateTeam = (address: TeamAddress) => Promise<TeamOutcome<number>>;

/** The team's whole ledger, as of one moment. */
export interface TeamLedger extends ArrivingLedger {
  close(): Promise<void>;
}

/** Opens the ledger to verify or export it; an auditor's login suffices. */
export type ReadTeamLedger = (address: TeamAddress) => Promise<TeamOutcome<TeamLedger>>;

/** `team.json`: null while the user works alone. */
export interface TeamSettingsStore {
  load(): { settings: TeamSettings | null; faults: Failure[] };
  save(settings: TeamSettings | null): Outcome<null, Failure>;
}
