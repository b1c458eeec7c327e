// Two and three desks of one team on a real PostgreSQL: what one receives, another decides.
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { ok } from "../../src-shared/outcome.ts";
import type { Decision } from "../../src-shared/sampling/life/decision.ts";
import type { Sample } from "../../src-shared/sampling/life/sample.ts";
import type { TeamPolicy } from "../../src-shared/team/policy.ts";
import type { TeamSettings } from "../../src-shared/team/settings.ts";
import { deskFor } from "../desk/testing/deskFor.ts";
import { FakeMedia, GENEROUS_POLICY, textResponse } from "../desk/testing/fakes.ts";
import { TeamService } from "../services/team/team.ts";
import { hasher } from "../services/testing.ts";
import { migrateTeam } from "../team/migrate.ts";
import { connectTeam } from "../team/store.ts";
import { networkTo } from "../team/testing/proxy.ts";
import type { Network } from "../team/testing/proxy.ts";
import { testTeam } from "../team/testing/team.ts";
import type { TestLogin, TestTeam } from "../team/testing/team.ts";

let database: TestTeam;
beforeAll(async () => {
  database = await testTeam();
});
afterAll(() => database.end());

const open: TeamService[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((team) => team.close()));
});

const PARAMS = {
  messages: [{ role: "user", content: { type: "text", text: "Which regions are down?" } }],
  maxTokens: 50,
};
const MODEL = { providerId: "p", modelId: "m" };
const policy = { ...GENEROUS_POLICY, team: true };

/** A desk of the team, as the rooms make one. */
async function desk(
  login: TestLogin,
  { network, ...more }: { network?: Network } & NonNullable<Parameters<typeof deskFor>[0]> = {},
) {
  let kept: TeamSettings | null = null;
  const secrets = new Map<string, string>();
  const media = new FakeMedia();
  const clock = { nowMs: Date.now, newId: () => crypto.randomUUID() };
  const team: TeamService = new TeamService({
    store: {
      load: () => ({ settings: kept, faults: [] }),
      save: (settings) => ((kept = settings), ok(null)),
    },
    secrets: {
      get: (name) => secrets.get(name) ?? null,
      set: (name, value) => (secrets.set(name, value), ok(null)),
      remove: (name) => void secrets.delete(name),
    },
    ...{ connect: connectTeam, migrate: migrateTeam },
    readAuthorities: () => ok(""),
    takesAll: false,
    desk: () => made.desk,
    mediumText: (id, ref) => media.text(id, ref),
    changed: () => undefined,
  });
  const made = deskFor({
    ...{ team: team.requests, teamRules: (id: string) => team.rulesFor(id) },
    ...{ hasher, clock, media, ...more },
  });
  const { port } = database.server;
  const url = database.server.url(login).replace(`:${port}/`, `:${network?.port ?? port}/`);
  await team.join({ url, label: login, authorities: null, allowPlain: false }, null);
  await vi.waitFor(() => expect(team.view().state?.kind).toBe("online"), { timeout: 10_000 });
  open.push(team);
  return {
    ...made,
    team,
    ask: (params: object = PARAMS) =>
      made.desk.receive(made.server.request(params as never, { policy })).sampleId,
    sees: (id: string, wanted: Sample["phase"]["kind"]) =>
      vi.waitFor(() => expect(made.desk.sample(id)?.phase.kind).toBe(wanted), { timeout: 10_000 }),
    decide(id: string, decision: Decision) {
      const sample = made.desk.sample(id);
      if (sample === undefined) throw new Error(`not shown: ${id}`);
      const last = sample.attempts.at(-1)?.state;
      const hash =
        sample.phase.kind === "response" && last !== undefined && "generatedHash" in last
          ? last.generatedHash
          : sample.askedHash;
      return team.requests.decide(id, { revision: sample.revision, hash }, decision);
    },
  };
}
type TestDesk = Awaited<ReturnType<typeof desk>>;

const approval = ({ proposed }: Pick<Sample, "proposed">, text?: string): Decision => {
  if (proposed === null) throw new Error("nothing to approve");
  const document =
    text === undefined
      ? proposed
      : {
          ...proposed,
          messages: [{ role: "user" as const, content: { type: "text" as const, text } }],
        };
  return { kind: "approve-request", document, model: MODEL };
};
const approve = (at: TestDesk, id: string, text?: string) =>
  at.decide(id, approval(at.desk.sample(id) ?? { proposed: null }, text));
const answers = (at: TestDesk, text: string) =>
  at.generator.answer({ kind: "done", generated: textResponse(text), tookMs: 1 });
async function approveResponse(at: TestDesk, id: string) {
  await vi.waitFor(() =>
    expect(at.desk.sample(id)?.attempts).toMatchObject([{ state: { kind: "done" } }]),
  );
  const [attempt] = at.desk.sample(id)?.attempts ?? [];
  if (attempt?.state.kind !== "done") throw new Error("no response");
  return at.decide(id, {
    ...{ kind: "approve-response", attemptId: attempt.id, document: attempt.state.generated },
  });
}
const setPolicy = async (at: TestDesk, more: Partial<TeamPolicy>) => {
  const now = at.team.policy();
  if (!now.ok) throw new Error(now.failure.kind);
  const next = { rules: [], twoPeople: [], budgets: [], ...more };
  expect(await at.team.setPolicy(next, now.value.version)).toEqual(ok(null));
};

it("shows what one desk received at another, which decides; the first performs it", async () => {
  const [ana, bo] = [await desk("ana"), await desk("bo")];
  const id = ana.ask();
  await bo.sees(id, "request");
  expect(bo.team.view().requests[id]).toMatchObject({ holder: "ana", isHeldHere: false });
  expect(await approve(bo, id)).toEqual(ok(null));
  await vi.waitFor(() => expect(ana.generator.asked).toHaveLength(1));
  expect(bo.generator.asked).toHaveLength(0);
  answers(ana, "None.");
  expect(await approveResponse(bo, id)).toEqual(ok(null));
  await bo.sees(id, "ended");
  expect(ana.server.heard).toMatchObject([
    { kind: "result", document: { content: { text: "None." } } },
  ]);
  expect(ana.desk.sample(id)?.phase).toMatchObject({
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
  const { sampleId: id } = ana.desk.receive(
    ana.server.request(call, {
      ...{ policy, requestKind: "tool-call", heldBy: { kind: "setting" } },
      produce: (document) => (ran.push(document), Promise.resolve(result)),
    }),
  );
  await bo.sees(id, "request");
  const document = { action: "run", arguments: { branch: "dev" } } as never;
  expect(await bo.decide(id, { kind: "respond", document })).toEqual(ok(null));
  await vi.waitFor(() => expect(ran).toMatchObject([{ arguments: { branch: "dev" } }]));
  await vi.waitFor(() =>
    expect(bo.desk.sample(id)?.attempts).toMatchObject([{ state: { kind: "done" } }]),
  );
  const [{ id: attemptId = "" } = {}] = bo.desk.sample(id)?.attempts ?? [];
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
  expect(ana.desk.sample(id)?.phase.kind).toBe("request");
  network.mend();
  await bo.sees(id, "request");
  expect(await bo.decide(id, { kind: "reject", tellServer: true })).toEqual(ok(null));
  await ana.sees(id, "ended");
  await network.close();
}, 60_000);

it("sends what two people approved, and neither of them is who received it", async () => {
  const olga = await desk("olga");
  await setPolicy(olga, { twoPeople: ["server:notes"] });
  const [ana, bo, cy] = [await desk("ana"), await desk("bo"), await desk("cy")];
  const id = ana.ask();
  await Promise.all([bo.sees(id, "request"), cy.sees(id, "request")]);
  expect(await approve(bo, id, "Edited by Bo")).toEqual(ok(null));
  await vi.waitFor(() =>
    expect(cy.team.view().requests[id]).toMatchObject({
      votesNeeded: 2,
      proposal: { by: "bo", votes: ["bo"] },
    }),
  );
  expect(ana.generator.asked).toHaveLength(0);
  expect(await approve(ana, id, "Edited by Bo")).toMatchObject({
    failure: { kind: "team-refused", why: "own-request" },
  });
  expect(await cy.team.proposed(id)).toMatchObject({
    value: { gate: 1, document: { messages: [{ content: { text: "Edited by Bo" } }] } },
  });
  expect(await approve(cy, id, "Edited by Bo")).toEqual(ok(null));
  await vi.waitFor(() =>
    expect(ana.generator.asked).toMatchObject([
      { document: { messages: [{ content: { text: "Edited by Bo" } }] } },
    ]),
  );
  await setPolicy(olga, {});
});

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
  const inspector = {
    inspect: async () => ({ inspection: { findings: [], more: 0 }, traits: null }),
  };
  const chooses = {
    chooseModel: () => MODEL,
    masterSwitch: "rules" as const,
    inspector: inspector as never,
  };
  const ana = await desk("ana", chooses);
  await vi.waitFor(() =>
    expect(ana.team.policy()).toMatchObject({ value: { policy: { rules: [{ id: "t1" }] } } }),
  );
  ana.ask();
  await vi.waitFor(() => expect(ana.generator.asked).toHaveLength(1), { timeout: 10_000 });
  const strict = await desk("cy", {
    ...chooses,
    checkModel: () => ({ kind: "switched-off", model: "m" }),
  });
  const held = strict.ask();
  await ana.sees(held, "request");
  expect(await approve(ana, held)).toEqual(ok(null));
  await vi.waitFor(() =>
    expect(ana.desk.sample(held)?.attempts).toMatchObject([
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
      expect(bo.desk.sample(id)?.phase).toMatchObject({
        ending: { kind: "cancelled", because: { kind: "holder-lost" } },
      });
    },
    { timeout: 20_000, interval: 200 },
  );
  network.mend();
  await ana.sees(id, "ended");
  await Promise.all([network.close(), owner.end()]);
}, 60_000);

it("takes the others' requests away when it leaves the team", async () => {
  const [ana, bo] = [await desk("ana"), await desk("bo")];
  const id = ana.ask();
  await bo.sees(id, "request");
  expect(await bo.team.leave()).toEqual(ok(null));
  expect(bo.desk.sample(id)).toBeUndefined();
  expect(bo.team.view().settings).toBeNull();
});
