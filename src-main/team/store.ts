// The team's store on PostgreSQL: the copy of the queue, kept current by notifications and by a poll that needs none.
import type { ReadRow } from "#shared/ledger/row.ts";
import { fromStoredForm } from "#shared/ledger/storedForm.ts";
import { ok } from "#shared/outcome.ts";
import { MEDIA_PREFIX } from "#shared/request/document/media.ts";
import type { RequestId } from "#shared/request/life/heldRequest.ts";
import type { TeamFailure } from "#shared/team/failure.ts";
import type { TeamPolicy } from "#shared/team/policy.ts";
import type { Lease, SessionId, TeamMode, TeamRequest } from "#shared/team/request.ts";
import type { TeamState } from "#shared/team/view.ts";
import type {
  NewTeamRequest,
  ProposedRows,
  TeamAppended,
  TeamBase,
  TeamEntry,
  TeamListener,
  TeamOptions,
  TeamOutcome,
  TeamSpend,
  TeamStore,
} from "./teamPorts.ts";
import { Connection } from "./connection.ts";
import type { Call } from "./connection.ts";
import { QueueCopy } from "./copy.ts";
import type { Beat } from "./copy.ts";
import { proposedRows, readRow, rowsJson } from "./rows.ts";

/** Without a notification: this desk lives, and what it missed. 100 desks ask 20 times a second in all. */
const POLL_MS = 5000;
/** With notifications: at most one question in this time, however many come. */
const SOON_MS = 40;

const ROWS = `SELECT sample, at_ms, kind, facts, body FROM countersign.event
  LEFT JOIN countersign.content ON commitment = content WHERE sample = ANY ($1) ORDER BY seq`;
const MEDIUM = `SELECT body FROM countersign.content JOIN countersign.held USING (commitment)
  WHERE sample = $1 AND sha256 = $2`;
const PROPOSED = `SELECT e.hash, e.facts::json->'by'->>'login', c.body,
    ARRAY(SELECT login FROM countersign.vote v WHERE v.proposal = e.seq ORDER BY login)
  FROM countersign.request r JOIN countersign.event e ON e.seq = r.proposal
  JOIN countersign.content c ON c.commitment = e.content WHERE r.id = $1`;

type Online = Extract<TeamState, { kind: "online" }>;

class PostgresTeam implements TeamStore {
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

  session = (): SessionId | null => this.#session;
  connection = (): TeamState => this.#now;
  requests = (): ReadonlyMap<RequestId, TeamRequest> => this.#copy.requests;
  mode = (): TeamMode => this.#copy.mode;
  policy = (): { policy: TeamPolicy; version: number } => ({
    policy: this.#copy.policy,
    version: this.#copy.policyVersion,
  });

  publish({ id, rows, phase, summary, votesNeeded }: NewTeamRequest) {
    return this.#call<TeamAppended>("publish", [
      id,
      this.#json(id, rows),
      phase,
      JSON.stringify(summary),
      votesNeeded,
    ]);
  }

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

  propose(id: RequestId, { revision, phase, fence }: TeamBase, rows: readonly TeamEntry[]) {
    // Media are kept by rows of their own before: a proposal names them.
    const json = rowsJson(rows, () => null);
    return this.#call<TeamAppended>("propose", [id, revision, json, phase, fence ?? null]);
  }

  cover(id: RequestId, likely: TeamSpend & { attemptId: string }): Promise<TeamOutcome<null>> {
    return this.#done("cover", [id, JSON.stringify(likely)]);
  }

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

  vote(id: RequestId, hash: string) {
    return this.#call<TeamAppended & { approved: boolean }>("vote", [id, hash]);
  }

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

  async medium(id: RequestId, ref: string): Promise<TeamOutcome<string | null>> {
    const read = await this.#connection.read(MEDIUM, [id, ref.slice(MEDIA_PREFIX.length)]);
    if (!read.ok) return read;
    const body = read.value[0]?.[0];
    return ok(typeof body === "string" ? fromStoredForm(body) : null);
  }

  claim(id: RequestId): Promise<TeamOutcome<Lease>> {
    return this.#call<Lease>("claim", [id]);
  }

  release(id: RequestId, fence: number): Promise<TeamOutcome<null>> {
    return this.#done("release", [id, fence]);
  }

  look(ids: readonly RequestId[]): Promise<TeamOutcome<null>> {
    this.#looks = ids;
    return this.#done("look", [ids]);
  }

  async setMode(kind: TeamMode["kind"]): Promise<TeamOutcome<null>> {
    const set = await this.#connection.call("set_mode", [kind]);
    // Stopped holds already; its row waits for what is just being appended, or comes with the next one.
    if (set.ok && kind === "stopped") await this.#connection.call("note_mode", []);
    return nothing(set);
  }

  async setPolicy(policy: TeamPolicy, version: number): Promise<TeamOutcome<null>> {
    const texts = [JSON.stringify(policy), JSON.stringify(policy.budgets)];
    return nothing(await this.#connection.call("set_policy", [...texts, version]));
  }

  async deleteContent(id: RequestId, why: string): Promise<TeamOutcome<null>> {
    return nothing(await this.#connection.call("forget", [id, why]));
  }

  /** One beat at a time; what was notified during one is asked for by the next. */
  async refresh(): Promise<TeamOutcome<null>> {
    if (this.#beating !== null) await this.#beating;
    this.#beating ??= this.#beat(this.#connection.call).finally(() => {
      this.#beating = null;
    });
    return this.#beating;
  }

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
    return rowsJson(rows, (ref) => this.#options.mediumText(id, ref));
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

/** Opens a connection to the team; see the port. */
export const connectTeam = (options: TeamOptions): TeamStore => new PostgresTeam(options);
