// Agents' actions on the whole way: the entries that setting up writes, started as Claude Code starts them, with the events
// that it was recorded to send, to a desk with the real ledger.
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ActionChoice } from "#shared/agents/comesToUser.ts";
import type { JsonObject } from "#shared/json.ts";
import { actionIn } from "#shared/request/kinds/action/document.ts";
import type { Failure } from "#shared/outcome.ts";
import { ruleSchema } from "#shared/rules/rule.ts";
import type { Decision } from "#shared/request/life/decision.ts";
import { InspectThread } from "../threads/inspector.ts";
import { Desk } from "../core/desk/desk.ts";
import { FakeBook } from "../core/testing/rules.ts";
import { Requesters } from "../core/requesters.ts";
import { decideAt, requestAt } from "../core/testing/deskFor.ts";
import { FakeGenerator, FakeListener } from "../core/testing/fakes.ts";
import { hostFiles } from "../agents/agentFiles.ts";
import { openLedger } from "../history/ledger/ledger.ts";
import { hasher } from "../profile/hasher.ts";
import { clock, openHooks, recordedEvent, runHook, setUpClaude } from "./testing/hooked.ts";

let root: string;
let running: Awaited<ReturnType<typeof start>>;
const project = (name = ""): string => path.join(root, "project", name);

beforeEach(async () => {
  root = realpathSync(mkdtempSync(path.join(os.tmpdir(), "countersign-hooks-")));
  for (const name of ["home/.claude", "profile", "project"])
    mkdirSync(path.join(root, name), { recursive: true });
  vi.stubEnv("HOME", path.join(root, "home"));
  vi.stubEnv("CLAUDE_CONFIG_DIR", undefined);
  writeFileSync(settings(), '{\n  "model": "opus"\n}\n');
  running = await start();
});
afterEach(async () => {
  await running.close();
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true });
});

const settings = (): string => path.join(root, "home/.claude/settings.json");

/** A start of the app, on this profile. */
async function start() {
  const profile = path.join(root, "profile");
  const faults: Failure[] = [];
  const fault = (failure: Failure): void => void faults.push(failure);
  const opened = openLedger(path.join(profile, "ledger.db"));
  const note = (kind: string, facts: JsonObject) => opened.note(kind, facts, Date.now());
  const rules = new FakeBook();
  const inspector = new InspectThread(new URL("../workers/inspect.ts", import.meta.url));
  const requesters = new Requesters();
  const desk = new Desk({
    ledger: opened.ledger,
    media: opened.media,
    generator: new FakeGenerator(),
    hasher,
    clock,
    listener: new FakeListener(),
    masterSwitch: "review",
    rules,
    inspector,
    requesters,
  });
  const hooks = await openHooks({
    profile,
    desk,
    note,
    fault,
  });
  const { agents, servers, gateway } = hooks;
  requesters.register(agents);
  requesters.register(servers);
  return {
    desk,
    agents,
    servers,
    gateway,
    faults,
    rules,
    /** Rows of the ledger about no request, and of one. */
    notes() {
      const read = opened.file.use((database) =>
        database.prepare("SELECT kind, facts FROM event WHERE sample = 'ledger'").all(),
      );
      const rows = read.ok ? (read.value as { kind: string; facts: string }[]) : [];
      return rows.map(({ kind, facts }) => ({ kind, facts: JSON.parse(facts) as JsonObject }));
    },
    rows(id: string) {
      desk.recorder.recordObserved();
      const read = opened.ledger.rowsOf(id);
      return read.ok ? read.value : [];
    },
    /** Ends without a word to anybody; nothing of it is in the ledger. */
    async crash() {
      const ledger = path.join(profile, "ledger.db");
      opened.file.use((database) => database.exec("PRAGMA wal_checkpoint(TRUNCATE)"));
      copyFileSync(ledger, `${ledger}.kept`);
      await hooks.closeGateway();
      await this.close();
      for (const end of ["-wal", "-shm"]) rmSync(`${ledger}${end}`, { force: true });
      renameSync(`${ledger}.kept`, ledger);
    },
    async close() {
      await desk.close();
      await hooks.close();
      await inspector.close();
      opened.close();
    },
  };
}

/** Sets Claude Code up, as the window does. */
const set = (actions: ActionChoice): Promise<void> =>
  setUpClaude(running, { actions, absent: "block" });

const event = (
  ...[session, name, is]: Parameters<typeof recordedEvent> extends [string, ...infer Rest]
    ? Rest
    : never
): JsonObject => recordedEvent(project(), session, name, is);
const byCommand = (text: string) => (input: JsonObject) => input["command"] === text;
const MADE = byCommand("touch made.txt");

const hook = (told: JsonObject) => runHook(settings(), project(), told);

/** The action that waits for the user, once there is one with this text. */
async function card(text: string): Promise<string> {
  const { desk } = running;
  let id = "";
  await vi.waitFor(
    () => {
      const found = desk
        .requests()
        .find((one) => desk.needsUser(one.id) && JSON.stringify(one.proposed).includes(text));
      expect(found, text).toBeDefined();
      id = found?.id ?? "";
    },
    { timeout: 10_000, interval: 5 },
  );
  return id;
}
/** As the window's channel does it. */
async function decide(id: string, decision: Decision): Promise<Failure | null> {
  const { desk } = running;
  const read = await desk.readAgain(id);
  if (!read.ok) return read.failure;
  const decided = decideAt(desk, id, decision);
  return decided.ok ? null : decided.failure;
}
const respond = (input?: JsonObject): Decision => ({
  kind: "respond",
  document: { verdict: "allow", ...(input === undefined ? {} : { input }) } as never,
});
const SILENT = { code: 0, stderr: "", said: null };
const before = (permissionDecision: string, more: object = {}) => ({
  code: 0,
  stderr: "",
  said: { hookEventName: "PreToolUse", permissionDecision, ...more },
});

it("holds what comes to the user: allowed, rejected in the user's words, edited, changed meanwhile, Stopped", async () => {
  await set("changes");
  const made = event("bypass", "PreToolUse", MADE);
  const fails = event("bypass", "PreToolUse", byCommand("exit 3"));
  const edits = event("bypass", "PreToolUse", ({ old_string }) => old_string === "one");
  writeFileSync(project("notes.txt"), "one\ntwo\n");
  const [allowed, rejected, edited] = [hook(made), hook(fails), hook(edits)];
  // Reading changes nothing, so it passes, and the ledger names the choice.
  expect(await hook(event("bypass", "PreToolUse", ({ limit }) => limit === 1))).toEqual(SILENT);

  const madeId = await card("touch made.txt");
  expect(
    await decide(madeId, respond({ ...(made["tool_input"] as object), command: "touch it" })),
  ).toBeNull();
  expect(await allowed).toEqual(
    before("allow", { updatedInput: { command: "touch it", description: "Make a file" } }),
  );
  const note = "Not “exit 3”:\n\tuse true.";
  expect(await decide(await card("exit 3"), { kind: "reject", note, tellServer: true })).toBeNull();
  expect(await rejected).toEqual(before("deny", { permissionDecisionReason: note }));

  const editId = await card("notes.txt");
  writeFileSync(project("notes.txt"), "zero\none\n");
  expect(await decide(editId, respond())).toMatchObject({ kind: "read-again" });
  expect(actionIn(requestAt(running.desk, editId).proposed ?? {})?.files[0]?.diff).toContain(
    " zero",
  );
  expect(await decide(editId, respond())).toBeNull();
  expect(await edited).toEqual(before("allow"));
  // The tool has run, and another text is in the file.
  writeFileSync(project("notes.txt"), "zero\nuno\n");
  expect(await hook({ ...edits, hook_event_name: "PostToolUse", tool_response: {} })).toEqual(
    SILENT,
  );
  await vi.waitFor(() => expect(running.faults).toMatchObject([{ kind: "action-differs" }]));
  const kinds = running.rows(editId).map(({ kind }) => kind);
  expect(kinds).toEqual(
    expect.arrayContaining(["document-updated", "response-approved", "delivered", "completed"]),
  );

  running.desk.setSwitch("stopped");
  const stopped = await hook({ ...made, tool_use_id: "again" });
  expect(stopped).toMatchObject(before("deny"));
});

it("asks what the agent would ask: passes before, then pairs its question, and never passes a guarded write", async () => {
  await set("asked");
  mkdirSync(project(".claude"));
  writeFileSync(project(".claude/settings.local.json"), '{ "env": {} }');
  const question = event("default", "PermissionRequest", MADE);
  const call: JsonObject = {
    ...event("bypass", "PreToolUse", MADE),
    session_id: question["session_id"] ?? "",
  };
  expect(await hook(call)).toEqual(SILENT);
  const [passed] = running.desk.requests();
  const rows = running.rows(passed?.id ?? "");
  expect(rows.find(({ kind }) => kind === "judged")?.body).toMatchObject({
    rule: {
      id: expect.stringMatching(/^choice\..*\.asked$/) as unknown,
      name: "Claude Code: asked",
    },
  });
  const asked = hook(question);
  const id = await card("touch made.txt");
  const action = actionIn(requestAt(running.desk, id).proposed ?? {});
  expect(action).toMatchObject({
    event: "permission",
    callId: call["tool_use_id"],
    // The first one that comes to the user names what the project sets.
    projectSettings: [{ file: ".claude/settings.local.json", keys: ["env"] }],
  });
  expect(await decide(id, respond())).toBeNull();
  expect((await asked).said).toEqual({
    hookEventName: "PermissionRequest",
    decision: { behavior: "allow" },
  });
  const write = event("bypass", "PreToolUse", ({ content }) => content === "hello\n");
  const guarded = hook({ ...write, tool_input: { file_path: settings(), content: "{}" } });
  expect(
    await decide(await card("settings.json"), { kind: "reject", tellServer: true }),
  ).toBeNull();
  expect(await guarded).toMatchObject(before("deny"));
  // In Rules, one rule decides about both events of a call.
  running.desk.setSwitch("rules");
  const serverId = passed?.requester.serverId ?? "";
  const identity = running.agents.standing(serverId)?.identity;
  const server = { id: serverId, identity, name: "Claude Code" };
  const when = "kind:action command:touch";
  running.rules.rules = [
    ruleSchema.parse({ id: "r", name: "Make", when, server, decide: "allow" }),
  ];
  expect((await hook(question)).said).toMatchObject({ decision: { behavior: "allow" } });
});

it("blocks when the desk ends meanwhile; the action ends at the next start, and the session goes on", async () => {
  await set("everything");
  const made: JsonObject = event("bypass", "PreToolUse", MADE);
  const held = hook(made);
  const id = await card("touch made.txt");
  await running.crash();
  expect(await held).toMatchObject({ code: 2, said: null });
  // Nobody is there, and nobody starts one.
  expect(await hook({ ...made, tool_use_id: "2" })).toMatchObject({ code: 2, said: null });
  running = await start();
  await running.desk.recover([]);
  expect(running.faults).toMatchObject([{ kind: "hook-decided-alone", count: 2 }]);
  expect(running.notes()).toMatchObject([
    { kind: "ledger-begun" },
    { kind: "agent-set", facts: { agent: "claude-code", actions: "everything" } },
    { kind: "reported-by-hook", facts: { tool: "Bash", why: "failed", passed: false } },
    { kind: "reported-by-hook", facts: { why: "not-running", passed: false } },
  ]);
  expect(running.rows(id).at(-1)).toMatchObject({
    kind: "cancelled",
    body: { because: { kind: "interrupted" } },
  });
  const again = hook({ ...made, tool_use_id: "3", cwd: root });
  const next = requestAt(running.desk, await card("touch made.txt"));
  expect(actionIn(next.proposed ?? {})?.session).toEqual({
    id: made["session_id"],
    folder: path.join(root, "project"),
  });
  expect(await decide(next.id, respond())).toBeNull();
  expect(await again).toEqual(before("allow"));
  // Closed in order, it says no to what is still held.
  const last = hook({ ...made, tool_use_id: "4" });
  await card("touch made.txt");
  await running.desk.close();
  expect(await last).toMatchObject(before("deny"));
});

/** Stands for Claude Code: asks its hook about the command of its prompt as Claude Code does, by itself or in a sub-agent. */
const AGENT = `#!${process.execPath}
const { spawnSync } = require("node:child_process");
const { readFileSync } = require("node:fs");
const words = process.argv.slice(2).join(" ");
const command = /touch canary-[\\w-]+/.exec(words)[0];
const { hooks = {} } = JSON.parse(readFileSync(process.env.HOME + "/.claude/settings.json", "utf8"));
let calls = 0;
function asks(hook_event_name, tool_name, tool_input, more) {
  const event = { session_id: "s" + process.pid, transcript_path: "/t", cwd: process.cwd(), hook_event_name, tool_name, tool_input, tool_use_id: "c" + (calls += 1), ...more };
  const [group] = hooks[hook_event_name] ?? [];
  if (group === undefined) return true;
  const { status, stdout } = spawnSync("sh", ["-c", group.hooks[0].command], { input: JSON.stringify(event), encoding: "utf8" });
  return status !== 2 && !stdout.includes('"deny"');
}
const below = words.includes("sub-agent") ? { agent_id: "a", agent_type: "general" } : {};
if (below.agent_id !== undefined && !asks("PreToolUse", "Agent", { prompt: command, description: "x" }, {})) process.exit(0);
if (hooks.PreToolUse !== undefined && asks("PreToolUse", "Bash", { command: "ls" }, below)) process.exit(9);
if (asks("PreToolUse", "Bash", { command }, below)) spawnSync("sh", ["-c", command]);
console.log(JSON.stringify({ type: "result", modelUsage: { m: { inputTokens: 7, outputTokens: 1, cacheReadInputTokens: 0, cacheCreationInputTokens: 0 } } }));
`;

it(
  "checks an agent: nothing gets past, then its hook is taken out, then it is stopped",
  { tags: ["long"] },
  async () => {
    const bin = path.join(root, "bin");
    mkdirSync(bin);
    writeFileSync(path.join(bin, "claude"), AGENT, { mode: 0o755 });
    vi.stubEnv("PATH", `${bin}:${process.env["PATH"]}`);
    await set("asked");
    const stateOf = async () =>
      (await running.agents.view()).find(({ agent }) => agent === "claude-code")?.state;
    const came = (...all: string[]) => ({
      ok: true,
      value: { results: all.map((one) => ({ came: one })), tokens: 32 },
    });
    expect(await running.agents.check("Claude Code")).toMatchObject(
      came("held", "held", "held", "held"),
    );
    expect(await stateOf()).toMatchObject({ kind: "held", check: { tokens: 32 } });
    // Nothing of it came to the user, and the ledger has it as the check's.
    expect([running.desk.requests(), running.faults]).toEqual([[], []]);
    const hows = running
      .notes()
      .filter(({ kind }) => kind === "check-decided")
      .map(({ facts }) => facts["how"]);
    expect(hows).toEqual([
      "other",
      "rejected",
      "other",
      "undecided",
      "other",
      "unreachable",
      "passed",
      "other",
      "rejected",
    ]);
    expect(running.notes().at(-1)).toMatchObject({
      kind: "agent-checked",
      facts: { rejected: "held", undecided: "held", absent: "held", subagent: "held", tokens: 32 },
    });

    const stopping = running.agents.check("Claude Code");
    setTimeout(() => running.agents.stopCheck("Claude Code"), 50);
    expect(await stopping).toMatchObject({ failure: { kind: "cancelled" } });

    writeFileSync(settings(), "{}");
    expect(await running.agents.check("Claude Code")).toMatchObject({ ok: true });
    expect(await stateOf()).toMatchObject({ kind: "not-held" });
    expect(running.faults.map(({ kind }) => kind)).toContain("agent-not-held");
  },
);

it(
  "tells of a call that was left to the gateway and has run without coming there",
  { tags: ["long"] },
  async () => {
    vi.stubEnv("CLAUDE_CONFIG_DIR", path.join(root, "home/.claude"));
    const file = path.join(root, "home/.claude/.claude.json");
    const body = `require("node:readline").createInterface({ input: process.stdin }).on("line", (line) =>
    console.log(JSON.stringify({ jsonrpc: "2.0", id: JSON.parse(line).id, result: { content: [] } })));`;
    const notes = { command: process.execPath, args: ["-e", body] };
    writeFileSync(file, JSON.stringify({ mcpServers: { notes } }));
    const paths = [["mcpServers", "notes"]];
    const read = await hostFiles.read(file);
    const wrapped = await running.gateway.set(file, paths, read.ok ? read.value.hash : "");
    const [id = ""] = wrapped.ok ? wrapped.value : [];
    const state = running.servers.views().find((one) => one.id === id)?.state;
    if (state?.kind !== "needs-confirmation") throw new Error("nothing to approve");
    expect(running.servers.confirm(id, state.hash).ok).toBe(true);
    await set("changes");

    const config = JSON.parse(readFileSync(file, "utf8")) as {
      mcpServers: { notes: { command: string; args: string[]; env: Record<string, string> } };
    };
    const { command, args, env } = config.mcpServers.notes;
    const relay = spawn(command, args, { cwd: project(), env: { ...process.env, ...env } });
    const lines = createInterface({ input: relay.stdout })[Symbol.asyncIterator]();
    let asked = 0;
    const request = async (method: string, params: object): Promise<void> => {
      relay.stdin.write(
        `${JSON.stringify({ jsonrpc: "2.0", id: (asked += 1), method, params })}\n`,
      );
      expect(JSON.parse((await lines.next()).value as string)).toMatchObject({ id: asked });
    };
    const deletes = (tool_use_id: string, hook_event_name: string): JsonObject => ({
      ...event("bypass", "PreToolUse", () => true),
      hook_event_name,
      tool_name: "mcp__notes__delete_notes",
      tool_input: { query: "a" },
      tool_use_id,
    });
    const call = { name: "delete.notes", arguments: { query: "a" } };
    const early = { name: "delete.notes", arguments: {} };
    // What nobody left to it counts for no call that is left later.
    await request("tools/call", early);
    for (const one of ["1", "2", "3"])
      expect(await hook(deletes(one, "PreToolUse"))).toEqual(SILENT);
    await request("tools/call", call);
    running.desk.setSwitch("stopped");
    // While Stopped it is refused there, where it has come.
    await request("tools/call", call);
    running.desk.setSwitch("review");
    const missed = { kind: "call-not-arrived", facts: expect.objectContaining({ ran: true }) };
    for (const one of ["1", "2"]) expect(await hook(deletes(one, "PostToolUse"))).toEqual(SILENT);
    await vi.waitFor(() => expect(running.rows(passedAs("2")).at(-1)?.kind).toBe("completed"));
    expect(running.faults).toEqual([]);
    expect(await hook(deletes("3", "PostToolUse"))).toEqual(SILENT);
    await vi.waitFor(() =>
      expect(running.faults).toMatchObject([
        { kind: "call-not-arrived", agent: "Claude Code", tool: "mcp__notes__delete_notes" },
      ]),
    );
    expect(running.notes().at(-1)).toMatchObject(missed);
    // One of which nothing more is told has a row once the session ends, and no notice.
    expect(await hook(deletes("4", "PreToolUse"))).toEqual(SILENT);
    const { session_id, cwd, transcript_path } = deletes("4", "");
    const ended = {
      session_id,
      cwd,
      transcript_path,
      hook_event_name: "SessionEnd",
      reason: "other",
    };
    expect(await hook(ended as JsonObject)).toEqual(SILENT);
    await vi.waitFor(() =>
      expect(running.notes().at(-1)).toEqual({
        kind: "call-not-arrived",
        facts: { sampleId: passedAs("4"), ran: false },
      }),
    );
    expect(running.faults).toHaveLength(1);
    relay.kill();
    await once(relay, "close");
  },
);

/** The request of a call, by its id. */
function passedAs(callId: string): string {
  const { desk } = running;
  return desk.requests().find((one) => actionIn(one.proposed ?? {})?.callId === callId)?.id ?? "";
}
