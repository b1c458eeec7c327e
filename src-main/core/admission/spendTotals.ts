// Spend of the last hour, day and month (read from the ledger once, then kept up to date in memory), and the
// reservations of running generations.
import { calendarWindow, HOUR_MS, NO_SPEND, plus } from "#shared/rules/limits/budget.ts";
import type { Spend } from "#shared/rules/limits/budget.ts";
import type { BudgetUnit, BudgetWindow } from "#shared/rules/limits/windows.ts";
import { dayOf } from "#shared/models/cost/spending.ts";
import type { SpentSoFar, SpentAt } from "../ports.ts";

export class SpendTotals {
  readonly #read: (fromDay: string, sinceMs: number) => SpentSoFar | null;
  /** By day, then by server. Null until needed, and while the ledger cannot be read. */
  #days: Map<string, Map<string, Spend>> | null = null;
  #recent: SpentAt[] = [];
  /** Reservations, by attempt. */
  readonly #running = new Map<string, { serverId: string; likely: Spend }>();

  constructor(read: (fromDay: string, sinceMs: number) => SpentSoFar | null) {
    this.#read = read;
  }

  /** Reads the ledger if that has not been done. False when it cannot be read. */
  load(nowMs: number): boolean {
    if (this.#days !== null) return true;
    const found = this.#read(dayOf(calendarWindow("month", nowMs).fromMs), nowMs - HOUR_MS);
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
