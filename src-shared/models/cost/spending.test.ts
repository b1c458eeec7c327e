// Sums of what was spent, and their export for spreadsheets.
import { expect, it } from "vitest";
import { dayOf, firstDay, spentCsv, sumBy, sumOf } from "./spending.ts";
import type { SpentDay } from "./spending.ts";

const day = (change: Partial<SpentDay>): SpentDay => ({
  day: "2026-11-21",
  serverId: "s",
  serverName: "climate",
  providerId: "p",
  modelId: "m",
  generations: 1,
  failed: 0,
  inputTokens: 10,
  outputTokens: 2,
  uncounted: 0,
  usd: 0.5,
  unpriced: 0,
  tookMs: 1500,
  ...change,
});

it("sums by a key, and keeps unpriced generations apart", () => {
  const rows = [day({}), day({ modelId: "n", usd: 0, unpriced: 1 }), day({ usd: 0.25 })];
  expect(sumBy(rows, ({ modelId }) => modelId).get("m")?.usd).toBe(0.75);
  expect(sumOf(rows)).toMatchObject({ generations: 3, usd: 0.75, unpriced: 1, inputTokens: 30 });
});

it("counts days back across months and years", () => {
  expect(firstDay("2026-03-01", 3)).toBe("2026-02-27");
  expect(firstDay("2027-01-01", 2)).toBe("2026-12-31");
  expect(dayOf(new Date(2026, 0, 5, 23, 59).getTime())).toBe("2026-01-05");
});

it("escapes commas, quotes and line breaks in CSV", () => {
  const csv = spentCsv([day({ serverName: 'a, "b"\nc' })]);
  expect(csv.split("\r\n")[1]).toBe('2026-11-21,"a, ""b""\nc",p,m,1,0,10,2,0,0.5,0,1.5');
  expect(csv.endsWith("\r\n")).toBe(true);
});

it("escapes a formula after another separator", () => {
  expect(spentCsv([day({ modelId: "x;=1+1;" })])).toContain(",x;'=1+1;,");
});

it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "＝1"])("escapes %j", (name) => {
  const cell = spentCsv([day({ serverName: name })]).split("\r\n")[1] ?? "";
  expect(cell.slice("2026-11-21,".length).replace(/^"/, "")).toMatch(/^'/);
});
