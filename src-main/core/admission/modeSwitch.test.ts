// One server is stopped while the others go on: what it may still do, and what continues afterwards.
import { beforeEach, expect, it } from "vitest";
import type { Json } from "#shared/json.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { defaultPolicy } from "#shared/servers/policy/policy.ts";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";
import type { Desk } from "../desk/desk.ts";
import { deskFor, requestAt } from "../testing/deskFor.ts";
import { textResponse, GENEROUS_POLICY } from "../testing/fakes.ts";
import type { FakeGenerator, FakeServer } from "../testing/fakes.ts";

const model = { providerId: "local", modelId: "m" };
const params: Json = {
  messages: [{ role: "user", content: { type: "text", text: "Hello?" } }],
  maxTokens: 64,
};

let server: FakeServer;
let generator: FakeGenerator;
let controls: Record<string, ServerPolicy["control"]>;
let desk: Desk;
beforeEach(() => {
  controls = {};
  const policyOf = (serverId: string): ServerPolicy => ({
    ...defaultPolicy,
    control: controls[serverId] ?? "as-set",
  });
  ({ server, generator, desk } = deskFor({ requesters: { policyOf } }));
});

const askAs = (serverId: string, over: Parameters<FakeServer["request"]>[1] = {}): HeldRequest => {
  const request = server.request(params, over);
  const requester = { ...request.requester, serverId };
  return get(desk.receive({ ...request, requester }).requestId);
};
const get = (id: string): HeldRequest => requestAt(desk, id);
const base = ({ revision, askedHash: hash }: HeldRequest) => ({ revision, hash });
const approve = (request: HeldRequest) =>
  desk.decide(request.id, base(request), {
    kind: "approve-request",
    document: request.proposed as NonNullable<HeldRequest["proposed"]>,
    model,
  });

it("refuses requests of a stopped server, and of no other", () => {
  controls["a"] = "stopped";
  expect(askAs("a").phase).toMatchObject({
    kind: "ended",
    ending: { kind: "refused", refusal: { reason: "stopped", figures: { scope: "server" } } },
  });
  // Which switch it was is only shown to the user.
  expect(server.heard).toEqual([
    expect.objectContaining({ kind: "error", code: -32_060, data: { reason: "stopped" } }),
  ]);
  expect(askAs("b").phase.kind).toBe("request");
});

it("names the global switch in a row of its own if that is what stops", () => {
  controls["a"] = "stopped";
  const own = Array.from({ length: 7 }, () => askAs("a").id);
  expect(new Set(own).size).toBe(5);
  desk.setSwitch("stopped");
  const { id, phase } = askAs("a");
  expect(own).not.toContain(id);
  expect(phase).toMatchObject({ ending: { refusal: { reason: "stopped" } } });
  expect(phase).not.toHaveProperty("ending.refusal.figures");
});

it("also refuses by the policy that came with a request", () => {
  const policy: ServerPolicy = { ...GENEROUS_POLICY, control: "stopped" };
  expect(askAs("a", { policy }).phase.kind).toBe("ended");
});

it("aborts what runs for a stopped server, and refuses approvals for it", async () => {
  const [running, waits, other] = [askAs("a"), askAs("a"), askAs("b")];
  expect(approve(running).ok).toBe(true);
  expect(approve(other).ok).toBe(true);
  controls["a"] = "stopped";
  desk.onModesChanged();
  expect(generator.asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  expect(approve(waits)).toEqual({ ok: false, failure: { kind: "desk-stopped" } });
  controls["a"] = "as-set";
  desk.onModesChanged();
  expect(approve(get(waits.id)).ok).toBe(true);
  await Promise.resolve();
});

it("sends an approved response that a server fetches once that server runs again", async () => {
  controls["a"] = "stopped";
  let left = false;
  void desk.waitToSend("a")?.then(() => (left = true));
  expect(desk.waitToSend("b")).toBeNull();
  desk.setSwitch("stopped");
  desk.setSwitch("rules");
  await Promise.resolve();
  expect(left).toBe(false);
  controls["a"] = "rules";
  desk.onModesChanged();
  await Promise.resolve();
  expect(left).toBe(true);
});

it("refuses to approve a response for a server that was stopped meanwhile", async () => {
  const reply = { kind: "embedded", key: "k", groupId: "g", groupSize: 1 } as const;
  const request = askAs("a", { reply });
  approve(request);
  generator.answer({ kind: "done", generated: textResponse("Hi"), tookMs: 1 });
  await new Promise((resolve) => setImmediate(resolve));
  const done = get(request.id);
  const [attempt] = done.attempts;
  const hash =
    attempt !== undefined && "generatedHash" in attempt.state ? attempt.state.generatedHash : "";
  controls["a"] = "stopped";
  const decision = {
    kind: "approve-response" as const,
    attemptId: attempt?.id ?? "",
    document: textResponse("Hi"),
  };
  expect(desk.decide(done.id, { revision: done.revision, hash }, decision).ok).toBe(false);
  expect(server.heard).toEqual([]);
});
