// Limits raised from a refused request, and warnings of budgets, on the real desk.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { BudgetUse } from "#shared/rules/limits/budget.ts";
import type { LimitsView } from "#shared/contract/limits.ts";
import { noLimits } from "#shared/rules/limits/limits.ts";
import { ok } from "#shared/outcome.ts";
import { defaultPolicy, policySchema } from "#shared/servers/policy/policy.ts";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";
import { defaultSettings } from "#shared/settings/defaults.ts";
import { Desk } from "../core/desk/desk.ts";
import { DeskListeners } from "../core/deskListeners.ts";
import {
  textResponse,
  FakeGenerator,
  FakeLedger,
  FakeMedia,
  FakeServer,
  plainHasher,
} from "../core/testing/fakes.ts";
import { SettingsService } from "../profile/settings.ts";
import { LimitsService } from "./limits.ts";

const document = {
  messages: [{ role: "user" as const, content: { type: "text", text: "x" } }],
  maxTokens: 100,
};
beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 10, 21, 12).getTime() }));
afterEach(() => void vi.useRealTimers());

function open(limits: object, all: object = {}) {
  let policy: ServerPolicy = policySchema.parse({ ...defaultPolicy, unasked: "ask", limits });
  const loaded = { ...defaultSettings, limits: { ...noLimits, ...all } };
  const settings = new SettingsService({
    load: () => ({ settings: loaded, masterSwitch: "review", faults: [] }),
    save: () => ok(null),
  });
  let id = 0;
  const views: LimitsView[] = [];
  const warned: [BudgetUse["window"], number, string | null][] = [];
  const generator = new FakeGenerator();
  const ledger = new FakeLedger();
  const server = new FakeServer();
  const listeners = new DeskListeners();
  const desk = new Desk({
    ledger,
    media: new FakeMedia(),
    generator,
    hasher: plainHasher,
    clock: { nowMs: () => Date.now(), newId: () => `id${(id += 1)}` },
    listener: listeners,
    requesters: {
      limitsOf: (id) => (id === "free" ? defaultPolicy.limits : policy.limits),
    },
    masterSwitch: "review",
    limits: {
      ofAll: () => settings.settings.limits,
      spent: () => ({ days: [], recent: [] }),
    },
  });
  const service = new LimitsService({
    desk,
    ledger,
    servers: {
      views: () => [{ id: "srv", name: "notes", policy }],
      setPolicy(_id, next) {
        policy = next;
        return ok(null);
      },
    },
    programs: {
      view: () => [
        { id: "prog", name: "nightly" },
        { id: "free", name: "unlimited" },
      ],
    },
    settings,
    audience: { set: (_key, read) => void views.push(read() as LimitsView) },
    warn: (use, name) => warned.push([use.window, use.used / use.limit, name]),
  });
  listeners.add({ budgetsChanged: () => service.changed() });
  const ask = (origin = "r") => {
    const call = { runId: origin, method: "tools/call" as const, name: "t", arguments: {} };
    return desk.receive(
      server.request(document as never, { policy, origin: { kind: "certain", call } }),
    ).requestId;
  };
  const isHeld = (requestId: string): boolean => desk.request(requestId)?.phase.kind === "request";
  const spend = async (tokens: number): Promise<void> => {
    const requestId = ask(`run ${id}`);
    const request = desk.request(requestId);
    if (request === undefined) throw new Error("no sample");
    const base = { revision: request.revision, hash: request.askedHash };
    const model = { providerId: "p", modelId: "m" };
    desk.decide(requestId, base, { kind: "approve-request", document, model, beyond: true });
    generator.answer({
      kind: "done",
      generated: textResponse("a"),
      usage: { inputTokens: tokens, outputTokens: 0 },
      tookMs: 1,
    });
    await vi.advanceTimersByTimeAsync(200);
  };
  return {
    desk,
    service,
    ledger,
    ask,
    isHeld,
    spend,
    views,
    warned,
    policy: () => policy,
    settings: () => settings.settings,
  };
}

it("lets as many more through within the minute, and keeps the limit", () => {
  const { ask, isHeld, service, ledger, policy } = open({ perMinute: 2 });
  ask();
  ask();
  const refused = ask();
  expect(isHeld(refused)).toBe(false);
  expect(service.raise(refused, { how: "once", more: 2 })).toEqual(ok(null));
  expect([ask(), ask()].map(isHeld)).toEqual([true, true]);
  expect(isHeld(ask())).toBe(false);
  expect(policy().limits.perMinute).toBe(2);
  expect(ledger.rows.find(({ kind }) => kind === "limit-raised")).toMatchObject({
    sampleId: refused,
    body: {
      by: { kind: "person" },
      reason: "rate-limited",
      how: "once",
      scope: "server",
      was: 2,
      limit: 4,
    },
  });
});

it("permanently raises a server's own limit, and the shared limit if that is what refused", () => {
  const own = open({ waiting: 1 });
  own.ask();
  expect(own.service.raise(own.ask(), { how: "set", limit: 2 })).toEqual(ok(null));
  expect(own.policy().limits.waiting).toBe(2);
  expect(own.isHeld(own.ask())).toBe(true);
  const all = open({}, { waiting: 1 });
  all.ask();
  const refused = all.ask();
  expect(all.service.raise(refused, { how: "set", limit: null })).toEqual(ok(null));
  expect(all.settings().limits.waiting).toBeNull();
  expect(all.policy().limits.waiting).toBe(200);
});

it("raises for good a limit whose refused request is only in the ledger", () => {
  const { ask, isHeld, service, policy, desk } = open({ waiting: 1 });
  ask();
  const refused = ask();
  desk.dismiss(refused);
  expect(desk.request(refused)).toBe(undefined);
  expect(service.raise(refused, { how: "once", more: 1 }).ok).toBe(false);
  expect(service.raise(refused, { how: "set", limit: 2 })).toEqual(ok(null));
  expect(policy().limits.waiting).toBe(2);
  expect(isHeld(ask())).toBe(true);
});

it("allows one call more requests", () => {
  const { ask, isHeld, service } = open({ perCall: 1 });
  expect(isHeld(ask("a"))).toBe(true);
  const refused = ask("a");
  expect(isHeld(refused)).toBe(false);
  expect(isHeld(ask("b"))).toBe(true);
  service.raise(refused, { how: "once", more: 1 });
  expect(isHeld(ask("a"))).toBe(true);
  expect(isHeld(ask("a"))).toBe(false);
});

it("raises nothing that cannot be recorded, nothing but limits, and none beyond its maximum", () => {
  const { ask, service, ledger, policy, desk } = open({ waiting: 1 });
  const held = ask();
  const refused = ask();
  expect(service.raise(held, { how: "set", limit: 9 }).ok).toBe(false);
  expect(service.raise("unknown", { how: "set", limit: 9 }).ok).toBe(false);
  expect(service.raise(refused, { how: "once", more: 9 }).ok).toBe(false);
  expect(service.raise(refused, { how: "set", limit: 1.5 }).ok).toBe(false);
  expect(service.raise(refused, { how: "set", limit: null }).ok).toBe(false);
  ledger.broken = "disk full";
  expect(service.raise(refused, { how: "set", limit: 9 })).toMatchObject({
    failure: { kind: "not-recorded" },
  });
  expect(policy().limits.waiting).toBe(1);
  void desk.close();
});

it("warns once at three quarters and once at the end of a budget, and again in the next window", async () => {
  const { spend, warned, views, service, ask, desk } = open({ budgets: { tokens: { day: 100 } } });
  await spend(70);
  expect(warned).toEqual([]);
  await spend(12);
  await spend(1);
  expect(warned).toEqual([["day", 0.82, "notes"]]);
  // Programs are named beside servers, as far as they have budgets.
  expect(views.at(-1)).toMatchObject({
    servers: { prog: [{ used: 0, limit: 100 }] },
    programs: { prog: "nightly" },
  });
  await spend(20);
  expect(warned).toHaveLength(2);
  expect(views.at(-1)?.servers["srv"]).toMatchObject([{ used: 103, limit: 100, reserved: 0 }]);
  // A used-up budget refuses, and can be exceeded from there.
  const refused = ask("late");
  expect(desk.request(refused)?.phase.kind).toBe("ended");
  service.raise(refused, { how: "once", more: 50 });
  expect(desk.request(ask("later"))?.phase.kind).toBe("request");
  // At once: each look in between would find the same.
  vi.setSystemTime(Date.now() + 13 * 3_600_000);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(views.at(-1)?.servers["srv"]).toMatchObject([{ used: 0, limit: 100 }]);
  expect(warned.filter(([, share]) => share > 1)).toHaveLength(1);
  await spend(90);
  expect(warned.at(-1)).toEqual(["day", 0.9, "notes"]);
  service.close();
});
