// Two and three desks of one team on a real PostgreSQL: what one receives, another decides.
import { expect, it, vi } from "vitest";
import { ok } from "#shared/outcome.ts";
import type { Decision } from "#shared/request/life/decision.ts";
import type { Rule } from "#shared/rules/rule.ts";
import { FakeBook } from "../core/testing/rules.ts";
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
  teamWith,
  useTeam,
} from "./testing/teamDesk.ts";

useTeam();

it("shows what one desk received at another, which decides; the first performs it", async () => {
  const [ana, bo] = [await desk("ana"), await desk("bo")];
  const id = ana.ask();
  await bo.sees(id, "request");
  expect(bo.team.view().requests[id]).toMatchObject({ holder: "ana", isHeldHere: false });
  expect(bo.desk.request(id)?.offered).toMatchObject([{ ...MODEL, provider: "ana’s" }]);
  expect(ana.desk.request(id)?.offered).toBeUndefined();
  expect(await approve(bo, id)).toEqual(ok(null));
  await vi.waitFor(() => expect(ana.generator.asked).toHaveLength(1));
  expect(bo.generator.asked).toHaveLength(0);
  answers(ana, "None.");
  expect(await approveResponse(bo, id)).toEqual(ok(null));
  await bo.sees(id, "ended");
  expect(ana.server.heard).toMatchObject([
    { kind: "result", document: { content: { text: "None." } } },
  ]);
  expect(ana.desk.request(id)?.phase).toMatchObject({
    ending: { kind: "replied", by: { kind: "person", login: "bo" } },
  });
  // Only the desk that received it has it in its own ledger.
  expect(ana.ledger.kinds()).toContain("response-approved");
  expect(bo.ledger.rows).toEqual([]);
});

it("runs a tool call that another desk approved, and sends the result that it approved", async () => {
  const [ana, bo] = [await desk("ana"), await desk("bo")];
  const ran: unknown[] = [];
  const result = { result: { content: [{ type: "text", text: "done" }] } };
  const call = { name: "delete_branch", arguments: { branch: "main" }, inputSchema: {} };
  const id = ana.ask(call, {
    requestKind: "tool-call",
    heldBy: { kind: "setting" },
    produce: (document) => (ran.push(document), Promise.resolve({ response: result, flags: [] })),
  });
  await bo.sees(id, "request");
  const document = { action: "run", arguments: { branch: "dev" } } as never;
  expect(await bo.decide(id, { kind: "respond", document })).toEqual(ok(null));
  await vi.waitFor(() => expect(ran).toMatchObject([{ arguments: { branch: "dev" } }]));
  await vi.waitFor(() =>
    expect(bo.desk.request(id)?.attempts).toMatchObject([{ state: { kind: "done" } }]),
  );
  const [{ id: attemptId = "" } = {}] = bo.desk.request(id)?.attempts ?? [];
  const sends: Decision = { kind: "approve-result", attemptId, document: result as never };
  expect(await bo.decide(id, sends)).toEqual(ok(null));
  await ana.sees(id, "ended");
  expect(ana.server.heard).toEqual([{ kind: "result", document: result }]);
});

it("applies one of two decisions made at once, and tells the other that it was late", async () => {
  const [ana, bo, cy] = [await desk("ana"), await desk("bo"), await desk("cy")];
  const id = ana.ask();
  await Promise.all([bo.sees(id, "request"), cy.sees(id, "request")]);
  const reject = { kind: "reject", tellServer: true } as const;
  const both = await Promise.all([bo.decide(id, reject), cy.decide(id, reject)]);
  expect(both.filter((one) => one.ok)).toHaveLength(1);
  expect(both.find((one) => !one.ok)).toMatchObject({ failure: { kind: "stale" } });
  await ana.sees(id, "ended");
  expect(ana.server.heard).toHaveLength(1);
});

it("decides its own requests at the database, too", async () => {
  const [ana, bo] = [await desk("ana"), await desk("bo")];
  const id = ana.ask();
  await bo.sees(id, "request");
  expect(await ana.decide(id, { kind: "reject", tellServer: false })).toEqual(ok(null));
  await bo.sees(id, "ended");
  expect(ana.server.heard).toHaveLength(1);
});

it("lets another desk allow more tool rounds, as the desk that received the request counts them", async () => {
  const [ana, bo] = [await desk("ana"), await desk("bo")];
  const tools = [{ name: "look", inputSchema: { type: "object" } }];
  const call = { runId: "r", method: "tools/call", name: "ask", arguments: {} } as const;
  const over = {
    origin: { kind: "certain", call } as const,
    policy: { ...policy, limits: { ...policy.limits, toolRounds: 1 } },
  };
  const id = ana.ask({ ...PARAMS, tools }, over);
  await bo.sees(id, "request");
  const atMost = (limit: number) =>
    vi.waitFor(() =>
      expect([ana, bo].map((one) => one.desk.request(id)?.round)).toEqual(
        [1, 1].map((number) => ({ number, limit })),
      ),
    );
  await atMost(1);
  expect(await bo.team.requests.moreRounds(id)).toEqual(ok(null));
  await atMost(2);
  // Until the holder's own row of it has arrived, another one is refused as stale.
  await vi.waitFor(async () => expect(await bo.team.requests.moreRounds(id)).toEqual(ok(null)));
  await atMost(3);
  const next = ana.ask({ ...PARAMS, tools }, over);
  await bo.sees(next, "request");
  expect(bo.desk.request(next)?.round).toEqual({ number: 2, limit: 3 });
});

it("lets nobody edit what another edits, until the editor's time is over", async () => {
  const [ana, bo] = [await desk("ana"), await desk("bo")];
  const id = ana.ask();
  await bo.sees(id, "request");
  expect(await ana.team.requests.claim(id)).toEqual(ok(null));
  expect(await approve(bo, id, "Something else")).toMatchObject({
    failure: { kind: "team-refused", why: "leased" },
  });
  await ana.team.requests.release(id);
  expect(await approve(bo, id, "Something else")).toEqual(ok(null));
  await vi.waitFor(() =>
    expect(ana.generator.asked).toMatchObject([
      { document: { messages: [{ content: { text: "Something else" } }] } },
    ]),
  );
});

it("holds new requests while the database is away, and publishes them when it is back", async () => {
  const network = await networkTo(database.server.port);
  const [ana, bo] = [await desk("ana", { network }), await desk("bo")];
  network.cut();
  await vi.waitFor(() => expect(ana.team.view().state?.kind).toBe("offline"), { timeout: 20_000 });
  const id = ana.ask();
  expect(await ana.decide(id, { kind: "reject", tellServer: true })).toMatchObject({
    failure: { kind: "team-offline" },
  });
  expect(ana.desk.request(id)?.phase.kind).toBe("request");
  network.fix();
  await bo.sees(id, "request");
  expect(await bo.decide(id, { kind: "reject", tellServer: true })).toEqual(ok(null));
  await ana.sees(id, "ended");
  await network.close();
}, 60_000);

it("stops the team: nothing is approved anywhere, rejecting works", async () => {
  const [olga, ana, bo] = [await desk("olga"), await desk("ana"), await desk("bo")];
  const id = ana.ask();
  await bo.sees(id, "request");
  expect(await bo.team.setMode("stopped")).toMatchObject({ ok: false });
  expect(await olga.team.setMode("stopped")).toEqual(ok(null));
  await vi.waitFor(() =>
    expect(bo.team.view().mode).toMatchObject({ kind: "stopped", by: "olga" }),
  );
  expect(await approve(bo, id)).toMatchObject({
    failure: { kind: "team-refused", why: "stopped" },
  });
  expect(await bo.decide(id, { kind: "reject", tellServer: true })).toEqual(ok(null));
  await ana.sees(id, "ended");
  expect(await olga.team.setMode("running")).toEqual(ok(null));
});

const BY_RULES = {
  masterSwitch: "rules" as const,
  inspector: {
    inspect: async () => ({ findings: [], more: 0 }),
  } as never,
};
const asksTeam: Rule = {
  id: "o1",
  name: "Branches",
  on: true,
  gate: "both",
  decide: "ask",
  team: true,
  when: "(kind:sampling OR kind:tool-call) branches",
  holds: { kind: "always" },
};

it("sends a request to the team if an own rule asks it, with everything that happened to it", async () => {
  const rules = new FakeBook();
  rules.rules = [asksTeam];
  const [ana, bo] = [await desk("ana", { ...BY_RULES, rules }), await desk("bo")];
  const own = { policy: { ...policy, team: false } };
  const about = (text: string) => ({
    messages: [{ role: "user", content: { type: "text", text } }],
    maxTokens: 50,
  });
  const mine = ana.ask(about("Which regions are down?"), own);
  const id = ana.ask(about("Which branches are old?"), own);
  await bo.sees(id, "request");
  expect(bo.desk.request(id)?.judged).toMatchObject([{ rule: { id: "o1" }, team: true }]);
  expect(await approve(bo, id)).toEqual(ok(null));
  await vi.waitFor(() => expect(ana.generator.asked).toHaveLength(1));
  answers(ana, "Two.");
  expect(await approveResponse(bo, id)).toEqual(ok(null));
  await ana.sees(id, "ended");
  const call = ana.ask(
    { name: "branches", arguments: {}, inputSchema: {} },
    { ...own, requestKind: "tool-call", heldBy: { kind: "rule", rule: asksTeam } },
  );
  await bo.sees(call, "request");
  // Nobody else has seen the other one.
  expect(bo.desk.request(mine)).toBeUndefined();
  expect(ana.team.requests.isTeams(mine)).toBe(false);
  expect(ana.desk.request(mine)?.phase.kind).toBe("request");
});

it("refuses what a rule of the team refuses, although an own rule asks the team about it", async () => {
  const olga = await desk("olga");
  const refuses = { ...asksTeam, id: "t1", when: "branches", decide: "refuse" as const };
  await setPolicy(olga, { rules: [refuses] });
  const rules = new FakeBook();
  rules.rules = [asksTeam];
  const ana = await desk("ana", { ...BY_RULES, rules });
  await vi.waitFor(() =>
    expect(ana.team.policy()).toMatchObject({ value: { policy: { rules: [{ id: "t1" }] } } }),
  );
  const params = { messages: [{ role: "user", content: { type: "text", text: "branches" } }] };
  const id = ana.ask({ ...params, maxTokens: 9 }, { policy: { ...policy, team: false } });
  await ana.sees(id, "ended");
  expect(ana.desk.request(id)?.judged).toMatchObject([{ rule: { id: "t1" }, decide: "refuse" }]);
  await setPolicy(olga, {});
});

it("asks the user as usual if a rule asks a team that the desk is not in", async () => {
  const rules = new FakeBook();
  rules.rules = [{ ...asksTeam, when: "" }];
  const ana = await desk("ana", { ...BY_RULES, rules });
  expect(await ana.team.leave()).toEqual(ok(null));
  const id = ana.ask();
  await vi.waitFor(() => expect(ana.desk.request(id)?.judged).toHaveLength(1));
  expect(ana.team.requests.isTeams(id)).toBe(false);
  expect(ana.desk.needsUser(id)).toBe(true);
});

it("lets the team's rules decide, and the desk's own restrictions hold all the same", async () => {
  const olga = await desk("olga");
  await setPolicy(olga, {
    rules: [
      {
        id: "t1",
        name: "Notes",
        on: true,
        gate: "request",
        when: "server:notes",
        decide: "allow",
        holds: { kind: "always" },
      },
    ],
  });
  const models = { choose: () => MODEL };
  const chooses = { models, ...BY_RULES };
  const ana = await desk("ana", chooses);
  await vi.waitFor(() =>
    expect(ana.team.policy()).toMatchObject({ value: { policy: { rules: [{ id: "t1" }] } } }),
  );
  ana.ask();
  await vi.waitFor(() => expect(ana.generator.asked).toHaveLength(1), { timeout: 10_000 });
  const strict = await desk("cy", {
    ...chooses,
    models: { ...models, check: () => ({ kind: "switched-off", model: "m" }) },
  });
  const held = strict.ask();
  await ana.sees(held, "request");
  expect(await approve(ana, held)).toEqual(ok(null));
  await vi.waitFor(() =>
    expect(ana.desk.request(held)?.attempts).toMatchObject([
      { state: { kind: "failed", failure: { kind: "model-held-back", why: "model" } } },
    ]),
  );
  expect(strict.generator.asked).toHaveLength(0);
  await setPolicy(olga, {});
});

it("ends the requests of a desk that no longer answers, at every desk and for its server", async () => {
  const network = await networkTo(database.server.port);
  const [ana, bo] = [await desk("ana", { network }), await desk("bo")];
  const id = ana.ask();
  await bo.sees(id, "request");
  network.cut();
  const owner = await database.sql("postgres");
  await owner.query("UPDATE countersign.session SET seen_ms = 1 WHERE login = 'ana'");
  await vi.waitFor(
    async () => {
      await bo.team.requests.endLost();
      expect(bo.desk.request(id)?.phase).toMatchObject({
        ending: { kind: "cancelled", because: { kind: "holder-lost" } },
      });
    },
    { timeout: 20_000, interval: 200 },
  );
  network.fix();
  await ana.sees(id, "ended");
  await Promise.all([network.close(), owner.end()]);
}, 60_000);

it("takes the others' requests away when it leaves the team", async () => {
  const [ana, bo] = [await desk("ana"), await desk("bo")];
  const id = ana.ask();
  await bo.sees(id, "request");
  expect(await bo.team.leave()).toEqual(ok(null));
  expect(bo.desk.request(id)).toBeUndefined();
  expect(bo.team.view().settings).toBeNull();
});

it("says what is wrong with an address, from its first word on", async () => {
  const told: unknown[] = [];
  const team = teamWith({
    audience: { set: () => void told.push(team.view().state) },
  });
  const settings = { label: "ana", authorities: null, allowPlain: false };
  await team.join({ ...settings, url: "https://db.example/team" }, null);
  await vi.waitFor(() => expect(told).toHaveLength(2));
  await team.close();
  const failure = { kind: "team-address", why: "unreadable" };
  expect(told).toMatchObject([{ kind: "connecting" }, { kind: "offline", failure }]);
});
