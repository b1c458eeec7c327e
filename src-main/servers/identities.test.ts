// Who servers are, with real processes and real files: what changed since the user's approval asks again.
import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync } from "node:fs";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Puppet, question } from "../../e2e/support/puppet.ts";
import type { Requester } from "#shared/request/life/heldRequest.ts";
import type { ServerView } from "#shared/servers/server.ts";
import type { ServerInput } from "#shared/servers/config/input.ts";
import { hasher } from "../core/serviceTesting.ts";
import { FakeDesk, Waiters } from "./mcp/testing.ts";
import { openKnown } from "./knownStore.ts";
import { Identities } from "./identities.ts";
import type { ServersService } from "./servers.ts";
import { serversIn } from "./testing.ts";

let folder: string;
let puppet: Puppet;
const services: ServersService[] = [];
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-identities-"));
  puppet = await Puppet.open();
  copyFileSync(puppet.command.args[0] ?? "", script());
});
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
  await puppet.close();
  rmSync(folder, { recursive: true });
});
const script = (): string => path.join(folder, "server.mjs");

function start(run: ServerInput[] = []) {
  const views = new Map<string, ServerView>();
  const watch = new Waiters();
  const desk = new FakeDesk();
  const servers = serversIn(folder, {
    desk,
    listener: {
      serverChanged: (view) => {
        views.set(view.id, view);
        watch.look();
      },
      serverRemoved: () => {},
      serverLines: () => {},
    },
  });
  services.push(servers);
  servers.start();
  servers.takeRun(run);
  const is = async (id: string, kind: ServerView["state"]["kind"]): Promise<ServerView> => {
    await watch.until(() => views.get(id)?.state.kind === kind);
    const view = views.get(id);
    if (view === undefined) throw new Error("no such server");
    return view;
  };
  const until = async (id: string, fits: (view: ServerView) => boolean): Promise<ServerView> => {
    const view = (): ServerView | undefined => views.get(id);
    await watch.until(() => view() !== undefined && fits(view() as ServerView));
    return view() as ServerView;
  };
  return { servers, desk, is, until };
}

function input(file = script()): ServerInput {
  const { command, args } = puppet.command;
  const endpoint = { kind: "stdio" as const, command, args: [file, args[1] ?? ""] };
  return {
    name: "Puppet",
    era: "legacy",
    endpoint: { ...endpoint, cwd: null, env: [] },
  };
}

const hashOf = ({ state }: ServerView): string =>
  state.kind === "needs-confirmation" ? state.hash : "nothing to confirm";

async function confirmed(): Promise<string> {
  const { servers, is } = start();
  const id = servers.add(input());
  if (!id.ok) throw new Error("not added");
  const asked = await is(id.value, "needs-confirmation");
  expect(asked.known?.identity).toMatchObject({
    kind: "program",
    path: expect.stringContaining("node"),
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    files: [{ path: script(), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
  });
  servers.confirm(id.value, hashOf(asked));
  await is(id.value, "connected");
  await servers.close();
  services.splice(0);
  return id.value;
}

it("asks before a start when the script differs from the confirmed one, and says which", async () => {
  const id = await confirmed();
  const before = puppet.starts;
  appendFileSync(script(), "\n// Now something else.\n");
  const { servers, is } = start();
  const asked = await is(id, "needs-confirmation");
  expect(asked.state).toMatchObject({
    changed: true,
    files: [{ kind: "script", path: script() }],
  });
  expect(puppet.starts).toBe(before);
  servers.confirm(id, hashOf(asked));
  const view = await is(id, "connected");
  expect(view.known?.changed).toEqual([]);
  await servers.close();

  const again = start();
  await again.is(id, "connected");
});

it("does not take the confirmation of one file for the next", async () => {
  const id = await confirmed();
  appendFileSync(script(), "\n// One.\n");
  const { servers, is, until } = start();
  const first = hashOf(await is(id, "needs-confirmation"));
  appendFileSync(script(), "\n// Two.\n");
  servers.connect(id);
  const asks = (view: ServerView): boolean =>
    view.state.kind === "needs-confirmation" && hashOf(view) !== first;
  const second = await until(id, asks);
  expect(servers.confirm(id, first)).toEqual({ ok: false, failure: { kind: "stale" } });
  // Changed between the question and the confirmation: what is started is checked once more.
  appendFileSync(script(), "\n// Three.\n");
  expect(servers.confirm(id, hashOf(second))).toMatchObject({ ok: true });
  await until(id, (view) => asks(view) && hashOf(view) !== hashOf(second));
  expect(puppet.starts).toBe(1);
});

it("adds the server's identity to each request", async () => {
  const id = await confirmed();
  const { desk, is } = start();
  await is(id, "connected");
  puppet.send({
    jsonrpc: "2.0",
    id: 7,
    method: "sampling/createMessage",
    params: question("Who?"),
  });
  const { requester } = (await desk.request()).incoming;
  expect(requester.identity).toMatchObject({ kind: "program", files: [{ path: script() }] });
  expect(requester).not.toHaveProperty("identityChanged");
});

it("asks again for a command of --config whose file has changed, from run to run", async () => {
  const first = start([input()]);
  const asked = await first.is("run:Puppet", "needs-confirmation");
  first.servers.confirm("run:Puppet", hashOf(asked));
  await first.is("run:Puppet", "connected");
  await first.servers.close();
  expect(readFileSync(path.join(folder, "servers.json"), "utf8")).not.toContain(script());

  const same = start([input()]);
  await same.is("run:Puppet", "connected");
  await same.servers.close();

  appendFileSync(script(), "\n// Now something else.\n");
  const other = start([input()]);
  const again = await other.is("run:Puppet", "needs-confirmation");
  expect(again.state).toMatchObject({
    changed: true,
    files: [{ kind: "script", path: script() }],
  });
  await other.servers.close();

  // Where the known identity is lost, the hash beside the confirmation still tells.
  rmSync(path.join(folder, "known.json"));
  const lost = start([input()]);
  const told = await lost.is("run:Puppet", "needs-confirmation");
  expect(told.state).toMatchObject({ changed: true, files: [{ kind: "program" }] });
});

it("shows what another command of --config with the same name was, and lets two alternate", async () => {
  const other = path.join(folder, "other.mjs");
  copyFileSync(script(), other);
  for (const file of [script(), other]) {
    const { servers, is } = start([input(file)]);
    const asked = await is("run:Puppet", "needs-confirmation");
    if (file === other) {
      expect(asked.state).toMatchObject({
        changed: true,
        words: {
          kind: "command",
          before: expect.stringContaining(script()),
          after: expect.stringContaining(other),
        },
      });
    }
    servers.confirm("run:Puppet", hashOf(asked));
    await is("run:Puppet", "connected");
    await servers.close();
  }
  for (const file of [script(), other, script()]) {
    const { servers, is } = start([input(file)]);
    const view = await is("run:Puppet", "connected");
    expect(view.known?.changed).toEqual([]);
    await servers.close();
  }
});

it("asks again for an address of --config that differs from the last run", async () => {
  const at = (url: string): ServerInput => ({
    name: "Web",
    era: "legacy",
    endpoint: { kind: "http", url, headers: [] },
  });
  const confirm = ({ servers }: ReturnType<typeof start>, { state }: ServerView) =>
    servers.confirm("run:Web", state.kind === "needs-confirmation" ? state.hash : "");
  const first = start([at("http://127.0.0.1:9/mcp")]);
  confirm(first, await first.is("run:Web", "needs-confirmation"));
  expect((await first.is("run:Web", "failed")).known?.changed).toEqual([]);
  await first.servers.close();
  const second = start([at("http://127.0.0.1:9/other?key=abc")]);
  const view = await second.until("run:Web", knows);
  expect(view.known?.changed).toEqual([
    { kind: "address", before: "http://127.0.0.1:9/mcp", after: "http://127.0.0.1:9/other" },
  ]);
  expect(view.state).toMatchObject({ kind: "needs-confirmation", changed: true });
  // The confirmation is given where all of it is shown.
  expect(second.servers.acceptIdentity("run:Web", view.known?.hash ?? "").ok).toBe(false);
  expect(confirm(second, view).ok).toBe(true);
  await second.servers.close();
  const third = start([at("http://127.0.0.1:9/other?key=abc")]);
  expect((await third.until("run:Web", knows)).known?.changed).toEqual([]);
  expect(readFileSync(path.join(folder, "known.json"), "utf8")).not.toContain("abc");
});
const knows = (view: ServerView): boolean => (view.known?.identity ?? null) !== null;

it("remembers only the newest 500 servers of --config files", { tags: ["long"] }, () => {
  const { made, at } = identities();
  for (let each = 0; each < 502; each += 1) {
    at(each);
    made.begins({ ...atUrl("https://a.example/"), id: `run:${each}` });
  }
  made.begins(atUrl("https://a.example/"));
  const known = openKnown(path.join(folder, "known.json")).load().known;
  expect(Object.keys(known)).toHaveLength(501);
  expect(["run:0", "run:1", "run:2", "a"].map((id) => Object.hasOwn(known, id))).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

const certificate = (sha256: string, issuer = "CA") => ({
  sha256,
  issuer,
  subject: "a.example",
  validToMs: 1,
});

it.each([
  ["gone", (file: string) => rmSync(file)],
  ["broken", (file: string) => writeFileSync(file, '{"servers":')],
])("asks again before a start when the known identity is %s", async (_what, lose) => {
  const id = await confirmed();
  const before = puppet.starts;
  lose(path.join(folder, "known.json"));
  const { servers, is } = start();
  const asked = await is(id, "needs-confirmation");
  expect(asked.state).toMatchObject({ changed: false, files: [{ kind: "forgotten" }] });
  expect(puppet.starts).toBe(before);
  servers.confirm(id, hashOf(asked));
  expect((await is(id, "connected")).known?.changed).toEqual([]);
});

it("holds back an address whose file is damaged until it is approved, even after a restart, but not a new address", () => {
  const file = path.join(folder, "known.json");
  writeFileSync(file, '{"servers":');
  const faults: string[] = [];
  const open = (): Identities => {
    const made = new Identities({
      store: openKnown(file),
      hasher,
      clock: { nowMs: Date.now },
      fault: ({ kind }) => void faults.push(kind),
    });
    made.restore([{ ...atUrl("https://a.example/mcp"), confirmed: null }]);
    made.begins(atUrl("https://a.example/mcp"));
    return made;
  };
  open();
  const made = open();
  expect(faults).toEqual(["file-set-aside"]);
  expect(requesterOf("a", made).identityChanged).toEqual([{ kind: "forgotten" }]);
  made.begins({ ...atUrl("https://b.example/mcp"), id: "b" });
  expect(made.changes("b")).toEqual([]);
  made.approved({ requester: requesterOf("a", made), reply: PUSHED });
  expect([made.changes("a"), open().changes("a")]).toEqual([[], []]);
});

it("keeps a file that cannot be read instead of overwriting it", () => {
  const file = path.join(folder, "known.json");
  mkdirSync(file);
  const store = openKnown(file);
  expect(store.load().faults).toMatchObject([{ kind: "config-unreadable" }]);
  expect(store.save({})).toMatchObject({ ok: true });
  expect(readdirSync(folder).some((name) => name.startsWith("known.json.broken-"))).toBe(true);
});

function identities() {
  let nowMs = 1000;
  const made = new Identities({
    store: openKnown(path.join(folder, "known.json")),
    hasher,
    clock: { nowMs: () => nowMs },
    fault: () => {
      throw new Error("a fault");
    },
  });
  return { made, at: (ms: number) => (nowMs = ms) };
}
const atUrl = (url: string) => ({
  id: "a",
  endpoint: { kind: "http" as const, url, headers: [] },
});
const PUSHED = { kind: "pushed", requestId: 1 } as const;
const requesterOf = (id: string, made: Identities): Requester => ({
  serverId: id,
  name: "A",
  transport: "http",
  where: "",
  protocolVersion: "",
  era: "legacy",
  encrypted: true,
  ...made.requester(id, []),
});

it("knows an address by its first certificate, and by an approved request from then on", () => {
  const { made, at } = identities();
  made.begins(atUrl("https://a.example/mcp?key=1"));
  expect(made.certificate("a", certificate("c1"))).toBe(true);
  expect(made.view("a")).toMatchObject({ changed: [], knownAtMs: 1000 });
  expect(made.certificate("a", certificate("c2"))).toBe(true);
  expect(made.view("a")).toMatchObject({ changed: [], renewed: { sha256: "c1" } });
  made.certificate("a", certificate("c3", "Somebody else"));
  expect(requesterOf("a", made).identityChanged).toMatchObject([
    { kind: "certificate", before: { sha256: "c1" }, after: { sha256: "c3" } },
  ]);
  at(2000);
  expect(made.approved({ requester: requesterOf("a", made), reply: PUSHED })).toBe(true);
  expect(requesterOf("a", made)).not.toHaveProperty("identityChanged");
  expect(made.view("a").knownAtMs).toBe(2000);
  expect(JSON.stringify(made.view("a"))).not.toContain("key=1");

  // Kept over a restart.
  const { made: again } = identities();
  again.begins(atUrl("https://a.example/mcp"));
  again.certificate("a", certificate("c9", "Third"));
  expect(again.changes("a")).toMatchObject([{ before: { sha256: "c3" } }]);
});

it("applies an approval to what was on screen when it was given", () => {
  const { made } = identities();
  made.begins(atUrl("https://a.example/mcp"));
  made.certificate("a", certificate("c1"));
  const seen = requesterOf("a", made);
  made.certificate("a", certificate("c2", "Other"));
  made.approved({ requester: seen, reply: PUSHED });
  expect(made.changes("a")).toMatchObject([{ kind: "certificate" }]);
});

it("keeps the newer identity when a request from before the change is approved", () => {
  const { made, at } = identities();
  made.begins(atUrl("https://a.example/mcp"));
  made.certificate("a", certificate("c1"));
  const old = requesterOf("a", made);
  made.certificate("a", certificate("c2", "Other"));
  made.accept("a", made.view("a").hash);
  // Days later, so that the approval is not skipped as one of the same day.
  at(1000 + 7 * 24 * 3_600_000);
  expect(made.approved({ requester: old, reply: PUSHED })).toBe(false);
  expect(made.changes("a")).toEqual([]);
  made.certificate("a", certificate("c1"));
  expect(made.changes("a")).toMatchObject([{ before: { sha256: "c2" } }]);
});

it("takes an approved request, but no replay, for a confirmation of who asked", () => {
  const { made } = identities();
  made.begins(atUrl("https://a.example/mcp"));
  made.certificate("a", certificate("c1"));
  made.certificate("a", certificate("c2", "Other"));
  const requester = requesterOf("a", made);
  expect(made.approved({ requester, reply: { kind: "replay", of: "s1" } })).toBe(false);
  expect(made.changes("a")).toHaveLength(1);
  expect(made.approved({ requester, reply: PUSHED })).toBe(true);
  expect(made.changes("a")).toEqual([]);
});

it("applies a confirmation only to what was shown", () => {
  const { made } = identities();
  made.begins(atUrl("https://a.example/mcp"));
  made.begins(atUrl("https://b.example/mcp"));
  const { hash } = made.view("a");
  made.begins(atUrl("https://c.example/mcp"));
  expect(made.accept("a", hash)).toEqual({ ok: false, failure: { kind: "stale" } });
  expect(made.changes("a")).toHaveLength(1);
  expect(made.accept("a", made.view("a").hash)).toMatchObject({ ok: true });
  expect(made.changes("a")).toEqual([]);
});

it("names only those changed tools that a request may come from", () => {
  const { made } = identities();
  const tool = (name: string, description: string) => ({ name, description, inputSchema: {} });
  made.toolsListed("a", [tool("x", "1"), tool("y", "1")]);
  made.toolsListed("a", [tool("x", "2"), tool("y", "2")]);
  expect(made.requester("a", ["x", "z"]).toolsChanged).toMatchObject([{ name: "x" }]);
  expect(made.requester("a", [])).not.toHaveProperty("toolsChanged");
  expect(made.view("a").tools.changed).toHaveLength(2);
});

it("stores no secret of an address or a command, and still tells one from another", () => {
  const file = path.join(folder, "known.json");
  const token = "Zk3v9QmT7xLw2RbY8nHc5JdF";
  const { made } = identities();
  made.begins(atUrl(`https://a.example/s/${token}/mcp`));
  const args = ["--from", "git+https://u:S3cret@a.example/r", "-k", "S3cret"];
  const runner = { kind: "package", what: args[1] ?? "", pinned: false } as const;
  const program = { kind: "stdio" as const, command: "uvx", args, cwd: null, env: [] };
  made.program("b", program, { path: null, sha256: null, runner });
  made.approvedNow("b");
  const kept = readFileSync(file, "utf8");
  expect(kept).not.toContain("S3cret");
  expect(kept).not.toContain(token);
  const { made: again } = identities();
  again.begins(atUrl(`https://a.example/s/${token}/mcp`));
  expect(again.changes("a")).toEqual([]);
  again.begins(atUrl(`https://a.example/s/${token.toLowerCase()}/mcp`));
  expect(again.changes("a")).toMatchObject([{ kind: "address" }]);
});

it("masks what an earlier version stored", () => {
  const file = path.join(folder, "known.json");
  const token = "Zk3v9QmT7xLw2RbY8nHc5JdF";
  const identity = { kind: "address", origin: "https://a.example", pathname: `/s/${token}` };
  const servers = { a: { identity: { identity, atMs: 1 } } };
  writeFileSync(file, JSON.stringify({ servers }));
  const { made } = identities();
  made.begins(atUrl(`https://a.example/s/${token}`));
  expect(made.changes("a")).toEqual([]);
  made.approvedNow("a");
  expect(readFileSync(file, "utf8")).not.toContain(token);
});
