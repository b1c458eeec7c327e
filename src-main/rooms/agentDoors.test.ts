// Agents set up across their doors in real files of a home: several files as one change, exactly undone.
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { AgentSetup, Door } from "#shared/agents/agentRow.ts";
import { ok } from "#shared/outcome.ts";
import type { Failure } from "#shared/outcome.ts";
import type { ServerInput, ServerView } from "#shared/servers/server.ts";
import { hookFiles } from "../gateway/hookFiles.ts";
import { writeRelayFiles } from "../gateway/relayFiles.ts";
import { AgentDoors } from "../services/agents/agentDoors.ts";
import { AgentsService } from "../services/agents/agents.ts";
import { GatewayService } from "../services/gateway/gateway.ts";
import { endpointKey } from "../services/servers/endpointKey.ts";
import { agentFiles } from "../store/profile/agentFiles.ts";
import { agentPlaces, agentUse } from "../store/profile/agentPlaces.ts";
import { configFiles } from "../store/profile/configFiles.ts";
import { hostFiles } from "../store/profile/hostFiles.ts";
import { tokens } from "./tokens.ts";

let root: string;
let started: AgentsService[];
let added: ServerInput[];
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
  const node = () => Promise.resolve("/usr/bin/node");
  const http = { address: (id: string) => Promise.resolve(ok(`http://127.0.0.1:4100/${id}`)) };
  const agents = new AgentsService({
    store: { load: () => ({ agents: [], faults: [] }), save: () => ok(null) },
    files: agentFiles,
    places: agentPlaces({ path: () => Promise.resolve("") }, machine),
    hooks,
    tokens,
    node,
    isWindows: false,
    http,
    clock,
    changed: () => undefined,
    note: () => ok(null),
    fault: (failure) => {
      throw new Error(JSON.stringify(failure));
    },
  });
  agents.open();
  started.push(agents);
  const gateway = new GatewayService({
    store: { load: () => ({ wraps: [], faults: [] }), save: () => ok(null) },
    configs: configFiles(machine),
    files: hostFiles,
    tokens,
    relay: { script: "/p/relay.mjs", node },
    http,
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
    clock,
    changed: () => undefined,
  });
  return new AgentDoors({ agents, gateway, files: agentFiles, uses: agentUse(machine), tokens });
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
  expect(text(settings)).toContain("hook.mjs");
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
  expect(JSON.parse(text(servers))).toEqual(JSON.parse(SERVERS));
  expect(text(settings)).toContain("hook.mjs");
  expect(await undo(doors, "Claude Code", "tools", "servers", "calls")).toBeNull();
  expect(text(settings)).toBe(SETTINGS);
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
  expect(text(settings)).toContain("hook.mjs");
  // The rest is set up later, by the same call.
  rmSync(`${servers}.new`, { recursive: true });
  expect(await setUp(doors, "Claude Code", setup)).toBeNull();
  expect(await undo(doors, "Claude Code", "tools", "servers")).toBeNull();
  expect([existsSync(settings), text(servers)]).toEqual([false, SERVERS]);
});
