// Several generations for one request: each recorded, at most so many at once, each with an end.
import { beforeEach, expect, it } from "vitest";
import type { ApprovedRun, Decision } from "#shared/request/life/decision.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { Desk } from "./desk.ts";
import { deskFor, requestAt } from "../testing/deskFor.ts";
import { textResponse } from "../testing/fakes.ts";
import type { FakeGenerator, FakeLedger, FakeServer } from "../testing/fakes.ts";

const params = {
  messages: [{ role: "user", content: { type: "text", text: "What is the capital of France?" } }],
  maxTokens: 64,
};

let atOnce = 2;
let ledger: FakeLedger;
let generator: FakeGenerator;
let server: FakeServer;
let desk: Desk;

beforeEach(() => {
  atOnce = 2;
  ({ ledger, generator, server, desk } = deskFor({ candidatesAtOnce: () => atOnce }));
});

const run = (modelId: string, more: Partial<ApprovedRun> = {}): ApprovedRun => ({
  document: params,
  model: { providerId: "p", modelId },
  ...more,
});
const requestOf = (id: string): HeldRequest => requestAt(desk, id);
const decide = (id: string, decision: Decision) =>
  desk.decide(id, { revision: requestOf(id).revision, hash: requestOf(id).askedHash }, decision);
const several = (id: string, ...runs: ApprovedRun[]) =>
  decide(id, { kind: "approve-candidates", runs });
const states = (id: string): string[] => requestOf(id).attempts.map(({ state }) => state.kind);
const asked = (): string[] => generator.asked.map(({ model }) => model.modelId);
const settle = async (): Promise<void> => {
  for (let i = 0; i < 20; i += 1) await Promise.resolve();
};
const receive = (): string => desk.receive(server.request(params)).requestId;

it("runs as many at once as are allowed and the next when there is room, each recorded first", async () => {
  const id = receive();
  expect(several(id, run("a"), run("b"), run("c"), run("d")).ok).toBe(true);
  expect(asked()).toEqual(["a", "b"]);
  expect(states(id)).toEqual(["running", "running", "waiting", "waiting"]);
  generator.answer({ kind: "done", generated: textResponse("A"), tookMs: 1 });
  await settle();
  expect(asked()).toEqual(["a", "b", "c"]);
  expect(ledger.kinds()).toEqual([
    "received",
    ...Array.from({ length: 4 }, () => "request-approved"),
    "attempt-done",
    "attempt-started",
  ]);
  // Gate 2 can be decided while others still run: they are stopped, and no more are started.
  const [first] = requestOf(id).attempts;
  const document = textResponse("A");
  expect(decide(id, { kind: "approve-response", attemptId: first?.id ?? "", document }).ok).toBe(
    true,
  );
  await settle();
  expect(server.heard).toEqual([{ kind: "result", document }]);
  expect(states(id)).toEqual(["done", "stopped", "stopped", "withdrawn"]);
  expect(asked()).toEqual(["a", "b", "c"]);
});

it("checks all of them before it starts the first", () => {
  const id = receive();
  const broken = { ...params, maxTokens: 65 };
  const decided = several(id, run("a"), run("b", { document: broken }));
  expect(decided).toMatchObject({ ok: false, failure: { kind: "invalid-document" } });
  expect(asked()).toEqual([]);
  expect(ledger.kinds()).toEqual(["received"]);
});

it("starts none if one of them could not be recorded, and says so", () => {
  const id = receive();
  ledger.brokenAfter = "request-approved";
  expect(several(id, run("a"), run("b"))).toMatchObject({
    ok: false,
    failure: { kind: "not-recorded" },
  });
  expect(asked()).toEqual([]);
  expect(states(id)).toEqual([]);
  expect(requestOf(id).phase.kind).toBe("request");
  expect(ledger.kinds()).toEqual(["received"]);
  expect(desk.view().ledgerTrouble?.detail).toBe("disk full");
});

it("counts each request by itself", () => {
  const [one, two] = [receive(), receive()];
  several(one, run("a"), run("b"), run("c"));
  several(two, run("d"));
  expect(asked()).toEqual(["a", "b", "d"]);
});

it("stops one of them and starts the next", async () => {
  const id = receive();
  several(id, run("a"), run("b"), run("c"));
  const [, second, third] = requestOf(id).attempts;
  expect(desk.stop(id, second?.id ?? "").ok).toBe(true);
  await settle();
  expect(asked()).toEqual(["a", "b", "c"]);
  expect(states(id)).toEqual(["running", "stopped", "running"]);
  expect(third?.state.kind).toBe("waiting");
});

it.each(["reject", "cancel", "stopped"] as const)("ends all of them at once (%s)", async (how) => {
  const id = receive();
  const held = desk.receive(server.request(params));
  several(id, run("x"));
  several(held.requestId, run("a"), run("b"), run("c"));
  if (how === "reject") decide(held.requestId, { kind: "reject", tellServer: false });
  else if (how === "cancel") held.withdraw({ kind: "server-cancelled" });
  else desk.setSwitch("stopped");
  await settle();
  expect(generator.asked.slice(1).map(({ signal }) => signal.aborted)).toEqual([true, true]);
  expect(asked()).toEqual(["x", "a", "b"]);
  expect(states(held.requestId)).toEqual(["stopped", "stopped", "withdrawn"]);
  expect(server.heard).toHaveLength(how === "reject" ? 1 : how === "cancel" ? 1 : 0);
});

it("follows a changed limit from the next start on", async () => {
  const id = receive();
  several(id, run("a"), run("b"), run("c"), run("d"), run("e"));
  atOnce = 1;
  generator.answer({ kind: "done", generated: textResponse("A"), tookMs: 1 });
  await settle();
  expect(asked()).toEqual(["a", "b"]);
  atOnce = 3;
  generator.answer({ kind: "done", generated: textResponse("B"), tookMs: 1 });
  await settle();
  expect(asked()).toEqual(["a", "b", "c", "d", "e"]);
});

it("starts the next once the ledger works again, when its start could not be recorded", async () => {
  const id = receive();
  several(id, run("a"), run("b"), run("c"));
  ledger.broken = "disk full";
  generator.answer({ kind: "done", generated: textResponse("A"), tookMs: 1 });
  await settle();
  expect(asked()).toEqual(["a", "b"]);
  ledger.broken = null;
  expect(desk.retryLedger().ok).toBe(true);
  await settle();
  expect(asked()).toEqual(["a", "b", "c"]);
  expect(ledger.kinds().at(-1)).toBe("attempt-started");
});

it("records how a generation ended whose request was rejected and dismissed before", async () => {
  const id = receive();
  several(id, run("a"));
  decide(id, { kind: "reject", tellServer: false });
  expect(desk.dismiss(id).ok).toBe(true);
  expect([desk.requests(), desk.isRunning(id)]).toEqual([[], true]);
  await settle();
  expect(ledger.kinds()).toEqual(["received", "request-approved", "rejected", "attempt-stopped"]);
  expect(desk.isRunning(id)).toBe(false);
  expect(desk.requests()).toEqual([]);
});
