// Agents set up in real files: exactly undone, changed by others, compared with what was written.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AgentId } from "#shared/agents/agent.ts";
import { HOOKED_TABLES } from "#shared/agents/tables.ts";
import type { AgentChoices } from "#shared/agents/entry.ts";
import { settingsIn } from "#shared/agents/hookConfig.ts";
import type { JsonObject } from "#shared/json.ts";
import { ok } from "#shared/outcome.ts";
import type { Failure } from "#shared/outcome.ts";
import { hookFiles } from "../agents/gateway/hookFiles.ts";
import { writeRelayFiles } from "../agents/gateway/relayFiles.ts";
import type { AgentStore } from "../agents/agentStore.ts";
import { AgentsService } from "../agents/agents.ts";
import { Secrets } from "../profile/encryption/secrets.ts";
import { openAccepted } from "../profile/accepted.ts";
import { agentFiles } from "../agents/agentFiles.ts";
import { openAgents } from "../agents/agentStore.ts";
import { agentRunner } from "../agents/agentRunner.ts";
import { tokens } from "../profile/tokens.ts";

/** In place of the system's keychain. */
const cipher = {
  encrypt: (text: string) => Buffer.from(text, "utf8").reverse(),
  decrypt: (bytes: Uint8Array) => Buffer.from(bytes).reverse().toString("utf8"),
};
const CHANGES: AgentChoices = { actions: "changes", absent: "block" };
const EVERYTHING: AgentChoices = { actions: "everything", absent: "leave" };

let root: string;
let node: string | null;
let faults: Failure[];
let notes: { kind: string; facts: JsonObject }[];
let started: AgentsService[];
/** How often the port was opened. */
let opened: number;
let version: string;
const gateway = (): string => path.join(root, "profile", "gateway");
const fileOf = (agent: AgentId): string =>
  path.join(root, "home", agent, agent === "opencode" ? "plugin/countersign.js" : "settings.json");
const text = (file: string): string => readFileSync(file, "utf8");

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "countersign-agents-"));
  node = "/usr/bin/node";
  faults = [];
  notes = [];
  started = [];
  opened = 0;
  version = "1.2.3";
  mkdirSync(path.join(root, "home", "claude-code"), { recursive: true });
  writeRelayFiles(gateway(), { socket: path.join(gateway(), "desk.sock"), start: null });
  writeFileSync(path.join(gateway(), "desk.sock"), "");
});
afterEach(async () => {
  await Promise.all(started.map((agents) => agents.close()));
  rmSync(root, { recursive: true });
});

function profileStore(): AgentStore {
  const profile = path.join(root, "profile");
  const secrets = new Secrets(path.join(profile, "secrets.json"), cipher, () => undefined);
  return openAgents(path.join(profile, "agents.json"), openAccepted(profile, "agents", secrets));
}
/** Where many files are tried: the profile's are synced to the disk with each change. */
const passing: AgentStore = { load: () => ({ agents: [], faults: [] }), save: () => ok(null) };

/** A start of the app. */
function start(store = profileStore()): AgentsService {
  const files = hookFiles(gateway(), path.join(gateway(), "desk.sock"));
  files.opened();
  const agents = new AgentsService({
    store,
    places: {
      find: (agent) =>
        Promise.resolve({ file: fileOf(agent), isHere: true, program: `/bin/${agent}`, version }),
      node: () => Promise.resolve(node),
    },
    hooks: files,
    runner: agentRunner({ path: () => Promise.resolve("/usr/bin:/bin") }),
    loopback: {
      base() {
        opened += 1;
        return Promise.resolve(ok("http://127.0.0.1:4100"));
      },
    },
    changed: () => undefined,
    note: (kind, facts) => ok(void notes.push({ kind, facts })),
    fault: (failure) => void faults.push(failure),
  });
  agents.open();
  started.push(agents);
  return agents;
}

/** Null also for what can't be read, which is found then. */
async function hashOf(agent: AgentId): Promise<string | null> {
  const read = await agentFiles.read(fileOf(agent));
  return read.ok ? (read.value?.hash ?? null) : null;
}
async function set(
  agents: AgentsService,
  agent: AgentId,
  choices = CHANGES,
): Promise<Failure | null> {
  const done = await agents.set(agent, choices, await hashOf(agent));
  return done.ok ? null : done.failure;
}
async function undo(agents: AgentsService, agent: AgentId): Promise<Failure | null> {
  const done = await agents.undo(agent, await hashOf(agent));
  return done.ok ? null : done.failure;
}
/** An event of the agent's new process was decided. */
function prove(agents: AgentsService, id: string): void {
  agents.heard(id, { startedMs: null });
  agents.decided(id);
}
const stateOf = async (agents: AgentsService, agent: AgentId) =>
  (await agents.view()).find((one) => one.agent === agent)?.state;
const entryOf = (): { id: string; token: string } => {
  const name = readdirSync(gateway()).find((one) => /^[0-9a-f-]{36}\.json$/.test(one)) ?? "";
  return JSON.parse(text(path.join(gateway(), name))) as { id: string; token: string };
};
const changed = (what: string) => expect.objectContaining({ kind: "agent-changed", what });

/** At once, as editors and agents write. */
function put(file: string, content: string): void {
  writeFileSync(`${file}.put`, content);
  renameSync(`${file}.put`, file);
}

/** Settings as people have them: other hooks, comments, any line ends and indentation. */
const settings = fc
  .record({
    model: fc.string(),
    others: fc.dictionary(
      fc.constantFrom("PreToolUse", "PostToolUse", "PermissionRequest", "Stop"),
      fc.array(fc.record({ matcher: fc.string(), hooks: fc.constant([{ command: "true" }]) })),
    ),
    hasHooks: fc.boolean(),
    indent: fc.constantFrom(0, 2, 4, "\t"),
    eol: fc.constantFrom("\n", "\r\n"),
    comment: fc.constantFrom("", "// mine\n", "/* { */\n"),
    end: fc.constantFrom("", "\n", "\n\n"),
  })
  .map(({ model, others, hasHooks, indent, eol, comment, end }) => {
    const value = { model, ...(hasHooks ? { hooks: others } : {}), "last one": [1, { a: null }] };
    return (comment + JSON.stringify(value, null, indent) + end).replaceAll("\n", eol);
  });
const files = fc.oneof(settings, fc.constant(null), fc.constantFrom("{}", "{ }\n", "", "\n", "﻿{}"));

describe("set, then undo", () => {
  it("restores every settings file to the byte, whatever choices were between", async () => {
    const agents = start(passing);
    const file = fileOf("claude-code");
    await fc.assert(
      fc.asyncProperty(
        files,
        fc.array(fc.constantFrom(CHANGES, EVERYTHING), { maxLength: 2 }),
        async (before, more) => {
          rmSync(file, { force: true });
          if (before !== null) writeFileSync(file, before);
          for (const choices of [CHANGES, ...more])
            if ((await set(agents, "claude-code", choices)) !== null) {
              // It can't be written there, and nothing was.
              expect(text(file)).toBe(before);
              return;
            }
          expect(text(file)).toContain(entryOf().id);
          expect(await undo(agents, "claude-code")).toBeNull();
          expect(existsSync(file) ? text(file) : null).toBe(before);
          expect(readdirSync(gateway()).filter((name) => /^[0-9a-f-]{36}/.test(name))).toEqual([]);
        },
      ),
      { numRuns: 25 },
    );
  });

  it("takes only its own entries out of a file that somebody else has changed since", async () => {
    const agents = start(passing);
    const file = fileOf("claude-code");
    await fc.assert(
      fc.asyncProperty(settings, fc.boolean(), async (before, again) => {
        writeFileSync(file, before);
        expect(await set(agents, "claude-code")).toBeNull();
        const edit = (whole: string) => whole.replace("last one", "mine");
        writeFileSync(file, edit(text(file)));
        if (again) expect(await set(agents, "claude-code", EVERYTHING)).toBeNull();
        expect(await undo(agents, "claude-code")).toBeNull();
        const value = settingsIn(".json", edit(before));
        const { hooks, ...rest } = settingsIn(".json", text(file)) ?? {};
        const { hooks: were, ...others } = value ?? {};
        expect(rest).toEqual(others);
        const filled = (all: unknown) =>
          Object.entries(all ?? {}).filter(([, groups]) => (groups as unknown[]).length > 0);
        expect(filled(hooks)).toEqual(filled(were));
      }),
      { numRuns: 15 },
    );
  });

  it.each(HOOKED_TABLES.map(({ id }) => id))(
    "of %s: a file that did not exist is gone again",
    async (agent) => {
      const agents = start();
      expect(await set(agents, agent)).toBeNull();
      expect(text(fileOf(agent))).toContain(entryOf().id);
      expect(text(fileOf(agent))).not.toContain(entryOf().token);
      expect(await undo(agents, agent)).toBeNull();
      expect(existsSync(fileOf(agent))).toBe(false);
      expect(notes.map(({ kind }) => kind)).toEqual(["agent-set", "agent-undone"]);
      expect(faults).toEqual([]);
    },
  );
});

it("changes exactly what was planned, and keeps the file's mode and a copy", async () => {
  const agents = start();
  const file = fileOf("claude-code");
  writeFileSync(file, '{ "env": { "API_KEY": "abc-s3cret" } }\n', { mode: 0o640 });
  const plan = await agents.plan("claude-code", CHANGES, agentFiles);
  if (!plan.ok) throw new Error("no change");
  expect(await set(agents, "claude-code")).toBeNull();
  expect(text(file)).toBe(plan.value.text);
  expect(text(plan.value.backup ?? "")).toContain("abc-s3cret");
  expect(statSync(file).mode & 0o777).toBe(0o640);
  const { id } = entryOf();
  expect(statSync(path.join(gateway(), `${id}.json`)).mode & 0o777).toBe(0o600);
});

it("changes nothing in a file that changed after the preview, is broken, or can't be written", async () => {
  const agents = start();
  const file = fileOf("claude-code");
  writeFileSync(file, '{ "model": "x" }');
  expect(await agents.set("claude-code", CHANGES, null)).toMatchObject({
    failure: { kind: "stale" },
  });
  expect(await agents.set("claude-code", CHANGES, "0".repeat(64))).toMatchObject({
    failure: { kind: "stale" },
  });
  for (const broken of ['{ "hooks": [', '{ "hooks": [] }', "[]", "\u0000"]) {
    writeFileSync(file, broken);
    expect(await set(agents, "claude-code")).toMatchObject({ kind: "config-unreadable" });
    expect(text(file)).toBe(broken);
  }
  rmSync(file);
  symlinkSync(path.join(root, "nowhere"), file);
  expect(await set(agents, "claude-code")).toMatchObject({ kind: "config-unreadable" });
  rmSync(file);
  // A folder in the place of the file that is written first fails for root as well.
  writeFileSync(file, "{}");
  mkdirSync(`${file}.new`);
  writeFileSync(path.join(`${file}.new`, "x"), "");
  expect(await set(agents, "claude-code")).toMatchObject({ kind: "host-file-not-written" });
  expect(text(file)).toBe("{}");
  expect(await stateOf(agents, "claude-code")).toEqual({ kind: "direct" });
  expect(readdirSync(gateway()).filter((name) => /^[0-9a-f-]{36}/.test(name))).toEqual([]);
});

it("leaves a symbolic link one, and undoes what it leads to", async () => {
  const agents = start();
  const [file, real] = [fileOf("claude-code"), path.join(root, "dotfiles.json")];
  writeFileSync(real, '{"a":1}');
  symlinkSync(real, file);
  expect(await set(agents, "claude-code")).toBeNull();
  expect(lstatSync(file).isSymbolicLink()).toBe(true);
  expect(text(real)).toContain("hook.cjs");
  expect(await undo(agents, "claude-code")).toBeNull();
  expect(text(real)).toBe('{"a":1}');
  expect(lstatSync(file).isSymbolicLink()).toBe(true);
});

it("admits exactly the token of the entry", async () => {
  const agents = start();
  expect(await set(agents, "codex", EVERYTHING)).toBeNull();
  const { id, token } = entryOf();
  expect(agents.admit(id, `${token}x`)).toBeNull();
  expect(agents.admit("other", token)).toBeNull();
  const admitted = { id, agent: "codex", choices: EVERYTHING, file: fileOf("codex") };
  expect(agents.admit(id, token)).toMatchObject(admitted);
  expect(agents.standing(id)).toMatchObject({ name: "own" });
  const unchecked = (needs: string[]) => ({ kind: "unchecked", outdated: null, needs });
  expect(await stateOf(agents, "codex")).toEqual(unchecked(["trust", "restart"]));
  // Of an agent that ran before: it has read the hook, but others may not have.
  agents.heard(id, { startedMs: 1 });
  agents.decided(id);
  expect(await stateOf(agents, "codex")).toEqual(unchecked(["restart"]));
  agents.heard(id, { startedMs: Date.now() + 1 });
  const opens = { kind: "opens", limitMs: 3_600_000, check: null };
  expect(await stateOf(agents, "codex")).toMatchObject(opens);
  expect(await stateOf(start(), "codex")).toMatchObject(opens);
  expect(await undo(agents, "codex")).toBeNull();
  expect([agents.admit(id, token), agents.standing(id)]).toEqual([null, null]);
});

describe("a difference ends the state, is told and recorded, each time anew", () => {
  it.each<[string, string, (file: string, id: string) => void]>([
    ["the config is gone", "entry-gone", (file) => rmSync(file)],
    ["the entry is gone", "entry-gone", (file) => put(file, "{}")],
    [
      "it no longer blocks",
      "entry-changed",
      (file) => put(file, text(file).replace(" || case", "; case")),
    ],
    ["the config is broken", "entry-changed", (file) => put(file, "{")],
    [
      "hooks are off",
      "hooks-off",
      (file) => put(file, text(file).replace("{", '{ "disableAllHooks": true,')),
    ],
    ["the script", "script", () => put(path.join(gateway(), "hook.cjs"), "process.exit(0)")],
    [
      "another desk",
      "socket",
      () => put(path.join(gateway(), "desk.json"), JSON.stringify({ socket: "/x", start: null })),
    ],
    ["another socket", "socket", () => put(path.join(gateway(), "desk.sock"), "")],
    [
      "what the script does alone",
      "script",
      (_file, id) => {
        const beside = path.join(gateway(), `${id}.json`);
        put(beside, text(beside).replace("block", "leave"));
      },
    ],
  ])("%s", async (_what, what, change) => {
    const agents = start();
    const file = fileOf("claude-code");
    expect(await set(agents, "claude-code")).toBeNull();
    const { id } = entryOf();
    prove(agents, id);
    expect(await stateOf(agents, "claude-code")).toMatchObject({ kind: "held" });
    const paths = [file, path.join(gateway(), "hook.cjs"), path.join(gateway(), `${id}.json`)];
    const were = paths.map(text);
    // Another socket can't be the one of before again.
    for (const times of what === "socket" ? [1] : [1, 2]) {
      change(file, id);
      await vi.waitFor(
        () =>
          expect(faults.filter((one) => one.kind === "agent-changed")).toEqual(
            [...Array(times)].map(() => changed(what)),
          ),
        5000,
      );
      expect(faults.at(-1)).toEqual(changed(what));
      expect(notes.at(-1)).toEqual({
        kind: "agent-changed",
        facts: { agent: "claude-code", what },
      });
      expect(await stateOf(agents, "claude-code")).toEqual({ kind: "changed", what: [what] });
      expect(agents.standing(id)).toMatchObject({ name: "changed" });
      if (what === "socket") return;
      for (const [at, one] of paths.entries()) put(one, were[at] ?? "");
      const why = what === "script" ? "hook" : "file";
      const unchecked = { kind: "unchecked", outdated: { why }, needs: [] };
      await vi.waitFor(
        async () => expect(await stateOf(agents, "claude-code")).toMatchObject(unchecked),
        5000,
      );
    }
  });

  it("also of what was changed while the desk was away, at the next start", async () => {
    const agents = start();
    expect(await set(agents, "claude-code")).toBeNull();
    await agents.close();
    rmSync(fileOf("claude-code"));
    start();
    await vi.waitFor(() => expect(faults).toEqual([changed("entry-gone")]));
    const again = started.at(-1);
    if (again === undefined) throw new Error("not started");
    expect(await set(again, "claude-code", EVERYTHING)).toBeNull();
    expect(await undo(again, "claude-code")).toBeNull();
    expect(existsSync(fileOf("claude-code"))).toBe(false);
  });
});

it("lets everything come to the user where another program wrote the record", async () => {
  expect(await set(start(), "claude-code", { actions: "asked", absent: "leave" })).toBeNull();
  const { id, token } = entryOf();
  const record = path.join(root, "profile", "agents.json");
  writeFileSync(record, text(record).replace('"leave"', '"block"'));
  const agents = start();
  await vi.waitFor(() => expect(faults).toContainEqual(changed("record")));
  const choices = { actions: "everything", absent: "block" };
  expect(agents.admit(id, token)).toMatchObject({ choices });
  expect(await set(agents, "claude-code", EVERYTHING)).toBeNull();
  expect(await stateOf(start(), "claude-code")).toMatchObject({ kind: "unchecked" });
});

it("a proof ends with the version or any change of the file, and by another program's hand", async () => {
  const agents = start();
  expect(await set(agents, "claude-code")).toBeNull();
  const { id } = entryOf();
  agents.heard(id, { startedMs: null });
  expect(await stateOf(agents, "claude-code")).toMatchObject({ kind: "unchecked", outdated: null });
  const held = { kind: "held", check: null };
  const file = fileOf("claude-code");
  const changes: [string, () => void][] = [
    ["version", () => (version = "1.2.4")],
    ["file", () => put(file, text(file).replace("{", '{ "model": "x",'))],
  ];
  for (const [why, change] of changes) {
    prove(agents, id);
    expect(await stateOf(agents, "claude-code")).toMatchObject(held);
    expect(agents.hookOf("claude-code")).toEqual({ agent: "claude-code", actions: "changes" });
    change();
    const outdated = { kind: "unchecked", outdated: { why }, needs: [] };
    expect(await stateOf(agents, "claude-code")).toMatchObject(outdated);
    expect(agents.hookOf("claude-code")).toBeNull();
    // Also after a restart.
    expect(await stateOf(start(), "claude-code")).toMatchObject(outdated);
  }
  expect(faults).toEqual([]);
  await agents.close();
  const record = path.join(root, "profile", "agents.json");
  const { agents: stored } = JSON.parse(text(record)) as { agents: { known: { proof: object } }[] };
  for (const one of stored) Object.assign(one.known.proof, { outdated: null });
  writeFileSync(record, JSON.stringify({ agents: stored }));
  expect(await stateOf(start(), "claude-code")).toEqual({ kind: "changed", what: ["record"] });
});

it("reads Codex' trust in its own files", async () => {
  const agents = start();
  expect(await set(agents, "codex", EVERYTHING)).toBeNull();
  const needs = async () => {
    const state = await stateOf(agents, "codex");
    return state?.kind === "unchecked" ? state.needs : null;
  };
  expect(await needs()).toEqual(["trust", "restart"]);
  const { hooks } = JSON.parse(text(fileOf("codex"))) as {
    hooks: Record<string, { matcher: string; hooks: { command: string; timeout: number }[] }[]>;
  };
  const states = Object.entries(hooks).map(([event, [group]]) => {
    const key = event.replaceAll(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
    const [hook] = group?.hooks ?? [];
    // Its canonical JSON, as measured on 0.171.0.
    const identity = `{"event_name":"${key}","hooks":[{"async":false,"command":${JSON.stringify(hook?.command)},"timeout":${hook?.timeout},"type":"command"}],"matcher":"*"}`;
    return `[hooks.state."/h/hooks.json:${key}:0:0"]\ntrusted_hash = "sha256:${tokens.hash(identity)}"\n`;
  });
  const kept = path.join(path.dirname(fileOf("codex")), "config.toml");
  writeFileSync(kept, `model = "x"\n${states.slice(1).join("\n")}`);
  expect(await needs()).toEqual(["trust", "restart"]);
  writeFileSync(kept, states.join("\n"));
  expect(await needs()).toEqual(["restart"]);
  writeFileSync(kept, states.join("enabled = false\n"));
  expect(await needs()).toEqual(["trust", "restart"]);
});

it("without Node.js has Claude Code post to the port, and can't set up the others", async () => {
  node = null;
  const agents = start();
  expect((await agents.view()).filter(({ needsNode }) => !needsNode)).toMatchObject([
    { agent: "claude-code" },
  ]);
  expect(await set(agents, "codex")).toEqual({ kind: "relay-needs-node" });
  const plan = await agents.plan("claude-code", CHANGES, agentFiles);
  if (!plan.ok) throw new Error("no change");
  expect(await set(agents, "claude-code")).toBeNull();
  const [, token = ""] = /Bearer ([\w-]+)/.exec(text(fileOf("claude-code"))) ?? [];
  expect(plan.value.hide(plan.value.text ?? "")).toBe(
    text(fileOf("claude-code")).replaceAll(token, "•••"),
  );
  const [, id = ""] = /hook\/([0-9a-f-]{36})/.exec(text(fileOf("claude-code"))) ?? [];
  expect(agents.admit(id, token)).not.toBeNull();
  opened = 0;
  start();
  expect(opened).toBe(1);
  expect(await undo(agents, "claude-code")).toBeNull();
  expect(existsSync(fileOf("claude-code"))).toBe(false);
});
