// The team's queue at this desk: its own requests and those of other desks, and decisions about both, which the
// database accepts before anything takes effect.
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { isJsonObject } from "#shared/json.ts";
import { running, waiting } from "#shared/request/life/attempts.ts";
import type { Decision } from "#shared/request/life/decision.ts";
import type { RequestEvent } from "#shared/request/life/event.ts";
import type { Base, HeldRequest, RequestId } from "#shared/request/life/heldRequest.ts";
import type { Login } from "#shared/team/request.ts";
import type { TeamQueue } from "../core/ports.ts";
import type { Incoming, LedgerEntry } from "../core/ports.ts";
import { GuestRequests } from "./guestRequests.ts";
import { HeldRequests } from "./heldRequests.ts";
import { isVoteFor } from "./proposal.ts";
import type { TeamAccess } from "./teamAccess.ts";
import { entriesOf, isRefused } from "./teamRow.ts";
import type { TeamOutcome } from "./address.ts";
import type { TeamEntry } from "./rows.ts";
import type { TeamBase, TeamStore } from "./store.ts";

/** Work on one request, one piece after another; on different requests, at once. */
class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs `work` after what was asked for this key before, however that went. */
  take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const now = before.then(work, work);
    this.#last.set(key, now);
    void now
      .catch(() => undefined)
      .then(() => {
        if (this.#last.get(key) === now) this.#last.delete(key);
      });
    return now;
  }

  /** Resolves when nothing is being done. */
  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.allSettled(this.#last.values());
  }
}

export class TeamRequests implements TeamQueue {
  readonly #access: TeamAccess;
  readonly #goesTo: (policy: Incoming["policy"]) => "team" | "me" | null;
  /** Rows of the user's own requests, as long as a rule can send these to the team. */
  readonly #own = new Map<RequestId, LedgerEntry[]>();
  readonly #held: HeldRequests;
  readonly #guests: GuestRequests;
  readonly #turns = new Turns();
  /** Approved responses that a server polls for, held back. */
  readonly #leaving: (() => void)[] = [];
  /** Requests of a team that was left while their approved response was not sent yet: it never is. */
  readonly #withheld = new Set<RequestId>();
  /** Numbers of this desk's leases. */
  readonly #fences = new Map<RequestId, number>();

  /** @param goesTo whose requests with this policy are, the team being reachable or not; null: there is no team */
  constructor(access: TeamAccess, goesTo: (policy: Incoming["policy"]) => "team" | "me" | null) {
    this.#access = access;
    this.#goesTo = goesTo;
    this.#held = new HeldRequests(access);
    this.#guests = new GuestRequests(access);
  }

  received({ id }: HeldRequest, rows: readonly LedgerEntry[], incoming: Incoming): void {
    const whose = this.#goesTo(incoming.policy);
    if (whose === null || incoming.reply.kind === "replay") return;
    // What passes by the user's own choice, nobody is asked about.
    if (whose === "team" && incoming.permission === undefined) this.#begin(id, rows);
    else this.#own.set(id, [...rows]);
  }
  take(id: RequestId): void {
    const rows = this.#own.get(id);
    this.#own.delete(id);
    if (rows !== undefined) this.#begin(id, rows);
  }
  has(id: RequestId): boolean {
    return this.#held.has(id);
  }
  /** While the database cannot be reached, the team may have been stopped. */
  maySend(id: RequestId): boolean {
    return !this.has(id) || this.#access.store()?.mode().kind === "running";
  }
  waitToSend(id: RequestId): Promise<void> | null {
    if (this.#withheld.has(id)) return Promise.reject(new Error("this desk has left its team"));
    return this.maySend(id) ? null : new Promise((resume) => this.#leaving.push(resume));
  }
  heldIds(): RequestId[] {
    return this.#held.ids();
  }
  /** Held here or by another desk. */
  isTeams(id: RequestId): boolean {
    return this.has(id) || this.#guests.has(id);
  }

  /** The logins whose desks brought requests that cannot be shown. */
  unreadable(): Login[] {
    return this.#guests.unreadable();
  }

  happened(request: HeldRequest, rows: readonly LedgerEntry[]): void {
    const { id, phase, attempts } = request;
    if (phase.kind === "ended" || attempts.length > 0) this.#own.delete(id);
    this.#own.get(id)?.push(...rows);
    if (this.has(id)) this.#add(id, rows);
  }

  followed(row: LedgerEntry): void {
    if (this.has(row.sampleId)) this.#add(row.sampleId, [row]);
  }

  #begin(id: RequestId, rows: readonly LedgerEntry[]): void {
    this.#held.begin(id);
    this.#add(id, rows);
  }

  #add(id: RequestId, rows: readonly LedgerEntry[]): void {
    this.#held.add(id, rows);
    void this.#inTurn(id, () => this.#held.settle(id));
  }

  /** These requests have changed in the database. */
  async changed(ids: readonly RequestId[]): Promise<void> {
    const others = ids.filter((id) => !this.has(id));
    const own = ids
      .filter((id) => this.has(id))
      .map((id) => this.#inTurn(id, () => this.#held.settle(id)));
    await Promise.all([...own, this.#turns.take("guests", () => this.#guests.show(others))]);
    const requests = this.#access.store()?.requests();
    if (ids.some((id) => requests?.get(id)?.phase === "ended")) await this.#fillUp();
  }

  /** Something has ended, so there may be room for what the database did not take. */
  async #fillUp(): Promise<void> {
    for (const id of this.#held.full()) {
      const settled = await this.#inTurn(id, () => this.#held.settle(id));
      // One that is still too large holds up no smaller one.
      if (!settled.ok && !isRefused(settled, "login-full")) return;
    }
  }

  /** The database is reachable again: everything that waited for it goes on. */
  async resume(): Promise<void> {
    const open = this.#access.store()?.requests().keys() ?? [];
    await this.changed([...new Set([...this.#held.ids(), ...open])]);
    this.sendWaiting();
  }

  /** Responses that the team approved go on their way, if they may by now. */
  sendWaiting(): void {
    for (const resume of this.#leaving.splice(0)) resume();
    for (const id of this.#held.ids()) this.#access.desk().releaseGroup(id);
  }

  /** Ends the open requests whose desks no longer answer. */
  async endLost(): Promise<void> {
    for (const [id, request] of this.#access.store()?.requests() ?? []) {
      if (request.holder.isAlive || request.phase === "ended") continue;
      await this.#inTurn(id, async () => {
        await this.#guests.endLost(id, this.#access.desk().request(id), this.#revisionOf(id));
        return ok(null);
      });
    }
  }

  /** The team is stopped: what runs for it here is aborted. */
  stopRunning(): void {
    for (const id of this.#held.ids()) {
      const request = this.#access.desk().request(id);
      if (request === undefined) continue;
      for (const attempt of [...waiting(request), ...running(request)])
        this.#access.desk().stop(id, attempt.id);
    }
  }

  /** Decides at the database, and applies what it accepted. */
  decide(id: RequestId, base: Base, decision: Decision): Promise<Outcome<null, Failure>> {
    return this.#inTurn(id, async () => {
      const settled = await this.#settled(id);
      if (!settled.ok) return settled;
      const made = this.#access.desk().eventsOf(id, base, decision);
      return made.ok ? this.#submit(id, made.value.request, made.value.events) : made;
    });
  }

  decideByRule(id: RequestId, events: readonly RequestEvent[]): Promise<Outcome<null, Failure>> {
    return this.#inTurn(id, async () => {
      const settled = await this.#settled(id);
      if (!settled.ok) return settled;
      const request = this.#access.desk().request(id);
      return request === undefined
        ? fail<Failure>({ kind: "stale" })
        : this.#submit(id, request, events);
    });
  }

  /** Asks the desk that holds it to stop a generation; null where this desk does so itself. */
  stop(id: RequestId, attemptId: string): Promise<Outcome<null, Failure>> | null {
    const event = { kind: "stop-asked" as const, attemptId, ...byUser() };
    return this.#guests.has(id) ? this.decideByRule(id, [event]) : null;
  }

  /** Allows the call of a request of another desk more rounds, as that desk counts them; null for any other. */
  moreRounds(id: RequestId): Promise<Outcome<null, Failure>> | null {
    const round = this.#guests.has(id) ? this.#access.desk().request(id)?.round : undefined;
    if (round === undefined) return null;
    const event = { kind: "rounds-allowed" as const, limit: 2 * round.limit, ...byUser() };
    return this.decideByRule(id, [event]);
  }

  /** Takes back an approval that waits for others; null for a request that is not the team's. */
  takeBack(id: RequestId): Promise<Outcome<null, Failure>> | null {
    const event = { kind: "taken-back" as const, ...byUser() };
    return this.isTeams(id) ? this.decideByRule(id, [event]) : null;
  }

  /** Takes or renews the lease to edit. */
  async claim(id: RequestId): Promise<TeamOutcome<null>> {
    const lease = (await this.#access.store()?.claim(id)) ?? fail(this.#access.offline());
    if (!lease.ok) return lease;
    this.#fences.set(id, lease.value.fence);
    return ok(null);
  }

  async release(id: RequestId): Promise<TeamOutcome<null>> {
    const fence = this.#fences.get(id);
    this.#fences.delete(id);
    if (fence === undefined) return ok(null);
    return (await this.#access.store()?.release(id, fence)) ?? fail(this.#access.offline());
  }

  /** The desk leaves the team: what the team approved is not sent on its word any more. */
  clear(): void {
    const left = this.#held.ids();
    this.#held.clear();
    for (const id of left) {
      const desk = this.#access.desk();
      const phase = desk.request(id)?.phase.kind;
      if (phase === "ready") desk.withdrawApproval(id);
      // A server that fetches it was told that it is ready, so it cannot return to gate 2.
      if (phase === "delivering") this.#withheld.add(id);
    }
    this.sendWaiting();
    this.#guests.clear();
    this.#fences.clear();
    this.#own.clear();
  }

  /** Resolves when nothing is on its way to the database. */
  idle(): Promise<void> {
    return this.#turns.idle();
  }

  #revisionOf(id: RequestId): number {
    return this.has(id) ? this.#held.revisionOf(id) : this.#guests.revisionOf(id);
  }

  /** A decision is made on the request as the database has it. */
  async #settled(id: RequestId): Promise<Outcome<null, Failure>> {
    if (this.#access.store() === null) return fail(this.#access.offline());
    return this.has(id) ? this.#held.settle(id) : ok(null);
  }

  async #submit(
    id: RequestId,
    request: HeldRequest,
    events: readonly RequestEvent[],
  ): Promise<Outcome<null, Failure>> {
    const store = this.#access.store();
    if (store === null) return fail(this.#access.offline());
    const { budgets } = this.#access.desk().limits;
    const made = entriesOf(
      request,
      events,
      this.#access.login(),
      (run) => budgets.spendOf(run).likely,
    );
    if (made === null) return fail({ kind: "stale" });
    const base = { revision: this.#revisionOf(id), phase: made.after.phase.kind };
    const done = await this.#send(store, id, base, made.entries);
    // Also after a refusal: the user sees why.
    await this.#reread(id);
    if (done.ok) return ok(null);
    return fail(isOutdated(done) ? { kind: "stale" } : done.failure);
  }

  /** Votes, proposes or appends. A text that the user wrote needs the lease, which is taken now if nobody edits. */
  async #send(
    store: TeamStore,
    id: RequestId,
    base: TeamBase,
    entries: readonly TeamEntry[],
  ): Promise<TeamOutcome<unknown>> {
    const isTwo = store.requests().get(id)?.votesNeeded === 2 && entries.some(isApproval);
    const proposal = isTwo ? await this.#proposalOf(store, id, entries) : ok(null);
    if (!proposal.ok) return proposal;
    if (proposal.value !== null) return store.vote(id, proposal.value);
    const hadLease = this.#fences.has(id);
    if (!hadLease && entries.some(needsLease)) {
      const claimed = await this.claim(id);
      if (!claimed.ok) return claimed;
    }
    const write = (): Promise<TeamOutcome<unknown>> => {
      const fence = this.#fences.get(id);
      const on = fence === undefined ? base : { ...base, fence };
      return isTwo ? store.propose(id, on, entries) : store.append(id, on, entries);
    };
    let done = await write();
    if (hadLease && isRefused(done, "lease-lost")) {
      // It ran out while the user paused: they go on, unless somebody else edits by now.
      this.#fences.delete(id);
      const claimed = await this.claim(id);
      if (!claimed.ok) return claimed;
      done = await write();
    }
    // The database gives the lease back with the rows; what was only taken to decide is given back here.
    if (done.ok) this.#fences.delete(id);
    else if (!hadLease) await this.release(id);
    return done;
  }

  /** The hash of what is proposed, where these rows approve exactly that; null where they are a proposal of their own. */
  async #proposalOf(
    store: TeamStore,
    id: RequestId,
    entries: readonly TeamEntry[],
  ): Promise<TeamOutcome<string | null>> {
    if ((store.requests().get(id)?.proposal ?? null) === null) return ok(null);
    const proposed = await store.proposed(id);
    if (!proposed.ok || proposed.value === null) return proposed.ok ? ok(null) : proposed;
    const isIt = isVoteFor(proposed.value, entries);
    return ok(isIt ? proposed.value.hash : null);
  }

  async #reread(id: RequestId): Promise<void> {
    await this.#access.store()?.refresh();
    if (this.has(id)) await this.#held.settle(id);
    else await this.#guests.show([id]);
  }

  #inTurn<T>(id: RequestId, work: () => Promise<T>): Promise<T> {
    return this.#turns.take(id, work);
  }
}

const byUser = () => ({ atMs: Date.now(), by: { kind: "person" as const } });

const isApproval = ({ kind }: TeamEntry): boolean => kind.endsWith("-approved");

/** As the database sees it: a person's row that writes a text, or does not say that it left the text as it was. */
function needsLease({ kind, body }: TeamEntry): boolean {
  const { by, edited } = isJsonObject(body) ? body : {};
  if (!isJsonObject(by) || by["kind"] !== "person") return false;
  return kind === "answered-by-hand" || (isApproval({ kind, body }) && edited !== false);
}

const isOutdated = (done: TeamOutcome<unknown>): boolean =>
  isRefused(done, "stale") || isRefused(done, "ended");
