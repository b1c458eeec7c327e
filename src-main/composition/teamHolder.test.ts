// What the desk that holds a request checks before it acts on what the team's database accepted, on a real PostgreSQL.
import { expect, it, vi } from "vitest";
import type { Json } from "#shared/json.ts";
import { ok } from "#shared/outcome.ts";
import { noLimits } from "#shared/rules/limits/limits.ts";
import type { Decision } from "#shared/request/life/decision.ts";
import type { LimitSource } from "../core/ports.ts";
import type { FixtureSource } from "../core/ports.ts";
import { FakeInspector } from "../core/testing/rules.ts";
import { textResponse } from "../core/testing/fakes.ts";
import { hasher } from "../core/serviceTesting.ts";
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

/** A tool call of the team, and what ran of it. */
function askCall(at: TestDesk) {
  const ran: unknown[] = [];
  const id = at.ask(
    { name: "delete_branch", arguments: { branch: "dev" }, inputSchema: {} },
    {
      requestKind: "tool-call",
      heldBy: { kind: "setting" },
      produce: (document) => (
        ran.push(document),
        Promise.resolve({ response: { result: { content: [] } }, flags: [] })
      ),
    },
  );
  return { id, ran };
}
const runs = (branch: string): Decision => ({
  kind: "respond",
  document: { action: "run", arguments: { branch } } as never,
});

/** Bo approves the call with other arguments, under the hash of those asked for, so that it counts as not edited. */
async function forge(bo: TestDesk, id: string, how: "append" | "propose") {
  const { proposed, revision, askedHash } = bo.desk.request(id) ?? {};
  const facts = { attemptId: "forged", base: { revision }, edited: false };
  const body = {
    document: { ...proposed, arguments: { branch: "main" } },
    documentHash: hasher.hash(proposed),
    base: { hash: askedHash },
  };
  await submit(id, how, "response", [{ kind: "run-approved", facts, body }]);
}

/** Bo's own SQL session appends or proposes these rows. */
async function submit(
  id: string,
  how: "append" | "propose",
  phase: string,
  rows: { kind: string; facts: object; body?: object }[],
) {
  const by = { kind: "person", login: "bo" };
  const lines = rows.map(({ kind, facts, body }) => ({
    kind,
    facts: JSON.stringify({ by, ...facts }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }));
  const sql = await database.sql("bo");
  const ask = async (text: string, ...args: unknown[]) => (await sql.query(text, args)).rows[0];
  const { hello } = await ask("SELECT countersign.hello('forger', NULL)");
  const at = await ask("SELECT revision FROM countersign.request WHERE id = $1", id);
  const more = how === "propose" ? "NULL" : "NULL, NULL, NULL";
  const call = `SELECT countersign.${how}($1, $2, $3, $4, $5, ${more})`;
  await ask(call, hello.session, id, at.revision, JSON.stringify(lines), phase);
  await sql.end();
}

it("never takes a click for a vote on a document other than the one its hash names", async () => {
  await setPolicy(await desk("olga"), { twoPeople: ["server:notes"] });
  const [ana, bo, cy] = [await desk("ana"), await desk("bo"), await desk("cy")];
  const { id, ran } = askCall(ana);
  await Promise.all([bo.sees(id, "request"), cy.sees(id, "request")]);
  await forge(bo, id, "propose");
  await vi.waitFor(() => expect(cy.team.view().requests[id]?.proposal?.by).toBe("bo"));
  // So the screen does not say that this is what Cy sees.
  expect(await cy.team.proposed(id)).toMatchObject({ value: { document: null } });
  // Refused as stale until Cy's desk has read the proposal's row.
  await vi.waitFor(async () => expect(await cy.decide(id, runs("dev"))).toEqual(ok(null)));
  // It is a proposal of its own.
  await vi.waitFor(() =>
    expect(bo.team.view().requests[id]?.proposal).toMatchObject({ by: "cy", votes: ["cy"] }),
  );
  expect(ran).toEqual([]);
  await vi.waitFor(async () => expect(await bo.decide(id, runs("dev"))).toEqual(ok(null)));
  await vi.waitFor(() => expect(ran).toMatchObject([{ arguments: { branch: "dev" } }]));
  await setPolicy(await desk("olga"), {});
});

it("runs no call whose approval does not match its document", async () => {
  const [ana, bo] = [await desk("ana"), await desk("bo")];
  const { id, ran } = askCall(ana);
  await bo.sees(id, "request");
  await forge(bo, id, "append");
  await vi.waitFor(() =>
    expect(bo.desk.request(id)?.attempts).toMatchObject([
      { state: { kind: "failed", failure: { kind: "model-held-back", why: "distrusted" } } },
    ]),
  );
  expect(ran).toEqual([]);
  // Nothing was sent, so the call can still be approved.
  await bo.sees(id, "request");
  expect(await bo.decide(id, runs("dev"))).toEqual(ok(null));
  await vi.waitFor(() => expect(ran).toMatchObject([{ arguments: { branch: "dev" } }]));
});

it("sends an approved response, whatever follows of its attempt", async () => {
  const [ana, bo] = [await desk("ana"), await desk("bo")];
  const id = ana.ask();
  await bo.sees(id, "request");
  expect(await approve(bo, id)).toEqual(ok(null));
  await vi.waitFor(() => expect(ana.generator.asked).toHaveLength(1));
  answers(ana, "None.");
  await vi.waitFor(() =>
    expect(bo.desk.request(id)?.attempts).toMatchObject([{ state: { kind: "done" } }]),
  );
  const { revision, attempts = [] } = bo.desk.request(id) ?? {};
  const [{ id: attemptId, state } = {}] = attempts;
  if (state?.kind !== "done") throw new Error("no response");
  const { generated: document, generatedHash: documentHash } = state;
  await submit(id, "append", "delivering", [
    {
      kind: "response-approved",
      facts: { attemptId, base: { revision }, edited: false },
      body: { document, documentHash, base: { hash: documentHash } },
    },
    { kind: "stop-asked", facts: { attemptId } },
  ]);
  await Promise.all([ana.sees(id, "ended"), bo.sees(id, "ended")]);
  expect(ana.server.heard).toMatchObject([{ kind: "result" }]);
});

const isHeldBack = (at: TestDesk, id: string, why: string) =>
  vi.waitFor(() =>
    expect(at.desk.request(id)?.attempts.at(-1)?.state).toMatchObject({
      kind: "failed",
      failure: { kind: "model-held-back", why },
    }),
  );

const isReturned = (at: TestDesk, id: string) =>
  vi.waitFor(() => {
    const { phase, timeline = [] } = at.desk.request(id) ?? {};
    expect(timeline.at(-1)?.kind).toBe("taken-back");
    expect(phase?.kind).toBe("response");
  });

it("performs nothing that it reads only once the team is stopped", async () => {
  const network = await networkTo(database.server.port);
  const [ana, bo, olga] = [await desk("ana", { network }), await desk("bo"), await desk("olga")];
  const [id, call, other] = [ana.ask(), askCall(ana), ana.ask()];
  await Promise.all([id, call.id, other].map((one) => bo.sees(one, "request")));
  expect(await approve(bo, other)).toEqual(ok(null));
  await vi.waitFor(() => expect(ana.generator.asked).toHaveLength(1));
  answers(ana, "None.");
  await bo.sees(other, "response");
  await vi.waitFor(() =>
    expect(bo.desk.request(other)?.attempts).toMatchObject([{ state: { kind: "done" } }]),
  );
  network.cut();
  expect(await approve(bo, id)).toEqual(ok(null));
  expect(await bo.decide(call.id, runs("dev"))).toEqual(ok(null));
  expect(await approveResponse(bo, other)).toEqual(ok(null));
  expect(await olga.team.setMode("stopped")).toEqual(ok(null));
  network.fix();
  await isHeldBack(ana, id, "stopped");
  await isHeldBack(ana, call.id, "stopped");
  await isReturned(ana, other);
  expect(ana.generator.asked).toHaveLength(1);
  expect(call.ran).toEqual([]);
  expect(ana.server.heard).toEqual([]);
  expect(await olga.team.setMode("running")).toEqual(ok(null));
  await bo.sees(id, "request");
  expect(await approve(bo, id)).toEqual(ok(null));
  await vi.waitFor(() => expect(ana.generator.asked).toHaveLength(2));
  await network.close();
}, 60_000);

it("performs nothing that it reads only after it ended, or was stopped", async () => {
  const network = await networkTo(database.server.port);
  const one = { candidatesAtOnce: () => 1 };
  const [ana, bo] = [await desk("ana", { network }), await desk("bo", one)];
  const [id, rejected, stopped, other, call] = [
    ana.ask(),
    ana.ask(),
    ana.ask(),
    ana.ask(),
    askCall(ana),
  ];
  await Promise.all(
    [id, rejected, stopped, other, call.id].map((each) => bo.sees(each, "request")),
  );
  expect(await approve(bo, other)).toEqual(ok(null));
  await vi.waitFor(() => expect(ana.generator.asked).toHaveLength(1));
  answers(ana, "None.");
  await vi.waitFor(() =>
    expect(bo.desk.request(other)?.attempts).toMatchObject([{ state: { kind: "done" } }]),
  );
  network.cut();
  expect(await approve(bo, stopped)).toEqual(ok(null));
  const attemptId = bo.desk.request(stopped)?.attempts[0]?.id ?? "";
  expect(await bo.team.requests.stop(stopped, attemptId)).toEqual(ok(null));
  network.fix();
  await isHeldBack(bo, stopped, "undone");
  network.cut();
  // The second of two waits for its turn.
  const document = bo.desk.request(id)?.proposed as never;
  const both = [MODEL, { ...MODEL, modelId: "n" }].map((model) => ({ document, model }));
  expect(await bo.decide(id, { kind: "approve-candidates", runs: both })).toEqual(ok(null));
  expect(await approve(bo, rejected)).toEqual(ok(null));
  expect(await bo.decide(call.id, runs("dev"))).toEqual(ok(null));
  expect(await approveResponse(bo, other)).toEqual(ok(null));
  expect(await bo.decide(rejected, { kind: "reject", tellServer: true })).toEqual(ok(null));
  const owner = await database.sql("postgres");
  await owner.query("UPDATE countersign.session SET seen_ms = seen_ms - 60000 WHERE login = 'ana'");
  await owner.query("SELECT pg_notify('countersign', $1)", [id]);
  await vi.waitFor(async () => {
    await bo.team.requests.endLost();
    for (const each of [id, call.id, other])
      expect(bo.desk.request(each)?.phase.kind).toBe("ended");
  });
  network.fix();
  for (const each of [id, rejected, call.id, other]) await ana.sees(each, "ended");
  await isHeldBack(ana, rejected, "undone");
  expect(ana.desk.request(other)?.phase).toMatchObject({ ending: { kind: "unknown" } });
  expect(ana.generator.asked).toHaveLength(1);
  expect(call.ran).toEqual([]);
  // Whoever waits for one of the five is let go.
  await vi.waitFor(() => expect(ana.server.heard).toHaveLength(5));
  const told = ana.server.heard.filter(({ kind }) => kind !== "silence");
  expect(told).toMatchObject([{ kind: "error" }]);
  await network.close();
  await owner.end();
}, 60_000);

it("sends no response and runs no call while it is stopped itself", async () => {
  const [ana, bo] = [await desk("ana"), await desk("bo")];
  const [id, call] = [ana.ask(), askCall(ana)];
  await bo.sees(id, "request");
  expect(await approve(bo, id)).toEqual(ok(null));
  await vi.waitFor(() => expect(ana.generator.asked).toHaveLength(1));
  answers(ana, "None.");
  await vi.waitFor(() =>
    expect(bo.desk.request(id)?.attempts).toMatchObject([{ state: { kind: "done" } }]),
  );
  ana.desk.setSwitch("stopped");
  expect(await approveResponse(bo, id)).toEqual(ok(null));
  expect(await bo.decide(call.id, runs("dev"))).toEqual(ok(null));
  await isReturned(bo, id);
  await isHeldBack(bo, call.id, "stopped");
  expect(ana.server.heard).toEqual([]);
  expect(call.ran).toEqual([]);
  ana.desk.setSwitch("review");
  expect(await approveResponse(bo, id)).toEqual(ok(null));
  await bo.sees(id, "ended");
  expect(ana.server.heard).toMatchObject([{ kind: "result" }]);
});

it("returns a response to gate 2 that would wait for others while the desk is stopped", async () => {
  const [ana, bo] = [await desk("ana"), await desk("bo")];
  const [id = ""] = ["a", "b"].map((key) =>
    ana.ask(PARAMS, { reply: { kind: "embedded", key, groupId: "g", groupSize: 2 } }),
  );
  await bo.sees(id, "request");
  expect(await approve(bo, id)).toEqual(ok(null));
  await vi.waitFor(() => expect(ana.generator.asked).toHaveLength(1));
  answers(ana, "None.");
  await vi.waitFor(() =>
    expect(bo.desk.request(id)?.attempts).toMatchObject([{ state: { kind: "done" } }]),
  );
  ana.desk.setSwitch("stopped");
  expect(await approveResponse(bo, id)).toEqual(ok(null));
  await isReturned(bo, id);
  ana.desk.setSwitch("review");
  expect(await approveResponse(bo, id)).toEqual(ok(null));
  await ana.sees(id, "ready");
  expect(ana.server.heard).toEqual([]);
});

it("exceeds the holder's own budget only if its own user was told", async () => {
  const { budgets } = noLimits;
  const small = { ...noLimits, budgets: { ...budgets, tokens: { ...budgets.tokens, hour: 10 } } };
  const limits: LimitSource = {
    ofAll: () => small,
    spent: () => ({ days: [], recent: [] }),
  };
  const own = { limits, requesters: { limitsOf: () => policy.limits } };
  const [ana, bo] = [await desk("ana", own), await desk("bo", own)];
  const id = ana.ask();
  await bo.sees(id, "request");
  const beyond = (at: TestDesk) =>
    at.decide(id, {
      kind: "approve-request",
      model: MODEL,
      beyond: true,
      document: at.desk.request(id)?.proposed as never,
    });
  // Bo has exceeded a budget of his own, which does not count here.
  expect(await beyond(bo)).toEqual(ok(null));
  await isHeldBack(bo, id, "budget");
  expect(ana.generator.asked).toHaveLength(0);
  expect(await beyond(ana)).toEqual(ok(null));
  await vi.waitFor(() => expect(ana.generator.asked).toHaveLength(1));
});

it("never responds to a request of the team with a fixture", async () => {
  const answer = textResponse("From a fixture") as unknown as Json;
  const fixtures: FixtureSource = {
    find: () => ({ name: "f", hash: "0".repeat(64), ignored: [], answer }),
    onInvalid: () => undefined,
    onUsed: () => undefined,
  };
  const [ana, bo] = [await desk("ana", { fixtures }), await desk("bo")];
  const id = ana.ask();
  await bo.sees(id, "request");
  expect(ana.server.heard).toEqual([]);
  // The user's own are answered as ever.
  const own = ana.ask(PARAMS, { policy: { ...policy, team: false } });
  await ana.sees(own, "ended");
  expect(ana.server.heard).toMatchObject([{ kind: "result" }]);
});

it("lets no request of the team pass because its program is in Watch", async () => {
  const watch = {
    requesters: { permissionOf: () => ({ id: "w", name: "w", redact: [] }) },
    models: { choose: () => MODEL },
    inspector: new FakeInspector(),
  };
  const completion = {
    requestKind: "completion",
    reply: { kind: "http", dialect: "openai-chat", id: "c", createdS: 1, stream: false },
  } as const;
  const params = { ...PARAMS, completion: { dialect: "openai-chat", model: "m", fields: {} } };
  for (const masterSwitch of ["review", "rules"] as const) {
    const [ana, bo] = [await desk("ana", { ...watch, masterSwitch }), await desk("bo")];
    const own = ana.ask(params, { ...completion, policy: { ...policy, team: false } });
    await vi.waitFor(() => expect(ana.generator.asked).toHaveLength(1));
    const id = ana.ask(params, completion);
    await bo.sees(id, "request");
    await vi.waitFor(() => expect(ana.desk.needsUser(id)).toBe(true));
    expect(ana.desk.request(own)?.attempts).toHaveLength(1);
    expect(ana.desk.request(id)).toMatchObject({ attempts: [], phase: { kind: "request" } });
    expect(await approve(bo, id)).toEqual(ok(null));
    await vi.waitFor(() => expect(ana.generator.asked).toHaveLength(2));
  }
});
