// An agent's actions at the desk: rules, permissions, Stopped, and files that are read again before a decision.
import fc from "fast-check";
import { beforeEach, expect, it, vi } from "vitest";
import type { Json, JsonObject } from "#shared/json.ts";
import { verdictOf } from "#shared/request/kinds/action/settlement.ts";
import { findingKinds } from "#shared/findings/kinds.ts";
import { fold } from "#shared/ledger/fold.ts";
import { join, split } from "#shared/ledger/split.ts";
import { confirmedVerdictOf } from "#shared/rules/judge/backlog.ts";
import { ruleSchema } from "#shared/rules/rule.ts";
import { isPermission } from "#shared/rules/standingPermission.ts";
import type { Decision } from "#shared/request/life/decision.ts";
import type { Actor, HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { Incoming } from "../ports.ts";
import { READ_AGAIN_MS } from "./intake.ts";
import { FakeClock } from "../testing/fakes.ts";
import { settled, World } from "../testing/walks.ts";

const file = { path: "a.ts", real: "/w/a.ts", state: "text", sha256: "0".repeat(64) };
const ACTION = {
  agent: { id: "claude-code", version: "2.1.332" },
  event: "before",
  session: { id: "s1", folder: "/w" },
  callId: "c1",
  tool: "Bash",
  input: { command: "git status", description: "Shows the state" },
  folder: "/w",
  files: [],
  takesEdits: true,
} satisfies JsonObject;
const edit = (sha256: string): JsonObject => ({
  ...ACTION,
  tool: "Edit",
  input: { file_path: "a.ts", old_string: "a", new_string: "b" },
  files: [{ ...file, sha256: sha256.padEnd(64, "0"), diff: `-a ${sha256}` }],
});
const requester: Incoming["requester"] = {
  serverId: "entry",
  name: "Claude Code",
  transport: "hook",
  where: "",
  protocolVersion: "",
  era: "legacy",
  encrypted: null,
};
const IN_COMMAND = {
  kind: findingKinds[0],
  severity: "high",
  path: ["input", "command"],
  offset: 0,
  length: 3,
  line: 1,
} as never;
const permission = { id: "entry.asked", name: "Claude Code: what it would ask anyway", redact: [] };
const allow: Decision = { kind: "respond", document: { verdict: "allow" } as never };

let world: World;
beforeEach(() => {
  world = new World();
});

async function receive(params: Json = ACTION, over: Partial<Incoming> = {}): Promise<HeldRequest> {
  world.receive(params, { requestKind: "action", reply: { kind: "hook" }, requester, ...over });
  await settled();
  return now();
}
const now = (): HeldRequest => world.desk.requests().at(-1) as HeldRequest;
const decide = (decision: Decision, { id, revision, askedHash: hash }: HeldRequest = now()) =>
  world.desk.decide(id, { revision, hash }, decision);
const setRules = (...rules: object[]): void => {
  world.book.rules = rules.map((rule, n) => ruleSchema.parse({ id: `r${n}`, name: "R", ...rule }));
};
const heard = () => world.server.heard.map((one) => verdictOf(one));
function rowsOf({ id }: HeldRequest) {
  // Also those that wait for the next write.
  world.desk.recorder.recordObserved();
  return world.ledger.rows.filter(({ sampleId: requestId }) => requestId === id);
}
const kinds = (request: HeldRequest): string[] => rowsOf(request).map(({ kind }) => kind);
const refolded = (request: HeldRequest, forgotten = false) =>
  fold(
    rowsOf(request).map((row) => {
      const { facts, content } = split(row, row.body as JsonObject);
      const body = join(row, facts, forgotten ? null : content);
      return { sample: row.sampleId, atMs: row.atMs, kind: row.kind, body };
    }),
  );

it("is allowed, allowed with an edited text, left to the agent, or rejected with the user's words", async () => {
  const edited = { ...ACTION.input, command: "git log" };
  const documents = [
    { verdict: "allow" },
    { verdict: "allow", input: edited },
    { verdict: "pass" },
  ];
  for (const document of documents) {
    await receive();
    expect(decide({ kind: "respond", document: document as never }).ok).toBe(true);
    await settled();
  }
  await receive();
  decide({ kind: "reject", note: "Not on Fridays.", tellServer: true });
  await receive();
  decide({ kind: "reject", tellServer: false });
  await settled();
  expect(heard()).toEqual([
    { kind: "allow" },
    { kind: "allow", input: edited },
    { kind: "pass" },
    { kind: "reject", reason: "Not on Fridays." },
    { kind: "reject", reason: "The user rejected this action." },
  ]);
  const facts = world.ledger.rows.flatMap((row) => {
    const { about } = split(row, row.body as JsonObject).facts;
    return about === undefined ? [] : [about];
  });
  const of = { agent: ACTION.agent, session: "s1", tool: "Bash", event: "before" };
  expect(facts.slice(0, 4)).toEqual([
    of,
    { verdict: "allow", edited: false },
    of,
    { verdict: "allow", edited: true },
  ]);
  const kept = JSON.stringify(
    world.ledger.rows.map((row) => split(row, row.body as JsonObject).facts),
  );
  for (const text of ["git status", "git log", "Fridays", "/w"]) expect(kept).not.toContain(text);
});

it.each<[string, object, object]>([
  ["another field", {}, { command: "git status", description: "Other" }],
  ["one more field", {}, { ...ACTION.input, timeout: 1 }],
  ["what the event takes no edits of", { takesEdits: false }, { ...ACTION.input, command: "ls" }],
  ["a tool that no table knows", { tool: "Unknown" }, { ...ACTION.input, command: "ls" }],
])("takes no edit of %s", async (_what, over, input) => {
  await receive({ ...ACTION, ...over } as JsonObject);
  const document = { verdict: "allow", input } as never;
  expect(decide({ kind: "respond", document })).toMatchObject({
    ok: false,
    failure: { kind: "invalid-document", flags: [{ code: "action-not-editable" }] },
  });
  expect(heard()).toEqual([]);
});

it("lets a rule allow in Rules mode, with the events of a response by hand", async () => {
  setRules({ when: 'command:"git status"', decide: "allow", holds: { kind: "uses", left: 1 } });
  const request = await receive();
  expect(heard()).toEqual([{ kind: "allow" }]);
  expect(kinds(request)).toEqual([
    "received",
    "judged",
    "answered-by-hand",
    "response-approved",
    "delivered",
  ]);
  expect(now().phase).toMatchObject({
    ending: { kind: "replied", by: { kind: "rule", id: "r0" } },
  });
  expect(world.book.taken).toEqual(["r0"]);
  await receive();
  world.desk.setSwitch("review");
  await receive();
  expect(heard()).toHaveLength(1);
  expect(refolded(request)).toEqual({ request: world.desk.request(request.id), odd: [] });
});

it("sends no edited input before its serious findings, not those of what was asked, were seen", async () => {
  const input = { ...ACTION.input, command: "git push" };
  const edited: Decision = { kind: "respond", document: { verdict: "allow", input } as never };
  const scan = async (request: HeldRequest): Promise<void> => {
    const document = { ...request.proposed, input } as never;
    expect(await world.desk.scanner.scanDocument(request.id, "request", document)).toMatchObject({
      ok: true,
    });
  };
  const harmless = await receive();
  world.inspector.findings = [IN_COMMAND];
  await scan(harmless);
  expect(decide(edited, harmless)).toMatchObject({
    ok: false,
    failure: { kind: "findings-unseen", count: 1 },
  });
  expect(decide({ ...edited, seriousSeen: 1 }, harmless)).toMatchObject({ ok: true });
  const serious = await receive();
  expect(decide(allow, serious)).toMatchObject({ ok: false });
  world.inspector.findings = [];
  await scan(serious);
  expect(decide(edited, serious)).toMatchObject({ ok: true });
  await settled();
  expect(heard()).toEqual([
    { kind: "allow", input },
    { kind: "allow", input },
  ]);
});

it("holds an allowing rule back for guarded files, findings that it does not name, and what it would change", async () => {
  const guarded = { ...ACTION, files: [{ ...file, isGuarded: true }] };
  setRules({ when: "kind:action", decide: "allow" });
  await receive(guarded);
  const held = [now().judged?.at(-1)?.held];
  world.inspector.findings = [IN_COMMAND];
  await receive();
  held.push(now().judged?.at(-1)?.held);
  world.inspector.findings = [];
  setRules({ when: "kind:action", decide: "allow", changes: { redact: ["personal"] } });
  await receive();
  held.push(now().judged?.at(-1)?.held);
  expect(held.map((one) => one?.kind)).toEqual(["flags", "findings", "no-model"]);
  world.inspector.late = true;
  await receive(ACTION, { permission });
  world.inspector.late = false;
  await receive(guarded, { permission });
  expect(heard()).toEqual([]);
});

it("lets rules refuse in every mode, unless a rule before them decides otherwise", async () => {
  for (const mode of ["rules", "review"] as const) {
    world.desk.setSwitch(mode);
    setRules({ when: "kind:action", decide: "refuse" });
    await receive(ACTION, { permission });
    expect(heard()).toEqual([
      { kind: "reject", reason: "A rule of the user refuses this action." },
    ]);
    world.server.heard.length = 0;
    setRules({ when: "kind:action", decide: "ask" }, { when: "kind:action", decide: "refuse" });
    await receive();
    expect(heard()).toEqual([]);
  }
  const own = { code: -32050, message: "Use make.", reason: "own" };
  setRules({ when: "kind:action", decide: "refuse", refusal: own });
  await receive();
  expect(heard()).toEqual([{ kind: "reject", reason: "Use make." }]);
});

it("passes before it is scanned what no rule could decide, but nothing guarded, and records what is found", async () => {
  let scanned = (): void => {};
  world.inspector.gate = new Promise((resolve) => (scanned = resolve));
  const guarded = { ...ACTION, files: [{ ...file, isGuarded: true }] };
  world.desk.setSwitch("rules");
  const passed = await receive(ACTION, { permission });
  expect(heard()).toEqual([{ kind: "pass" }]);
  await receive(guarded, { permission });
  setRules({ when: "kind:action", decide: "allow" });
  const awaited = await receive(ACTION, { permission });
  world.desk.setSwitch("review");
  await receive(ACTION, { permission });
  expect(heard()).toHaveLength(2);
  setRules({ when: "kind:action", decide: "refuse" });
  await receive(ACTION, { permission });
  expect(heard()).toHaveLength(2);
  world.inspector.more = 1;
  scanned();
  await settled();
  // The rule of now refuses the one that waited, too.
  expect(heard().map((one) => one?.kind)).toEqual(["pass", "pass", "reject", "reject"]);
  expect(kinds(passed)).toContain("inspected");
  expect(kinds(awaited)).toContain("inspected");
});

it("passes what the user's choice lets pass in every mode but Stopped, and names it", async () => {
  for (const mode of ["rules", "review"] as const) {
    world.desk.setSwitch(mode);
    const request = await receive(ACTION, { permission });
    expect(heard()).toEqual([{ kind: "pass" }]);
    world.server.heard.length = 0;
    const row = rowsOf(request).find(({ kind }) => kind === "response-approved");
    const { by } = (row?.body ?? {}) as unknown as { by: Actor };
    expect(by).toMatchObject({ kind: "rule", name: permission.name, id: "choice.entry.asked" });
    expect(isPermission(by)).toBe(true);
  }
  // An invalid file may have a rule that refuses it.
  world.book.rules = null;
  await receive(ACTION, { permission });
  expect(heard()).toEqual([]);
  world.desk.setSwitch("stopped");
  await receive(ACTION, { permission });
  expect(heard()).toEqual([
    {
      kind: "reject",
      reason: "Countersign is stopped: its user lets no action run until it goes on.",
    },
  ]);
});

it("tells an agent in its own words of what the desk refuses and of its end", async () => {
  await receive();
  world.held.at(-1)?.withdraw({ kind: "agent-left" });
  await receive();
  world.held.at(-1)?.withdraw({ kind: "quit" });
  await receive();
  await world.desk.refuseAll();
  await settled();
  const said = JSON.stringify(heard());
  const told = heard().filter((verdict) => verdict !== null);
  expect(told.map(({ kind }) => kind)).toEqual(["reject", "reject"]);
  expect(said).not.toMatch(/sampling|client/i);
});

it("decides nothing about a file that has changed, and shows it as it is now", async () => {
  let found: Json | null = edit("1");
  let reads = 0;
  const request = await receive(edit("0"), {
    readAgain: async () => {
      reads += 1;
      return found;
    },
  });
  // Whoever does not read it again decides nothing.
  expect(decide(allow)).toEqual({ ok: false, failure: { kind: "read-again", why: "failed" } });
  const changed = { ok: false, failure: { kind: "read-again", why: "changed" } };
  expect(await world.desk.readAgain(request.id)).toEqual(changed);
  expect(now()).toMatchObject({ revision: 1, asked: edit("1"), proposed: edit("1") });
  expect(decide(allow, request).ok).toBe(false);
  expect(decide(allow).ok).toBe(false);
  found = null;
  // Two clicks race: one of them decides.
  const reading = [world.desk.readAgain(request.id), world.desk.readAgain(request.id)];
  expect(await Promise.all(reading)).toEqual([
    { ok: true, value: null },
    { ok: true, value: null },
  ]);
  const both = now();
  expect([decide(allow, both).ok, decide(allow, both).ok]).toEqual([true, false]);
  await settled();
  expect([heard(), reads]).toEqual([[{ kind: "allow" }], 3]);
  expect(kinds(request)).toContain("document-updated");
  expect(refolded(request)).toEqual({ request: now(), odd: [] });
  const left = refolded(request, true);
  expect(left).toMatchObject({ odd: [], request: { revision: now().revision, proposed: null } });
  expect(JSON.stringify(left)).not.toContain("/w/a.ts");
  // After the end it only says that it ran.
  world.held.at(-1)?.completed({ differs: true });
  expect(now()).toMatchObject({ completed: { differs: true }, timeline: expect.anything() });
  expect(now().timeline.at(-1)).toMatchObject({ kind: "completed", by: { kind: "agent" } });
  expect(refolded(request)).toEqual({ request: now(), odd: [] });
});

it.each<[string, () => Promise<Json | null>]>([
  ["rejects", () => Promise.reject(new Error("gone"))],
  [
    "throws",
    () => {
      throw new Error("gone");
    },
  ],
  ["gives something else", () => Promise.resolve({ no: "action" })],
])("sends nothing where reading again %s", async (_what, readAgain) => {
  const request = await receive(edit("0"), { readAgain });
  const failed = { ok: false, failure: { kind: "read-again", why: "failed" } };
  expect(await world.desk.readAgain(request.id)).toEqual(failed);
  expect(decide(allow)).toEqual(failed);
  expect(decide({ kind: "reject", tellServer: false }).ok).toBe(true);
  await settled();
  expect(heard().map((verdict) => verdict?.kind)).toEqual(["reject"]);
});

it("waits only so long for reading", async () => {
  const request = await receive(edit("0"), { readAgain: () => new Promise(() => {}) });
  vi.useFakeTimers();
  const reading = world.desk.readAgain(request.id);
  await vi.advanceTimersByTimeAsync(READ_AGAIN_MS);
  expect(await reading).toEqual({ ok: false, failure: { kind: "read-again", why: "failed" } });
  vi.useRealTimers();
});

it("never gives a waiting request to a rule without reading again", async () => {
  let content = "0";
  world.desk.setSwitch("review");
  const { id } = await receive(edit("0"), { readAgain: async () => edit(content) });
  setRules({ when: "kind:action", decide: "allow" });
  world.desk.setSwitch("rules");
  const nobody = (): boolean => false;
  const { would } = await world.desk.ruleEngine.preview([id], nobody);
  const said = would.map(confirmedVerdictOf);
  content = "1";
  expect([said.length, await world.desk.ruleEngine.decideWaiting(said, nobody)]).toEqual([1, []]);
  expect([heard(), now().asked]).toEqual([[], edit("1")]);
  expect(await world.desk.ruleEngine.decideWaiting(said, nobody)).toHaveLength(1);
  await settled();
  expect(heard()).toEqual([{ kind: "allow" }]);
});

it("scans a changed document anew, and only a refusing rule decides about it", async () => {
  setRules(
    { when: "kind:action text:later", decide: "refuse" },
    { when: "kind:action text:fine", decide: "allow" },
  );
  const request = await receive(edit("0"));
  world.held.at(-1)?.update(edit("fine"));
  await settled();
  expect([heard(), now().revision]).toEqual([[], 1]);
  expect(world.inspector.asked.map(({ document }) => document)).toContainEqual(edit("fine"));
  world.held
    .at(-1)
    ?.update({ ...edit("1"), input: { file_path: "later", old_string: "a", new_string: "b" } });
  await settled();
  expect(heard().map((verdict) => verdict?.kind)).toEqual(["reject"]);
  // It has ended: nothing changes it.
  const before = now();
  world.held.at(-1)?.update(edit("2"));
  expect(now()).toEqual(before);
  expect(refolded(request)).toEqual({ request: now(), odd: [] });
});

it("decides only about what was read last, whatever comes in between", async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant("file" as const), as: fc.constantFrom("0", "1", "2") }),
    fc.record({ kind: fc.constantFrom("read", "click", "stale-click", "update", "reject") }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      world = new World();
      let content = "0";
      const came = await receive(edit("0"), { readAgain: async () => edit(content) });
      let shown = came;
      for (const one of steps) {
        if (one.kind === "file" && "as" in one) content = one.as;
        if (one.kind === "read") await world.desk.readAgain(came.id);
        if (one.kind === "update") world.held.at(-1)?.update(edit(content));
        if (one.kind === "stale-click") decide(allow, shown);
        if (one.kind === "reject") decide({ kind: "reject", tellServer: false });
        if (one.kind === "click") {
          shown = now();
          const read = await world.desk.readAgain(came.id);
          const decided = read.ok ? decide(allow, shown) : read;
          if (decided.ok) expect(shown.asked).toEqual(edit(content));
        }
        await settled();
      }
      expect(world.server.heard.length).toBeLessThanOrEqual(1);
      expect(refolded(came)).toEqual({ request: now(), odd: [] });
    }),
    { numRuns: 60 },
  );
});

it("is not allowed by what a rule says of one of its files, or of a name that no filter has", async () => {
  world.desk.setSwitch("rules");
  const patch = (...files: string[]): JsonObject => ({
    ...ACTION,
    agent: { id: "codex", version: null },
    tool: "apply_patch",
    input: {
      command: `*** Begin Patch\n${files.map((one) => `*** Add File: ${one}\n+x\n`).join("")}*** End Patch`,
    },
    files: files.map((one) => ({ path: one, real: `/w/${one}`, state: "absent" })),
  });
  const [allowing, refusing] = ["allow", "refuse"].map((said) => ({ decide: said }));
  const edits = { ...allowing, when: "kind:action action:edit" };
  const isAllowed = async (files: string[], ...rules: object[]): Promise<boolean> => {
    setRules(...rules);
    await receive(patch(...files));
    return heard().at(-1)?.kind === "allow" && now().phase.kind === "ended";
  };
  const inSource = { ...allowing, when: "kind:action path:src/*" };
  const notSecret = { ...allowing, when: "kind:action action:edit -path:secret/*" };
  const noSecrets = { ...refusing, when: "kind:action path:secret/*" };
  expect(await isAllowed(["src/a"], inSource)).toBe(true);
  expect(await isAllowed(["src/a"], notSecret)).toBe(true);
  for (const files of [["src/a", "secret/b"], ["secret/b"], ["secret/\u0001b"]]) {
    const before = heard().length;
    expect([files, await isAllowed(files, inSource)]).toEqual([files, false]);
    expect([files, await isAllowed(files, notSecret)]).toEqual([files, false]);
    expect([files, await isAllowed(files, noSecrets, edits)]).toEqual([files, false]);
    expect(
      heard()
        .slice(before)
        .filter((said) => said?.kind === "allow"),
    ).toEqual([]);
  }
  expect(await isAllowed(["src/a", "../b"], inSource)).toBe(false);
});

it("needs another reading once the clock is set back", async () => {
  const { id } = await receive(edit("0"), { readAgain: async () => edit("0") });
  expect(await world.desk.readAgain(id)).toMatchObject({ ok: true });
  const clock = vi.spyOn(FakeClock.prototype, "nowMs").mockReturnValue(1);
  expect(decide(allow)).toMatchObject({ ok: false, failure: { kind: "read-again" } });
  clock.mockRestore();
  expect(decide(allow)).toMatchObject({ ok: true });
});
