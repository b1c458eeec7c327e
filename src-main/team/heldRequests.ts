// Requests of the team that this desk received: puts what happens here into the team's database, in order, and applies
// here what other desks have decided. Without the database, nothing is lost: rows wait in memory and the request stays.
import type { JsonObject } from "#shared/json.ts";
import type { ReadRow } from "#shared/ledger/row.ts";
import { fold } from "#shared/ledger/fold.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { RequestEvent } from "#shared/request/life/event.ts";
import type { HeldRequest, RequestId } from "#shared/request/life/heldRequest.ts";
import type { Desk } from "../core/desk/desk.ts";
import { readEvent } from "#shared/team/readEvent.ts";
import type { LedgerEntry } from "../core/ports.ts";
import { isApproval } from "../core/desk/teamRows.ts";
import { summaryOf } from "./summary.ts";
import type { TeamAccess } from "./teamAccess.ts";
import { entryOf, isRefused, isSame, spendOf } from "./teamRow.ts";
import type { Approved } from "./teamRow.ts";
import type { TeamOutcome } from "./address.ts";
import type { TeamEntry, TeamSpend } from "./rows.ts";
import type { TeamStore } from "./store.ts";

/** Rows in one transaction. */
const ROWS_MAX = 100;

interface Held {
  isPublished: boolean;
  /** Rows of the team's database that hold here: written by this desk, or applied. */
  applied: number;
  /** Rows that have taken effect here and are not in the database yet. */
  waiting: LedgerEntry[];
  votesNeeded: 1 | 2;
}

/** What a row of another desk decides. */
type Decided = Exclude<RequestEvent, { kind: "received" }>;

export class HeldRequests {
  readonly #access: TeamAccess;
  readonly #held = new Map<RequestId, Held>();
  readonly #full = new Set<RequestId>();

  constructor(access: TeamAccess) {
    this.#access = access;
  }

  has(id: RequestId): boolean {
    return this.#held.has(id);
  }
  ids(): RequestId[] {
    return [...this.#held.keys()];
  }
  /** Rows of the database that hold here: what a decision is based on. */
  revisionOf(id: RequestId): number {
    return this.#held.get(id)?.applied ?? 0;
  }

  /** A request has come. */
  begin(id: RequestId): void {
    this.#held.set(id, { isPublished: false, applied: 0, waiting: [], votesNeeded: 1 });
  }

  add(id: RequestId, rows: readonly LedgerEntry[]): void {
    this.#held.get(id)?.waiting.push(...rows);
  }

  /** The desk leaves the team: its requests are the user's own from now on. */
  clear(): void {
    this.#held.clear();
    this.#full.clear();
  }

  /** Requests with rows that the database takes once others of this login have ended. */
  full(): RequestId[] {
    return [...this.#full];
  }

  /** Brings database and desk to the same state. Call in the request's turn. */
  async settle(id: RequestId): Promise<TeamOutcome<null>> {
    const settled = await this.#settle(id);
    if (!settled.ok && isFull(settled)) {
      if (this.#full.size === 0) this.#access.full(settled.failure);
      this.#full.add(id);
    } else this.#full.delete(id);
    return settled;
  }

  async #settle(id: RequestId): Promise<TeamOutcome<null>> {
    const held = this.#held.get(id);
    const store = this.#access.store();
    if (held === undefined) return ok(null);
    if (store === null) return fail(this.#access.offline());
    if (!held.isPublished) {
      const published = await this.#publish(id, held, store);
      if (!published.ok) return published;
    }
    await this.#returnReady(id, held);
    const known = store.requests().get(id)?.revision ?? 0;
    if (known > held.applied) {
      const merged = await this.#merge(id, held, store);
      if (!merged.ok) return merged;
    }
    const flushed = await this.#flush(id, held, store);
    if (!flushed.ok) return flushed;
    this.#dropEnded(id, held);
    await this.#needTwo(id, held, store);
    return flushed;
  }

  async #publish(id: RequestId, held: Held, store: TeamStore): Promise<TeamOutcome<null>> {
    held.votesNeeded = await this.#votesFor(id);
    const request = this.#access.desk().request(id);
    if (request === undefined) {
      this.#held.delete(id);
      return ok(null);
    }
    const rows = this.#entries(held.waiting);
    const published = await store.publish({
      id,
      rows,
      phase: request.phase.kind,
      summary: this.#summary(request),
      votesNeeded: held.votesNeeded,
    });
    if (published.ok) {
      held.waiting.splice(0, rows.length);
      held.applied = rows.length;
    } else if (!isRefused(published, "known")) return published;
    held.isPublished = true;
    return ok(null);
  }

  async #flush(id: RequestId, held: Held, store: TeamStore): Promise<TeamOutcome<null>> {
    let most = ROWS_MAX;
    while (held.waiting.length > 0) {
      const needed = await this.#votesFor(id);
      const rows = this.#entries(held.waiting.slice(0, most));
      const request = this.#access.desk().request(id);
      const base = {
        revision: held.applied,
        phase: request?.phase.kind ?? ("ended" as const),
        ...(request === undefined ? {} : { summary: this.#summary(request) }),
        ...(needed === 2 && held.votesNeeded === 1 ? { votesNeeded: 2 as const } : {}),
      };
      const before = held.applied;
      const appended = await store.append(id, base, rows);
      if (appended.ok) {
        held.votesNeeded = needed === 2 ? 2 : held.votesNeeded;
        held.waiting.splice(0, rows.length);
        held.applied += rows.length;
        continue;
      }
      if (appended.failure.kind !== "team-refused" || isFull(appended)) return appended;
      const merged = await this.#merge(id, held, store);
      if (!merged.ok) return merged;
      // Other desks were first: once more on top of their rows.
      if (held.applied > before) continue;
      // One of these rows comes too late, such as a scan of a request that has ended: the others are still wanted.
      if (rows.length > 1) most = 1;
      else held.waiting.shift();
    }
    return ok(null);
  }

  /** One person has approved a response that still waits for others of its call, and two are needed by now. */
  async #returnReady(id: RequestId, held: Held): Promise<void> {
    const desk = this.#access.desk();
    const isReady = (): boolean => desk.request(id)?.phase.kind === "ready";
    if (held.votesNeeded === 2 || !isReady() || (await this.#votesFor(id)) === 1) return;
    if (isReady()) desk.teamRows.takeBack(id);
  }

  /** Tells the others that two people are needed from now on. If something else is first, this follows after it. */
  async #needTwo(id: RequestId, held: Held, store: TeamStore): Promise<void> {
    if (held.votesNeeded === 2 || (await this.#votesFor(id)) === 1) return;
    const request = this.#access.desk().request(id);
    if (request === undefined || request.phase.kind === "ended") return;
    const base = { revision: held.applied, phase: request.phase.kind, votesNeeded: 2 as const };
    if (!(await store.append(id, base, [TWO_NEEDED])).ok) return;
    held.applied += 1;
    held.votesNeeded = 2;
  }

  /** Applies the rows of the database that do not hold here yet. Call in the request's turn. */
  async #merge(id: RequestId, held: Held, store: TeamStore): Promise<TeamOutcome<null>> {
    const rows = await store.rowsOf([id]);
    if (!rows.ok) return rows;
    const all = rows.value.get(id) ?? [];
    const hasEnded = fold(all, () => undefined, readEvent)?.request.phase.kind === "ended";
    const unread = all.slice(held.applied);
    for (const [at, row] of unread.entries()) {
      const event = this.#shiftOwn(held, row) ? null : this.#eventOf(id, row);
      if (event !== null) {
        const isUndone = hasEnded || unread.slice(at).some((later) => isStopOf(later, event));
        const applied = await this.#apply({ id, held, store }, row, event, isUndone);
        if (!applied.ok) return applied;
      }
      held.applied += 1;
    }
    return ok(null);
  }

  /** Whether this row is the first of the waiting ones, which already holds here: it waits no longer. */
  #shiftOwn(held: Held, row: ReadRow): boolean {
    const [first] = held.waiting;
    const isOwn = first !== undefined && isSame(row, this.#entries([first])[0] ?? EMPTY);
    if (isOwn) held.waiting.shift();
    return isOwn;
  }

  /** Null for a row that is not as Countersign writes it: it does not apply, as when it is folded. */
  #eventOf(id: RequestId, row: ReadRow): Decided | null {
    const request = this.#access.desk().request(id) ?? null;
    const event = this.#tried(row, () => readEvent(row, request), null);
    return event === null || event.kind === "received" ? null : event;
  }

  /** @param isUndone the request has ended, or later rows stop what this one starts */
  async #apply(
    { id, held, store }: { id: RequestId; held: Held; store: TeamStore },
    row: ReadRow,
    event: Decided,
    isUndone: boolean,
  ): Promise<TeamOutcome<null>> {
    const desk = this.#access.desk();
    const covered = isUndone ? ok(true) : await this.#cover(id, event, store);
    if (!covered.ok) return covered;
    const asksVotes = isApproval(event) && !isUndone;
    const lacksVotes = asksVotes && (await this.#lacksVotes(id, held, store));
    const isStopped = store.mode().kind === "stopped";
    const changes = asksVotes ? await desk.changesOf(id) : ok([]);
    const how = {
      login: this.#access.login(),
      isUndone,
      isStopped,
      isOverBudget: !covered.value,
      lacksVotes,
      changes: changes.ok ? changes.value : null,
    };
    const applied = this.#tried(row, () => desk.teamRows.apply(id, event, how), ok(null));
    return applied.ok ? ok(null) : fail({ kind: "team-other", detail: applied.failure.kind });
  }

  /** A row with odd values has no effect here, and must not keep the later ones from theirs. */
  #tried<T>(row: ReadRow, work: () => T, otherwise: T): T {
    try {
      return work();
    } catch {
      this.#access.skipped(row);
      return otherwise;
    }
  }

  /** Says what a generation is expected to use, as only this desk knows its prices. @returns whether the team's budgets allow it */
  async #cover(
    id: RequestId,
    event: RequestEvent,
    store: TeamStore,
  ): Promise<TeamOutcome<boolean>> {
    if (event.kind !== "request-approved" || store.policy().policy.budgets.length === 0)
      return ok(true);
    const likely = likelyOf(this.#access.desk(), event);
    const covered =
      likely === null
        ? ok(false)
        : await store.cover(id, { attemptId: event.attemptId, ...likely });
    if (covered.ok) return ok(covered.value === null);
    const { failure } = covered;
    const isRefusal = failure.kind === "team-refused" && failure.why !== "session-over";
    return isRefusal ? ok(false) : covered;
  }

  #votesFor(id: RequestId): 1 | 2 | Promise<1 | 2> {
    const request = this.#access.desk().request(id);
    return request === undefined ? 1 : this.#access.votesFor(request);
  }

  /** Whether two people are needed now, but the database did not know that when it accepted this. */
  async #lacksVotes(id: RequestId, held: Held, store: TeamStore): Promise<boolean> {
    const known = Math.max(held.votesNeeded, store.requests().get(id)?.votesNeeded ?? 1);
    return (await this.#votesFor(id)) > known;
  }

  #dropEnded(id: RequestId, held: Held): void {
    const isOver = this.#access.desk().request(id) === undefined;
    if (isOver && held.waiting.length === 0) this.#held.delete(id);
  }

  #summary(request: HeldRequest): JsonObject {
    return summaryOf(request, this.#access.offered(request));
  }

  #entries(rows: readonly LedgerEntry[]): TeamEntry[] {
    return rows.map((row) => entryOf(row, this.#access.login()));
  }
}

/** Null for a document that cannot be counted. */
function likelyOf({ limits }: Desk, event: Approved): TeamSpend | null {
  try {
    return spendOf(limits.budgets.spendOf(event).likely);
  } catch {
    return null;
  }
}

/** Only what is generated or run can be stopped: an approved response only ends. */
const isStopOf = ({ kind, body }: ReadRow, event: RequestEvent): boolean =>
  kind === "stop-asked" &&
  (event.kind === "request-approved" || event.kind === "run-approved") &&
  body["attemptId"] === event.attemptId;

const TWO_NEEDED: TeamEntry = { kind: "two-needed", body: { by: { kind: "desk" } } };
const EMPTY: TeamEntry = { kind: "", body: {} };

const isFull = (outcome: TeamOutcome<unknown>): boolean => isRefused(outcome, "login-full");
