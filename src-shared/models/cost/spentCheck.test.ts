// Sums that fit their rows fit in every time zone; any amount or day that is changed is found.
import fc from "fast-check";
import { expect, it } from "vitest";
import type { SpentDay } from "./spending.ts";
import { AMOUNTS, groupKey, SpentCheck } from "./spentCheck.ts";
import type { SpentEnd } from "./spentCheck.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START_MS = Date.UTC(2026, 9, 1);

const ends = fc.array(
  fc.record<SpentEnd>({
    atMs: fc.integer({ min: START_MS, max: START_MS + 60 * DAY_MS }),
    serverId: fc.constantFrom("s1", "s2"),
    serverName: fc.constantFrom("climate", "climate, renamed"),
    providerId: fc.constant("p"),
    modelId: fc.constantFrom("m", "n"),
    generations: fc.constant(1),
    failed: fc.nat(1),
    inputTokens: fc.nat(5000),
    outputTokens: fc.nat(500),
    uncounted: fc.nat(1),
    usd: fc.double({ min: 0, max: 3, noNaN: true }),
    unpriced: fc.nat(1),
    tookMs: fc.double({ min: 0, max: 60_000, noNaN: true }),
  }),
  { minLength: 1, maxLength: 40 },
);

/** The sums as a machine would have kept them whose clock is so many hours ahead of UTC, changing zone as it goes. */
function kept(of: readonly SpentEnd[], hoursAhead: (atMs: number) => number): SpentDay[] {
  const days = new Map<string, SpentDay>();
  for (const { atMs, ...end } of of) {
    const day = new Date(atMs + hoursAhead(atMs) * HOUR_MS).toISOString().slice(0, 10);
    const key = [day, end.serverId, end.serverName, end.modelId].join("\n");
    const before = days.get(key);
    const sums = { ...end, day };
    if (before !== undefined) for (const name of AMOUNTS) sums[name] += before[name];
    days.set(key, sums);
  }
  return [...days.values()];
}

function checked(of: readonly SpentEnd[], days: readonly SpentDay[]) {
  const check = new SpentCheck();
  for (const end of of) check.add(end);
  return check.differences(days);
}

it("finds nothing where the sums follow from the rows, wherever the machine was", () => {
  fc.assert(
    fc.property(ends, fc.integer({ min: -12, max: 14 }), fc.integer(), (all, one, other) => {
      const zone = (atMs: number): number => ((Math.floor(atMs / DAY_MS) + other) % 2 ? one : 0);
      expect(checked(all, kept(all, zone))).toEqual([]);
    }),
  );
});

it("finds any amount that was changed, by its server and model", () => {
  fc.assert(
    fc.property(
      ends,
      fc.nat(),
      fc.constantFrom(...AMOUNTS),
      fc.double({ min: 0.01, max: 1e6, noNaN: true }),
      fc.boolean(),
      (all, which, name, by, more) => {
        const days = kept(all, () => 0);
        const row = days[which % days.length];
        if (row === undefined) throw new Error("no such row");
        row[name] += more ? by : -by;
        const { serverId, modelId } = row;
        expect(checked(all, days)).toEqual([expect.objectContaining({ serverId, modelId })]);
      },
    ),
  );
});

it("finds sums that were taken away, put in, or moved to another day", () => {
  fc.assert(
    fc.property(ends, fc.nat(), fc.constantFrom("away", "in", "day"), (all, which, how) => {
      const days = kept(all, () => 0);
      const row = days[which % days.length];
      if (row === undefined) throw new Error("no such row");
      if (how === "away") days.splice(days.indexOf(row), 1);
      else if (how === "in") days.push({ ...row, modelId: "another" });
      // Three days are further than any two clocks are apart.
      else row.day = new Date(Date.parse(row.day) - 3 * DAY_MS).toISOString().slice(0, 10);
      expect(checked(all, days)).toHaveLength(1);
    }),
  );
});

it("lets what nobody can attribute stand, and no more than that", () => {
  const [end] = fc.sample(ends, 1)[0] ?? [];
  if (end === undefined) throw new Error("none was made");
  const days = kept([end], () => 0);
  const check = new SpentCheck();
  check.addLoose(end.atMs, end);
  expect(check.differences(days)).toEqual([]);
  const without = new SpentCheck();
  expect(without.differences(days)).toHaveLength(1);
});

it("gives the sums as they should be", () => {
  fc.assert(
    fc.property(ends, (all) => {
      const check = new SpentCheck();
      for (const end of all) check.add(end);
      expect(checked(all, check.days())).toEqual([]);
    }),
  );
});

it("loses nothing that nobody can attribute, and counts none of it twice", () => {
  const at = fc.record({ loose: ends, sure: ends, spoil: fc.constantFrom("s1", "s2", "none") });
  fc.assert(
    fc.property(at, ({ loose, sure, spoil }) => {
      const all = kept([...sure, ...loose], () => 0);
      const stands = all.filter(({ serverId }) => serverId !== spoil);
      const check = new SpentCheck();
      for (const end of sure) check.add(end);
      for (const end of loose) check.addLoose(end.atMs, end);
      const differ = new Set(check.differences(stands).map(groupKey));
      const right = [
        ...check.days().filter((day) => differ.has(groupKey(day)) || day.serverId === ""),
        ...stands.filter((day) => !differ.has(groupKey(day))),
      ];
      const sumOf = (days: readonly SpentDay[], name: (typeof AMOUNTS)[number]): number =>
        days.reduce((sum, day) => sum + day[name], 0);
      for (const name of AMOUNTS) expect(sumOf(right, name)).toBeCloseTo(sumOf(all, name), 4);
      const again = new SpentCheck();
      for (const end of sure) again.add(end);
      for (const end of loose) again.addLoose(end.atMs, end);
      expect(again.differences(right)).toEqual([]);
    }),
  );
});
