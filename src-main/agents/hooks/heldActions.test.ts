// Events of agents at a real desk, with real files.
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import type { AgentId } from "#shared/agents/agent.ts";
import type { ActionChoice } from "#shared/agents/comesToUser.ts";
import type { HookAnswer } from "#shared/agents/entry.ts";
import type { JsonObject } from "#shared/json.ts";
import { actionIn } from "#shared/request/kinds/action/document.ts";
import { action as actionKind } from "#shared/request/kinds/action/kind.ts";
import { ok } from "#shared/outcome.ts";
import type { Failure } from "#shared/outcome.ts";
import type { Decision } from "#shared/request/life/decision.ts";
import { World } from "../../core/testing/walks.ts";
import { decideAt } from "../../core/testing/deskFor.ts";
import { LeftCalls } from "../gateway/leftCalls.ts";
import { HeldActions } from "./heldActions.ts";
import { Sessions } from "./sessions.ts";

const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "countersign-actions-")));

function deps({
  choice = "everything",
  relayed = [],
  caller = null,
  agent = "claude-code",
}: {
  choice?: ActionChoice;
  relayed?: string[];
  caller?: AgentId | "other" | null;
  agent?: AgentId;
} = {}) {
  const world = new World();
  const { desk } = world;
  desk.setSwitch("review");
  const notes: JsonObject[] = [];
  const faults: Failure[] = [];
  const clock = { nowMs: () => 0 };
  let decided = 0;
  const held = new HeldActions({
    desk,
    agents: {
      admit: (id, token) =>
        token === "t"
          ? {
              id,
              agent,
              choices: { actions: choice, absent: "block" },
              file: path.join(folder, "settings.json"),
              version: "2.1.332",
            }
          : null,
      configs: () => [],
      heard() {},
      decided: () => void (decided += 1),
      checking: () => null,
      takeReported() {},
    },
    gateway: {
      holds: ({ server }) => Promise.resolve(relayed.includes(server)),
      leftCalls: new LeftCalls(),
    },
    sessions: new Sessions(
      { load: () => ({ value: { sessions: [] }, faults: [] }), save: () => ok(null) },
      clock,
    ),
    profile: path.join(folder, "profile"),
    callerOf: () => (caller === null ? null : { agent: caller, startedMs: null }),
    clock,
    note: (kind, facts) => ok(notes.push({ kind, ...facts })),
    fault: (failure) => faults.push(failure),
  });
  const leaving = new AbortController();
  const hear = async (event: object, token = "t", left = leaving.signal): Promise<HookAnswer> => {
    const said = await held.hear(
      {
        hook: 1,
        id: "e",
        token,
        folder,
        pid: 1,
        ageMs: 0,
        event: JSON.stringify(event),
      },
      left,
    );
    if (said === null) throw new Error("no answer");
    return said;
  };
  /** The action that waits for the user, once there is one. */
  const next = async (count = 1): Promise<string> => {
    const open = () => desk.requests().filter(({ phase }) => phase.kind === "request");
    for (;;) {
      const last = open().at(-1);
      if (open().length >= count && last !== undefined && desk.needsUser(last.id)) return last.id;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const decide = async (decision: Decision): Promise<void> => {
    const id = await next();
    await desk.readAgain(id);
    expect(decideAt(desk, id, decision)).toEqual({ ok: true, value: null });
  };
  const proofs = (): number => decided;
  return { world, desk, held, hear, next, decide, notes, faults, leaving, proofs };
}

const before = (tool_input: object, more: object = {}): object => ({
  session_id: "s",
  transcript_path: "/t",
  cwd: folder,
  permission_mode: "default",
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input,
  tool_use_id: "call-1",
  ...more,
});
const permission = (tool_input: object, more: object = {}): object => {
  const { tool_use_id: _id, ...event } = before(tool_input, more) as Record<string, unknown>;
  return { ...event, hook_event_name: "PermissionRequest" };
};
const ALLOW: Decision = { kind: "respond", document: { verdict: "allow" } as never };
const printed = (answer: HookAnswer): unknown =>
  answer.ok ? (answer.stdout === "" ? answer.exit : JSON.parse(answer.stdout)) : answer.message;
const decisionOf = (verdict: string, more: object = {}) => ({
  hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: verdict, ...more },
});

it("holds an action until the user allows or rejects it, with the reason word for word", async () => {
  const { hear, decide, next, desk } = deps();
  mkdirSync(path.join(folder, ".git"), { recursive: true });
  mkdirSync(path.join(folder, ".claude"), { recursive: true });
  writeFileSync(path.join(folder, ".claude/settings.local.json"), '{ "env": {} }');
  writeFileSync(path.join(folder, ".git/HEAD"), "ref: refs/heads/retry\n");
  const allowed = hear(before({ command: "ls" }));
  const action = actionIn(desk.request(await next())?.proposed ?? {});
  expect(action).toMatchObject({
    agent: { id: "claude-code", version: "2.1.332" },
    event: "before",
    session: { id: "s", folder },
    callId: "call-1",
    tool: "Bash",
    input: { command: "ls" },
    branch: "retry",
    takesEdits: true,
    projectSettings: [{ keys: ["env"] }],
  });
  await decide(ALLOW);
  expect(printed(await allowed)).toEqual(decisionOf("allow"));
  const rejected = hear(before({ command: "rm" }, { tool_use_id: "call-2" }));
  expect(actionIn(desk.request(await next())?.proposed ?? {})?.projectSettings).toBeUndefined();
  await decide({ kind: "reject", note: "Not now.\nAsk first.", tellServer: true });
  expect(printed(await rejected)).toEqual(
    decisionOf("deny", { permissionDecisionReason: "Not now.\nAsk first." }),
  );
});

it("takes what the session is called from its prompt, of which nothing else comes to the desk", async () => {
  const { hear, next, desk, held, leaving } = deps();
  const {
    tool_name: _tool,
    tool_input: _input,
    tool_use_id: _id,
    ...of
  } = before({}) as JsonObject;
  const asks = { ...of, hook_event_name: "UserPromptSubmit", prompt: "Fix the retry\n\nplease" };
  expect(printed(await hear(asks))).toBe(0);
  expect(desk.requests()).toEqual([]);
  // What the agent's hook doesn't print changes nothing: a prompt is never held.
  desk.setSwitch("stopped");
  expect(printed(await hear(asks))).toBe(0);
  desk.setSwitch("review");
  const event = JSON.stringify({ ...asks, prompt: 1 });
  const greeting = { hook: 1, id: "e", token: "t", folder, pid: 1, ageMs: 0, event };
  expect(await held.hear(greeting, leaving.signal)).toMatchObject({ ok: false });
  void hear(before({ command: "ls" }));
  expect(actionIn(desk.request(await next())?.proposed ?? {})?.session).toEqual({
    id: "s",
    folder,
    name: { by: "prompt", text: "Fix the retry please" },
  });
  // The facts of the request, which stay, don't have it.
  expect(actionKind.about?.request(desk.request(await next())?.proposed ?? ({} as never))).toEqual({
    agent: { id: "claude-code", version: "2.1.332" },
    session: "s",
    tool: "Bash",
    event: "before",
  });
});

it("refuses an unknown token, what is no event, and everything while Stopped", async () => {
  const { hear, desk, held, leaving } = deps({ choice: "asked" });
  expect(await hear(before({ command: "ls" }), "wrong")).toMatchObject({ ok: false });
  for (const event of ["", "[]", "{", JSON.stringify({ ...before({}), session_id: 1 })]) {
    const greeting = { hook: 1, id: "e", token: "t", folder, pid: 1, ageMs: 0, event };
    expect(await held.hear(greeting, leaving.signal)).toMatchObject({ ok: false });
  }
  desk.setSwitch("stopped");
  expect(printed(await hear(before({ command: "ls" })))).toMatchObject(decisionOf("deny"));
});

it("asks once about a call of which two events tell", async () => {
  // What the agent would ask about comes with the id of the call that passed before.
  const asked = deps({ choice: "asked" });
  expect(printed(await asked.hear(before({ command: "ls" })))).toBe(0);
  const question = asked.hear(permission({ command: "ls" }));
  const request = asked.desk.request(await asked.next());
  expect(actionIn(request?.proposed ?? {})).toMatchObject({
    event: "permission",
    callId: "call-1",
  });
  await asked.decide(ALLOW);
  expect(printed(await question)).toMatchObject({
    hookSpecificOutput: { decision: { behavior: "allow" } },
  });
  // What was allowed is answered alike, once; a second question is one of its own.
  const all = deps();
  const first = all.hear(before({ command: "ls" }));
  await all.decide(ALLOW);
  await first;
  expect(printed(await all.hear(permission({ command: "ls" })))).toMatchObject({
    hookSpecificOutput: { decision: { behavior: "allow" } },
  });
  expect(all.notes).toMatchObject([{ kind: "hook-paired" }]);
  expect(all.desk.requests()).toHaveLength(1);
  void all.hear(permission({ command: "ls" }));
  void all.hear(permission({ command: "ls -a" }));
  await all.next(2);
});

it("a retry joins by its call's id, and only the last one that leaves withdraws", async () => {
  const { hear, desk, next, decide } = deps();
  const [one, two] = [new AbortController(), new AbortController()];
  const first = hear(before({ command: "ls" }), "t", one.signal);
  const id = await next();
  const second = hear(before({ command: "ls" }), "t", two.signal);
  const other = new AbortController();
  void hear(before({ command: "pwd" }), "t", other.signal);
  await next(2);
  expect(desk.requests()).toHaveLength(2);
  other.abort();
  one.abort();
  expect(desk.request(id)?.phase.kind).toBe("request");
  await decide(ALLOW);
  for (const answer of await Promise.all([first, second]))
    expect(printed(answer)).toEqual(decisionOf("allow"));
  const last = new AbortController();
  const left = hear(before({ command: "ls" }, { tool_use_id: "call-3" }), "t", last.signal);
  const lastId = await next();
  last.abort();
  expect(await left).toMatchObject({ ok: false });
  expect(desk.request(lastId)?.phase).toMatchObject({
    ending: { kind: "cancelled", because: { kind: "agent-left" } },
  });
});

it("never passes a write to an agent's settings, in any choice", async () => {
  for (const choice of ["asked", "changes", "everything"] as const) {
    const { hear, next, desk } = deps({ choice });
    const file_path = path.join(folder, ".claude/settings.json");
    void hear(before({ file_path, content: "{}" }, { tool_name: "Write" }));
    const files = actionIn(desk.request(await next())?.proposed ?? {})?.files;
    expect(files).toMatchObject([{ isGuarded: true, state: "absent" }]);
  }
});

it("never passes what names an agent's settings, whatever its tool", async () => {
  const { hear, next, desk } = deps({ choice: "asked", relayed: ["fs"] });
  symlinkSync(path.join(folder, ".claude"), path.join(folder, "linked"));
  const named: [string, object][] = [
    ["Edit", { file_path: "linked/settings.json", old_string: "a", new_string: "b", mode: "new" }],
    ["mcp__fs__write", { args: { path: path.join(folder, ".mcp.json") } }],
    ["apply_patch", { command: "*** Begin Patch\n *** Update File: .codex/hooks.json \r\n+x" }],
    ["Other", { texts: Array.from({ length: 2000 }, (_, n) => `${n}`) }],
  ];
  for (const [at, [tool_name, input]] of named.entries()) {
    void hear(before(input, { tool_name, tool_use_id: `call-${at}` }));
    const action = actionIn(desk.request(await next(at + 1))?.proposed ?? {});
    expect([tool_name, action?.files]).toMatchObject([tool_name, [{ isGuarded: true }]]);
  }
  const harmless = { prompt: "Look at .claude/settings.json and\nread it", path: "src/a.ts" };
  expect(printed(await hear(before(harmless, { tool_name: "Task", tool_use_id: "last" })))).toBe(0);
});

it("lets pass what the choice lets pass, and what the gateway holds", async () => {
  const { hear } = deps({ choice: "changes", relayed: ["git"] });
  const read = { file_path: path.join(folder, "x") };
  expect(printed(await hear(before(read, { tool_name: "Read" })))).toBe(0);
  expect(printed(await hear(before({}, { tool_name: "mcp__git__log", tool_use_id: "2" })))).toBe(0);
  const { hear: other, next } = deps({ choice: "changes", relayed: ["git"] });
  void other(before({}, { tool_name: "mcp__github__log" }));
  await next();
});

it("shows a file as it is now, reads it again, and says when what was written differs", async () => {
  const { hear, next, desk, decide, held, faults } = deps();
  const file_path = path.join(folder, "a.txt");
  writeFileSync(file_path, "one\ntwo\n");
  const input = { file_path, old_string: "two", new_string: "three" };
  const edited = hear(before(input, { tool_name: "Edit" }));
  const id = await next();
  const [file] = actionIn(desk.request(id)?.proposed ?? {})?.files ?? [];
  expect(file?.diff).toContain("-two\n+three");
  expect(await held.filesOf(id)).toEqual([{ path: file_path, before: "one\ntwo\n" }]);
  writeFileSync(file_path, "zero\ntwo\n");
  expect(await desk.readAgain(id)).toMatchObject({ ok: false, failure: { kind: "read-again" } });
  expect(await desk.readAgain(id)).toMatchObject({ ok: true });
  await decide(ALLOW);
  expect(printed(await edited)).toEqual(decisionOf("allow"));
  const after = { hook_event_name: "PostToolUse", tool_name: "Edit", tool_response: {} };
  writeFileSync(file_path, "zero\nfour\n");
  expect(printed(await hear(before(input, after)))).toBe(0);
  expect(faults).toMatchObject([{ kind: "action-differs", agent: "Claude Code" }]);
  expect(desk.request(id)?.timeline.at(-1)?.kind).toBe("completed");
});

it("compares a file that a patch moves, at its new place and at its old one", async () => {
  const from = path.join(folder, "from.txt");
  const to = path.join(folder, "to.txt");
  const command = [
    "*** Begin Patch",
    "*** Update File: from.txt",
    "*** Move to: to.txt",
    "@@",
    "-one",
    "+two",
    "*** End Patch",
    "",
  ].join("\n");
  const after = { tool_name: "apply_patch", hook_event_name: "PostToolUse", tool_response: "" };
  for (const [differs, made] of [
    [false, () => renameSync(from, to)],
    [true, () => undefined],
    [true, () => rmSync(from)],
  ] as const) {
    const { hear, decide, faults } = deps({ caller: "codex" });
    rmSync(to, { force: true });
    writeFileSync(from, "one\n");
    const patched = hear(before({ command }, { tool_name: "apply_patch" }));
    await decide(ALLOW);
    expect(printed(await patched)).toEqual(decisionOf("allow"));
    writeFileSync(from, "two\n");
    made();
    await hear(before({ command }, after));
    expect(faults.map(({ kind }) => kind)).toEqual(differs ? ["action-differs"] : []);
  }
});

it("refuses early where a program with another limit reads the entry", async () => {
  const { hear, next, desk } = deps({ caller: "other" });
  void hear(before({ command: "ls" }));
  expect(desk.request(await next())?.deadline).toEqual({ atMs: 30_000, totalMs: 30_000 });
  const known = deps({ caller: "claude-code" });
  void known.hear(before({ command: "ls" }));
  expect(known.desk.request(await known.next())?.deadline?.totalMs).toBeGreaterThan(60_000);
});

it("says when an action has run although it was rejected", async () => {
  const { hear, decide, notes, faults } = deps();
  const rejected = hear(before({ command: "ls" }));
  await decide({ kind: "reject", tellServer: false });
  await rejected;
  await hear(before({ command: "ls" }, { hook_event_name: "PostToolUse", tool_response: {} }));
  expect(notes).toMatchObject([{ kind: "action-ran-anyway" }]);
  expect(faults).toMatchObject([{ kind: "action-ran-anyway" }]);
});

it("answers no question while Stopped, nor one that can be about a call that the user left to the agent", async () => {
  const { hear, decide, desk, next } = deps();
  const first = hear(before({ command: "ls" }));
  await decide(ALLOW);
  await first;
  const second = hear(before({ command: "ls" }, { tool_use_id: "call-2" }));
  await decide({ kind: "respond", document: { verdict: "pass" } as never });
  expect(printed(await second)).toBe(0);
  const asked = hear(permission({ command: "ls" }));
  await next();
  await decide({ kind: "reject", tellServer: false });
  await asked;
  const third = hear(before({ command: "pwd" }, { tool_use_id: "call-3" }));
  await decide(ALLOW);
  await third;
  desk.setSwitch("stopped");
  expect(printed(await hear(permission({ command: "pwd" })))).toMatchObject({
    hookSpecificOutput: { decision: { behavior: "deny" } },
  });
});

it("shows a change of a file even if it could not be recorded at first", async () => {
  const { hear, next, desk, world } = deps();
  const file_path = path.join(folder, "late.txt");
  writeFileSync(file_path, "one\n");
  void hear(before({ file_path, content: "two\n" }, { tool_name: "Write" }));
  const id = await next();
  writeFileSync(file_path, "other\n");
  world.ledger.broken = "full";
  expect(await desk.readAgain(id)).toMatchObject({ ok: false });
  world.ledger.broken = null;
  desk.retryLedger();
  expect(await desk.readAgain(id)).toMatchObject({ ok: false });
  expect(actionIn(desk.request(id)?.proposed ?? {})?.files[0]?.diff).toContain("-other");
});

it("knows the session's folder and a command's where its model chooses a folder, and pairs what Codex says twice", async () => {
  const { hear, decide, next, desk, notes } = deps({ agent: "codex" });
  symlinkSync(os.tmpdir(), path.join(folder, "elsewhere"));
  const first = hear(before({ command: "npm test" }, { cwd: "/" }));
  expect(actionIn(desk.request(await next())?.proposed ?? {})).toMatchObject({
    session: { folder },
    folder: "/",
  });
  await decide(ALLOW);
  await first;
  const asked = { command: "npm test", description: "I need it" };
  expect(printed(await hear(permission(asked)))).toMatchObject({
    hookSpecificOutput: { decision: { behavior: "allow" } },
  });
  expect(notes).toMatchObject([{ kind: "hook-paired" }]);
  void hear(before({ command: "npm test" }, { cwd: path.join(folder, "elsewhere") }));
  expect(actionIn(desk.request(await next())?.proposed ?? {})?.folder).toBe(
    realpathSync(os.tmpdir()),
  );
});

it("says when an action has run before anybody decided, or another one than was allowed", async () => {
  const { hear, decide, next, faults } = deps();
  const after = { hook_event_name: "PostToolUse", tool_response: {} };
  void hear(before({ command: "ls" }));
  await next();
  await hear(before({ command: "ls" }, after));
  expect(faults).toMatchObject([{ kind: "action-ran-anyway" }]);
  await decide({ kind: "reject", tellServer: false });
  const second = { tool_use_id: "call-2" };
  const allowed = hear(before({ command: "ls" }, second));
  await decide(ALLOW);
  await allowed;
  await hear(before({ command: "rm" }, { ...after, ...second }));
  expect(faults.slice(1)).toMatchObject([{ kind: "action-differs" }]);
});

it("is proof for its agent only where the desk has decided, and its own process told of it", async () => {
  const cases: [Parameters<typeof deps>[0], object, Decision | null, number][] = [
    [{}, before({ command: "ls" }), ALLOW, 1],
    [{}, before({ command: "ls" }), { kind: "reject", tellServer: true }, 1],
    [{ choice: "asked" }, before({ command: "ls" }), null, 0],
    [{ choice: "asked" }, permission({ command: "ls" }), ALLOW, 1],
    [{ caller: "claude-code" }, before({ command: "ls" }), ALLOW, 1],
    [{ caller: "other" }, before({ command: "ls" }), ALLOW, 0],
    [{ caller: "codex" }, before({ command: "ls" }), ALLOW, 0],
  ];
  for (const [of, event, decision, count] of cases) {
    const { hear, decide, proofs, leaving } = deps(of);
    const said = hear(event);
    if (decision !== null) await decide(decision);
    await said;
    expect([of, proofs()]).toEqual([of, count]);
    leaving.abort();
  }
});

it("asks once where the agent's own question comes first, or has a diff in place of the texts", async () => {
  const qwen = deps({ agent: "qwen-code" });
  const shell = { tool_name: "run_shell_command" };
  const asked = qwen.hear(permission({ command: "ls" }, shell));
  await qwen.decide(ALLOW);
  expect(printed(await asked)).toMatchObject({
    hookSpecificOutput: { decision: { behavior: "allow" } },
  });
  expect(printed(await qwen.hear(before({ command: "ls" }, shell)))).toEqual(decisionOf("allow"));
  // The same command once more: nobody was asked about that.
  const again = qwen.hear(before({ command: "ls" }, { ...shell, tool_use_id: "call-2" }));
  await qwen.decide({ kind: "reject", tellServer: false });
  expect(printed(await again)).toMatchObject(decisionOf("deny"));

  const copilot = deps({ agent: "copilot-cli" });
  const letter = path.join(folder, "copilot.txt");
  writeFileSync(letter, "two\n");
  const of = { sessionId: "s", timestamp: 1, cwd: folder, toolName: "edit" };
  const toolArgs = { path: letter, old_str: "two", new_str: "zwei" };
  const question = { hookName: "permissionRequest", toolInput: { file_path: letter, diff: "…" } };
  const held = copilot.hear({ ...of, toolArgs });
  await copilot.decide(ALLOW);
  expect(printed(await held)).toEqual({ permissionDecision: "allow" });
  expect(printed(await copilot.hear({ ...of, ...question }))).toEqual({ behavior: "allow" });
  const other = copilot.hear({
    ...of,
    ...question,
    toolInput: { file_path: path.join(folder, "other.txt"), diff: "…" },
  });
  await copilot.decide({ kind: "reject", tellServer: false });
  expect(printed(await other)).toMatchObject({ behavior: "deny" });
});

it.each<[ActionChoice, "before" | "permission"]>([
  ["asked", "permission"],
  ["changes", "before"],
  ["everything", "before"],
])("asks the user about a plan once, and hands it back: %s", async (choice, event) => {
  const { hear, decide, next, desk, faults } = deps({ choice });
  const plan = { plan: "# Less\n", planFilePath: path.join(folder, "p.md") };
  const more = { tool_name: "ExitPlanMode" };
  const first = hear(before(plan, more));
  if (choice === "asked") expect(printed(await first)).toBe(0);
  const asked = choice === "asked" ? hear(permission(plan, more)) : first;
  const shown = actionIn(desk.request(await next())?.proposed ?? {});
  expect([shown?.event, shown?.takesEdits]).toEqual([event, event === "permission"]);
  const edited = { ...plan, plan: "# Least\n" };
  const input = event === "permission" ? edited : plan;
  await decide(
    event === "permission"
      ? { kind: "respond", document: { verdict: "allow", input } as never }
      : ALLOW,
  );
  // Without its input Claude Code would ask by itself all the same.
  expect(printed(await asked)).toEqual(
    event === "permission"
      ? {
          hookSpecificOutput: {
            hookEventName: "PermissionRequest",
            decision: { behavior: "allow", updatedInput: input },
          },
        }
      : decisionOf("allow", { updatedInput: input }),
  );
  // Afterwards it tells of the plan alone.
  const told = { ...more, hook_event_name: "PostToolUse", tool_response: {} };
  await hear(before({ plan: input.plan }, told));
  expect(faults).toEqual([]);
});
