// Tool loops end: the rounds of a call are counted, and the one beyond the limit is refused with its own code.
import { expect, it } from "vitest";
import type { Origin, OriginCall, HeldRequest } from "#shared/request/life/heldRequest.ts";
import { policySchema } from "#shared/servers/policy/policy.ts";
import { deskFor } from "../testing/deskFor.ts";
import type { Incoming } from "../ports.ts";
import { RoundCounter } from "./limits.ts";

const call = (runId: string): OriginCall => ({
  runId,
  method: "tools/call",
  name: "plan",
  arguments: {},
});
const certain = (runId: string): Origin => ({ kind: "certain", call: call(runId) });
const plain = { messages: [{ role: "user", content: { type: "text", text: "?" } }], maxTokens: 1 };
const withTools = { ...plain, tools: [{ name: "weather" }] };

function open() {
  const { server, ledger, desk } = deskFor();
  const ask = (
    params: object,
    origin: Origin,
    toolRounds = 2,
    { reply }: Pick<Partial<Incoming>, "reply"> = {},
  ) => {
    const policy = policySchema.parse({ unasked: "ask", limits: { toolRounds } });
    const incoming = server.request(params as never, { origin, policy, ...(reply && { reply }) });
    const request = desk.request(desk.receive(incoming).requestId);
    const ending = request?.phase.kind === "ended" ? request.phase.ending : null;
    return {
      request,
      turn: request?.turn,
      round: request?.round,
      refused: ending?.kind === "refused" ? ending.refusal.reason : null,
    };
  };
  return { server, ledger, desk, ask };
}

it("refuses the round after the last with its own code, and tells how many are allowed", async () => {
  const { server, ask } = open();
  expect(ask(withTools, certain("r"))).toMatchObject({ turn: 1, round: { number: 1, limit: 2 } });
  expect(ask(plain, certain("r"))).toMatchObject({ turn: 2, round: undefined, refused: null });
  expect(ask(withTools, certain("r"))).toMatchObject({ turn: 3, round: { number: 2, limit: 2 } });
  const third = ask(withTools, certain("r"));
  expect(third).toMatchObject({ refused: "too-many-rounds", round: { number: 3, limit: 2 } });
  await Promise.resolve();
  expect(server.heard).toMatchObject([
    { kind: "error", code: -32067, data: { reason: "too-many-rounds" } },
  ]);
  // A refused request is not counted, and neither is one without tools.
  expect(ask(withTools, certain("r")).round).toEqual({ number: 3, limit: 2 });
  expect(ask(plain, certain("r")).refused).toBeNull();
});

it("counts each call by itself, and nothing where no call is known", () => {
  const { ask } = open();
  for (const run of ["a", "b", "c"]) {
    expect(ask(withTools, certain(run), 1)).toMatchObject({ turn: 1, refused: null });
  }
  expect(ask(withTools, { kind: "none" }, 1)).toMatchObject({ round: undefined, refused: null });
  expect(ask(withTools, { kind: "none" }, 1)).toMatchObject({ round: undefined, refused: null });
});

it("counts requests of one result as one round", () => {
  const { ask } = open();
  const turnIn = (groupId: string, key: string) =>
    ask(plain, certain("r"), 2, {
      reply: { kind: "embedded", key, groupId, groupSize: 2 },
    }).turn;
  expect([turnIn("g1", "a"), turnIn("g1", "b"), turnIn("g2", "a"), turnIn("g2", "b")]).toEqual([
    1, 1, 2, 2,
  ]);
  expect(ask(plain, certain("r")).turn).toBe(3);
  expect(ask(plain, certain("r")).turn).toBe(4);
});

it("counts the rounds of embedded requests, once for all of one result", async () => {
  const { server, ask } = open();
  const inGroup = (groupId: string, key: string, params: object = withTools) =>
    ask(params, certain("r"), 2, {
      reply: { kind: "embedded", key, groupId, groupSize: 3 },
    });
  expect(inGroup("g1", "plain", plain).round).toBeUndefined();
  for (const key of ["a", "b"]) {
    expect(inGroup("g1", key)).toMatchObject({ turn: 1, round: { number: 1, limit: 2 } });
  }
  for (const key of ["a", "b", "c"]) {
    expect(inGroup("g2", key)).toMatchObject({ turn: 2, round: { number: 2, limit: 2 } });
  }
  for (const key of ["a", "b"]) {
    expect(inGroup("g3", key)).toMatchObject({
      refused: "too-many-rounds",
      round: { number: 3, limit: 2 },
    });
  }
  await Promise.resolve();
  expect(server.heard).toMatchObject([{ code: -32067 }, { code: -32067 }]);
});

it("lets calls that cannot be told apart share one limit", () => {
  const { ask } = open();
  const unsure = (...runs: string[]): Origin => ({ kind: "ambiguous", calls: runs.map(call) });
  const rounds = [1, 2, 3, 4, 5].map((n) =>
    ask(withTools, n % 2 ? unsure("a", "b") : unsure("b", "a")),
  );
  expect(rounds.map(({ refused }) => refused)).toEqual([null, null, null, null, "too-many-rounds"]);
  expect(rounds[0]).toMatchObject({ turn: undefined, round: { number: 1, limit: 4 } });
});

it("lets a call go on when the user allows it, recorded first", () => {
  const { desk, ledger, ask } = open();
  const first = ask(withTools, certain("r")).request;
  ask(withTools, certain("r"));
  expect(ask(withTools, certain("r")).refused).toBe("too-many-rounds");
  expect(desk.allowMoreRounds(first?.id ?? "").ok).toBe(true);
  expect(ledger.kinds().at(-1)).toBe("rounds-allowed");
  expect(desk.request(first?.id ?? "")?.round).toEqual({ number: 1, limit: 4 });
  expect(ask(withTools, certain("r"))).toMatchObject({
    refused: null,
    round: { number: 3, limit: 4 },
  });
  ledger.broken = "disk full";
  expect(desk.allowMoreRounds(first?.id ?? "")).toMatchObject({
    failure: { kind: "not-recorded" },
  });
  expect(desk.request(first?.id ?? "")?.round?.limit).toBe(4);
});

it("remembers the last thousand calls, and starts again for one that it forgot", () => {
  const { server } = deskFor();
  const rounds = new RoundCounter();
  const policy = policySchema.parse({ unasked: "ask", limits: { toolRounds: 1 } });
  /** Sends a request, held unless refused; returns the number of its round, or the reason of the refusal. */
  const ask = (runId: string): number | string | undefined => {
    const incoming = server.request(withTools, { origin: certain(runId), policy });
    const { refusal, turn, round } = rounds.placementOf(incoming);
    if (refusal !== null) return refusal.reason;
    const { requester, origin } = incoming;
    rounds.count({ requester, origin, turn, round } as HeldRequest, incoming);
    return turn;
  };
  const others = (from: number, to: number): void => {
    for (let n = from; n <= to; n += 1) expect(ask(`call ${n}`)).toBe(1);
  };
  expect([ask("long ago"), ask("asks on")]).toEqual([1, 1]);
  others(1, 998);
  // All of a thousand are remembered. Refused requests count as requests too.
  expect([ask("long ago"), ask("asks on")]).toEqual(["too-many-rounds", "too-many-rounds"]);
  others(999, 1500);
  expect(ask("asks on")).toBe("too-many-rounds");
  others(1501, 1997);
  // A thousand other calls have asked since "long ago" did.
  expect([ask("asks on"), ask("long ago")]).toEqual(["too-many-rounds", 1]);
});
