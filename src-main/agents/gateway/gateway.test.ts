import { createHash } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { fail, ok } from "#shared/outcome.ts";
import { defaultPolicy } from "#shared/servers/policy/policy.ts";
import type { ServerView } from "#shared/servers/server.ts";
import type { ServerInput } from "#shared/servers/config/input.ts";
import { endpointKey } from "../../servers/endpoint.ts";
import { GatewayService } from "./gateway.ts";
import { HostEntries } from "./hostEntries.ts";
import type { HostEnd } from "../../servers/gatewayPorts.ts";
import type { HostSession } from "../../servers/mcp/relayed/relayedSession.ts";
import type { Wrap } from "../wrapStore.ts";

const FILE = "/home/me/.cursor/mcp.json";
const ORIGINAL = `{
  // Mine.
  "mcpServers": {
    "notes": { "command": "npx", "args": ["notes"], "env": { "API_KEY": "s3cret" } },
    "other": { "command": "uvx", "args": ["other"] },
    "web": { "url": "https://mcp.example", "headers": { "X-Key": "k3y" } },
    "filled": { "command": "npx", "args": ["\${HOME}/x"] }
  }
}
`;
const NOTES = ["mcpServers", "notes"];
const OTHER = ["mcpServers", "other"];
const sha = (text: string): string => createHash("sha256").update(text).digest("hex");

let disk: Map<string, string>;
let saved: readonly Wrap[];
let added: ServerInput[];
let opened: string[];
let closed: string[];
let cannotSave: boolean;
let node: string | null;
let portTaken: boolean;
let gateway: GatewayService;

function service(): GatewayService {
  let lastId = 0;
  const read = (file: string) => {
    const text = disk.get(file);
    return text === undefined
      ? fail({ kind: "config-unreadable", file, detail: "" } as const)
      : ok({ text, hash: sha(text) });
  };
  return new GatewayService({
    store: {
      load: () => ({ value: { wraps: [...saved] }, faults: [] }),
      save: ({ wraps }) => {
        if (cannotSave) return fail({ kind: "not-recorded", detail: "disk full" });
        saved = wraps;
        return ok(null);
      },
    },
    configs: {
      find: () => Promise.resolve([{ program: "Cursor", file: FILE, text: disk.get(FILE) ?? "" }]),
      read: () => Promise.resolve([]),
    },
    files: {
      read: (file) => Promise.resolve(read(file)),
      replace: (file, hash, text, backup) => {
        const now = read(file);
        if (!now.ok) return Promise.resolve(now);
        if (now.value.hash !== hash) return Promise.resolve(fail({ kind: "stale" } as const));
        if (backup !== null) disk.set(backup, now.value.text);
        disk.set(file, text);
        return Promise.resolve(ok(sha(text)));
      },
    },
    entries: new HostEntries({
      script: "/p/relay.mjs",
      places: { node: () => Promise.resolve(node) },
      loopback: {
        base: () =>
          Promise.resolve(
            portTaken
              ? fail({ kind: "port-taken", port: 4100, detail: "EADDRINUSE" } as const)
              : ok("http://127.0.0.1:4100"),
          ),
      },
      clock: { nowMs: () => lastId, newId: () => `id-${(lastId += 1)}` },
    }),
    servers: {
      views: () =>
        added.map(
          ({ name, endpoint, policy }, index) =>
            ({ id: `server-${index}`, name, endpoint, policy, enabled: false }) as ServerView,
        ),
      withEndpoint: (endpoint) => {
        const key = endpointKey(endpoint);
        const at = added.findIndex((one) => endpointKey(one.endpoint) === key);
        return at === -1 ? undefined : `server-${at}`;
      },
      add(input) {
        added.push(input);
        return ok(`server-${added.length - 1}`);
      },
      update(id, input) {
        const before = added[Number(id.slice("server-".length))];
        if (before === undefined) throw new Error(id);
        Object.assign(before, input, { policy: before.policy });
        return ok(null);
      },
      sessions: {
        ask: () => Promise.resolve(null),
        open: (serverId) => {
          opened.push(serverId);
          return Promise.resolve({
            close: () => Promise.resolve(void closed.push(serverId)),
          } as unknown as HostSession);
        },
      },
    },
    changed: () => {},
  });
}

beforeEach(() => {
  disk = new Map([[FILE, ORIGINAL]]);
  saved = [];
  added = [];
  opened = [];
  closed = [];
  cannotSave = false;
  node = "/usr/bin/node";
  portTaken = false;
  gateway = service();
});

const files = {
  read: (file: string) => {
    const text = disk.get(file) ?? "";
    return Promise.resolve(ok({ text, hash: sha(text) }));
  },
};
/** What it would make of the file, as it is shown. */
async function planned(file: string, paths: string[][]) {
  const plan = await gateway.plan(file, paths, files);
  if (!plan.ok) return plan;
  const { text, backup, hide } = plan.value;
  return ok({ before: hide(disk.get(file) ?? ""), after: hide(text ?? ""), backup: backup ?? "" });
}
const setTo = (paths: (string | number)[][]) => gateway.set(FILE, paths, sha(disk.get(FILE) ?? ""));
async function wrap(...paths: string[][]): Promise<void> {
  const all = [...gateway.wrappedIn(FILE), ...paths].map((one) => JSON.stringify(one));
  const done = await setTo([...new Set(all)].map((one) => JSON.parse(one) as string[]));
  if (!done.ok) throw new Error(done.failure.kind);
}

async function undo(): Promise<void> {
  expect(await setTo([])).toEqual(ok([]));
}

const states = async (): Promise<string[]> =>
  (await gateway.view()).hosts.flatMap(({ servers }) => servers.map(({ state }) => state));

it("shows what it would change, without secrets, and changes exactly that", async () => {
  const change = await planned(FILE, [NOTES]);
  if (!change.ok) throw new Error("no change");
  expect(change.value.before).not.toContain("s3cret");
  expect(change.value.before).toContain("uvx");
  expect(change.value.after).toContain("/p/relay.mjs");
  await planned(FILE, [NOTES, OTHER]);
  await wrap(NOTES);
  expect(disk.get(change.value.backup)).toBe(ORIGINAL);
  const text = disk.get(FILE) ?? "";
  const [, id = ""] = /relay\.mjs",\s*"([^"]+)"/.exec(text) ?? [];
  const [, token = ""] = /COUNTERSIGN_TOKEN":\s*"([^"]+)"/.exec(text) ?? [];
  expect(change.value.after).not.toContain(token);
  // The id that was shown; the secret is the desk's now.
  expect(change.value.after).toContain(id);
  expect(text).not.toContain("s3cret");
  expect(added).toMatchObject([{ endpoint: { env: [{ name: "API_KEY", value: "s3cret" }] } }]);
  expect(await states()).toEqual(["after-restart", "direct", "direct", "direct"]);
});

it("wraps no server that the host fills in", async () => {
  const [host] = (await gateway.view()).hosts;
  expect(host?.servers.map(({ notWrappable }) => notWrappable)).toEqual([
    undefined,
    undefined,
    undefined,
    "placeholders",
  ]);
  for (const name of ["filled", "gone"])
    expect(await planned(FILE, [["mcpServers", name]])).toMatchObject({ ok: false });
  expect(await planned("/etc/passwd", [NOTES])).toMatchObject({ ok: false });
});

it("restores the exact bytes of a file that nobody changed", async () => {
  await wrap(NOTES, OTHER);
  expect(disk.get(FILE)).not.toBe(ORIGINAL);
  await undo();
  expect(disk.get(FILE)).toBe(ORIGINAL);
  // Also after two changes in a row.
  await wrap(NOTES);
  await wrap(OTHER);
  await undo();
  expect(disk.get(FILE)).toBe(ORIGINAL);
  expect(saved).toEqual([]);
});

it("reverts only its own entries if the file has changed since", async () => {
  await wrap(NOTES);
  disk.set(FILE, (disk.get(FILE) ?? "").replace("// Mine.", "// Mine, later."));
  await undo();
  expect(disk.get(FILE)).toBe(ORIGINAL.replace("// Mine.", "// Mine, later."));
});

it("shows an entry that was changed back, and can wrap it again", async () => {
  await wrap(NOTES);
  disk.set(FILE, ORIGINAL);
  expect(await states()).toEqual(["drifted", "direct", "direct", "direct"]);
  await wrap(NOTES);
  expect(await states()).toEqual(["after-restart", "direct", "direct", "direct"]);
  expect(added).toHaveLength(1);
});

it("changes nothing if the file differs from what was shown, or its own record cannot be kept", async () => {
  disk.set(FILE, `${ORIGINAL}\n`);
  expect(await gateway.set(FILE, [NOTES], sha(ORIGINAL))).toEqual(fail({ kind: "stale" }));
  disk.set(FILE, ORIGINAL);
  cannotSave = true;
  expect(await setTo([NOTES])).toMatchObject({ ok: false });
  expect(disk.get(FILE)).toBe(ORIGINAL);
  expect(await states()).toEqual(["direct", "direct", "direct", "direct"]);
});

it("admits a relay with the entry's token, to its server only", async () => {
  await wrap(NOTES);
  const [, id = ""] = /relay\.mjs",\s*"([^"]+)"/.exec(disk.get(FILE) ?? "") ?? [];
  const [, token = ""] = /"COUNTERSIGN_TOKEN": "([^"]+)"/.exec(disk.get(FILE) ?? "") ?? [];
  const host = {} as HostEnd;
  const greeting = { wrapId: id, token, folder: "/work" };
  for (const wrong of [
    { ...greeting, token: "guess" },
    { ...greeting, wrapId: "another" },
  ])
    expect(await gateway.admit(wrong, host)).toContain("does not know this entry");
  expect(opened).toEqual([]);
  expect(typeof (await gateway.admit(greeting, host))).toBe("object");
  expect(opened).toEqual(["server-0"]);
  expect(await states()).toEqual(["through", "direct", "direct", "direct"]);
  // Also in a later run.
  gateway = service();
  expect(typeof (await gateway.admit(greeting, host))).toBe("object");
});

it("wraps a server at an address with the relay, and any server over HTTP if there is no Node", async () => {
  const WEB = ["mcpServers", "web"];
  await wrap(WEB);
  const wrapped = JSON.parse((disk.get(FILE) ?? "").replace(/^ *\/\/.*$/m, "")) as {
    mcpServers: Record<string, object>;
  };
  expect(wrapped.mcpServers["web"]).toMatchObject({ command: "/usr/bin/node" });
  expect(wrapped.mcpServers["web"]).not.toHaveProperty("url");
  expect(disk.get(FILE)).not.toContain("X-Key");
  expect(gateway.usesHttp()).toBe(false);
  await undo();
  expect(disk.get(FILE)).toBe(ORIGINAL);

  node = null;
  await wrap(NOTES, WEB);
  expect(disk.get(FILE)).toMatch(/"url": "http:\/\/127\.0\.0\.1:4100\/mcp\/id-\d+"/);
  expect(disk.get(FILE)).not.toContain('npx", "args": ["notes');
  expect(gateway.usesHttp()).toBe(true);
  expect((await states()).slice(0, 3)).toEqual(["after-restart", "direct", "after-restart"]);
  await undo();
  expect(disk.get(FILE)).toBe(ORIGINAL);
  portTaken = true;
  expect(await planned(FILE, [NOTES])).toMatchObject({
    failure: { kind: "port-taken", port: 4100 },
  });
});

const SECRETS = `{
  "mcpServers": {
    "git": { "command": "npx", "args": ["git"], "env": { "TOKEN": "\${GIT_TOKEN}", "URL": "https://$HOST/\${P:-s3cret}", "DEBUG": "1" } },
    "plain": { "command": "npx", "args": ["git"], "env": { "DEBUG": "1" } },
    "bad": { "command": "npx", "args": ["{env:HOME}/x"], "env": { "A": "$B" } },
    "headed": { "url": "https://mcp.example", "headers": { "Authorization": "Bearer $TOK" } },
    "odd": { "url": "https://mcp.example", "headers": { "X_Key": "$TOK" } },
    "twice": { "url": "https://mcp.example", "headers": { "X-Key": "$TOK", "x-key": "v" } },
    "where": { "url": "https://$HOST", "headers": {} }
  }
}
`;

it("leaves the host's variables to the host, by name, and asks for their approval with the command", async () => {
  disk.set(FILE, SECRETS);
  const [host] = (await gateway.view()).hosts;
  expect(host?.servers.map(({ notWrappable }) => notWrappable)).toEqual([
    undefined,
    undefined,
    "placeholders",
    undefined,
    "placeholders",
    "placeholders",
    "placeholders",
  ]);
  const [GIT, PLAIN] = [
    ["mcpServers", "git"],
    ["mcpServers", "plain"],
  ];
  const change = await planned(FILE, [GIT]);
  if (!change.ok) throw new Error(change.failure.kind);
  expect(change.value.after).toContain('"TOKEN": "${GIT_TOKEN}"');
  await wrap(PLAIN, GIT);
  const { mcpServers } = JSON.parse(disk.get(FILE) ?? "") as {
    mcpServers: Record<string, { args: string[]; env: object }>;
  };
  expect(mcpServers["git"]?.args.slice(2)).toEqual(["TOKEN", "URL"]);
  expect(mcpServers["git"]?.env).toEqual({
    COUNTERSIGN_TOKEN: expect.any(String),
    TOKEN: "${GIT_TOKEN}",
    URL: "https://$HOST/${P:-s3cret}",
  });
  // The same command, with less to approve, is another server.
  expect(added.map(({ endpoint }) => endpoint)).toMatchObject([
    { env: [{ name: "DEBUG" }] },
    { env: [{ name: "DEBUG" }], hostEnv: ["TOKEN", "URL"] },
  ]);
  expect(JSON.stringify(added)).not.toContain("s3cret");
  await undo();
  expect(disk.get(FILE)).toBe(SECRETS);
  // Without Node there is no relay to hand them over.
  node = null;
  expect(await planned(FILE, [GIT])).toMatchObject({
    failure: { kind: "relay-needs-node" },
  });
});

it("gives another host an entry, and ends its sessions when that is removed", async () => {
  await wrap(NOTES);
  const made = await gateway.connectHost("server-0");
  if (!made.ok) throw new Error(made.failure.kind);
  const [, id = ""] = /mcp\/([^"]+)"/.exec(made.value.http) ?? [];
  const [, token = ""] = /Bearer ([^"]+)"/.exec(made.value.http) ?? [];
  expect(made.value.relay).toContain(token);
  expect(JSON.stringify(saved)).not.toContain(token);
  expect((await gateway.view()).others).toMatchObject([{ id, isUsed: false, sessions: 0 }]);
  const greeting = { wrapId: id, token, folder: "/" };
  await gateway.admit(greeting, {} as HostEnd);
  expect((await gateway.view()).others).toMatchObject([{ isUsed: true, sessions: 1 }]);
  await gateway.disconnectHost(id);
  expect(closed).toEqual(["server-0"]);
  expect(typeof (await gateway.admit(greeting, {} as HostEnd))).toBe("string");
  expect((await gateway.view()).hosts[0]?.servers[0]?.state).toBe("after-restart");
});

it("gives each value of a variable or header a server of its own, with the same settings", async () => {
  const entry = (token: string, header: string) => `{
  "mcpServers": {
    "notes": { "command": "npx", "args": ["notes"], "env": { "B": "1", "TOKEN": "${token}" } },
    "web": { "url": "https://mcp.example", "headers": { "Authorization": "${header}" } }
  }
}`;
  const WEB = ["mcpServers", "web"];
  disk.set(FILE, entry("one", "Bearer one"));
  await wrap(NOTES, WEB);
  const [notes] = added;
  if (notes === undefined) throw new Error("nothing added");
  const policy = { ...defaultPolicy, holdTools: "all" as const };
  notes.policy = policy;
  await undo();
  // As another host has it: the same command, other values, in another order.
  disk.set(
    FILE,
    entry("two", "Bearer two").replace('"B": "1", ', "").replace(" } },", ', "B": "1" } },'),
  );
  await wrap(NOTES, WEB);
  const valueIn = ({ endpoint }: ServerInput, name: string) =>
    ("env" in endpoint ? endpoint.env : "headers" in endpoint ? endpoint.headers : []).find(
      (one) => one.name === name,
    )?.value;
  expect(
    added.map((one) => [one.name, valueIn(one, "TOKEN") ?? valueIn(one, "Authorization")]),
  ).toEqual([
    ["notes", "one"],
    ["web", "Bearer one"],
    ["notes (Cursor)", "two"],
    ["web (Cursor)", "Bearer two"],
  ]);
  // What is held of the command is held whatever the value.
  expect(added[2]?.policy).toEqual(policy);
  // The first values again: the first servers again, also with the fields in another order.
  await undo();
  disk.set(
    FILE,
    entry("one", "Bearer one").replace('"B": "1", "TOKEN": "one"', '"TOKEN": "one", "B": "1"'),
  );
  await wrap(NOTES, WEB);
  expect(added).toHaveLength(4);
  expect(saved.map(({ serverId }) => serverId)).toEqual(["server-0", "server-1"]);
});

it("gives an entry without a variable no server whose value for it was lost", async () => {
  await wrap(NOTES);
  await undo();
  const [notes] = added;
  if (notes === undefined || !("env" in notes.endpoint)) throw new Error("nothing added");
  // Without a keychain it is gone after a restart; the user may enter it again.
  for (const one of notes.endpoint.env) one.value = null;
  disk.set(FILE, ORIGINAL.replace('"API_KEY": "s3cret"', ""));
  await wrap(NOTES);
  expect(added).toMatchObject([{ endpoint: { env: [{}] } }, { endpoint: { env: [] } }]);
  expect(saved.map(({ serverId }) => serverId)).toEqual(["server-1"]);
});

it("gives the server the new value if the entry was changed back with another one", async () => {
  await wrap(NOTES, OTHER);
  disk.set(FILE, ORIGINAL.replace("s3cret", "an0ther"));
  await wrap(NOTES);
  expect(added).toHaveLength(2);
  expect(added[0]).toMatchObject({ name: "notes", endpoint: { env: [{ value: "an0ther" }] } });
  expect(saved.map(({ serverId }) => serverId).toSorted()).toEqual(["server-0", "server-1"]);
});
