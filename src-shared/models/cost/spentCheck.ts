// Holds the sums of what generations took against the rows that they follow from. The sums are kept by the day of this
// machine's clock, which may have stood in another time zone then: a row may stand in any day that it was somewhere.
import { dayOf } from "./spending.ts";
import type { SpentDay } from "./spending.ts";

/** What is added up of each generation. */
export const AMOUNTS = [
  "generations",
  "failed",
  "inputTokens",
  "outputTokens",
  "uncounted",
  "usd",
  "unpriced",
  "tookMs",
] as const satisfies readonly (keyof SpentAmounts)[];

export type SpentAmounts = Omit<
  SpentDay,
  "day" | "serverId" | "serverName" | "providerId" | "modelId"
>;

/** One generation that has ended, as its rows have it. */
export interface SpentEnd extends Omit<SpentDay, "day"> {
  atMs: number;
}

/** Sums of one server and model that do not fit. */
export interface SpentDifference {
  serverId: string;
  serverName: string;
  providerId: string;
  modelId: string;
  /** As the sums have it. */
  kept: SpentAmounts;
  /** As the rows have it. */
  rows: SpentAmounts;
}

const HOUR_MS = 3_600_000;
/** The clocks that are furthest behind and ahead of UTC. */
const BEHIND_MS = 12 * HOUR_MS;
const AHEAD_MS = 14 * HOUR_MS;
const DAY_MS = 24 * HOUR_MS;
/** Added in another order, fractions differ in their last digits. */
const SLACK = 1e-9;
/** No clock has changed within one (its zone or its day). */
const QUARTER_MS = HOUR_MS / 4;

/** Days with what was added on each. */
type ByDay = Map<string, SpentAmounts>;

interface Group {
  name: Pick<SpentDifference, "serverId" | "serverName" | "providerId" | "modelId">;
  /** Of the rows: by the first and by the last day that it may have been. */
  first: ByDay;
  last: ByDay;
  kept: ByDay;
}

/** Of generations that nobody can attribute: no server has this name. */
export const NOBODY = { serverId: "", serverName: "", providerId: "", modelId: "" } as const;

/** Sums are held against the rows by these three together. */
export const groupKey = ({
  serverId,
  providerId,
  modelId,
}: Pick<SpentDay, "serverId" | "providerId" | "modelId">): string =>
  JSON.stringify([serverId, providerId, modelId]);

/** Takes the generations of all rows one by one, then says which sums do not fit them. */
export class SpentCheck {
  readonly #utcDay = remembered(DAY_MS, (ms) => new Date(ms).toISOString().slice(0, 10));
  readonly #ownDay = remembered(QUARTER_MS, dayOf);
  readonly #groups = new Map<string, Group>();
  readonly #days = new Map<string, SpentDay>();
  /** Generations of which this record does not say whose they were, by their day: it goes on from another one. */
  readonly #loose: ByDay = new Map();
  #looseSum = nothing();

  add({ atMs, ...end }: SpentEnd): void {
    const { first, last } = this.#groupOf(end);
    addTo(first, this.#utcDay(atMs - BEHIND_MS), end);
    addTo(last, this.#utcDay(atMs + AHEAD_MS), end);
    addDay(this.#days, { ...end, day: this.#ownDay(atMs) });
  }

  /** @param atMs null where what stands there is no instant: on no day it can be put right */
  addLoose(atMs: number | null, amounts: SpentAmounts): void {
    this.#looseSum = sum(this.#looseSum, amounts);
    if (atMs !== null) addTo(this.#loose, this.#ownDay(atMs), amounts);
  }

  /**
   * The sums as they should be: those of the rows, by this machine's clock as it stands now; what nobody can attribute
   * stays with whom it was kept, as far as sums that differ still hold it, and else stands by itself. Call after
   * `differences`.
   */
  days(): SpentDay[] {
    const left: ByDay = new Map([...this.#loose].map(([day, amounts]) => [day, { ...amounts }]));
    const days = new Map(this.#days);
    const fit = (group: Group): boolean => fits(group, this.#looseSum);
    const groups = [...this.#groups.values()];
    for (const group of groups.filter(fit)) for (const _ of takenFrom(left, group));
    for (const group of groups.filter((one) => !fit(one))) {
      for (const taken of takenFrom(left, group)) addDay(days, { ...group.name, ...taken });
    }
    for (const [day, amounts] of left) {
      if (AMOUNTS.some((name) => amounts[name] > SLACK))
        addDay(days, { ...NOBODY, day, ...amounts });
    }
    return [...days.values()];
  }

  /** By server and model, in the order in which they come. */
  differences(kept: readonly SpentDay[]): SpentDifference[] {
    for (const row of kept) addTo(this.#groupOf(row).kept, row.day, row);
    return [...this.#groups.values()]
      .filter((group) => !fits(group, this.#looseSum))
      .map(({ name, first, kept: found }) => ({
        ...name,
        kept: total(found),
        rows: total(first),
      }));
  }

  #groupOf({ serverId, serverName, providerId, modelId }: Group["name"]): Group {
    const key = groupKey({ serverId, providerId, modelId });
    const name = { serverId, serverName, providerId, modelId };
    const known = this.#groups.get(key) ?? {
      ...{ name, first: new Map(), last: new Map(), kept: new Map() },
    };
    this.#groups.set(key, known);
    return known;
  }
}

/** A day by the stretch of time that an instant is in: dates are asked of the system, again and again. */
function remembered(stretchMs: number, dayAt: (ms: number) => string): (ms: number) => string {
  const days = new Map<number, string>();
  return (ms) => {
    const stretch = Math.floor(ms / stretchMs);
    const day = days.get(stretch) ?? dayAt(ms);
    days.set(stretch, day);
    return day;
  };
}

/** On each day, so much is kept up to it as the rows have at least and at most. */
function fits({ first, last, kept }: Group, loose: SpentAmounts): boolean {
  const days = new Set([...first.keys(), ...last.keys(), ...kept.keys()]);
  let [least, most, is] = [nothing(), nothing(), nothing()];
  for (const day of [...days].toSorted()) {
    least = sum(least, last.get(day) ?? NOTHING);
    most = sum(most, first.get(day) ?? NOTHING);
    is = sum(is, kept.get(day) ?? NOTHING);
    const within = AMOUNTS.every((name) => {
      const slack = SLACK * (1 + most[name]);
      return is[name] >= least[name] - slack && is[name] <= most[name] + loose[name] + slack;
    });
    if (!within) return false;
  }
  return true;
}

/** What of these days a group holds beyond its rows, which is taken out of them. */
function* takenFrom(
  left: ByDay,
  { first, kept }: Group,
): Generator<SpentAmounts & { day: string }> {
  const [of, is] = [total(first), total(kept)];
  for (const [day, amounts] of left) {
    const taken = nothing();
    for (const name of AMOUNTS) {
      taken[name] = Math.max(0, Math.min(amounts[name], is[name] - of[name]));
      amounts[name] -= taken[name];
      of[name] += taken[name];
    }
    if (AMOUNTS.some((name) => taken[name] > SLACK)) yield { day, ...taken };
  }
}

function addDay(days: Map<string, SpentDay>, day: SpentDay): void {
  const { serverId, serverName, providerId, modelId } = day;
  const key = JSON.stringify([day.day, serverId, serverName, providerId, modelId]);
  const before = days.get(key);
  days.set(key, { ...day, ...(before === undefined ? {} : sum(before, day)) });
}

function addTo(days: ByDay, day: string, amounts: SpentAmounts): void {
  days.set(day, sum(days.get(day) ?? NOTHING, amounts));
}

const total = (days: ByDay): SpentAmounts => [...days.values()].reduce(sum, nothing());

function nothing(): SpentAmounts {
  return {
    ...{ generations: 0, failed: 0, inputTokens: 0, outputTokens: 0 },
    ...{ uncounted: 0, usd: 0, unpriced: 0, tookMs: 0 },
  };
}
const NOTHING: Readonly<SpentAmounts> = nothing();

function sum(one: Readonly<SpentAmounts>, other: Readonly<SpentAmounts>): SpentAmounts {
  return {
    generations: one.generations + other.generations,
    failed: one.failed + other.failed,
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    uncounted: one.uncounted + other.uncounted,
    usd: one.usd + other.usd,
    unpriced: one.unpriced + other.unpriced,
    tookMs: one.tookMs + other.tookMs,
  };
}
