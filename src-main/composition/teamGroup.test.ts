// When an approved response of the team may leave: with the user's own of the same call, or as a server fetches it.
import { expect, it, vi } from "vitest";
import { ok } from "#shared/outcome.ts";
import type { Decision } from "#shared/request/life/decision.ts";
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { SamplingTasks } from "../servers/mcp/requests/tasks.ts";
import { UNKNOWN_SOURCE } from "../servers/mcp/transports/pipe.ts";
import { networkTo } from "../team/testing/proxy.ts";
import {
  MODEL,
  PARAMS,
  answers,
  approve,
  approveResponse,
  database,
  desk,
  policy,
  setPolicy,
  useTeam,
} from "./testing/teamDesk.ts";
import type { TestDesk } from "./testing/teamDesk.ts";

useTeam();

/** The team has approved its request of the call; the user's own is at gate 2. */
async function mixedCall(ana: TestDesk, bo: TestDesk) {
  const ask = (key: string, team: boolean) => {
    const reply = { kind: "embedded", key, groupId: "g", groupSize: 2 } as const;
    return ana.ask(PARAMS, { reply, policy: { ...policy, team } });
  };
  const [teams, own] = [ask("a", true), ask("b", false)];
  await bo.sees(teams, "request");
  expect(await approve(bo, teams)).toEqual(ok(null));
  await vi.waitFor(() => expect(ana.generator.asked).toHaveLength(1));
  answers(ana, "None.");
  await bo.sees(teams, "response");
  await vi.waitFor(() =>
    expect(bo.desk.request(teams)?.attempts).toMatchObject([{ state: { kind: "done" } }]),
  );
  expect(await approveResponse(bo, teams)).toEqual(ok(null));
  await ana.sees(teams, "ready");
  const { proposed } = ana.desk.request(own) ?? {};
  if (!proposed) throw new Error("nothing to approve");
  decideOwn(ana, own, { kind: "approve-request", document: proposed, model: MODEL });
  answers(ana, "Two.");
  await vi.waitFor(() =>
    expect(ana.desk.request(own)?.attempts).toMatchObject([{ state: { kind: "done" } }]),
  );
  return { teams, own };
}

function decideOwn(at: TestDesk, id: string, decision: Decision): void {
  const request = at.desk.request(id);
  const state = request?.attempts.at(-1)?.state;
  const hash = state !== undefined && "generatedHash" in state ? state.generatedHash : "";
  const base = { revision: request?.revision ?? 0, hash: hash || (request?.askedHash ?? "") };
  expect(at.desk.decide(id, base, decision)).toEqual(ok(null));
}

/** The user approves the response to the last request of the call. */
function approveLast(at: TestDesk, id: string): void {
  const [attempt] = at.desk.request(id)?.attempts ?? [];
  if (attempt?.state.kind !== "done") throw new Error("no response");
  const document = attempt.state.generated;
  decideOwn(at, id, { kind: "approve-response", attemptId: attempt.id, document });
}

it("sends nothing of a call while the team is stopped, and all of it once the team is resumed", async () => {
  const [ana, bo, olga] = [await desk("ana"), await desk("bo"), await desk("olga")];
  const { teams, own } = await mixedCall(ana, bo);
  expect(await olga.team.setMode("stopped")).toEqual(ok(null));
  await vi.waitFor(() => expect(ana.team.view().mode.kind).toBe("stopped"));
  approveLast(ana, own);
  await ana.sees(own, "ready");
  await ana.sees(teams, "ready");
  expect(ana.server.heard).toEqual([]);
  expect(await olga.team.setMode("running")).toEqual(ok(null));
  await ana.sees(teams, "ended");
  await ana.sees(own, "ended");
  expect(ana.server.heard).toMatchObject([{ kind: "result" }, { kind: "result" }]);
  await bo.sees(teams, "ended");
});

it("sends nothing of a call while the team's database, which knows what is stopped, is away", async () => {
  const network = await networkTo(database.server.port);
  const [ana, bo] = [await desk("ana", { network }), await desk("bo")];
  const { teams, own } = await mixedCall(ana, bo);
  network.cut();
  await vi.waitFor(() => expect(ana.team.view().state?.kind).toBe("offline"));
  approveLast(ana, own);
  await ana.sees(own, "ready");
  expect(ana.server.heard).toEqual([]);
  network.fix();
  await ana.sees(own, "ended");
  await bo.sees(teams, "ended");
  expect(ana.server.heard).toMatchObject([{ kind: "result" }, { kind: "result" }]);
  await network.close();
}, 60_000);

it("returns what one person approved, and waits for others of its call, once two are needed", async () => {
  const [ana, bo, olga] = [await desk("ana"), await desk("bo"), await desk("olga")];
  const { teams, own } = await mixedCall(ana, bo);
  await setPolicy(olga, { twoPeople: ["server:notes"] });
  for (const at of [ana, bo]) await at.sees(teams, "response");
  await vi.waitFor(() => expect(bo.team.view().requests[teams]?.votesNeeded).toBe(2));
  approveLast(ana, own);
  const cy = await desk("cy");
  await cy.sees(teams, "response");
  for (const at of [bo, cy]) {
    expect(ana.server.heard).toEqual([]);
    await vi.waitFor(async () => expect(await approveResponse(at, teams)).toEqual(ok(null)));
  }
  await ana.sees(teams, "ended");
  expect(ana.server.heard).toMatchObject([{ kind: "result" }, { kind: "result" }]);
  await setPolicy(olga, {});
});

it("returns what the team approved to gate 2 when the desk leaves the stopped team", async () => {
  const [ana, bo, olga] = [await desk("ana"), await desk("bo"), await desk("olga")];
  const { teams, own } = await mixedCall(ana, bo);
  expect(await olga.team.setMode("stopped")).toEqual(ok(null));
  await vi.waitFor(() => expect(ana.team.view().mode.kind).toBe("stopped"));
  approveLast(ana, own);
  expect(await ana.team.leave()).toEqual(ok(null));
  await ana.sees(teams, "response");
  expect(ana.server.heard).toEqual([]);
  approveLast(ana, teams);
  await ana.sees(teams, "ended");
  expect(ana.server.heard).toMatchObject([{ kind: "result" }, { kind: "result" }]);
  expect(await olga.team.setMode("running")).toEqual(ok(null));
});

it("holds back what a server fetches while the team is stopped, and nothing of the user's own", async () => {
  const [ana, olga] = [await desk("ana"), await desk("olga")];
  const teams = ana.ask();
  const own = ana.ask(PARAMS, { policy: { ...policy, team: false } });
  const { serverId = "" } = ana.desk.request(teams)?.requester ?? {};
  expect(ana.desk.waitToSend(serverId, teams)).toBeNull();
  expect(await olga.team.setMode("stopped")).toEqual(ok(null));
  await vi.waitFor(() => expect(ana.team.view().mode.kind).toBe("stopped"));
  const waits = ana.desk.waitToSend(serverId, teams);
  expect(waits).not.toBeNull();
  expect(ana.desk.waitToSend(serverId, own)).toBeNull();
  expect(await olga.team.setMode("running")).toEqual(ok(null));
  await waits;
  expect(ana.desk.waitToSend(serverId, teams)).toBeNull();
});

it("never sends what a server fetches once the desk has left the stopped team that approved it", async () => {
  const [ana, bo, olga] = [await desk("ana"), await desk("bo"), await desk("olga")];
  const sent: JSONRPCMessage[] = [];
  let id = "";
  const tasks = new SamplingTasks({
    receive: (incoming) => {
      const held = ana.desk.receive({ ...ana.server.request(PARAMS, { policy }), ...incoming });
      id = held.requestId;
      return held;
    },
    send: (message) => (sent.push(message), Promise.resolve()),
    mayLeave: (of) => ana.desk.waitToSend("srv", of),
    newId: () => "task",
    keepAliveMs: 60_000,
  });
  tasks.offered = true;
  tasks.receive(1, { ...PARAMS, task: {} }, { kind: "none" }, UNKNOWN_SOURCE);
  const fetch = (request: number) =>
    tasks.handleRequest({ id: request, method: "tasks/result", params: { taskId: "task" } });
  const answerTo = (request: number) => sent.filter((one) => "id" in one && one.id === request);
  await bo.sees(id, "request");
  expect(await approve(bo, id)).toEqual(ok(null));
  await vi.waitFor(() => expect(ana.generator.asked).toHaveLength(1));
  answers(ana, "None.");
  await bo.sees(id, "response");
  await vi.waitFor(async () => expect(await approveResponse(bo, id)).toEqual(ok(null)));
  await ana.sees(id, "delivering");
  expect(await olga.team.setMode("stopped")).toEqual(ok(null));
  await vi.waitFor(() => expect(ana.team.view().mode.kind).toBe("stopped"));
  fetch(2);
  expect(await ana.team.leave()).toEqual(ok(null));
  await ana.sees(id, "ended");
  expect(ana.desk.request(id)?.phase).toMatchObject({ ending: { kind: "undeliverable" } });
  fetch(3);
  for (const request of [2, 3])
    expect(answerTo(request)).toMatchObject([
      { error: { message: expect.stringContaining("expired") as string } },
    ]);
  expect(await olga.team.setMode("running")).toEqual(ok(null));
});
