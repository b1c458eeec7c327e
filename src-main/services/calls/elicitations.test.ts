// Questions of servers: recorded before an answer leaves, never answered in the person's place, and said
// truly when they end.
import { afterEach, expect, it, vi } from "vitest";
import type { Json } from "../../../src-shared/json.ts";
import { fail, ok } from "../../../src-shared/outcome.ts";
import { defaultPolicy } from "../../../src-shared/servers/policy/policy.ts";
import type { Delivery, Ledger, LedgerEntry } from "../../desk/ports.ts";
import { Recorder } from "../../desk/core/recorder.ts";
import { ElicitationsService } from "./elicitations.ts";
import type { ElicitationSettlement, IncomingElicitation } from "../ports.ts";

const FORM = { message: "Who?", requestedSchema: { type: "object", properties: {} } };
const ACCEPT = { action: "accept" as const, content: { name: "Ada" } };

afterEach(() => vi.useRealTimers());

function start() {
  const rows: LedgerEntry[] = [];
  const world = { stopped: false, full: false, nowMs: 1000, limits: defaultPolicy.limits };
  const removed: string[] = [];
  let ids = 0;
  const append = (more: readonly LedgerEntry[]): ReturnType<Ledger["appendAll"]> => {
    if (world.full) return fail({ kind: "not-recorded", reason: "full", detail: "disk full" });
    rows.push(...more);
    return ok(undefined);
  };
  const ledger = { appendAll: append, note: () => append([]) } as unknown as Ledger;
  const recorder = new Recorder(
    ledger,
    { onChange: () => {}, onRecovered: () => {} },
    () => world.nowMs,
  );
  const service = new ElicitationsService({
    recorder,
    clock: { nowMs: () => world.nowMs, newId: () => `q${(ids += 1)}` },
    audience: { elicitationChanged: () => {}, elicitationRemoved: (id) => void removed.push(id) },
    stopped: () => world.stopped,
  });
  const settled: ElicitationSettlement[] = [];
  const ask = (
    params: Json = FORM,
    reply: IncomingElicitation["reply"] = { kind: "pushed", requestId: 0 },
  ) => {
    let tell: (delivery: Delivery) => void = () => {};
    const back = { allowed: true };
    const held = service.receive({
      serverId: "s",
      serverName: "Server",
      policy: { ...defaultPolicy, limits: world.limits },
      runIds: ["r"],
      reply,
      params,
      settle: (settlement) => {
        settled.push(settlement);
        return new Promise((resolve) => {
          tell = resolve;
        });
      },
      takeBack: () => back.allowed,
    });
    return { held, back, delivered: (delivery: Delivery) => tell(delivery) };
  };
  const state = (id = "q1") => service.views().find((view) => view.id === id)?.state;
  return { service, recorder, rows, world, settled, removed, ask, state };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const EMBEDDED = { kind: "embedded", key: "k", siblings: 1 } as const;

it("sends what the person entered, once, after it was recorded", async () => {
  const { service, rows, settled, ask, state } = start();
  const asked = ask();
  expect(state()).toEqual({ kind: "waiting" });
  expect(service.answer("q1", ACCEPT)).toEqual(ok(null));
  expect(rows.map(({ kind }) => kind)).toEqual(["elicitation-received", "elicitation-answered"]);
  expect(rows[1]?.body).toEqual(ACCEPT);
  expect(settled).toEqual([{ kind: "result", result: ACCEPT }]);
  expect(service.answer("q1", { action: "decline" })).toMatchObject({ failure: { kind: "stale" } });
  asked.delivered({ kind: "sent" });
  await turn();
  expect(state()).toEqual({ kind: "answered", answer: ACCEPT, atMs: 1000 });
  expect(settled).toHaveLength(1);
});

it("sends nothing that cannot be recorded", () => {
  const { service, settled, world, ask, state } = start();
  ask();
  world.full = true;
  expect(service.answer("q1", ACCEPT)).toMatchObject({ failure: { kind: "not-recorded" } });
  expect(settled).toEqual([]);
  expect(state()).toEqual({ kind: "waiting" });
});

it("lets nothing that was entered leave while everything is stopped, but takes a no", () => {
  const { service, settled, world, ask } = start();
  ask();
  world.stopped = true;
  expect(service.answer("q1", ACCEPT)).toMatchObject({ failure: { kind: "desk-stopped" } });
  expect(settled).toEqual([]);
  expect(service.answer("q1", { action: "decline" })).toEqual(ok(null));
});

it("takes no last no while everything is stopped: the answers beside it would leave with it", () => {
  const { service, settled, world, ask } = start();
  ask(FORM, EMBEDDED);
  ask(FORM, { ...EMBEDDED, key: "l" });
  expect(service.answer("q1", ACCEPT)).toEqual(ok(null));
  world.stopped = true;
  for (const action of ["decline", "cancel"] as const) {
    expect(service.answer("q2", { action })).toMatchObject({ failure: { kind: "desk-stopped" } });
  }
  expect(settled).toHaveLength(1);
});

it("keeps nothing of a question that is refused for its size", () => {
  const { rows, ask } = start();
  ask({ ...FORM, message: "x".repeat(1_000_001) });
  expect(JSON.stringify(rows).length).toBeLessThan(1000);
});

it.each([
  [5, "Invalid params: params"],
  [{ requestedSchema: {} }, "Invalid params: params.message"],
  [{ message: "x" }, "Invalid params: params.requestedSchema"],
  [{ message: "x", mode: "telepathy" }, "Invalid params: params.mode"],
  [{ message: "x", mode: "url" }, "Invalid params: params.url"],
  [
    { message: "x", mode: "url", url: "https://example.com" },
    "Client does not support URL-mode elicitation requests",
  ],
  [{ ...FORM, message: "x".repeat(1_000_001) }, "Invalid params: larger than 1000000 characters"],
])("refuses what cannot be shown or was not offered, on screen (%#)", (params, message) => {
  const { settled, ask, state } = start();
  ask(params);
  expect(settled).toEqual([{ kind: "error", code: -32602, message }]);
  expect(state()).toEqual({ kind: "refused", code: -32602, message, atMs: 1000 });
});

it("leaves an embedded page to the person, who cannot agree to it", () => {
  const { service, settled, ask, state } = start();
  ask({ message: "x", mode: "url", url: "https://example.com" }, EMBEDDED);
  expect(state()).toEqual({ kind: "waiting" });
  expect(service.answer("q1", { action: "accept", content: {} })).toMatchObject({ ok: false });
  expect(settled).toEqual([]);
  expect(service.answer("q1", { action: "decline" })).toEqual(ok(null));
});

it("takes an answer back while it waits, and never one that is leaving", async () => {
  const { service, ask, state } = start();
  const asked = ask(FORM, EMBEDDED);
  service.answer("q1", ACCEPT);
  expect(state()).toEqual({ kind: "ready", answer: ACCEPT });
  asked.back.allowed = false;
  expect(service.takeBack("q1")).toMatchObject({ failure: { kind: "stale" } });
  asked.back.allowed = true;
  expect(service.takeBack("q1")).toEqual(ok(null));
  asked.delivered({ kind: "not-sent", detail: "taken back" });
  await turn();
  expect(state()).toEqual({ kind: "waiting" });
});

it("says of an answer that was given and not sent that it was not", async () => {
  const { service, ask, state } = start();
  const asked = ask(FORM, EMBEDDED);
  service.answer("q1", ACCEPT);
  asked.held.withdraw({ kind: "sibling-declined" });
  asked.delivered({ kind: "not-sent", detail: "not repeated" });
  await turn();
  const because = { kind: "sibling-declined" };
  expect(state()).toEqual({ kind: "ended", because, answer: ACCEPT, atMs: 1000 });
  asked.held.withdraw({ kind: "quit" });
  expect(state()).toMatchObject({ because });
});

it("holds no more of one server than a person could answer, and forgets old ones", () => {
  const { ask, settled, service, removed, world } = start();
  const all = Array.from({ length: 51 }, () => ask());
  expect(settled).toEqual([
    {
      kind: "error",
      code: -32066,
      message: "Too many elicitation requests wait already",
      data: { reason: "too-many-waiting", limit: 50 },
    },
  ]);
  for (const { held } of all) held.withdraw({ kind: "disconnected" });
  world.limits = { ...world.limits, perMinute: 1000 };
  for (let more = 0; more < 200; more += 1) ask().held.withdraw({ kind: "disconnected" });
  expect(service.views()).toHaveLength(200);
  expect(removed[0]).toBe("q51");
});

it("holds no more than the person lets this server have", () => {
  const { ask, settled, world } = start();
  world.limits = { ...world.limits, waiting: 1 };
  ask();
  ask();
  expect(settled).toMatchObject([{ code: -32066, data: { limit: 1 } }]);
});

it("takes no more questions in a minute than the server may ask, however fast they are declined", () => {
  const { ask, service, settled, world, state } = start();
  world.limits = { ...world.limits, perMinute: 2 };
  // One comes back every 30 s, from the first on.
  for (let asked = 0; asked < 2; asked += 1) {
    service.answer(ask().held.id, { action: "decline" });
    world.nowMs += 10_000;
  }
  ask();
  expect(settled.at(-1)).toEqual({
    kind: "error",
    code: -32065,
    message: "Too many elicitation requests within a minute",
    data: { reason: "rate-limited", limit: 2, retryAfterMs: 10_000 },
  });
  world.nowMs += 10_000;
  expect(state(ask().held.id)).toEqual({ kind: "waiting" });
});

it("answers each of a flood, and keeps a number of it", () => {
  vi.useFakeTimers();
  const { ask, service, settled, rows, world, state } = start();
  world.limits = { ...world.limits, perMinute: 1 };
  ask();
  const before = rows.length;
  for (let more = 0; more < 1000; more += 1) ask().held.withdraw({ kind: "disconnected" });
  vi.runAllTimers();
  // Every one has its own error under its own id.
  expect(settled).toHaveLength(1000);
  expect(settled.every((one) => one.kind === "error" && one.code === -32065)).toBe(true);
  expect(service.views()).toHaveLength(2);
  expect(state("q2")).toMatchObject({ kind: "refused", code: -32065, more: 999 });
  expect(rows.slice(before).map(({ kind }) => kind)).toEqual([
    "elicitation-received",
    "elicitation-refused",
    "elicitation-more",
  ]);
  expect(rows.at(-1)).toMatchObject({ sampleId: "q2", body: { count: 999, lastAtMs: 1000 } });
});

it("shows the first of those that cannot be shown, and counts the others", () => {
  vi.useFakeTimers();
  const { ask, service, settled } = start();
  for (let more = 0; more < 20; more += 1) ask(5);
  vi.runAllTimers();
  expect(settled).toHaveLength(20);
  const views = service.views();
  expect(views).toHaveLength(5);
  expect(views.at(-1)?.state).toMatchObject({ kind: "refused", code: -32602, more: 15 });
});

it("declines all that has not left in one step, an answer that waits beside it too", () => {
  const { service, world, settled, ask, state } = start();
  ask();
  ask(FORM, EMBEDDED);
  ask(FORM, EMBEDDED);
  service.answer("q2", ACCEPT);
  expect(service.openCount()).toBe(3);
  // Nothing that the person entered may leave now, and a last no would take it along.
  world.stopped = true;
  expect(service.declineAll()).toBe(3);
  const no = { kind: "result", result: { action: "decline" } };
  expect(settled).toEqual([{ kind: "result", result: ACCEPT }, no, no, no]);
  expect(state("q2")).toEqual({ kind: "ready", answer: { action: "decline" } });
  expect(service.declineAll()).toBe(0);
});

it("leaves what is on its way alone when it declines all", () => {
  const { service, ask, settled, state } = start();
  const asked = ask(FORM, EMBEDDED);
  service.answer("q1", ACCEPT);
  asked.back.allowed = false;
  expect(service.declineAll()).toBe(0);
  expect(settled).toHaveLength(1);
  expect(state()).toEqual({ kind: "ready", answer: ACCEPT });
});

it("declines nothing that cannot be recorded", () => {
  const { service, world, settled, ask, state } = start();
  ask();
  world.full = true;
  expect(service.declineAll()).toBe(0);
  expect(settled).toEqual([]);
  expect(state()).toEqual({ kind: "waiting" });
});

it("loses nothing of a question while nothing can be written", () => {
  const { service, recorder, rows, world, ask } = start();
  const first = ask();
  world.full = true;
  ask();
  first.held.withdraw({ kind: "disconnected" });
  expect(service.answer("q2", { action: "decline" }).ok).toBe(false);
  expect(rows).toHaveLength(1);
  world.full = false;
  expect(recorder.retry().ok).toBe(true);
  expect(rows.map(({ sampleId, kind }) => [sampleId, kind])).toEqual([
    ["q1", "elicitation-received"],
    ["q2", "elicitation-received"],
    ["q1", "elicitation-ended"],
  ]);
  recorder.close();
});
