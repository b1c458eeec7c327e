// Agents' actions of a team on a real PostgreSQL: what comes to one desk, the others decide; what passes stays there.
import { expect, it, vi } from "vitest";
import type { JsonObject } from "#shared/json.ts";
import { ok } from "#shared/outcome.ts";
import type { Rule } from "#shared/rules/rule.ts";
import type { Decision } from "#shared/request/life/decision.ts";
import type { Incoming, Inspector } from "../core/ports.ts";
import { FakeBook } from "../core/testing/rules.ts";
import { networkTo } from "../team/testing/proxy.ts";
import { database, desk, policy, setPolicy, useTeam } from "./testing/teamDesk.ts";
import type { TestDesk } from "./testing/teamDesk.ts";

useTeam();

const ACTION = {
  agent: { id: "claude-code", version: "2.1.332" },
  event: "before",
  session: { id: "s1", folder: "/w" },
  callId: "c1",
  tool: "Bash",
  input: { command: "npm publish", description: "Publishes it" },
  folder: "/w",
  files: [],
  takesEdits: true,
} satisfies JsonObject;

const requester: Incoming["requester"] = {
  serverId: "entry",
  name: "Claude Code",
  transport: "hook",
  where: "/home/ana/.claude/settings.json",
  protocolVersion: "",
  era: "legacy",
  encrypted: null,
};
const permission = { id: "entry.asked", name: "Claude Code: asked", redact: [] };
const own = { policy: { ...policy, team: false } };

/** An action of an agent comes to this desk. */
const ask = (at: TestDesk, params: JsonObject = ACTION, over: Partial<Incoming> = {}) =>
  at.desk.receive(
    at.server.request(params as never, {
      policy,
      requestKind: "action",
      reply: { kind: "hook" },
      requester,
      ...over,
    }),
  );

const allow = (input?: JsonObject): Extract<Decision, { kind: "respond" }> => ({
  kind: "respond",
  document: { verdict: "allow", ...(input === undefined ? {} : { input }) } as never,
});

const hasVotes = (at: TestDesk, id: string, ...votes: string[]) =>
  vi.waitFor(() => expect(at.team.view().requests[id]?.proposal).toMatchObject({ votes }));

/** Finds nothing. */
const inspector: Inspector = {
  inspect: async () => ({ findings: [], more: 0, tookMs: 0 }),
};

/** Every text that the team's database holds. */
async function textsOfTeam(): Promise<string> {
  const sql = await database.sql("aud");
  const { rows } = await sql.query(
    "SELECT sample, facts, (SELECT body FROM countersign.content WHERE commitment = content) FROM countersign.event",
  );
  await sql.end();
  return JSON.stringify(rows);
}

it("lets another desk allow an action; all see how long the agent waits, and what came of it", async () => {
  const [ana, bo] = [await desk("ana"), await desk("bo")];
  const deadline = { atMs: Date.now() + 60_000, totalMs: 60_000 };
  const held = ask(ana, ACTION, { deadline });
  const id = held.requestId;
  await bo.sees(id, "request");
  expect(bo.desk.request(id)).toMatchObject({ proposed: ACTION, deadline, requester });
  expect(await bo.decide(id, allow())).toEqual(ok(null));
  await Promise.all([ana.sees(id, "ended"), bo.sees(id, "ended")]);
  expect(ana.server.heard).toEqual([{ kind: "result", document: { verdict: "allow" } }]);
  held.completed({ failed: true });
  await vi.waitFor(() => expect(bo.desk.request(id)?.completed).toEqual({ failed: true }));
  expect(bo.faults).toEqual([]);
  // The user of the desk has taken another one out of the inbox before the agent tells of it.
  const next = ask(ana);
  await bo.sees(next.requestId, "request");
  expect(await bo.decide(next.requestId, allow())).toEqual(ok(null));
  await Promise.all([ana, bo].map((one) => one.sees(next.requestId, "ended")));
  expect(ana.desk.dismiss(next.requestId)).toEqual(ok(null));
  next.completed();
  await vi.waitFor(() =>
    expect(bo.desk.request(next.requestId)?.timeline.at(-1)?.kind).toBe("completed"),
  );
});

it("allows an action once, with the very input that two people approved", async () => {
  await setPolicy(await desk("olga"), { twoPeople: ["kind:action"] });
  const [ana, bo, cy] = [await desk("ana"), await desk("bo"), await desk("cy")];
  const { requestId: id } = ask(ana);
  await Promise.all([bo.sees(id, "request"), cy.sees(id, "request")]);
  const dry = allow({ ...ACTION.input, command: "npm publish --dry-run" });
  expect(await bo.decide(id, dry)).toEqual(ok(null));
  await hasVotes(cy, id, "bo");
  expect(await cy.team.proposed(id)).toMatchObject({ value: { document: dry.document } });
  expect(await bo.decide(id, dry)).toMatchObject({ failure: { why: "already-voted" } });
  expect(await ana.decide(id, dry)).toMatchObject({ failure: { why: "own-request" } });
  // Without the edit it is another proposal.
  expect(await cy.decide(id, allow())).toEqual(ok(null));
  await hasVotes(bo, id, "cy");
  expect(ana.server.heard).toEqual([]);
  const both = await Promise.all([bo.decide(id, allow()), bo.decide(id, allow())]);
  expect(both.filter((one) => one.ok)).toHaveLength(1);
  await Promise.all([ana, bo, cy].map((one) => one.sees(id, "ended")));
  expect(ana.server.heard).toEqual([{ kind: "result", document: { verdict: "allow" } }]);
  await setPolicy(await desk("olga"), {});
});

it("tells the agent why another desk rejected its action", async () => {
  const [ana, bo] = [await desk("ana"), await desk("bo")];
  const { requestId: id } = ask(ana);
  await bo.sees(id, "request");
  const note = "Not on a Friday:\n“publish” on Monday.";
  expect(await bo.decide(id, { kind: "reject", tellServer: true, note })).toEqual(ok(null));
  await ana.sees(id, "ended");
  expect(ana.server.heard).toMatchObject([{ kind: "error", data: { note } }]);
});

it("keeps what a choice or a rule lets pass, and one's own, out of the team's database", async () => {
  const rules = new FakeBook();
  const [ana, bo] = [
    await desk("ana", { masterSwitch: "rules", rules, inspector }),
    await desk("bo"),
  ];
  const says = (command: string): JsonObject => ({ ...ACTION, input: { command } });
  const rule = (id: string, when: string, more: Partial<Rule>): Rule => ({
    id,
    name: id,
    on: true,
    gate: "request",
    when,
    decide: "ask",
    holds: { kind: "always" },
    ...more,
  });
  rules.rules = [
    rule("o1", "kind:action command:git", { decide: "allow" }),
    rule("o2", "kind:action command:npm", { team: true }),
  ];
  const chosen = ask(ana, says("cat chosen"), { permission }).requestId;
  const ruled = ask(ana, says("git status ruled"), own).requestId;
  const mine = ask(ana, says("make mine"), own).requestId;
  const asked = ask(ana, says("npm publish asked"), { ...own, permission }).requestId;
  await bo.sees(asked, "request");
  await Promise.all([chosen, ruled].map((id) => ana.sees(id, "ended")));
  expect(ana.desk.request(mine)?.phase.kind).toBe("request");
  await ana.team.requests.idle();
  const texts = await textsOfTeam();
  for (const [word, is] of [
    ["chosen", false],
    ["ruled", false],
    ["make mine", false],
    ["publish asked", true],
  ] as const)
    expect(texts.includes(word), word).toBe(is);
  for (const id of [chosen, ruled, mine]) expect(texts).not.toContain(id);
  expect(await bo.decide(asked, { kind: "reject", tellServer: false })).toEqual(ok(null));
  await ana.sees(asked, "ended");
});

/** A file of the action, as it is on the disk of the desk that holds it. */
const edits = (sha256: string): JsonObject => ({
  ...ACTION,
  tool: "Edit",
  input: { file_path: "a.ts", old_string: "a", new_string: "b" },
  files: [
    {
      path: "a.ts",
      real: "/w/a.ts",
      state: "text",
      sha256: sha256.repeat(64),
      diff: `@@ -1 +1 @@\n-a ${sha256}\n+b ${sha256}\n`,
    },
  ],
});

it("begins the votes anew once a file has changed, whether or not anybody has looked at it", async () => {
  await setPolicy(await desk("olga"), { twoPeople: ["kind:action"] });
  const [ana, bo, cy] = [await desk("ana"), await desk("bo"), await desk("cy")];
  let onDisk = edits("1");
  const { requestId: id, update } = ask(ana, onDisk, { readAgain: async () => onDisk });
  const shows = (document: JsonObject) =>
    vi.waitFor(() => {
      for (const one of [ana, bo, cy])
        expect(one.desk.request(id)).toMatchObject({
          proposed: document,
          phase: { kind: "request" },
        });
    });
  await shows(onDisk);
  // The desk that holds it looks, before the second vote.
  expect(await bo.decide(id, allow())).toEqual(ok(null));
  await hasVotes(cy, id, "bo");
  const old = cy.team.view().requests[id]?.proposal?.hash ?? "";
  onDisk = edits("2");
  update(onDisk);
  await shows(onDisk);
  expect(cy.team.view().requests[id]?.proposal).toBeNull();
  const sql = await database.sql("cy");
  const { rows } = await sql.query("SELECT countersign.hello('cy', NULL)");
  const session = (rows[0] as { hello: { session: string } }).hello.session;
  await expect(
    sql.query("SELECT countersign.vote($1, $2, $3)", [session, id, old]),
  ).rejects.toThrow("vote-stale");
  await sql.end();
  // Nobody looks, and both votes are there.
  const both = async () => {
    expect(await bo.decide(id, allow())).toEqual(ok(null));
    await hasVotes(cy, id, "bo");
    expect(await cy.decide(id, allow())).toEqual(ok(null));
  };
  onDisk = edits("3");
  await both();
  await shows(onDisk);
  expect(ana.server.heard).toEqual([]);
  expect(cy.team.view().requests[id]?.proposal).toBeNull();
  await both();
  await Promise.all([ana, bo, cy].map((one) => one.sees(id, "ended")));
  expect(ana.server.heard).toEqual([{ kind: "result", document: { verdict: "allow" } }]);
  expect([ana, bo, cy].flatMap(({ faults }) => faults)).toEqual([]);
  await setPolicy(await desk("olga"), {});
});

it("allows nothing while its file can't be read, and what is there once it can", async () => {
  const [ana, bo] = [await desk("ana"), await desk("bo")];
  const onDisk = edits("1");
  let isThere = false;
  const readAgain = async () => {
    if (!isThere) throw new Error("EIO");
    return onDisk;
  };
  const { requestId: id } = ask(ana, onDisk, { readAgain });
  await bo.sees(id, "request");
  expect(await bo.decide(id, allow())).toEqual(ok(null));
  await vi.waitFor(() =>
    expect(bo.desk.request(id)).toMatchObject({
      phase: { kind: "request" },
      timeline: expect.arrayContaining([
        expect.objectContaining({ kind: "taken-back" }),
      ]) as unknown,
    }),
  );
  expect(ana.server.heard).toEqual([]);
  isThere = true;
  expect(await bo.decide(id, allow())).toEqual(ok(null));
  await ana.sees(id, "ended");
  expect(ana.server.heard).toEqual([{ kind: "result", document: { verdict: "allow" } }]);
});

it("allows nothing that is approved once its desk is gone, even if that comes back", async () => {
  const network = await networkTo(database.server.port);
  const [ana, bo] = [await desk("ana", { network }), await desk("bo")];
  const { requestId: id } = ask(ana);
  await bo.sees(id, "request");
  network.cut();
  expect(await bo.decide(id, allow())).toEqual(ok(null));
  const owner = await database.sql("postgres");
  await owner.query("UPDATE countersign.session SET seen_ms = seen_ms - 60000 WHERE login = 'ana'");
  await owner.query("SELECT pg_notify('countersign', $1)", [id]);
  await owner.end();
  await vi.waitFor(async () => {
    await bo.team.requests.endLost();
    expect(bo.desk.request(id)?.phase).toMatchObject({ ending: { kind: "unknown" } });
  });
  network.fix();
  await ana.sees(id, "ended");
  // The hook that still waits is told nothing, and blocks.
  expect(ana.server.heard).toEqual([{ kind: "silence" }]);
  await network.close();
}, 60_000);
