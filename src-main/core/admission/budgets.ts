// Tracks token and cost budgets and says what would exceed them. Ended generations count with the provider's usage,
// running ones with what they are expected to use.
import {
  calendarWindow,
  EVERY_BUDGET,
  budgetsAgainst,
  HOUR_MS,
  inputTokensOf,
  LONGEST_OUTPUT_TOKENS,
  NO_SPEND,
  reached,
  spendOf,
  plus,
} from "#shared/rules/limits/budget.ts";
import type { BudgetUse, Spend, SpendRange } from "#shared/rules/limits/budget.ts";
import { noLimits } from "#shared/rules/limits/limits.ts";
import type { Budgets as BudgetLimits } from "#shared/rules/limits/limits.ts";
import type {
  BudgetUnit,
  BudgetWindow,
  LimitScope,
  BudgetHold,
} from "#shared/rules/limits/windows.ts";
import { likelyOutput } from "#shared/models/cost/estimate.ts";
import { estimateTokenCount } from "tokenx";
import type { ModelRef } from "#shared/models/model.ts";
import { underWay } from "#shared/request/life/attempts.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import type { Refusal, HeldRequest } from "#shared/request/life/heldRequest.ts";
import { budgetRefusalReason, refusalFor } from "#shared/request/checks/wire.ts";
import type { Clock, DeskListener, DeskModels, LimitSource, Spent, SpentAt } from "../ports.ts";
import type { Requesters } from "../requesters.ts";
import { usedBy } from "./spent.ts";
import { dayOf } from "#shared/models/cost/spending.ts";

/** What budgets are reckoned with. */
export interface BudgetFacts {
  clock: Clock;
  listener: DeskListener;
  models?: DeskModels;
  requesters?: Partial<Pick<Requesters, "limitsOf">>;
  /** Absent: there are no budgets. */
  limits?: LimitSource;
}

export class Budgets {
  readonly #facts: BudgetFacts;
  readonly #book: SpendTotals;
  /** Extra amounts that the user allowed, by budget, until its window ends. */
  readonly #more = new Map<string, { amount: number; untilMs: number }>();
  /** Tokens of prompts by document; documents are immutable. */
  readonly #counted = new WeakMap<RequestDocument, number>();

  constructor(facts: BudgetFacts) {
    this.#facts = facts;
    this.#book = new SpendTotals(facts.limits);
  }

  /**
   * Use of every budget that applies to a server (its own and the shared ones); null when the ledger cannot be read.
   */
  uses(serverId: string): BudgetUse[] | null {
    const own = this.#ofServer(serverId);
    const all = this.#usesOf("all", null, this.#ofAll());
    const its = own === null ? [] : this.#usesOf("server", serverId, own);
    return its === null || all === null ? null : [...its, ...all];
  }

  /** Only the server's own budgets. */
  ownUses(serverId: string): BudgetUse[] {
    const own = this.#ofServer(serverId);
    return own === null ? [] : (this.#usesOf("server", serverId, own) ?? []);
  }
  allUses(): BudgetUse[] {
    return this.#usesOf("all", null, this.#ofAll()) ?? [];
  }

  /** The refusal for a server whose budget is reached, or null. */
  refusalFor(serverId: string): Refusal | null {
    const full = reached(this.uses(serverId) ?? []);
    if (full === null) return null;
    const { unit, window, scope, limit, used, reserved, untilMs } = full;
    // What is only reserved may be given back at any time.
    const wait =
      untilMs === null || used < limit
        ? {}
        : { retryAfterMs: Math.max(1, untilMs - this.#facts.clock.nowMs()) };
    const found = used + reserved;
    return {
      ...refusalFor(budgetRefusalReason(unit)),
      figures: { limit, found, window, ...(scope === "all" ? { scope } : {}), ...wait },
    };
  }

  /**
   * Budgets that do not let this generation pass; null when the ledger cannot be read.
   * @param also reserved for generations that start together with it
   */
  against(
    serverId: string,
    run: { model: ModelRef; document: RequestDocument },
    by: "person" | "rule",
    also: Spend = NO_SPEND,
  ): BudgetHold[] | null {
    const uses = this.uses(serverId);
    if (uses === null) return null;
    // Counting tokens would be wasted work.
    if (uses.length === 0) return [];
    const taken = uses.map((use) => ({ ...use, reserved: use.reserved + also[use.unit] }));
    return budgetsAgainst(taken, this.spendOf(run), by);
  }

  /**
   * What a generation spends: with a usual response, and with the longest. Completions need not limit their response:
   * then the model does.
   */
  spendOf({ model, document }: { model: ModelRef; document: RequestDocument }): SpendRange {
    const known = this.#counted.get(document);
    const input = known ?? inputTokensOf(document, estimateTokenCount);
    if (known === undefined) this.#counted.set(document, input);
    const longest =
      document.maxTokens ?? this.#facts.models?.longestOutputOf?.(model) ?? LONGEST_OUTPUT_TOKENS;
    const [likely, most] = [likelyOutput(longest), longest].map((output) =>
      spendOf(
        input + output,
        this.#facts.models?.costOf?.(model, { inputTokens: input, outputTokens: output }) ?? null,
      ),
    );
    return { likely: likely ?? NO_SPEND, most: most ?? NO_SPEND };
  }

  /** Whether any budget applies to this server; if not, counting tokens would be wasted work. */
  hasAny(serverId: string): boolean {
    return isAny(this.#ofAll()) || isAny(this.#ofServer(serverId));
  }

  /** Reserves spend for generations that started and releases those that ended. */
  track({ requester, attempts }: HeldRequest): void {
    const under = new Set(underWay({ attempts }).map(({ id }) => id));
    for (const { id, model, document } of attempts) {
      const known = this.#book.isReserved(id);
      if (under.has(id) && !known && model !== null) {
        // Without a budget, a generation is counted only once it has ended.
        const { likely } = this.hasAny(requester.serverId)
          ? this.spendOf({ model, document })
          : { likely: NO_SPEND };
        this.#book.reserve(id, requester.serverId, likely);
        this.#facts.listener.budgetsChanged?.();
      } else if (!under.has(id) && known) {
        this.#book.release(id);
        this.#facts.listener.budgetsChanged?.();
      }
    }
  }

  /** Counts an ended generation: the reported usage, or the estimate where the provider reported none. */
  addSpent(attemptId: string, atMs: number, spent: Spent): void {
    this.#book.release(attemptId);
    this.#book.add({ serverId: spent.serverId, atMs, ...usedBy(spent) });
    this.#facts.listener.budgetsChanged?.();
  }

  /** Allows more beyond a budget until its window ends (for the sliding hour: for one hour). */
  allowMore(
    { scope, unit, window }: { scope: LimitScope; unit: BudgetUnit; window: BudgetWindow },
    serverId: string,
    amount: number,
  ): void {
    const key = keyOf(scope, scope === "all" ? null : serverId, unit, window);
    const nowMs = this.#facts.clock.nowMs();
    const untilMs = window === "hour" ? nowMs + HOUR_MS : calendarWindow(window, nowMs).untilMs;
    this.#more.set(key, { amount: this.#moreOf(key, nowMs) + amount, untilMs });
    this.#facts.listener.budgetsChanged?.();
  }

  /** Null when the server is no longer known. */
  #ofServer(serverId: string): BudgetLimits | null {
    return this.#facts.requesters?.limitsOf?.(serverId)?.budgets ?? null;
  }
  #ofAll(): BudgetLimits {
    return (this.#facts.limits?.ofAll() ?? noLimits).budgets;
  }

  #moreOf(key: string, nowMs: number): number {
    const more = this.#more.get(key);
    return more === undefined || more.untilMs <= nowMs ? 0 : more.amount;
  }

  #usesOf(scope: LimitScope, serverId: string | null, limits: BudgetLimits): BudgetUse[] | null {
    if (!isAny(limits)) return [];
    const nowMs = this.#facts.clock.nowMs();
    if (!this.#book.load(nowMs)) return null;
    return EVERY_BUDGET.flatMap(({ unit, window }): BudgetUse[] => {
      const set = limits[unit][window];
      if (set === null) return [];
      const limit = set + this.#moreOf(keyOf(scope, serverId, unit, window), nowMs);
      const used = this.#book.usedIn(window, serverId, nowMs);
      const reserved = this.#book.reserved(serverId);
      const untilMs = this.#book.freesUpAtMs(window, unit, { serverId, limit, nowMs });
      return [
        {
          scope,
          unit,
          window,
          limit,
          untilMs,
          used: used[unit],
          reserved: reserved[unit],
          unpriced: unit === "usd" ? used.unpriced : 0,
        },
      ];
    });
  }
}

const isAny = (limits: BudgetLimits | null): boolean =>
  limits !== null &&
  [limits.tokens, limits.usd].some(({ hour, day, month }) =>
    [hour, day, month].some((limit) => limit !== null),
  );

const keyOf = (
  scope: LimitScope,
  serverId: string | null,
  unit: BudgetUnit,
  window: BudgetWindow,
): string => [scope, unit, window, serverId ?? ""].join(" ");

class SpendTotals {
  readonly #source: LimitSource | undefined;
  /** By day, then by server. Null until needed, and while the ledger cannot be read. */
  #days: Map<string, Map<string, Spend>> | null = null;
  #recent: SpentAt[] = [];
  /** Reservations, by attempt. */
  readonly #running = new Map<string, { serverId: string; likely: Spend }>();

  constructor(source: LimitSource | undefined) {
    this.#source = source;
  }

  /** Reads the ledger if that has not been done. False when it cannot be read. */
  load(nowMs: number): boolean {
    if (this.#days !== null) return true;
    const fromDay = dayOf(calendarWindow("month", nowMs).fromMs);
    const found = this.#source?.spent(fromDay, nowMs - HOUR_MS) ?? null;
    if (found === null) return false;
    this.#days = new Map();
    for (const { day, serverId, ...spend } of found.days) this.#add(day, serverId, spend);
    this.#recent = [...found.recent];
    return true;
  }

  /** Reserves what a generation is expected to spend. */
  reserve(attemptId: string, serverId: string, likely: Spend): void {
    this.#running.set(attemptId, { serverId, likely });
  }
  isReserved(attemptId: string): boolean {
    return this.#running.has(attemptId);
  }
  /** Releases a reservation: the generation has ended or never started. */
  release(attemptId: string): void {
    this.#running.delete(attemptId);
  }

  /** Adds what a generation spent. Ignored before `load`, which reads it from the ledger. */
  add(one: SpentAt): void {
    if (this.#days === null) return;
    const { serverId, atMs, tokens, usd, unpriced } = one;
    this.#add(dayOf(atMs), serverId, { tokens, usd, unpriced });
    this.#recent.push(one);
    this.#drop(atMs);
  }

  /** Spend of one server, or of all when `serverId` is null. */
  usedIn(window: BudgetWindow, serverId: string | null, nowMs: number): Spend {
    if (window === "hour") {
      return sum(this.#within(serverId, nowMs));
    }
    const from = dayOf(calendarWindow(window, nowMs).fromMs);
    const until = dayOf(nowMs);
    const days = [...(this.#days ?? [])].filter(([day]) => day >= from && day <= until);
    return sum(
      days.flatMap(([, servers]) =>
        serverId === null ? [...servers.values()] : [servers.get(serverId) ?? NO_SPEND],
      ),
    );
  }

  reserved(serverId: string | null): Spend {
    const runs = [...this.#running.values()];
    return sum(runs.filter((one) => isOf(one, serverId)).map(({ likely }) => likely));
  }

  /**
   * When the budget has room again: the end of a calendar window; for the sliding hour, when enough spend has left it
   * to be below `limit`. Null when nothing counts in that hour.
   */
  freesUpAtMs(
    window: BudgetWindow,
    unit: BudgetUnit,
    { serverId, limit, nowMs }: { serverId: string | null; limit: number; nowMs: number },
  ): number | null {
    if (window !== "hour") return calendarWindow(window, nowMs).untilMs;
    const within = this.#within(serverId, nowMs).filter((one) => one[unit] > 0);
    let left = sum(within)[unit];
    for (const one of within) {
      left -= one[unit];
      if (left < limit) return one.atMs + HOUR_MS;
    }
    return null;
  }

  #within(serverId: string | null, nowMs: number): SpentAt[] {
    return this.#recent.filter((one) => one.atMs > nowMs - HOUR_MS && isOf(one, serverId));
  }

  #add(day: string, serverId: string, spend: Spend): void {
    const servers = this.#days?.get(day) ?? new Map<string, Spend>();
    servers.set(serverId, plus(servers.get(serverId) ?? NO_SPEND, spend));
    this.#days?.set(day, servers);
  }

  /** Drops what is outside every window. */
  #drop(nowMs: number): void {
    this.#recent = this.#recent.filter(({ atMs }) => atMs > nowMs - HOUR_MS);
    const from = dayOf(calendarWindow("month", nowMs).fromMs);
    for (const day of this.#days?.keys() ?? []) if (day < from) this.#days?.delete(day);
  }
}

const isOf = (one: { serverId: string }, serverId: string | null): boolean =>
  serverId === null || one.serverId === serverId;
const sum = (all: readonly Spend[]): Spend => all.reduce(plus, NO_SPEND);
