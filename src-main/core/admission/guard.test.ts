// Refusals of the guard at the edge of each limit: rate and count of one server and of all, and size.
import { describe, expect, it } from "vitest";
import type { Json } from "#shared/json.ts";
import { noLimits } from "#shared/rules/limits/limits.ts";
import type { AllLimits, ServerLimits } from "#shared/rules/limits/limits.ts";
import { FakeServer, GENEROUS_POLICY } from "../testing/fakes.ts";
import { AdmissionGuard } from "./limits.ts";
import type { OpenCounts } from "./limits.ts";
import type { Incoming } from "../ports.ts";

interface Case {
  own?: Partial<ServerLimits>;
  all?: Partial<AllLimits>;
  open?: Partial<OpenCounts>;
  params?: Json;
  came?: Incoming["metrics"];
  serverId?: string;
}

/** A guard whose clock the test moves. Returns the reason and the figures of a refusal, or null. */
function guarded() {
  let now = 1_000_000;
  const guard = new AdmissionGuard({ nowMs: () => now, newId: () => "id" });
  const server = new FakeServer();
  return {
    pass: (ms: number) => (now += ms),
    ask({ own, all, open, params = null, came, serverId = "srv" }: Case = {}) {
      const policy = { ...GENEROUS_POLICY, limits: { ...GENEROUS_POLICY.limits, ...own } };
      const incoming = server.request(params, { policy, ...(came && { metrics: came }) });
      const refusal = guard.refusalFor(
        { ...incoming, requester: { ...incoming.requester, serverId } },
        { own: 0, all: 0, ...open },
        { ...noLimits, ...all },
      );
      return refusal && { reason: refusal.reason, ...refusal.figures };
    },
  };
}

describe("the rate of all servers together", () => {
  it("applies on top of each server's own rate, up to its burst, and is named as the shared rate", () => {
    const { ask, pass } = guarded();
    const all = { perMinute: 60, burst: 2 };
    const refused = { reason: "rate-limited", limit: 60, retryAfterMs: 1000, scope: "all" };
    expect(ask({ all, serverId: "a" })).toBeNull();
    expect(ask({ all, serverId: "b" })).toBeNull();
    expect(ask({ all, serverId: "c" })).toEqual(refused);
    pass(999);
    expect(ask({ all, serverId: "c" })).toMatchObject({ retryAfterMs: 1 });
    pass(1);
    expect(ask({ all, serverId: "c" })).toBeNull();
  });

  it("takes nothing from the own rate of a server that it refuses", () => {
    const { ask } = guarded();
    const own = { perMinute: 1 };
    const all = { perMinute: 1 };
    expect(ask({ own, all, serverId: "a" })).toBeNull();
    expect(ask({ own, all, serverId: "b" })).toMatchObject({ scope: "all" });
    expect(ask({ own, serverId: "b" })).toBeNull();
    expect(ask({ own, serverId: "b" })).toEqual({
      reason: "rate-limited",
      limit: 1,
      retryAfterMs: 60_000,
    });
  });
});

describe("pending requests", () => {
  it("are counted for each server and for all together, each up to its own limit", () => {
    const { ask } = guarded();
    const reason = "too-many-waiting";
    const own = { waiting: 3 };
    const all = { waiting: 5 };
    expect(ask({ own, all, open: { own: 2, all: 4 } })).toBeNull();
    expect(ask({ own, all, open: { own: 3, all: 3 } })).toEqual({ reason, limit: 3 });
    expect(ask({ own, all, open: { own: 2, all: 5 } })).toEqual({ reason, limit: 5, scope: "all" });
    expect(ask({ own, open: { own: 2, all: 1000 } })).toBeNull();
  });
});

describe("a size", () => {
  const text = (length: number): Json => ({ messages: ["x".repeat(length)] });

  it("may be exactly the limit", () => {
    const { ask } = guarded();
    // The name `messages` counts too.
    expect(ask({ own: { textCharacters: 20 }, params: text(12) })).toBeNull();
    expect(ask({ own: { textCharacters: 20 }, params: text(13) })).toEqual({
      reason: "text-too-long",
      limit: 20,
      found: 21,
    });
    expect(ask({ own: { requestBytes: 40 }, params: text(26) })).toBeNull();
    expect(ask({ own: { requestBytes: 40 }, params: text(27) })).toEqual({
      reason: "too-large",
      limit: 40,
      found: 41,
    });
    expect(ask({ came: { bytes: 9, values: 50_000 } })).toBeNull();
    expect(ask({ came: { bytes: 9, values: 50_001 } })).toEqual({
      reason: "too-many-values",
      limit: 50_000,
      found: 50_001,
    });
    // The list itself is a value too.
    expect(ask({ params: Array.from({ length: 49_999 }, () => 0) })).toBeNull();
    expect(ask({ params: Array.from({ length: 50_000 }, () => 0) })).toEqual({
      reason: "too-many-values",
      limit: 50_000,
    });
    expect(ask({ own: { requestBytes: 1000 }, came: { bytes: 1000 } })).toBeNull();
    expect(ask({ own: { requestBytes: 1000 }, came: { bytes: 1001 } })).toEqual({
      reason: "too-large",
      limit: 1000,
      found: 1001,
    });
  });

  it("is too large if it was not read, however few bytes were kept", () => {
    const { ask } = guarded();
    const own = { requestBytes: 1000 };
    const unread = { bytes: 9, unread: true as const };
    expect(ask({ own, came: unread })).toEqual({ reason: "too-large", limit: 1000, found: 9 });
  });

  it("uses the transport's count where there is one, and the stricter of both limits", () => {
    const { ask } = guarded();
    const own = { requestBytes: 40 };
    expect(ask({ own, params: text(1000), came: { bytes: 40 } })).toBeNull();
    const all = { requestBytes: 30 };
    const refused = { reason: "too-large", limit: 30, scope: "all" };
    expect(ask({ own, all, params: text(27) })).toEqual({ ...refused, found: 41 });
    expect(ask({ own, all, came: { bytes: 31 } })).toEqual({ ...refused, found: 31 });
  });
});
