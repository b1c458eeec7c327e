// All limits the user sets, behind one interface for the desk: rate, size, waiting time, rounds, budgets.
import { NO_SPEND, plus } from "#shared/rules/limits/budget.ts";
import type { BudgetUse } from "#shared/rules/limits/budget.ts";
import {
  longestWait,
  noLimits,
  entryOf,
  isLimitReason,
  LIMIT_OF,
  stricter,
} from "#shared/rules/limits/limits.ts";
import type { AllLimits, ServerLimits } from "#shared/rules/limits/limits.ts";
import type { LimitPlace } from "#shared/rules/limits/raise.ts";
import type { ModelRef } from "#shared/models/model.ts";
import type { RequestEvent } from "#shared/request/life/event.ts";
import type {
  Refusal,
  HeldRequest,
  Origin,
  RefusalReason,
  ToolRound,
} from "#shared/request/life/heldRequest.ts";
import { Budgets } from "./budgets.ts";
import type { BudgetFacts } from "./budgets.ts";
import type { Roster } from "../desk/roster.ts";
import type { Clock, Incoming, LedgerEntry, LimitSource } from "../ports.ts";
import type { Placement } from "../desk/intake.ts";
import type { BudgetHold, LimitScope } from "#shared/rules/limits/windows.ts";
import { isJsonObject } from "#shared/json.ts";
import type { Json } from "#shared/json.ts";
import type { Figures } from "#shared/request/checks/codes.ts";
import { measure, valuesMax } from "#shared/request/document/measure.ts";
import { refusalFor } from "#shared/request/checks/wire.ts";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";

type Approved = Extract<RequestEvent, { kind: "request-approved" }>;

export class Limits {
  readonly #source: LimitSource | undefined;
  readonly guard: AdmissionGuard;
  readonly waits: WaitTimers;
  readonly budgets: Budgets;
  readonly rounds = new RoundCounter();

  /** @param onTimeout called with requests that were not decided in time */
  constructor(
    parts: BudgetFacts,
    roster: Roster,
    onTimeout: (requestIds: readonly string[]) => void,
  ) {
    this.#source = parts.limits;
    this.guard = new AdmissionGuard(parts.clock);
    this.waits = new WaitTimers(parts.clock, roster, onTimeout);
    this.budgets = new Budgets(parts);
  }

  get ofAll(): AllLimits {
    return this.#source?.ofAll() ?? noLimits;
  }

  /** The refusal of an incoming request, or null. */
  refusalFor(incoming: Incoming, open: OpenCounts): Refusal | null {
    return (
      this.guard.refusalFor(incoming, open, this.ofAll) ??
      this.budgets.refusalFor(incoming.requester.serverId)
    );
  }

  /** The request's place within its call, its longest wait, and a refusal when the call has used up its limits. */
  placementOf(incoming: Incoming): Placement & { refusal: Refusal | null } {
    if (incoming.reply.kind === "replay") return { refusal: null };
    const most = longestWait(incoming.policy.limits.waitMs, this.ofAll.waitMs);
    const counted = this.rounds.placementOf(incoming, this.ofAll);
    return most === null ? counted : { ...counted, longestWait: most };
  }

  /** Call after every change of a sample: reserves spend for its generations and arms the timer for its deadline. */
  track(request: HeldRequest): void {
    this.budgets.track(request);
    this.waits.track(request);
  }

  /** Call for every recorded row: adds what it spent. */
  onRecorded({ spent, atMs, body }: LedgerEntry): void {
    const id = typeof body === "object" && body !== null && "attemptId" in body;
    if (spent !== undefined && id) this.budgets.addSpent(String(body["attemptId"]), atMs, spent);
  }

  /** For each event, the budgets that do not let it pass after the events before it. */
  budgetsExceeded({ requester }: HeldRequest, events: readonly Approved[]): BudgetHold[][] {
    let also = NO_SPEND;
    return events.map(({ model, document, by }) => {
      const run = { model, document };
      const asked = by.kind === "rule" ? "rule" : "person";
      const holds = this.budgets.against(requester.serverId, run, asked, also) ?? [];
      if (this.budgets.hasAny(requester.serverId))
        also = plus(also, this.budgets.spendOf(run).likely);
      return holds;
    });
  }

  /** Adds to the events the budgets they exceed, which the user was told of. */
  acknowledgeBudgets(request: HeldRequest, events: readonly RequestEvent[]): RequestEvent[] {
    const approved = events.filter((event) => event.kind === "request-approved");
    const holds = this.budgetsExceeded(request, approved);
    return events.map((event) => {
      const beyond = event.kind === "request-approved" ? holds[approved.indexOf(event)] : undefined;
      return beyond === undefined || beyond.length === 0 ? event : { ...event, beyond };
    });
  }

  /** Why only the user, and no rule, may send this to the model: a reason code, or null. */
  holdReason(
    { requester }: Pick<HeldRequest, "requester">,
    model: ModelRef,
    document: Approved["document"],
  ): string | null {
    const holds = this.budgets.against(requester.serverId, { model, document }, "rule");
    if (holds === null) return "not-counted";
    const [first] = holds;
    return first === undefined ? null : budgetReason(first);
  }

  /**
   * Raises a limit once: the rate for this minute, the requests of this call, or a budget until its window ends.
   * False when the call is no longer counted.
   */
  allowMore(request: HeldRequest, { scope, limit }: LimitPlace, more: number): boolean {
    const { serverId } = request.requester;
    if (limit.kind === "budget") {
      this.budgets.allowMore({ ...limit, scope }, serverId, more);
      return true;
    }
    if (limit.name === "perMinute") {
      this.guard.allow(request, scope, more);
      return true;
    }
    return limit.name === "perCall" && this.rounds.allowRequests(request, more);
  }

  view(serverIds: readonly string[]): { all: BudgetUse[]; servers: Record<string, BudgetUse[]> } {
    const own = serverIds.map((id) => [id, this.budgets.ownUses(id)] as const);
    return {
      all: this.budgets.allUses(),
      servers: Object.fromEntries(own.filter(([, uses]) => uses.length > 0)),
    };
  }
}

/** Such as `tokens-day`, `cost-month-all`, or `cost-unknown` when a price is missing. */
const budgetReason = ({ unit, window, scope, needs }: BudgetHold): string =>
  needs === null
    ? "cost-unknown"
    : `${unit === "usd" ? "cost" : "tokens"}-${window}${scope === "all" ? "-all" : ""}`;

/** The refusal of a request that was not decided in time; null when its deadline has not passed (any more). */
export function waitRefusal(request: HeldRequest | undefined, nowMs: number): Refusal | null {
  if (request?.waits === undefined || request.waits.atMs > nowMs) return null;
  const { totalMs, scope } = request.waits;
  return overLimit("waited-too-long", { limit: totalMs }, scope);
}

/** Open requests: of this server and of all servers. */
export interface OpenCounts {
  own: number;
  all: number;
}

export class AdmissionGuard {
  readonly #clock: Clock;
  readonly #buckets = new Buckets();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * The refusal by the server's policy and the shared limits, or null. A request refused by its origin or its rate does
   * not consume from the rate; one that is refused after that does.
   */
  refusalFor(incoming: Incoming, open: OpenCounts, all: AllLimits): Refusal | null {
    const { origin, policy } = incoming;
    return (
      byOrigin(origin, policy) ??
      this.#byRate(rateKey(incoming), policy.limits, all) ??
      bySize(incoming, all) ??
      byWaiting(open, policy.limits, all)
    );
  }

  /** Admits `count` more of the same kind and server within the next minute. */
  allow(like: RateKeyed, scope: LimitScope, count: number): void {
    const bucket = scope === "all" ? this.#buckets.all : this.#buckets.of(rateKey(like));
    bucket.allow(this.#clock.nowMs(), count);
  }

  /** Consumes from both buckets or from neither: a refusal by the shared rate must not use up the server's own. */
  #byRate(key: string, own: ServerLimits, all: AllLimits): Refusal | null {
    const nowMs = this.#clock.nowMs();
    const rates: { bucket: Bucket; rate: Rate; scope?: LimitScope }[] = [
      { bucket: this.#buckets.of(key), rate: own },
    ];
    if (all.perMinute !== null) {
      const rate = { perMinute: all.perMinute, burst: all.burst };
      rates.push({ bucket: this.#buckets.all, rate, scope: "all" });
    }
    for (const { bucket, rate, scope } of rates) {
      const retryAfterMs = bucket.wait(nowMs, rate);
      if (retryAfterMs > 0) {
        return overLimit("rate-limited", { limit: rate.perMinute, retryAfterMs }, scope);
      }
    }
    for (const { bucket, rate } of rates) bucket.take(nowMs, rate);
    return null;
  }
}

/** Each kind of request has its own rate. */
type RateKeyed = Pick<Incoming, "requestKind" | "requester">;
const rateKey = ({ requestKind, requester }: RateKeyed): string =>
  requestKind === undefined ? requester.serverId : `${requestKind} ${requester.serverId}`;

function byWaiting({ own, all }: OpenCounts, limits: ServerLimits, ofAll: AllLimits) {
  if (own >= limits.waiting) return overLimit("too-many-waiting", { limit: limits.waiting });
  return ofAll.waiting !== null && all >= ofAll.waiting
    ? overLimit("too-many-waiting", { limit: ofAll.waiting }, "all")
    : null;
}

/** "not associated with a client request": −32602 (2025-11-25, client/sampling, "Error Handling"). */
function byOrigin(origin: Origin, policy: ServerPolicy): Refusal | null {
  if (origin.kind === "none" && policy.unasked === "refuse") return refusalFor("not-associated");
  if (origin.kind === "ambiguous" && policy.ambiguous === "refuse") {
    return refusalFor("call-ambiguous");
  }
  return null;
}

function bySize({ params, metrics, policy }: Incoming, all: AllLimits): Refusal | null {
  const { mediumBytes, textCharacters, messages } = policy.limits;
  const { limit: requestBytes, scope } = stricter(policy.limits.requestBytes, all.requestBytes);
  const most = valuesMax(messages);
  const values = metrics?.values ?? 0;
  if (values > most) return overLimit("too-many-values", { limit: most, found: values });
  if (metrics !== undefined && (metrics.unread === true || metrics.bytes > requestBytes)) {
    return overLimit("too-large", { limit: requestBytes, found: metrics.bytes }, scope);
  }
  // Checked before the full walk: the length of the list is known at once.
  const listed = messagesIn(params);
  if (listed > messages) return overLimit("too-many-messages", { limit: messages, found: listed });
  const found = measure(params, most);
  if (found.values > most) return overLimit("too-many-values", { limit: most });
  if (metrics === undefined && found.characters > requestBytes) {
    return overLimit("too-large", { limit: requestBytes, found: found.characters }, scope);
  }
  if (found.textCharacters > textCharacters) {
    return overLimit("text-too-long", { limit: textCharacters, found: found.textCharacters });
  }
  return found.mediumBytes > mediumBytes
    ? overLimit("medium-too-large", { limit: mediumBytes, found: found.mediumBytes })
    : null;
}

function messagesIn(params: Json): number {
  const messages =
    typeof params === "object" && params !== null && !Array.isArray(params)
      ? params["messages"]
      : undefined;
  return Array.isArray(messages) ? messages.length : 0;
}

/** The refusal for an exceeded limit, with its figures. */
const overLimit = (
  reason: RefusalReason,
  figures: Figures,
  scope: LimitScope = "server",
): Refusal => ({
  ...refusalFor(reason),
  figures: scope === "all" ? { ...figures, scope } : figures,
});

/** Whether the reason is about size: such a request's content is not kept. */
export const dropsContent = ({ reason }: Refusal): boolean =>
  reason === "too-many-values" ||
  (isLimitReason(reason) && entryOf(LIMIT_OF[reason]).about === "size");

const MINUTE_MS = 60_000;
/** How long an extra allowance granted by the user can be used. */
const EXTRA_MS = MINUTE_MS;
/** One request in bucket units: each millisecond refills `perMinute` units. Keeps the arithmetic in whole numbers. */
const ONE = MINUTE_MS;

/** `burst` null: same as `perMinute`. */
export interface Rate {
  perMinute: number;
  burst: number | null;
}

export class Bucket {
  /** Units available at `#atMs`; null before first use, which means full. */
  #level: number | null = null;
  #size = 0;
  #atMs = 0;
  #extra = 0;
  #extraUntilMs = 0;

  /** Milliseconds until a request would be admitted; 0 for now. Consumes nothing. */
  wait(nowMs: number, rate: Rate): number {
    const level = this.#fill(nowMs, rate);
    if (level >= ONE || this.#extraAt(nowMs) > 0) return 0;
    return Math.ceil((ONE - level) / rate.perMinute);
  }

  /** Consumes one request. Call only when `wait` returned 0. */
  take(nowMs: number, rate: Rate): void {
    const level = this.#fill(nowMs, rate);
    if (level >= ONE) this.#level = level - ONE;
    else if (this.#extraAt(nowMs) > 0) this.#extra -= 1;
  }

  /** Admits `count` extra requests within the next minute. */
  allow(nowMs: number, count: number): void {
    this.#extra = this.#extraAt(nowMs) + count;
    this.#extraUntilMs = nowMs + EXTRA_MS;
  }

  #extraAt(nowMs: number): number {
    return nowMs < this.#extraUntilMs ? this.#extra : 0;
  }

  #fill(nowMs: number, { perMinute, burst }: Rate): number {
    const size = (burst ?? perMinute) * ONE;
    const before = this.#level ?? size;
    // Changing the rate keeps what has been consumed; a clock that was set back refills nothing.
    const moved = this.#level === null ? 0 : size - this.#size;
    const came = this.#level === null ? 0 : Math.max(0, nowMs - this.#atMs) * perMinute;
    this.#level = Math.max(0, Math.min(size, before + moved + came));
    this.#size = size;
    this.#atMs = nowMs;
    return this.#level;
  }
}

/** One bucket per key and one for all servers. Reconnecting does not reset a server's bucket. */
class Buckets {
  readonly all = new Bucket();
  readonly #own = new Map<string, Bucket>();

  of(serverId: string): Bucket {
    const known = this.#own.get(serverId);
    if (known !== undefined) return known;
    const bucket = new Bucket();
    this.#own.set(serverId, bucket);
    return bucket;
  }
}

interface Count {
  turns: number;
  /** The result that embedded the latest turn: all requests in one result are one turn. Null for a pushed request. */
  groupId: string | null;
  /** A request of that result had tools: the round is counted, its siblings belong to it. */
  groupCounted: boolean;
  rounds: number;
  /** Requests held so far, and how many more than the limit the user allowed. */
  requests: number;
  moreRequests: number;
  /** Tool rounds per call, by the latest policy. */
  limit: number;
  /** Tool rounds that the user allowed beyond it. */
  more: number;
}

const NOTHING = {
  turns: 0,
  groupId: null,
  groupCounted: false,
  rounds: 0,
  more: 0,
  requests: 0,
  moreRequests: 0,
};

/** Calls to remember; older ones have long ended. */
const CALLS_KEPT = 1000;

export class RoundCounter {
  readonly #counts = new Map<string, Count>();

  /**
   * The request's turn and round within its call, and the refusal when the call has used up its limits. Counts
   * nothing yet. When the call is ambiguous, the candidates share the sum of their limits.
   */
  placementOf(
    incoming: Incoming,
    all: AllLimits = noLimits,
  ): { turn?: number; round?: ToolRound; refusal: Refusal | null } {
    const key = keyOf(incoming);
    if (key === null) return { refusal: null };
    const { limits } = incoming.policy;
    const tools = stricter(limits.toolRounds, all.toolRounds);
    const limit = tools.limit * callsOf(incoming);
    const before = this.#counts.get(key);
    const count = { ...NOTHING, ...before, limit };
    this.#counts.delete(key);
    this.#counts.set(key, count);
    this.#dropOldest();
    const together = isTogether(count, incoming);
    const number = together ? count.turns : count.turns + 1;
    const turn = incoming.origin.kind === "certain" ? { turn: number } : {};
    const most = stricter(limits.perCall, all.perCall);
    const perCall = most.limit * callsOf(incoming) + count.moreRequests;
    const tooMany =
      count.requests >= perCall
        ? overLimit("too-many-for-call", { limit: perCall, found: count.requests + 1 }, most.scope)
        : null;
    if (!asksWithTools(incoming.params)) return { ...turn, refusal: tooMany };
    const counted = together && count.groupCounted;
    const round = { number: count.rounds + (counted ? 0 : 1), limit: limit + count.more };
    const refusal =
      round.number > round.limit
        ? overLimit("too-many-rounds", { limit: round.limit, found: round.number }, tools.scope)
        : tooMany;
    return { ...turn, round, refusal };
  }

  /** Counts a request that is held. */
  count(request: HeldRequest, incoming: Incoming): void {
    const count = this.#counts.get(keyOf(request) ?? "");
    if (count === undefined) return;
    count.turns = request.turn ?? count.turns + 1;
    count.requests += 1;
    const together = isTogether(count, incoming);
    count.groupId = groupOf(incoming);
    const counted = together && count.groupCounted;
    count.groupCounted = counted || request.round !== undefined;
    if (request.round !== undefined && !counted) count.rounds += 1;
  }

  /** The limit after `allowMore`; null when the request's rounds are not counted. */
  raisedLimit(request: HeldRequest): number | null {
    const count = this.#counts.get(keyOf(request) ?? "");
    if (count === undefined || request.round === undefined) return null;
    return count.limit + count.more + count.limit;
  }

  /** Allows the call of this request as many more rounds as its policy grants. */
  allowMore(request: HeldRequest): void {
    const count = this.#counts.get(keyOf(request) ?? "");
    if (count !== undefined) count.more += count.limit;
  }

  /** Allows `more` requests for the call of this request. False when it is not counted. */
  allowRequests(request: HeldRequest, more: number): boolean {
    const count = this.#counts.get(keyOf(request) ?? "");
    if (count === undefined) return false;
    count.moreRequests += more;
    return true;
  }

  /** Whether both requests belong to the same counted call. */
  static areCountedTogether(a: HeldRequest, b: HeldRequest): boolean {
    const key = keyOf(a);
    return key !== null && key === keyOf(b);
  }

  #dropOldest(): void {
    for (const key of this.#counts.keys()) {
      if (this.#counts.size <= CALLS_KEPT) return;
      this.#counts.delete(key);
    }
  }
}

function keyOf({ requester, origin }: Pick<HeldRequest, "requester" | "origin">): string | null {
  switch (origin.kind) {
    case "certain":
      return JSON.stringify([requester.serverId, origin.call.runId]);
    case "ambiguous":
      return JSON.stringify([
        requester.serverId,
        ...origin.calls.map((call) => call.runId).toSorted(),
      ]);
    case "none":
      return null;
  }
}

const groupOf = ({ reply }: Incoming): string | null =>
  reply.kind === "embedded" ? reply.groupId : null;

const isTogether = ({ groupId }: Count, incoming: Incoming): boolean =>
  groupId !== null && groupId === groupOf(incoming);

const callsOf = ({ origin }: Pick<HeldRequest, "origin">): number =>
  origin.kind === "ambiguous" ? origin.calls.length : 1;

/** Whether the request has tools, or a tool choice. */
function asksWithTools(params: Json): boolean {
  if (!isJsonObject(params)) return false;
  const { tools, toolChoice } = params;
  return (Array.isArray(tools) && tools.length > 0) || isJsonObject(toolChoice);
}

/**
 * Timers stop while the machine sleeps, the wall clock does not. Checking at this interval refuses overdue requests
 * soon after waking.
 */
const CHECK_MS = 15_000;

class WaitTimers {
  readonly #clock: Clock;
  readonly #roster: Roster;
  readonly #onTimeout: (requestIds: readonly string[]) => void;
  #timer: NodeJS.Timeout | null = null;
  /** The next deadline. */
  #nextMs = Infinity;

  constructor(clock: Clock, roster: Roster, onTimeout: (requestIds: readonly string[]) => void) {
    this.#clock = clock;
    this.#roster = roster;
    this.#onTimeout = onTimeout;
  }

  /** Call after every change of a request. */
  track({ waits }: HeldRequest): void {
    if (waits !== undefined && waits.atMs < this.#nextMs) this.#arm(waits.atMs);
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#nextMs = Infinity;
  }

  #arm(nextMs: number): void {
    this.close();
    if (nextMs === Infinity) return;
    this.#nextMs = nextMs;
    const left = Math.max(0, nextMs - this.#clock.nowMs());
    this.#timer = setTimeout(() => this.#look(), Math.min(left, CHECK_MS));
    this.#timer.unref();
  }

  #look(): void {
    const nowMs = this.#clock.nowMs();
    const over: string[] = [];
    let nextMs = Infinity;
    for (const { id, waits } of this.#roster.open()) {
      if (waits === undefined) continue;
      if (waits.atMs <= nowMs) over.push(id);
      else nextMs = Math.min(nextMs, waits.atMs);
    }
    this.#arm(nextMs);
    if (over.length > 0) this.#onTimeout(over);
  }
}
