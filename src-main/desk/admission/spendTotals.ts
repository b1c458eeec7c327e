// What was spent in the last hour, this day, this month: read from the record once, kept up to date in memory; and
// what those generations may still take that run.
import {
  calendarWindow,
  HOUR_MS,
  NOTHING,
  plus,
} from "../../../src-shared/policy/limits/budget.ts";
import type { Spend } from "../../../src-shared/policy/limits/budget.ts";
import type { BudgetUnit, BudgetWindow } from "../../../src-shared/policy/limits/windows.ts";
import { dayOf } from "../../../src-shared/models/cost/spending.ts";
import type { SpentSoFar, SpentAt } from "../ports.ts";

export class SpendTotals {
  readonly #read: (fromDay: string, sinceMs: number) => SpentSoFar | null;
  /** By day, then by server. Null before it was needed, and while the record cannot be read. */
  #days: Map<string, Map<string, Spend>> | null = null;
  #recent: SpentAt[] = [];
  /** By generation. */
  readonly #running = new Map<string, { serverId: string; most: Spend }>();

  constructor(read: (fromDay: string, sinceMs: number) => SpentSoFar | null) {
    this.#read = read;
  }

  /** True when it knows what was spent; reads it where it does not. */
  load(nowMs: number): boolean {
    if (this.#days !== null) return true;
    const found = this.#read(dayOf(calendarWindow("month", nowMs).fromMs), nowMs - HOUR_MS);
    if (found === null) return false;
    this.#days = new Map();
    for (const { day, serverId, ...spend } of found.days) this.#add(day, serverId, spend);
    this.#recent = [...found.recent];
    return true;
  }

  /** A generation may take so much from now on. */
  reserve(attemptId: string, serverId: string, most: Spend): void {
    this.#running.set(attemptId, { serverId, most });
  }
  isReserved(attemptId: string): boolean {
    return this.#running.has(attemptId);
  }
  /** It has ended, or never came to its turn. What it was to take at most, or null where that is not known. */
  release(attemptId: string): Spend | null {
    const most = this.#running.get(attemptId)?.most ?? null;
    this.#running.delete(attemptId);
    return most;
  }

  /** A generation took so much. What the record says before `open` is read then. */
  add(one: SpentAt): void {
    if (this.#days === null) return;
    const { serverId, atMs, tokens, usd, unpriced } = one;
    this.#add(dayOf(atMs), serverId, { tokens, usd, unpriced });
    this.#recent.push(one);
    this.#forget(atMs);
  }

  /** Of one server, or of all where it is null. */
  usedIn(window: BudgetWindow, serverId: string | null, nowMs: number): Spend {
    if (window === "hour") {
      return sum(this.#within(serverId, nowMs));
    }
    const from = dayOf(calendarWindow(window, nowMs).fromMs);
    const until = dayOf(nowMs);
    const days = [...(this.#days ?? [])].filter(([day]) => day >= from && day <= until);
    return sum(
      days.flatMap(([, servers]) =>
        serverId === null ? [...servers.values()] : [servers.get(serverId) ?? NOTHING],
      ),
    );
  }

  reserved(serverId: string | null): Spend {
    const runs = [...this.#running.values()];
    return sum(runs.filter((one) => isOf(one, serverId)).map(({ most }) => most));
  }

  /**
   * When there is room in the budget again: of a calendar window its end; of an hour when so much of what is used
   * has left it that less than `limit` remains, or its oldest part where that is so already. Null: nothing is used.
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
    servers.set(serverId, plus(servers.get(serverId) ?? NOTHING, spend));
    this.#days?.set(day, servers);
  }

  /** What no window will ask for again. */
  #forget(nowMs: number): void {
    this.#recent = this.#recent.filter(({ atMs }) => atMs > nowMs - HOUR_MS);
    const from = dayOf(calendarWindow("month", nowMs).fromMs);
    for (const day of this.#days?.keys() ?? []) if (day < from) this.#days?.delete(day);
  }
}

const isOf = (one: { serverId: string }, serverId: string | null): boolean =>
  serverId === null || one.serverId === serverId;
const sum = (all: readonly Spend[]): Spend => all.reduce(plus, NOTHING);
