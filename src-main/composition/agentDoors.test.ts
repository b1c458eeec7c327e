// Agents set up across their doors in real files of a home: several files as one change, exactly undone.
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DOORS } from "#shared/agents/agentRow.ts";
import type { AgentSetup, Door } from "#shared/agents/agentRow.ts";
import { settingsIn } from "#shared/agents/hookConfig.ts";
import { ok } from "#shared/outcome.ts";
import type { Failure } from "#shared/outcome.ts";
import type { ServerView } from "#shared/servers/server.ts";
import type { ServerInput } from "#shared/servers/config/input.ts";
import { hookFiles } from "../agents/gateway/hookFiles.ts";
import { writeRelayFiles } from "../agents/gateway/relayFiles.ts";
import { AgentCalls } from "../agents/agentCalls.ts";
import { AgentDoors } from "../agents/agentDoors.ts";
import type { OriginalFile } from "../agents/originalStore.ts";
import { AgentsService } from "../agents/agents.ts";
import { GatewayService } from "../agents/gateway/gateway.ts";
import { HostEntries } from "../agents/gateway/hostEntries.ts";
import type { ProgramsService } from "../programs/programs.ts";
import { programsWith } from "../programs/testing.ts";
import { endpointKey } from "../servers/endpoint.ts";
import { agentPlaces, agentTraces } from "../agents/agentPlaces.ts";
import { ConfigFiles } from "../agents/configFiles.ts";
import { hostFiles } from "../agents/agentFiles.ts";
import { agentRunner } from "../agents/agentRunner.ts";

let root: string;
let started: AgentsService[];
let added: ServerInput[];
let programs: ProgramsService;
let originals: OriginalFile[];
/** How often the list was said to be out of date. */
let changes: number;
const home = (...names: string[]): string => path.join(root, "home", ...names);
const text = (file: string): string => readFileSync(file, "utf8");
const put = (file: string, content: string): void => {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
};

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "countersign-doors-"));
  started = [];
  added = [];
  originals = [];
  changes = 0;
  const gateway = path.join(root, "profile", "gateway");
  mkdirSync(gateway, { recursive: true });
  writeRelayFiles(gateway, { socket: path.join(gateway, "desk.sock"), start: null });
  writeFileSync(path.join(gateway, "desk.sock"), "");
});
afterEach(async () => {
  await Promise.all(started.map((agents) => agents.close()));
  rmSync(root, { recursive: true });
});

/** A start of the app, whose servers are in memory. */
function start(): AgentDoors {
  const gatewayFolder = path.join(root, "profile", "gateway");
  const hooks = hookFiles(gatewayFolder, path.join(gatewayFolder, "desk.sock"));
  hooks.opened();
  const machine = { platform: "linux", home: home(), env: {} } as const;
  const clock = { nowMs: Date.now, newId: randomUUID };
  const places = {
    ...agentPlaces({ path: () => Promise.resolve("") }, machine),
    node: () => Promise.resolve("/usr/bin/node"),
  };
  const loopback = { base: () => Promise.resolve(ok("http://127.0.0.1:4100")) };
  const agents = new AgentsService({
    store: { load: () => ({ agents: [], faults: [] }), save: () => ok(null) },
    places,
    hooks,
    runner: agentRunner({ path: () => Promise.resolve("") }),
    loopback,
    changed: () => undefined,
    note: () => ok(null),
    fault: (failure) => {
      throw new Error(JSON.stringify(failure));
    },
  });
  agents.open();
  started.push(agents);
  const gateway = new GatewayService({
    store: { load: () => ({ value: { wraps: [] }, faults: [] }), save: () => ok(null) },
    configs: new ConfigFiles(machine),
    files: hostFiles,
    entries: new HostEntries({ script: "/p/relay.mjs", places, loopback, clock }),
    servers: {
      views: () =>
        added.map(({ name, endpoint }, at) => ({ id: `${at}`, name, endpoint }) as ServerView),
      withEndpoint: (endpoint) => {
        const at = added.findIndex((one) => endpointKey(one.endpoint) === endpointKey(endpoint));
        return at === -1 ? undefined : `${at}`;
      },
      add: (input) => ok(`${added.push(input) - 1}`),
      update: () => ok(null),
      sessions: {
        ask: () => Promise.resolve(null),
        open: () => Promise.reject(new Error("no session")),
      },
    },
    changed: () => undefined,
  });
  programs = programsWith({ port: loopback });
  const traces = agentTraces(machine);
  return new AgentDoors({
    agents,
    gateway,
    calls: new AgentCalls(programs, traces, loopback),
    traces,
    originals: {
      load: () => ({ value: { files: originals }, faults: [] }),
      save({ files }) {
        originals = files;
        return ok(null);
      },
    },
    changed: () => void (changes += 1),
    fault: (failure) => {
      throw new Error(JSON.stringify(failure));
    },
  });
}

const hashesOf = (changes: { file: string; hash: string | null }[]) =>
  Object.fromEntries(changes.map(({ file, hash }) => [file, hash]));

async function setUp(doors: AgentDoors, name: string, setup: AgentSetup): Promise<Failure | null> {
  const change = await doors.previewSetup(name, setup);
  if (!change.ok) return change.failure;
  const done = await doors.setUp(name, setup, hashesOf(change.value));
  return done.ok ? null : done.failure;
}
async function undo(doors: AgentDoors, name: string, ...of: Door[]): Promise<Failure | null> {
  const change = await doors.previewUndo(name, of);
  if (!change.ok) return change.failure;
  const done = await doors.undo(name, of, hashesOf(change.value));
  return done.ok ? null : done.failure;
}

const ASKED = { actions: "asked", absent: "block" } as const;
const CHANGES = { actions: "changes", absent: "block" } as const;
const NOTES = ["mcpServers", "notes"];
const WEB = ["mcpServers", "web"];

const SETTINGS = `{
	// mine
	"env": { "API_KEY": "abc-s3cret" },
	"hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "true" }] }] },
}
`;
const SERVERS = `{
  "numStartups": 3,
  "mcpServers": {
    "notes": { "command": "npx", "args": ["notes"], "env": { "API_KEY": "s3cret" } },
    "web": { "command": "uvx", "args": ["web"] }
  }
}`;

it("sets up tools and servers of Claude Code at once, changes choices, and undoes by door and all", async () => {
  const [settings, servers] = [home(".claude", "settings.json"), home(".claude.json")];
  put(settings, SETTINGS);
  put(servers, SERVERS);
  const doors = start();
  const setup = { tools: ASKED, servers: [{ file: servers, path: NOTES }], calls: false };
  const change = await doors.previewSetup("Claude Code", setup);
  if (!change.ok) throw new Error(change.failure.kind);
  expect(change.value.map(({ file }) => file)).toEqual([settings, servers]);
  expect(JSON.stringify(change.value)).not.toContain("s3cret");
  expect([text(settings), text(servers)]).toEqual([SETTINGS, SERVERS]);
  expect(await doors.setUp("Claude Code", setup, hashesOf(change.value))).toEqual(
    ok({ confirm: ["0"] }),
  );
  expect(text(settings)).toContain("gateway/hook");
  expect(text(servers)).toContain("relay.mjs");
  const [row] = await doors.list();
  expect(row).toMatchObject({
    name: "Claude Code",
    agent: "claude-code",
    tools: { state: { kind: "unchecked" }, choices: ASKED },
    servers: [{ servers: [{ state: "after-restart" }, { state: "direct" }] }],
  });
  // Nothing left to change.
  expect(await doors.previewSetup("Claude Code", setup)).toEqual(ok([]));
  // Another server in place of the first, and another choice.
  const other = { tools: CHANGES, servers: [{ file: servers, path: WEB }], calls: false };
  expect(await setUp(doors, "Claude Code", other)).toBeNull();
  const [again] = await doors.list();
  expect(again).toMatchObject({
    tools: { choices: CHANGES },
    servers: [{ servers: [{ state: "direct" }, { state: "after-restart" }] }],
  });
  expect(text(servers)).toContain('"args": ["notes"]');
  expect(await undo(doors, "Claude Code", "servers")).toBeNull();
  expect(text(servers)).toBe(SERVERS);
  expect(text(settings)).toContain("gateway/hook");
  expect(await undo(doors, "Claude Code", "tools", "servers", "calls")).toBeNull();
  expect([text(settings), text(servers)]).toEqual([SETTINGS, SERVERS]);
  expect(await doors.previewUndo("Claude Code", ["tools"])).toMatchObject({ ok: false });
});

it("changes nothing if one of the files has changed, and says what was if a later one can't be", async () => {
  const [settings, servers] = [home(".claude", "settings.json"), home(".claude.json")];
  mkdirSync(home(".claude"), { recursive: true });
  put(servers, SERVERS);
  const doors = start();
  const setup = { tools: ASKED, servers: [{ file: servers, path: NOTES }], calls: false };
  const change = await doors.previewSetup("Claude Code", setup);
  if (!change.ok) throw new Error(change.failure.kind);
  const hashes = hashesOf(change.value);
  const stale = { ok: false, failure: { kind: "stale" } };
  put(servers, `${SERVERS}\n`);
  expect(await doors.setUp("Claude Code", setup, hashes)).toMatchObject(stale);
  put(servers, SERVERS);
  expect(await doors.setUp("Claude Code", setup, {})).toMatchObject(stale);
  expect(await doors.setUp("Claude Code", setup, { ...hashes, "/x": null })).toMatchObject(stale);
  expect(existsSync(settings)).toBe(false);
  // A folder in the place of the file that is written first fails for root as well.
  mkdirSync(`${servers}.new`);
  writeFileSync(path.join(`${servers}.new`, "x"), "");
  expect(await doors.setUp("Claude Code", setup, hashes)).toMatchObject({
    failure: {
      kind: "setup-incomplete",
      changed: [settings],
      unchanged: [servers],
      because: { kind: "host-file-not-written" },
    },
  });
  expect(text(servers)).toBe(SERVERS);
  expect(text(settings)).toContain("gateway/hook");
  // The rest is set up later, by the same call.
  rmSync(`${servers}.new`, { recursive: true });
  expect(await setUp(doors, "Claude Code", setup)).toBeNull();
  expect(await undo(doors, "Claude Code", "tools", "servers")).toBeNull();
  expect([existsSync(settings), text(servers)]).toEqual([false, SERVERS]);
});

const TOML = `# mine
model = "gpt-5.5"   # the best
model_provider = "azure"

[model_providers.azure]
name = "Azure"

[mcp_servers.notes]
command = "npx"
args = ["notes"]
`;
const OPENCODE = `{
  // mine
  "provider": { "openai": { "options": { "apiKey": "{env:K}" } } },
  "mcp": { "notes": { "type": "local", "command": ["npx", "notes"] } }
}
`;

describe.each<[string, Record<string, string>, AgentSetup["servers"][number]]>([
  [
    "Claude Code",
    { ".claude/settings.json": SETTINGS, ".claude.json": SERVERS },
    { file: ".claude.json", path: NOTES },
  ],
  [
    "Codex",
    { ".codex/config.toml": TOML },
    { file: ".codex/config.toml", path: ["mcp_servers", "notes"] },
  ],
  [
    "Gemini CLI",
    {
      ".gemini/settings.json": SERVERS.replace(
        '"numStartups": 3',
        '"hooks": { "AfterTool": [{ "hooks": [] }] }',
      ),
    },
    { file: ".gemini/settings.json", path: NOTES },
  ],
  [
    "opencode",
    { ".config/opencode/opencode.jsonc": OPENCODE },
    { file: ".config/opencode/opencode.jsonc", path: ["mcp", "notes"] },
  ],
])("all doors of %s", (name, given, server) => {
  const hasCalls = name !== "Gemini CLI";
  const asks = name === "Claude Code" || name === "Codex";
  const now = () => Object.fromEntries(Object.keys(given).map((file) => [file, text(home(file))]));
  const all = (more: Partial<AgentSetup> = {}): AgentSetup => ({
    tools: CHANGES,
    servers: [{ file: home(server.file), path: server.path }],
    calls: hasCalls,
    ...more,
  });
  const rowOf = async (doors: AgentDoors) =>
    (await doors.list()).find((one) => one.name === name) ?? { name, calls: null };
  const begin = () => {
    for (const [file, content] of Object.entries(given)) put(home(file), content);
    return start();
  };

  it("are set up as shown, with a program of its own, and are as before, door by door", async () => {
    const doors = begin();
    const change = await doors.previewSetup(name, all());
    if (!change.ok) throw new Error(change.failure.kind);
    expect(now()).toEqual(given);
    expect(await doors.setUp(name, all(), hashesOf(change.value))).toMatchObject({ ok: true });
    const [program] = programs.view();
    if (hasCalls) expect(program).toMatchObject({ name, mode: "hold" });
    else expect([program, (await rowOf(doors)).calls]).toEqual([undefined, null]);
    const token = Object.keys(given)
      .flatMap((file) => text(home(file)).match(/[\w-]{43}/g) ?? [])
      .find((one) => programs.admit(one) !== null);
    expect(token !== undefined).toBe(hasCalls);
    for (const { file, after } of change.value) {
      if (token !== undefined) expect(after).not.toContain(token);
      expect(after.split("\n").length).toBe(text(file).split("\n").length);
    }
    expect(await rowOf(doors)).toMatchObject({
      tools: { choices: CHANGES },
      ...(hasCalls && {
        calls: { state: { kind: "held" }, programId: program?.id },
        lastRequestMs: expect.any(Number),
      }),
      changed: expect.arrayContaining(
        DOORS.filter((door) => hasCalls || door !== "calls").map((door) =>
          expect.objectContaining({ door, added: expect.any(Number) }),
        ),
      ),
    });
    expect(await doors.previewSetup(name, all())).toEqual(ok([]));
    for (const door of ["servers", "tools", ...(hasCalls ? (["calls"] as const) : [])] as const) {
      const { changed = [] } = { changed: [], ...(await rowOf(doors)) };
      expect(changed.map((one) => one.door)).toContain(door);
      expect(await undo(doors, name, door)).toBeNull();
    }
    expect(now()).toEqual(given);
    expect(programs.view()).toEqual([]);
    expect(await rowOf(doors)).toMatchObject({ changed: [] });
  });

  it(
    "come back to the byte from every order of choices, and nothing of others is lost",
    { tags: asks ? [] : ["long"] },
    async () => {
      const choices = fc.record({
        tools: fc.constantFrom(null, ASKED, CHANGES),
        servers: fc.constantFrom(0, 1),
        calls: fc.boolean(),
      });
      const doors = begin();
      await fc.assert(
        fc.asyncProperty(
          fc.array(choices, { minLength: 1, maxLength: 4 }),
          fc.boolean(),
          async (steps, isEdited) => {
            for (const [file, content] of Object.entries(given)) put(home(file), content);
            for (const { tools, servers, calls } of steps) {
              const choice = tools === ASKED && !asks ? CHANGES : tools;
              const set = {
                tools: choice,
                servers: all().servers.slice(0, servers),
                calls: calls && hasCalls,
              };
              expect(await setUp(doors, name, set)).toBeNull();
            }
            const [file = "", content = ""] = Object.entries(given).at(-1) ?? [];
            const edit = (whole: string) => whole.replace("notes", "notes-2");
            const isHeld = text(home(file)).includes("relay.mjs");
            if (isEdited && !isHeld) put(home(file), edit(text(home(file))));
            const left = await doors.previewUndo(name, [...DOORS]);
            if (left.ok) expect(await undo(doors, name, ...DOORS)).toBeNull();
            if (isEdited && !isHeld)
              expect(settingsIn(file, text(home(file)))).toEqual(settingsIn(file, edit(content)));
            else expect(now()).toEqual(given);
            expect(programs.view()).toEqual([]);
          },
        ),
        { numRuns: 3 },
      );
    },
  );
});

it("leaves what its user has changed of a model's address, and says that calls go direct", async () => {
  const file = home(".claude", "settings.json");
  put(file, '{ "env": { "ANTHROPIC_BASE_URL": "https://gate.example" } }\n');
  const doors = start();
  expect(await setUp(doors, "Claude Code", { tools: null, servers: [], calls: true })).toBeNull();
  expect(text(file)).toContain("127.0.0.1:4100");
  const [row] = await doors.list();
  expect(row?.calls).toMatchObject({ state: { kind: "unused" }, provider: "Anthropic" });
  const before = changes;
  put(file, text(file).replace("http://127.0.0.1:4100", "https://other.example"));
  await vi.waitFor(() => expect(changes).toBeGreaterThan(before));
  expect((await doors.list())[0]?.calls).toMatchObject({ state: { kind: "direct" } });
  expect(await undo(doors, "Claude Code", "calls")).toBeNull();
  expect(settingsIn(file, text(file))).toEqual({
    env: { ANTHROPIC_BASE_URL: "https://other.example" },
  });
  await doors.close();
});

it("what was proved of its hook stays where another of its doors changes the same file", async () => {
  const file = home(".claude", "settings.json");
  put(file, SETTINGS);
  const doors = start();
  const tools = { tools: CHANGES, servers: [], calls: false };
  expect(await setUp(doors, "Claude Code", tools)).toBeNull();
  const [agents] = started;
  const [, id = ""] = /hook\.cjs' ([\w-]+)/.exec(text(file)) ?? [];
  agents?.heard(id, { startedMs: null });
  agents?.decided(id);
  const stateNow = async () => (await doors.list())[0]?.tools?.state;
  expect(await stateNow()).toMatchObject({ kind: "held" });
  expect(await setUp(doors, "Claude Code", { ...tools, calls: true })).toBeNull();
  expect(text(file)).toContain("127.0.0.1:4100");
  expect(await stateNow()).toMatchObject({ kind: "held" });
  put(file, `${text(file)}\n`);
  expect(await stateNow()).toMatchObject({ kind: "unchecked", outdated: { why: "file" } });
  await doors.close();
});

it("has Gemini CLI not ask again about what the desk holds, and lets it ask where that is left to it", async () => {
  const [settings, policy] = [
    home(".gemini", "settings.json"),
    home(".gemini", "policies", "countersign.toml"),
  ];
  put(settings, SETTINGS);
  const doors = start();
  const setup = { tools: CHANGES, servers: [], calls: false };
  expect(await setUp(doors, "Gemini CLI", setup)).toBeNull();
  expect(text(settings)).toContain("BeforeTool");
  expect(text(policy)).toContain('decision = "allow"');
  expect(await doors.previewSetup("Gemini CLI", setup)).toEqual(ok([]));
  const leaves = { ...setup, tools: { ...CHANGES, absent: "leave" } } as const;
  expect(await setUp(doors, "Gemini CLI", leaves)).toBeNull();
  expect(existsSync(policy)).toBe(false);
  // A file of its user's with this name stays.
  put(policy, "# mine\n");
  expect(await setUp(doors, "Gemini CLI", setup)).toBeNull();
  expect(text(policy)).toBe("# mine\n");
  rmSync(policy);
  expect(await setUp(doors, "Gemini CLI", setup)).toBeNull();
  expect(await undo(doors, "Gemini CLI", "tools")).toBeNull();
  expect([text(settings), existsSync(policy)]).toEqual([SETTINGS, false]);
});
