// The team's store on PostgreSQL: the copy of the queue, kept current by notifications and by a poll that needs none.
// Nothing here changes a request on its own: a client makes the event of a decision, `append` adds its row if the
// database agrees, and every desk, the decider's included, applies the rows that it reads.
import type { JsonObject } from "#shared/json.ts";
import type { ReadRow } from "#shared/ledger/row.ts";
import { fromStoredForm } from "#shared/ledger/storedForm.ts";
import { ok } from "#shared/outcome.ts";
import { MEDIA_PREFIX } from "#shared/request/document/media.ts";
import type { Phase, RequestId } from "#shared/request/life/heldRequest.ts";
import type { TeamFailure } from "#shared/team/failure.ts";
import type { TeamPolicy } from "#shared/team/policy.ts";
import type { Lease, Proposal, SessionId, TeamMode, TeamRequest } from "#shared/team/request.ts";
import type { TeamState } from "#shared/team/view.ts";
import type { TeamAddress, TeamOutcome } from "./address.ts";
import { Connection } from "./connection.ts";
import type { Call } from "./connection.ts";
import { QueueCopy } from "./copy.ts";
import type { Beat } from "./copy.ts";
import { proposedRows, readRow, rowsJson } from "./rows.ts";
import type { TeamEntry, TeamSpend } from "./rows.ts";

/** Without a notification: this desk lives, and what it missed. 100 desks ask 20 times a second in all. */
const POLL_MS = 5000;
/** With notifications: at most one question in this time, however many come. */
const SOON_MS = 40;

const ROWS = `SELECT sample, at_ms, kind, facts, countersign.body_of(c) FROM countersign.event
  LEFT JOIN countersign.content c ON c.commitment = event.content WHERE sample = ANY ($1) ORDER BY seq`;
const MEDIUM = `SELECT body FROM countersign.content JOIN countersign.held USING (commitment)
  WHERE sample = $1 AND sha256 = $2`;
const PROPOSED = `SELECT e.hash, e.facts::json->'by'->>'login', countersign.body_of(c),
    ARRAY(SELECT login FROM countersign.vote v WHERE v.proposal = e.seq ORDER BY login)
  FROM countersign.request r JOIN countersign.event e ON e.seq = r.proposal
  JOIN countersign.content c ON c.commitment = e.content WHERE r.id = $1`;

type Online = Extract<TeamState, { kind: "online" }>;

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

/** A connection to the team, which keeps itself from its construction on; `connection()` tells how it fares. */
export class TeamStore {
  readonly #options: TeamOptions;
  readonly #listener: TeamListener;
  readonly #connection: Connection;
  readonly #copy = new QueueCopy();
  #now: TeamState = { kind: "connecting" };
  #session: SessionId | null;
  #hello: Omit<Online, "kind"> | null = null;
  #looks: readonly RequestId[] = [];
  #timer: NodeJS.Timeout | null = null;
  #beating: Promise<TeamOutcome<null>> | null = null;
  #isBehind = false;
  #isClosed = false;

  constructor(options: TeamOptions) {
    this.#options = options;
    this.#listener = options.listener;
    this.#session = options.session ?? null;
    const events = {
      onReady: (call: Call) => this.#begin(call),
      onOnline: () => this.#online(),
      onOffline: (failure: TeamFailure) => {
        // The first of several failures in a row says since when.
        const sinceMs = this.#now.kind === "offline" ? this.#now.sinceMs : Date.now();
        this.#set({ kind: "offline", failure, sinceMs });
      },
      onNotified: () => this.#hear(),
    };
    this.#connection = new Connection(options.address, events, options.listens ?? true);
  }

  /** This desk's session; null before the first connection. */
  session = (): SessionId | null => this.#session;
  /** The copy in memory, current to within a moment. `requests` has all open ones, and those that ended meanwhile. */
  connection = (): TeamState => this.#now;
  requests = (): ReadonlyMap<RequestId, TeamRequest> => this.#copy.requests;
  mode = (): TeamMode => this.#copy.mode;
  policy = (): { policy: TeamPolicy; version: number } => ({
    policy: this.#copy.policy,
    version: this.#copy.policyVersion,
  });

  /** The holder's: adds a request to the queue. Refused as `known` when it is there already. */
  publish({ id, rows, phase, summary, votesNeeded }: NewTeamRequest) {
    return this.#call<TeamAppended>("publish", [
      id,
      this.#json(id, rows),
      phase,
      JSON.stringify(summary),
      votesNeeded,
    ]);
  }

  /**
   * Appends rows: all or none. `by` of a person must name one's own login. Two people's approvals are refused as
   * `needs-votes`; use `propose` and `vote`.
   */
  append(id: RequestId, base: TeamBase, rows: readonly TeamEntry[]) {
    const { revision, phase, fence, summary, votesNeeded } = base;
    return this.#call<TeamAppended>("append", [
      id,
      revision,
      this.#json(id, rows),
      phase,
      fence ?? null,
      summary === undefined ? null : JSON.stringify(summary),
      votesNeeded ?? null,
    ]);
  }

  /** Proposes rows for two people to approve; votes for it unless one's own desk holds it. Clears earlier votes. */
  propose(id: RequestId, { revision, phase, fence }: TeamBase, rows: readonly TeamEntry[]) {
    // Media are kept by rows of their own before: a proposal names them.
    const json = rowsJson(rows, () => null, false);
    return this.#call<TeamAppended>("propose", [id, revision, json, phase, fence ?? null]);
  }

  /**
   * The holder's, before it generates: what an attempt is expected to use, in place of what its approver reserved. Refused
   * as `over-budget`, also where the price is unknown and a budget is in USD.
   */
  cover(id: RequestId, likely: TeamSpend & { attemptId: string }): Promise<TeamOutcome<null>> {
    return this.#done("cover", [id, JSON.stringify(likely)]);
  }

  /** What is proposed now, to show before voting; null when nothing is. */
  async proposed(id: RequestId): Promise<TeamOutcome<ProposedRows | null>> {
    const read = await this.#connection.read(PROPOSED, [id]);
    if (!read.ok) return read;
    const [row] = read.value;
    if (row === undefined) return ok(null);
    const [hash, by, body, votes] = row;
    return ok({
      hash: String(hash),
      by: String(by),
      votes: votes as string[],
      rows: proposedRows(id, body),
    });
  }

  /** Votes for the proposal with this hash. With the last vote its rows are appended in the same transaction. */
  vote(id: RequestId, hash: string) {
    return this.#call<TeamAppended & { approved: boolean }>("vote", [id, hash]);
  }

  /** Rows of these requests, each in order, with their content as far as it is kept. Unknown ids are left out. */
  async rowsOf(ids: readonly RequestId[]): Promise<TeamOutcome<Map<RequestId, ReadRow[]>>> {
    const read = await this.#connection.read(ROWS, [ids]);
    if (!read.ok) return read;
    const rows = new Map<RequestId, ReadRow[]>();
    for (const columns of read.value) {
      const row = readRow(columns);
      const known = rows.get(row.sample);
      if (known === undefined) rows.set(row.sample, [row]);
      else known.push(row);
    }
    return ok(rows);
  }

  /** The base64 text of a medium that the request holds; null when it is not there. */
  async medium(id: RequestId, ref: string): Promise<TeamOutcome<string | null>> {
    const read = await this.#connection.read(MEDIUM, [id, ref.slice(MEDIA_PREFIX.length)]);
    if (!read.ok) return read;
    const body = read.value[0]?.[0];
    return ok(typeof body === "string" ? fromStoredForm(body) : null);
  }

  /** Takes or renews the lease to edit. Refused as `leased` while another session has it. */
  claim(id: RequestId): Promise<TeamOutcome<Lease>> {
    return this.#call<Lease>("claim", [id]);
  }

  release(id: RequestId, fence: number): Promise<TeamOutcome<null>> {
    return this.#done("release", [id, fence]);
  }

  /** Which requests this desk has open on screen; tells the others. */
  look(ids: readonly RequestId[]): Promise<TeamOutcome<null>> {
    this.#looks = ids;
    return this.#done("look", [ids]);
  }

  /** The operator's, as the policy is. */
  async setMode(kind: TeamMode["kind"]): Promise<TeamOutcome<null>> {
    const set = await this.#connection.call("set_mode", [kind]);
    // Stopped holds already; its row waits for what is just being appended, or comes with the next one.
    if (set.ok && kind === "stopped") await this.#connection.call("note_mode", []);
    return nothing(set);
  }

  /** `version`: the one that was read; refused as `stale` when it is no longer current. */
  async setPolicy(policy: TeamPolicy, version: number): Promise<TeamOutcome<null>> {
    const texts = [JSON.stringify(policy), JSON.stringify(policy.budgets)];
    return nothing(await this.#connection.call("set_policy", [...texts, version]));
  }

  /** Deletes the content of an ended request; its facts and the chain stay. Refused as `open` before it has ended. */
  async deleteContent(id: RequestId, why: string): Promise<TeamOutcome<null>> {
    return nothing(await this.#connection.call("forget", [id, why]));
  }

  /** Reads what has changed now. One beat at a time; what was notified during one is asked for by the next. */
  async refresh(): Promise<TeamOutcome<null>> {
    if (this.#beating !== null) await this.#beating;
    this.#beating ??= this.#beat(this.#connection.call).finally(() => {
      this.#beating = null;
    });
    return this.#beating;
  }

  /** Ends the session: its lease and presence go at once. `keepsSession`: a new connection goes on with it. */
  async close({ keepsSession = false } = {}): Promise<void> {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#now.kind === "online" && !keepsSession) await this.#done("leave", []);
    await this.#connection.close();
  }

  /** The first calls on a new connection: the same session as before, and everything new. */
  async #begin(call: Call): Promise<TeamOutcome<unknown>> {
    const hello = await call("hello", [this.#options.label, this.#session]);
    if (!hello.ok) return hello;
    this.#hello = hello.value as Omit<Online, "kind">;
    this.#session = this.#hello.session;
    if (this.#looks.length > 0) {
      const looked = await call("look", [this.#session, this.#looks]);
      if (!looked.ok) return looked;
    }
    return this.#beat(call);
  }

  #online(): void {
    if (this.#hello === null) return;
    this.#set({ kind: "online", ...this.#hello });
    this.#later(POLL_MS);
  }

  #set(now: TeamState): void {
    this.#now = now;
    if (!this.#isClosed) this.#listener.connectionChanged(now);
  }

  async #beat(call: Call): Promise<TeamOutcome<null>> {
    this.#isBehind = false;
    const { seq, policyVersion } = this.#copy;
    const beat = await call("beat", [this.#session, seq, policyVersion]);
    if (this.#isClosed) return ok(null);
    if (!beat.ok) return beat;
    const changed = this.#copy.apply(beat.value as Beat);
    if (changed.policy) this.#listener.policyChanged(this.#copy.policy, this.#copy.policyVersion);
    if (changed.mode) this.#listener.modeChanged(this.#copy.mode);
    if (changed.ids.length > 0) this.#listener.requestsChanged(changed.ids);
    return ok(null);
  }

  /** Asks a moment after the first notification, once for all that come until then. */
  #hear(): void {
    if (this.#isBehind) return;
    this.#isBehind = true;
    this.#later(this.#beating === null ? 0 : SOON_MS);
  }

  #later(ms: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.#tick(), ms);
    this.#timer.unref();
  }

  async #tick(): Promise<void> {
    if (this.#now.kind !== "online") return;
    const done = await this.refresh();
    // The session was given up while this desk slept: it begins a new one, as after a loss of the connection.
    if (!done.ok && done.failure.kind === "team-refused") this.#connection.restart();
    else this.#later(this.#isBehind ? SOON_MS : POLL_MS * (0.9 + Math.random() / 5));
  }

  #json(id: RequestId, rows: readonly TeamEntry[]): string {
    return rowsJson(rows, (ref) => this.#options.mediumText(id, ref), true);
  }

  async #call<T>(name: string, args: readonly unknown[]): Promise<TeamOutcome<T>> {
    const made = await this.#connection.call(name, [this.#session, ...args]);
    return made.ok ? ok(made.value as T) : made;
  }

  async #done(name: string, args: readonly unknown[]): Promise<TeamOutcome<null>> {
    return nothing(await this.#call(name, args));
  }
}

const nothing = (done: TeamOutcome<unknown>): TeamOutcome<null> => (done.ok ? ok(null) : done);
