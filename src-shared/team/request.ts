// A request of the team as every desk sees it: who holds it, who edits it, who has it open, which votes it has. Its
// content is in the rows of the team's ledger (`src-shared/ledger/fold.ts`).
import type { JsonObject } from "../json.ts";
import type { Phase, RequestId } from "../request/life/heldRequest.ts";

/** The name of a database login. */
export type Login = string;

/** One desk's connection to the team, from its start to its end; the database makes the id. */
export type SessionId = string;

/** The right to edit a request until `untilMs` (the database's clock). `fence` grows with each claim, never again equal. */
export interface Lease {
  login: Login;
  session: SessionId;
  fence: number;
  untilMs: number;
}

/** What two people are to approve: a row `proposed` of the chain, and who has voted for it. */
export interface Proposal {
  /** `hash` of the row `proposed`: it commits to every byte of what is appended once enough have voted. */
  hash: string;
  by: Login;
  votes: Login[];
}

/** A session that has the request open on screen. */
export interface Presence {
  login: Login;
  session: SessionId;
}

export interface TeamRequest {
  id: RequestId;
  /** Rows of the request in the team's ledger: the base of the next append. */
  revision: number;
  /** As the desk that appended last says; `ended` is the database's word. */
  phase: Phase["kind"];
  /** Row of the ledger with the latest change. */
  seq: number;
  /** Whose desk received it, and performs its effects. `isAlive`: its heartbeat has not run out. */
  holder: { login: Login; session: SessionId; isAlive: boolean };
  /** 1, or 2 where two people have to approve. Only grows. */
  votesNeeded: 1 | 2;
  proposal: Proposal | null;
  lease: Lease | null;
  present: Presence[];
  /** What lists and filters show, as the holder wrote it last; null once its content was deleted. */
  summary: JsonObject | null;
  /** Size of its rows and their contents. */
  bytes: number;
}

/** Whether requests of the team may be sent and voted on; rejecting always works. */
export interface TeamMode {
  kind: "running" | "stopped";
  /** Who changed it last and when; null in a new team. */
  by: Login | null;
  atMs: number | null;
}
