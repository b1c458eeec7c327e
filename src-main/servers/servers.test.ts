// The servers service: with the real store, real secrets in memory and a real process.
import { ok } from "#shared/outcome.ts";
import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Puppet, question } from "../../e2e/support/puppet.ts";
import { policySchema } from "#shared/servers/policy/policy.ts";
import type { RunView, ServerLine, ServerView } from "#shared/servers/server.ts";
import type { ServerInput } from "#shared/servers/config/input.ts";
import { ProgramInspector } from "./mcp/identity/program.ts";
import { FakeDesk, Waiters } from "./mcp/testing.ts";
import { Secrets } from "../profile/encryption/secrets.ts";
import { CallsService, RUNS_KEPT } from "./calls/calls.ts";
import { LineRing, LINES_KEPT } from "./lineRing.ts";
import type { ServersService } from "./servers.ts";
import { serversIn } from "./testing.ts";

let folder: string;
let secrets: Secrets;
let puppet: Puppet;
const services: ServersService[] = [];
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-servers-"));
  secrets = new Secrets(path.join(folder, "secrets.json"), null, () => {});
  puppet = await Puppet.open();
});
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
  await puppet.close();
  rmSync(folder, { recursive: true });
});

class Screen {
  readonly watch = new Waiters();
  readonly views = new Map<string, ServerView>();
  readonly lines: ServerLine[] = [];
  readonly removed: string[] = [];
  pushes = 0;
  serverChanged(view: ServerView): void {
    this.pushes += 1;
    this.views.set(view.id, view);
    this.watch.look();
  }
  serverRemoved(id: string): void {
    this.removed.push(id);
  }
  serverLines(_id: string, lines: ServerLine[]): void {
    this.pushes += 1;
    this.lines.push(...lines);
    this.watch.look();
  }
  is(id: string, kind: ServerView["state"]["kind"]): Promise<void> {
    return this.watch.until(() => this.views.get(id)?.state.kind === kind);
  }
  state(id: string): ServerView["state"] | undefined {
    return this.views.get(id)?.state;
  }
}

/** Hears of calls. */
const ofRuns = (
  changed: (run: RunView) => void,
  removed: (id: string) => void = () => {},
): ConstructorParameters<typeof CallsService>[0]["audience"] => ({
  push: (change) => void (change.kind === "run" && changed(change.run)),
  pushLatest(_key, read) {
    const change = read();
    if (change?.kind === "run-removed") removed(change.id);
  },
});
type Inspector = Pick<ProgramInspector, "look">;

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** In place of the key in the keychain. */
let commandKey = "";
beforeEach(() => {
  commandKey = "key";
});

function start(runServers: ServerInput[] = [], inspector?: Inspector) {
  const desk = new FakeDesk();
  const screen = new Screen();
  const removed: string[] = [];
  const clock = { nowMs: Date.now, newId: randomUUID };
  const servers = serversIn(folder, {
    desk,
    secrets,
    ...(inspector && { inspector }),
    hasher: { hash: (value) => sha256(JSON.stringify(value)) },
    commandHasher: { hash: (value) => sha256(`${commandKey}${JSON.stringify(value)}`) },
    clock,
    listener: screen,
  });
  servers.follow({ serverDeleted: (id) => void removed.push(id) });
  services.push(servers);
  servers.start();
  servers.takeRun(runServers);
  return { servers, desk, screen, clock, removed };
}

function input(env: { name: string; secret: boolean; value: string | null }[] = []): ServerInput {
  const { command, args } = puppet.config;
  return {
    name: "Puppet",
    era: "auto",
    endpoint: { kind: "stdio", command, args, cwd: null, env },
  };
}

const OFF = { kind: "off" };
const TOKEN = { name: "API_TOKEN", secret: true, value: "s3cr3t" };

function hashOf(view: ServerView | undefined): string {
  if (view?.state.kind !== "needs-confirmation") throw new Error("nothing to confirm");
  return view.state.hash;
}

/** Confirms what it asks, once it asks. */
async function confirmed(servers: ServersService, screen: Screen, id: string): Promise<void> {
  await screen.is(id, "needs-confirmation");
  expect(servers.confirm(id, hashOf(screen.views.get(id))).ok).toBe(true);
}

function added(servers: ServersService, what: ServerInput): string {
  const id = servers.add(what);
  if (!id.ok) throw new Error(id.failure.kind);
  return id.value;
}

it("starts nothing before exactly that command was confirmed, and remembers it", async () => {
  const { servers, screen } = start();
  const id = added(servers, input([TOKEN]));
  await screen.is(id, "needs-confirmation");
  expect(screen.state(id)).toEqual({
    kind: "needs-confirmation",
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    changed: false,
  });
  expect(servers.confirm(id, "0".repeat(64))).toEqual({ ok: false, failure: { kind: "stale" } });
  expect(servers.connect(id)).toEqual({ ok: true, value: null });
  await screen.is(id, "needs-confirmation");
  expect(puppet.starts).toBe(0);
  expect(servers.confirm(id, hashOf(screen.views.get(id)))).toEqual({ ok: true, value: null });
  await screen.is(id, "connected");
  expect(screen.views.get(id)?.confirmedAtMs).toBeGreaterThan(0);
  await servers.close();

  const again = start();
  await again.screen.is(id, "connected");
  expect(puppet.starts).toBe(2);
  await again.servers.close();

  // A confirmation hashed with another key, such as by an author of the file, is ignored.
  commandKey = "another key";
  const forged = start();
  await forged.screen.is(id, "needs-confirmation");
  expect(forged.screen.state(id)).toMatchObject({ kind: "needs-confirmation" });
  expect(puppet.starts).toBe(2);
});

it("asks again when anything of what would be started has changed", async () => {
  const { servers, screen } = start();
  const id = added(servers, input([TOKEN]));
  await screen.is(id, "needs-confirmation");
  servers.confirm(id, hashOf(screen.views.get(id)));
  await screen.is(id, "connected");
  servers.update(id, input([{ ...TOKEN, value: null }]));
  await screen.is(id, "off");
  await screen.is(id, "connected");
  servers.update(id, input([{ ...TOKEN, value: "another" }]));
  await screen.is(id, "needs-confirmation");
  expect(screen.state(id)).toMatchObject({ changed: true });
  expect(JSON.stringify(screen.state(id))).not.toContain("s3cr3t");
});

it("shows what was confirmed before, so that the change can be seen", async () => {
  const { servers, screen } = start();
  const before = input([TOKEN]);
  const id = added(servers, before);
  await screen.is(id, "needs-confirmation");
  expect(screen.state(id)).not.toHaveProperty("before");
  servers.confirm(id, hashOf(screen.views.get(id)));
  await screen.is(id, "connected");
  if (before.endpoint.kind !== "stdio") throw new Error("no command");
  const endpoint = { ...before.endpoint, args: [...before.endpoint.args, "--more"] };
  servers.update(id, { ...before, endpoint });
  await screen.is(id, "needs-confirmation");
  expect(screen.state(id)).toMatchObject({
    changed: true,
    before: {
      args: before.endpoint.args,
      env: [{ name: "API_TOKEN", secret: true, present: true }],
    },
  });
});

it("finds a server by all its values, secrets included, and only one that is stored", () => {
  const { servers } = start([input([{ ...TOKEN, value: "of a run" }])]);
  const id = added(servers, input([TOKEN, { name: "MODE", secret: false, value: "plain" }]));
  const find = (env: Parameters<typeof input>[0]) => servers.withEndpoint(input(env).endpoint);
  const MODE = { name: "MODE", secret: false, value: "plain" };
  expect(find([MODE, TOKEN])).toBe(id);
  for (const env of [
    [MODE],
    [TOKEN],
    [MODE, { ...TOKEN, value: "another" }],
    [
      { ...MODE, value: "s3cr3t" },
      { ...TOKEN, value: "plain" },
    ],
    [{ ...TOKEN, value: "of a run" }],
  ])
    expect(find(env)).toBeUndefined();
});

it("never shows or writes a secret, and deletes it with its server", async () => {
  const { servers, screen, removed } = start();
  const id = added(servers, input([TOKEN, { name: "MODE", secret: false, value: "plain" }]));
  const shown = JSON.stringify(servers.views());
  expect(shown).not.toContain("s3cr3t");
  expect(servers.views()[1]?.endpoint).toMatchObject({
    env: [
      { name: "API_TOKEN", secret: true, present: true },
      { name: "MODE", secret: false, value: "plain" },
    ],
  });
  expect(readFileSync(path.join(folder, "servers.json"), "utf8")).not.toContain("s3cr3t");
  expect(secrets.get(`server:${id}:env:API_TOKEN`)).toBe("s3cr3t");
  await screen.is(id, "needs-confirmation");
  const before = servers.views().find((view) => view.id === id);
  servers.remove(id);
  expect(screen.removed).toEqual([id]);
  expect(servers.views().map((view) => view.id)).toEqual(["demo"]);
  expect(servers.connect(id)).toMatchObject({ ok: false });
  expect(servers.bringBack(id).ok).toBe(true);
  expect(servers.bringBack(id)).toMatchObject({ ok: false });
  await screen.is(id, "needs-confirmation");
  expect(servers.views().find((view) => view.id === id)).toEqual(before);
  servers.remove(id);
  expect(secrets.get(`server:${id}:env:API_TOKEN`)).toBe("s3cr3t");
  expect(removed).toEqual([]);
  servers.finishRemoval();
  expect(removed).toEqual([id]);
  expect(servers.bringBack(id)).toMatchObject({ ok: false });
  expect(secrets.get(`server:${id}:env:API_TOKEN`)).toBeNull();
  expect(JSON.parse(readFileSync(path.join(folder, "servers.json"), "utf8"))).toMatchObject({
    servers: [],
  });
});

it("restores a removed server: running if it was approved, else asking; quitting makes the removal final", async () => {
  const { servers, screen } = start();
  const [id, asking] = [added(servers, input([TOKEN])), added(servers, input())];
  await confirmed(servers, screen, id);
  await screen.is(id, "connected");
  servers.remove(id);
  await puppet.gone();
  servers.bringBack(id);
  await screen.is(id, "connected");
  servers.remove(asking);
  servers.bringBack(asking);
  await screen.is(asking, "needs-confirmation");
  expect(puppet.starts).toBe(2);
  servers.remove(id);
  await servers.close();
  const again = start();
  expect(again.servers.views().map((view) => view.id)).toEqual([asking, "demo"]);
  expect(secrets.get(`server:${id}:env:API_TOKEN`)).toBeNull();
});

it("deletes the secret that is no longer named, and no other", () => {
  const { servers } = start();
  const id = added(servers, input([{ ...TOKEN, name: "API" }, TOKEN]));
  servers.update(id, input([{ ...TOKEN, value: null }]));
  expect(secrets.get(`server:${id}:env:API`)).toBeNull();
  expect(secrets.get(`server:${id}:env:API_TOKEN`)).toBe("s3cr3t");
});

it.each(["stored", "run"] as const)(
  "never sends a secret to an address that it was not entered for (%s)",
  async (source) => {
    const heard: (string | undefined)[] = [];
    const listener = http.createServer((request, response) => {
      heard.push(request.headers["x-api-key"]?.toString());
      response.writeHead(500).end();
    });
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    const { port } = listener.address() as AddressInfo;
    const at = (url: string, value: string | null): ServerInput => ({
      name: "web",
      era: "legacy",
      endpoint: { kind: "http", url, headers: [{ name: "X-Api-Key", secret: true, value }] },
    });
    const first = at(`http://127.0.0.1:${port}/mcp`, "s3cr3t");
    const { servers, screen } = start(source === "run" ? [first] : []);
    const id = source === "run" ? "run:web" : added(servers, first);
    await confirmed(servers, screen, id);
    await screen.is(id, "failed");
    servers.update(id, at(`http://127.0.0.1:${port}/other`, null));
    await confirmed(servers, screen, id);
    await screen.is(id, "failed");
    expect(heard.splice(0)).toEqual(["s3cr3t", "s3cr3t"]);
    servers.update(id, at(`http://localhost:${port}/mcp`, null));
    await confirmed(servers, screen, id);
    await screen.is(id, "failed");
    expect(heard).toEqual([undefined]);
    expect(screen.views.get(id)?.endpoint).toMatchObject({ headers: [{ present: false }] });
    await new Promise((resolve) => listener.close(resolve));
  },
);

it("sends no secret to an address that another program wrote into the file", async () => {
  const heard: (string | undefined)[] = [];
  const listener = http.createServer((request, response) => {
    heard.push(request.headers["x-api-key"]?.toString());
    response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const { port } = listener.address() as AddressInfo;
  const first = start();
  const id = added(first.servers, {
    name: "web",
    era: "legacy",
    endpoint: {
      kind: "http",
      url: `http://127.0.0.1:${port}/mcp`,
      headers: [{ name: "X-Api-Key", secret: true, value: "s3cr3t" }],
    },
  });
  await confirmed(first.servers, first.screen, id);
  await first.screen.is(id, "failed");
  await first.servers.close();
  const file = path.join(folder, "servers.json");
  writeFileSync(file, readFileSync(file, "utf8").replaceAll("127.0.0.1", "localhost"));
  const { servers, screen } = start();
  await confirmed(servers, screen, id);
  await screen.is(id, "failed");
  expect(heard).toEqual(["s3cr3t", undefined]);
  expect(screen.views.get(id)?.endpoint).toMatchObject({ headers: [{ present: false }] });
  await new Promise((resolve) => listener.close(resolve));
});

it.each([
  ["nope", false],
  ["nope", true],
  ["ftp://files.example/mcp", true],
])("shows every server where the address of one is %s (turned on: %s)", async (url, enabled) => {
  const first = start();
  const id = added(first.servers, {
    name: "web",
    era: "legacy",
    endpoint: {
      kind: "http",
      url: "http://127.0.0.1:9/mcp",
      headers: [{ name: "X-Api-Key", secret: true, value: "s3cr3t" }],
    },
  });
  first.servers.enable(id, enabled);
  await first.servers.close();
  const file = path.join(folder, "servers.json");
  writeFileSync(file, readFileSync(file, "utf8").replace("http://127.0.0.1:9/mcp", url));
  const { servers, screen } = start();
  const state = enabled ? { kind: "failed", failure: { kind: "server-unreachable" } } : OFF;
  const headers = [{ name: "X-Api-Key", secret: true, present: false }];
  expect(servers.views()).toMatchObject([
    { id, state, endpoint: { url, headers } },
    { source: "demo" },
  ]);
  expect(await servers.signOut(id)).toEqual({ ok: true, value: "not-offered" });
  const local = added(servers, input());
  await screen.is(local, "needs-confirmation");
  expect(screen.state(local)).toMatchObject({ kind: "needs-confirmation" });
  const mended = { kind: "http" as const, url: "http://127.0.0.1:9/mcp", headers: [] };
  expect(servers.update(id, { name: "web", era: "legacy", endpoint: mended }).ok).toBe(true);
});

it("starts nothing that is turned off, even if it is confirmed", async () => {
  const { servers, screen } = start();
  const id = added(servers, input());
  await screen.is(id, "needs-confirmation");
  const hash = hashOf(screen.views.get(id));
  servers.enable(id, false);
  await screen.is(id, "off");
  expect(servers.confirm(id, hash)).toEqual({ ok: true, value: null });
  expect(servers.connection(id)).toBeNull();
  servers.enable(id, true);
  await screen.is(id, "connected");
});

it("starts what is turned off and on again at once, however long its program is checked", async () => {
  const real = new ProgramInspector({ path: () => Promise.resolve(process.env["PATH"] ?? "") });
  let looks: Promise<void> = Promise.resolve();
  const inspector: Inspector = { look: (endpoint) => looks.then(() => real.look(endpoint)) };
  const { servers, screen } = start([], inspector);
  const id = added(servers, input());
  await screen.is(id, "needs-confirmation");
  servers.confirm(id, hashOf(screen.views.get(id)));
  await screen.is(id, "connected");
  let looked: () => void = () => undefined;
  looks = new Promise((resolve) => (looked = resolve));
  servers.enable(id, false);
  servers.enable(id, true);
  await puppet.gone();
  await new Promise((resolve) => setImmediate(resolve));
  expect(screen.state(id)).toMatchObject({ kind: "connecting" });
  looked();
  await screen.is(id, "connected");
});

it("starts a command without a folder in the home folder, as the confirmation says", async () => {
  const { servers, screen } = start();
  const print = "console.error(process.cwd()); process.stdin.resume()";
  const endpoint = {
    kind: "stdio" as const,
    command: process.execPath,
    args: ["-e", print],
    cwd: null,
  };
  const id = added(servers, { name: "cwd", era: "legacy", endpoint: { ...endpoint, env: [] } });
  await screen.is(id, "needs-confirmation");
  servers.confirm(id, hashOf(screen.views.get(id)));
  await screen.watch.until(() => screen.lines.length > 0);
  expect(screen.lines[0]?.text).toBe(realpathSync(homedir()));
});

it("gives a process its own variables and little else", async () => {
  process.env["LEAK"] = "must not be seen";
  const { servers, screen } = start();
  const print = "console.error(JSON.stringify(process.env)); process.stdin.resume()";
  const id = added(servers, {
    name: "env",
    era: "legacy",
    endpoint: {
      kind: "stdio",
      command: process.execPath,
      args: ["-e", print],
      cwd: folder,
      env: [TOKEN],
    },
  });
  await screen.is(id, "needs-confirmation");
  servers.confirm(id, hashOf(screen.views.get(id)));
  await screen.watch.until(() => screen.lines.length > 0);
  delete process.env["LEAK"];
  const env = JSON.parse(screen.lines[0]?.text ?? "") as Record<string, string>;
  const names = [
    "API_TOKEN",
    "COUNTERSIGN_SERVER_PROCESS",
    "HOME",
    "LOGNAME",
    "PATH",
    "PWD",
    "SHELL",
    "TERM",
    "USER",
  ];
  const allowed = new Set(names);
  expect(env["API_TOKEN"]).toBe("s3cr3t");
  expect(Object.keys(env).filter((name) => !allowed.has(name))).toEqual([]);
});

it("asks once for a command of --config, in this run and the next", async () => {
  const first = start([input([TOKEN])]);
  const id = "run:Puppet";
  await first.screen.is(id, "needs-confirmation");
  expect(first.screen.views.get(id)).toMatchObject({ source: "run", state: { changed: false } });
  first.servers.confirm(id, hashOf(first.screen.views.get(id)));
  await first.screen.is(id, "connected");
  await first.servers.close();
  expect(readFileSync(path.join(folder, "servers.json"), "utf8")).not.toMatch(/API_TOKEN|Puppet/);

  const second = start([input([TOKEN])]);
  await second.screen.is(id, "connected");
  await second.servers.close();

  const third = start([input([{ ...TOKEN, value: "changed" }])]);
  await third.screen.is(id, "needs-confirmation");
  expect(third.screen.state(id)).toMatchObject({ kind: "needs-confirmation", changed: true });
});

const webAt = (url: string, more: Partial<ServerInput> = {}): ServerInput => ({
  name: "web",
  era: "legacy",
  endpoint: { kind: "http", url, headers: [] },
  ...more,
});
/** Nobody listens there: connecting fails. */
const NOBODY = "http://127.0.0.1:9/mcp";

it.each(["stored", "run"] as const)(
  "connects to no address that was not confirmed, and asks once (%s)",
  async (source) => {
    const open = (url: string) => start(source === "run" ? [webAt(url)] : []);
    const first = open(NOBODY);
    const id = source === "run" ? "run:web" : added(first.servers, webAt(NOBODY));
    await first.screen.is(id, "needs-confirmation");
    expect(first.screen.state(id)).toMatchObject({ kind: "needs-confirmation", changed: false });
    expect(first.servers.standing(id)).toEqual({ identity: null, name: "unapproved" });
    await confirmed(first.servers, first.screen, id);
    await first.screen.is(id, "failed");
    expect(first.servers.standing(id)).toMatchObject({ name: "own" });
    await first.servers.close();
    const second = open(NOBODY);
    await second.screen.is(id, "failed");
    expect(second.servers.standing(id)).toEqual(first.servers.standing(id));
    await second.servers.close();
    if (source === "stored") return;
    const third = open("http://127.0.0.1:9/other");
    await third.screen.is(id, "needs-confirmation");
    expect(third.screen.state(id)).toMatchObject({ kind: "needs-confirmation", changed: true });
  },
);

it("shows which permissions a config adds, and asks again when it adds more", async () => {
  const policy = policySchema.parse({
    unasked: "ask",
    control: "rules",
    tools: false,
    models: { allowed: ["a/*"] },
    limits: { perMinute: 5000, messages: 1, waitMs: 1000, budgets: { usd: { day: 1 } } },
  });
  const more = [
    { path: "unasked", value: "ask", usual: "refuse" },
    { path: "limits.perMinute", value: 5000, usual: 120 },
  ];
  const first = start([webAt(NOBODY, { policy })]);
  await first.screen.is("run:web", "needs-confirmation");
  expect(first.screen.state("run:web")).toMatchObject({ loosened: more });
  await confirmed(first.servers, first.screen, "run:web");
  await first.servers.close();
  const second = start([webAt(NOBODY, { policy })]);
  await second.screen.is("run:web", "failed");
  expect(second.servers.policyOf("run:web")).toEqual(policy);
  await second.servers.close();
  const looser = { ...policy, tasks: true };
  const third = start([webAt(NOBODY, { policy: looser })]);
  await third.screen.is("run:web", "needs-confirmation");
  const id = added(third.servers, { ...input(), policy });
  await third.screen.is(id, "needs-confirmation");
  expect(third.screen.state(id)).toMatchObject({ kind: "needs-confirmation", loosened: more });
  await confirmed(third.servers, third.screen, id);
  // From now on the policy is the user's: what they allow beyond it asks nothing.
  third.servers.setPolicy(id, looser);
  third.servers.connect(id);
  await third.screen.is(id, "connected");
});

it("knows the owner of a name, whatever the case and width of its letters", async () => {
  const called = (name: string, url = NOBODY) => webAt(url, { name });
  const { servers, screen } = start();
  const id = added(servers, called("GitHub"));
  await confirmed(servers, screen, id);
  await screen.is(id, "failed");
  const own = servers.standing(id);
  expect(own).toEqual({ identity: expect.stringMatching(/^[0-9a-f]{64}$/), name: "own" });
  for (const name of ["ＧｉｔＨｕｂ", "git\u200bhub", id.toUpperCase()]) {
    const other = added(servers, called(name, "http://127.0.0.1:9/other"));
    expect(servers.standing(id)).toEqual({ ...own, name: "shared" });
    expect(servers.standing(other)?.name).toBe("unapproved");
    servers.remove(other);
  }
  servers.update(id, called("Renamed"));
  await screen.is(id, "failed");
  expect(servers.standing(id)).toEqual(own);
});

it("takes the servers of a second --config beside those of the first", () => {
  const { servers } = start([input()]);
  servers.takeRun([input(), input([TOKEN])]);
  expect(servers.views().map(({ id }) => id)).toEqual(["demo", "run:Puppet", "run:Puppet'"]);
});

it("links requests and lines to calls, counts them, and ends them when turned off", async () => {
  const { servers, screen, desk, clock } = start();
  const runs = new Map<string, unknown>();
  const watch = new Waiters();
  const calls = new CallsService({
    servers,
    clock,
    audience: ofRuns((run) => {
      runs.set(run.id, run);
      watch.look();
    }),
  });
  const id = added(servers, input());
  expect(calls.start(id, "tool", "work", {})).toMatchObject({
    failure: { kind: "run-disconnected" },
  });
  expect(calls.start("nobody", "tool", "work", {})).toMatchObject({
    failure: { kind: "not-found", what: "server" },
  });
  await screen.is(id, "needs-confirmation");
  servers.confirm(id, hashOf(screen.views.get(id)));
  await screen.is(id, "connected");
  const started = calls.start(id, "tool", "work", { topic: "x" });
  if (!started.ok) throw new Error(started.failure.kind);
  const run = (): unknown => runs.get(started.value);
  const call = await puppet.called();
  expect(call.params?.["arguments"]).toEqual({ topic: "x" });
  puppet.log("info", "working");
  puppet.ask(question("?"), 0);
  const request = await desk.request();
  await screen.watch.until(() => screen.views.get(id)?.asked === 1);
  await watch.until(() => JSON.stringify(run()).includes("working"));
  expect(run()).toMatchObject({
    state: "running",
    requestIds: [request.id],
    lines: [{ from: "log", level: "info", text: "working" }],
  });
  servers.enable(id, false);
  await screen.is(id, "off");
  expect(request.withdrawn).toEqual([{ kind: "switched-off" }]);
  await watch.until(() => !JSON.stringify(run()).includes('"state":"running"'));
  expect(run()).toMatchObject({ state: "failed", failure: { kind: "run-disconnected" } });
  await puppet.gone();
});

it("cancels a call, and keeps the newest of the ended ones", async () => {
  const { servers, screen, clock } = start();
  const watch = new Waiters();
  const removed: string[] = [];
  const audience = ofRuns(
    () => watch.look(),
    (id) => void removed.push(id),
  );
  const calls = new CallsService({ servers, clock, audience });
  const id = added(servers, input());
  await screen.is(id, "needs-confirmation");
  servers.confirm(id, hashOf(screen.views.get(id)));
  await screen.is(id, "connected");
  const ids: string[] = [];
  for (let i = 0; i < RUNS_KEPT + 2; i += 1) {
    const started = calls.start(id, "tool", "work", {});
    if (started.ok) ids.push(started.value);
  }
  await puppet.called(ids.length - 1);
  for (const runId of ids) expect(calls.cancel(runId)).toEqual({ ok: true, value: null });
  await watch.until(() => calls.views().every((run) => run.state === "cancelled"));
  expect(calls.views().map((run) => run.id)).toEqual(ids.slice(2));
  expect(removed).toEqual(ids.slice(0, 2));
  expect(calls.cancel(ids.at(-1) ?? "")).toEqual({ ok: false, failure: { kind: "stale" } });
});

it("ends a call that an internal error interrupts", async () => {
  const ended = new Promise<RunView>((resolve) => {
    const calls = new CallsService({
      servers: {
        connection: () => ({ call: () => Promise.reject(new Error("a fault")) }),
        onRequest: () => {},
      },
      clock: { nowMs: Date.now, newId: randomUUID },
      audience: ofRuns((run) => void (run.state === "running" || resolve(run))),
    });
    calls.start("s", "tool", "x", {});
  });
  expect(await ended).toMatchObject({ state: "failed", failure: { kind: "internal" } });
});

it("keeps of huge results only what fits, and tells the window what is gone", async () => {
  const removed: string[] = [];
  const text = "x".repeat(30_000_000);
  const large = { call: () => Promise.resolve(ok({ content: [{ type: "text", text }] })) };
  let ended: () => void = () => {};
  const calls = new CallsService({
    servers: { connection: () => large, onRequest: () => {} },
    clock: { nowMs: Date.now, newId: randomUUID },
    audience: ofRuns(
      (run) => void (run.state === "running" || ended()),
      (id) => void removed.push(id),
    ),
  });
  const ids: string[] = [];
  for (let i = 0; i < 6; i += 1) {
    const done = new Promise<void>((resolve) => (ended = resolve));
    const started = calls.start("s", "tool", "x", {});
    if (started.ok) ids.push(started.value);
    await done;
  }
  // 128 million characters hold four of them.
  expect(removed).toEqual(ids.slice(0, 2));
  expect(calls.views().map(({ id }) => id)).toEqual(ids.slice(2));
});

it("sends a flood of lines in few pushes, and tells how many it did not keep", async () => {
  const { servers, screen } = start();
  const print = "for (let i = 0; i < 5000; i++) console.error(i); process.stdin.resume()";
  const id = added(servers, {
    name: "flood",
    era: "legacy",
    endpoint: { kind: "stdio", command: process.execPath, args: ["-e", print], cwd: null, env: [] },
  });
  const pushesBefore = screen.pushes;
  await screen.is(id, "needs-confirmation");
  servers.confirm(id, hashOf(screen.views.get(id)));
  await screen.watch.until(() => screen.views.get(id)?.linesDropped === 3000);
  expect(screen.lines.map((line) => line.text)).toEqual(
    Array.from({ length: 5000 }, (_, i) => `${i}`),
  );
  expect(screen.pushes - pushesBefore).toBeLessThan(100);
  const kept = servers.lines(id);
  expect(kept.ok && kept.value.map((line) => line.text)[0]).toBe("3000");
});

it("keeps the newest lines and counts the others", () => {
  const ring = new LineRing();
  for (let i = 0; i < LINES_KEPT + 5; i += 1) ring.add({ atMs: i, from: "stderr", text: `${i}` });
  expect(ring.all()).toHaveLength(LINES_KEPT);
  expect(ring.all()[0]?.text).toBe("5");
  expect(ring.dropped).toBe(5);
  for (let i = 0; i < 9; i += 1) ring.add({ atMs: i, from: "stderr", text: "x".repeat(1e6) });
  expect(ring.all()).toHaveLength(8);
});
