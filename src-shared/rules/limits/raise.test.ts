import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CODES } from "../../request/checks/codes.ts";
import type { Figures } from "../../request/checks/codes.ts";
import type { Refusal, RefusalReason } from "../../request/life/heldRequest.ts";
import { refusalFor } from "../../request/checks/wire.ts";
import { placeOf, raisesOf } from "./raise.ts";

const refused = (reason: RefusalReason, figures: Figures): Refusal => ({
  ...refusalFor(reason),
  figures,
});

describe("raising a limit", () => {
  it("offers the same number again once, and twice the limit permanently", () => {
    expect(raisesOf(refused("rate-limited", { limit: 120 }), 120, 1_000_000)).toEqual([
      { how: "once", more: 120 },
      { how: "set", limit: 240 },
    ]);
    expect(raisesOf(refused("too-many-waiting", { limit: 200 }), 200, 1_000_000)).toEqual([
      { how: "set", limit: 400 },
    ]);
  });

  it("offers half of a budget more in its window, or twice the budget", () => {
    const tokens = refused("tokens-budget", { limit: 1001, window: "day", scope: "all" });
    expect(placeOf(tokens)).toEqual({
      scope: "all",
      limit: { kind: "budget", unit: "tokens", window: "day" },
    });
    expect(raisesOf(tokens, 1001, 1e12)).toEqual([
      { how: "once", more: 501 },
      { how: "set", limit: 2002 },
    ]);
    const cost = refused("cost-budget", { limit: 0.5, window: "month" });
    expect(raisesOf(cost, 0.5, 1e9)[0]).toEqual({ how: "once", more: 0.25 });
  });

  it("offers enough of an exceeded budget to let a request through", () => {
    const tokens = refused("tokens-budget", { limit: 30, window: "day" });
    expect(raisesOf(tokens, 30, 1e12, { used: 60, limit: 30 })).toEqual([
      { how: "once", more: 45 },
      { how: "set", limit: 120 },
    ]);
    // 15 were let through before, once.
    expect(raisesOf(tokens, 30, 1e12, { used: 48, limit: 45 })).toEqual([
      { how: "once", more: 18 },
      { how: "set", limit: 60 },
    ]);
    expect(raisesOf(tokens, 30, 50, { used: 50, limit: 30 })).toEqual([{ how: "once", more: 35 }]);
    const cost = refused("cost-budget", { limit: 0.5, window: "hour" });
    expect(raisesOf(cost, 0.5, 1e9, { used: 0.6, limit: 0.5 })).toEqual([
      { how: "once", more: 0.35 },
      { how: "set", limit: 1 },
    ]);
  });

  it("offers a longer wait, or none at all", () => {
    expect(raisesOf(refused("waited-too-long", { limit: 60_000 }), 60_000, 1e9)).toEqual([
      { how: "set", limit: 120_000 },
      { how: "set", limit: null },
    ]);
  });

  it("raises a size until the refused request fits, and offers nothing if it never can", () => {
    const large = refused("too-large", { limit: 1000, found: 7000 });
    expect(raisesOf(large, 1000, 64_000)).toEqual([{ how: "set", limit: 8000 }]);
    expect(raisesOf(large, 1000, 6000)).toEqual([]);
  });

  it("offers nothing if there is no limit any more, or never was", () => {
    expect(raisesOf(refused("waited-too-long", { limit: 60_000 }), null, 1e9)).toEqual([]);
    expect(placeOf(refusalFor("stopped"))).toBeNull();
    expect(placeOf(refusalFor("too-many-waiting"))).toBeNull();
  });

  it("never offers less than the present limit, nor more than the maximum", () => {
    const reasons = Object.keys(CODES) as RefusalReason[];
    const figure = fc.integer({ min: 1, max: 1000 });
    fc.assert(
      fc.property(
        fc.constantFrom(...reasons),
        figure,
        figure,
        figure,
        (reason, now, found, more) => {
          const refusal = refused(reason, { limit: now, found, window: "hour" });
          for (const raise of raisesOf(refusal, now, now + more)) {
            if (raise.how === "once") expect(raise.more).toBeGreaterThan(0);
            else if (raise.limit !== null) {
              expect(raise.limit).toBeGreaterThan(now);
              expect(raise.limit).toBeLessThanOrEqual(now + more);
            }
          }
        },
      ),
    );
  });
});
