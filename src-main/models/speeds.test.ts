import { describe, expect, it } from "vitest";
import type { SpentDay } from "#shared/models/cost/spending.ts";
import { fail, ok } from "#shared/outcome.ts";
import { createSpeeds, speedsOf } from "./speeds.ts";

const day = (more: Partial<SpentDay>): SpentDay => ({
  day: "2026-11-21",
  serverId: "s",
  serverName: "s",
  providerId: "p",
  modelId: "a",
  generations: 1,
  failed: 0,
  inputTokens: 9,
  outputTokens: 100,
  uncounted: 0,
  usd: 0,
  unpriced: 0,
  tookMs: 1000,
  ...more,
});

describe("speeds", () => {
  it("divide the tokens of all days by their time", () => {
    const rows = [
      day({}),
      day({ day: "2026-11-20", generations: 3, outputTokens: 500, tookMs: 2000 }),
      day({ modelId: "b", tookMs: 10_000 }),
    ];
    expect(speedsOf(rows)).toEqual([
      { ref: { providerId: "p", modelId: "a" }, speed: { tokensPerSecond: 200, runs: 4 } },
      { ref: { providerId: "p", modelId: "b" }, speed: { tokensPerSecond: 10, runs: 1 } },
    ]);
  });
  it("leave out days with failures or responses without a count", () => {
    expect(speedsOf([day({ failed: 1 }), day({ uncounted: 1 }), day({ outputTokens: 0 })])).toEqual(
      [],
    );
  });
  it("are read again after a while, and unknown where they cannot be read", () => {
    let now = 1_000_000_000_000;
    let reads = 0;
    const speeds = createSpeeds(
      () => {
        reads += 1;
        return reads < 3 ? ok([day({})]) : fail({ kind: "not-recorded", detail: "" });
      },
      () => now,
    );
    expect(speeds()).toHaveLength(1);
    now += 9000;
    speeds();
    expect(reads).toBe(1);
    now += 2000;
    expect(speeds()).toHaveLength(1);
    expect(reads).toBe(2);
    now += 11_000;
    expect(speeds()).toEqual([]);
  });
});
