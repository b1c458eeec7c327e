// Questions of servers: recorded before an answer leaves, never answered in the person's place, and said
// truly when they end.
import { expect, it } from "vitest";
import type { Json } from "../../src-shared/json.ts";
import { fail, ok } from "../../src-shared/outcome.ts";
import type { Delivery, LedgerRow } from "../desk/ports.ts";
import { ElicitationsService } from "./elicitations.ts";
import type { ElicitationSettlement, IncomingElicitation } from "./ports.ts";

const FORM = { message: "Who?", requestedSchema: { type: "object", properties: {} } };
const ACCEPT = { action: "accept" as const, content: { name: "Ada" } };

function start() {
  const rows: LedgerRow[] = [];
  const world = { stopped: false, full: false };
  const removed: string[] = [];
  let ids = 0;
  const service = new ElicitationsService({
    ledger: {
      append(row) {
        if (world.full) return fail({ kind: "not-recorded", detail: "disk full" });
        rows.push(row);
        return ok(undefined);
      },
    },
    clock: { nowMs: () => 1000, newId: () => `q${(ids += 1)}` },
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
  return { service, rows, world, settled, removed, ask, state };
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
  const { ask, settled, service, removed } = start();
  const all = Array.from({ length: 51 }, () => ask());
  expect(settled).toEqual([
    { kind: "error", code: -32602, message: "Too many elicitation requests wait already" },
  ]);
  for (const { held } of all) held.withdraw({ kind: "disconnected" });
  for (let more = 0; more < 200; more += 1) ask().held.withdraw({ kind: "disconnected" });
  expect(service.views()).toHaveLength(200);
  expect(removed[0]).toBe("q51");
});

it("declines all that waits in one step, and leaves alone what the person has answered", () => {
  const { service, settled, ask, state } = start();
  ask();
  ask(FORM, EMBEDDED);
  ask(FORM, EMBEDDED);
  service.answer("q2", ACCEPT);
  expect(service.openCount()).toBe(3);
  expect(service.declineAll()).toBe(2);
  const no = { kind: "result", result: { action: "decline" } };
  expect(settled).toEqual([{ kind: "result", result: ACCEPT }, no, no]);
  expect(state("q2")).toEqual({ kind: "ready", answer: ACCEPT });
  expect(service.declineAll()).toBe(0);
});

it("declines nothing that cannot be recorded", () => {
  const { service, world, settled, ask, state } = start();
  ask();
  world.full = true;
  expect(service.declineAll()).toBe(0);
  expect(settled).toEqual([]);
  expect(state()).toEqual({ kind: "waiting" });
});
