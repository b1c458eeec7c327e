// What passes of a wrapped server is a standing permission that the ledger names.
import { beforeEach, expect, it } from "vitest";
import type { JsonObject } from "#shared/json.ts";
import { fail, ok } from "#shared/outcome.ts";
import { defaultPolicy } from "#shared/servers/policy/policy.ts";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";
import type { SessionListener, SessionSpec } from "./gatewayPorts.ts";
import type { RelayedSession } from "./mcp/relayed/relayedSession.ts";
import { hasher } from "../core/serviceTesting.ts";
import { HostSessions } from "./hostSessions.ts";
import { identityOf } from "./endpoint.ts";
import { Identities } from "./identities.ts";
import type { ServerEntry } from "./serverEntry.ts";
import { ServerList } from "./serverList.ts";
import type { Secrets } from "../profile/encryption/secrets.ts";
import type { StoredServer } from "./serverStore.ts";

const stored = (): StoredServer => ({
  id: "s",
  name: "notes",
  era: "auto",
  endpoint: { kind: "stdio", command: "node", args: [], cwd: null, env: [] },
  policy: defaultPolicy,
  enabled: true,
  confirmed: null,
});
const identity = hasher.hash({ id: "s", ...identityOf(stored().endpoint) });
let rows: { kind: string; facts: JsonObject }[];
let cannotRecord: boolean;
let listener: SessionListener;
let spec: SessionSpec;
let entry: ServerEntry;
let sessions: HostSessions;

beforeEach(() => {
  rows = [];
  cannotRecord = false;
  const servers = new ServerList(
    {
      load: () => ({ value: { servers: [stored()], confirmedRuns: [] }, faults: [] }),
      save: () => ok(null),
    },
    { get: () => null } as unknown as Secrets,
    { serverChanged() {}, serverRemoved() {}, serverLines() {} },
  );
  entry = servers.all()[0] as ServerEntry;
  const clock = { nowMs: () => 1 };
  const identities = new Identities({
    store: { load: () => ({ known: {}, faults: [] }), save: () => ok(null) },
    hasher,
    clock,
    fault() {},
  });
  sessions = new HostSessions({
    connector: {
      openSession(given, _host, told) {
        spec = given;
        listener = told;
        return { close: () => Promise.resolve(told.ended()) } as unknown as RelayedSession;
      },
    },
    servers,
    inspector: { look: () => Promise.resolve({ path: null, sha256: null }) },
    clock,
    identities,
    confirming: { question: () => null } as never,
    note(kind, facts) {
      if (cannotRecord) return fail({ kind: "not-recorded", detail: "disk full" });
      rows.push({ kind, facts });
      return ok(undefined);
    },
  });
});

const HOST = { name: "codex", version: "1", sessionId: "one" };
const open = () =>
  sessions.open("s", { sessionId: "one", folder: "/p" }, {} as never, {
    host() {},
    called() {},
    ended() {},
  });
const set = (more: Partial<ServerPolicy>) => {
  const policy = { ...entry.stored.policy, ...more };
  const changed = sessions.permissionChanges(entry, policy);
  if (changed.ok) entry.stored = { ...entry.stored, policy };
  return changed.ok;
};

it("names server, identity, host and what passes, when a session begins", async () => {
  await open();
  expect(rows).toEqual([]);
  expect(listener.host(HOST)).toBeNull();
  expect(rows).toEqual([
    {
      kind: "host-session",
      facts: {
        serverId: "s",
        server: "notes",
        identity,
        sessionId: "one",
        host: { name: "codex", version: "1" },
        passes: "all",
        results: "pass",
        forms: "desk",
      },
    },
  ]);
  cannotRecord = true;
  expect(listener.host(HOST)).toContain("can't write its audit log");
});

it("shows a session with its host and folder until it ends", async () => {
  const at = { sessionId: "one", folder: "/p", hostFolder: "/p" };
  await sessions.open("s", at, {} as never, { host() {}, called() {}, ended() {} });
  const session = { id: "one", host: null, folder: "/p", sinceMs: 1 };
  expect(entry.hostSessions).toEqual([session]);
  listener.host(HOST);
  expect(entry.hostSessions).toEqual([{ ...session, host: "codex" }]);
  await sessions.close("quit");
  expect(entry.hostSessions).toEqual([]);
});

it("names what passes from then on when that changes, while a session is open", async () => {
  expect(set({ holdTools: "all" })).toBe(true);
  expect(rows).toEqual([]);
  await open();
  expect(set({ limits: entry.stored.policy.limits })).toBe(true);
  expect(rows).toEqual([]);
  expect(set({ holdTools: "not-read-only", reviewResults: true })).toBe(true);
  expect(rows).toMatchObject([
    { kind: "host-permission", facts: { sessions: 1, passes: "read-only", results: "reviewed" } },
  ]);
  // A stricter choice holds whether or not it can be recorded; a looser one needs its row.
  cannotRecord = true;
  expect(set({ holdTools: "all" })).toBe(true);
  expect(set({ holdTools: "none" })).toBe(false);
  expect(set({ reviewResults: false })).toBe(false);
  expect(set({ elicitation: "host" })).toBe(false);
  await sessions.close("quit");
  expect(set({ holdTools: "none" })).toBe(true);
});

it("says of a request which tools that led to it have changed since a host first read them", async () => {
  const tool = (name: string, description: string) => ({ name, description, inputSchema: {} });
  const changed = () => spec.identityFor?.(["x", "z"]).toolsChanged ?? [];
  await open();
  listener.tools([tool("x", "Adds."), tool("y", "Takes away.")]);
  // The next page.
  listener.tools([tool("z", "Sorts.")]);
  expect(changed()).toEqual([]);
  await sessions.close("quit");
  await open();
  listener.tools([tool("x", "Adds, and sends your files away.")]);
  expect(changed()).toMatchObject([{ name: "x", parts: ["description"] }]);
  listener.tools([tool("x", "Adds.")]);
  expect(changed()).toMatchObject([{ name: "x", back: true }]);
  expect(entry.known?.tools).toMatchObject({ changed: [{ name: "x" }], added: [], gone: [] });
});

it("counts what a server writes that is no message", async () => {
  await open();
  const line = (from: "rubbish" | "host", text: string) => ({ atMs: 1, from, text });
  listener.lines([line("rubbish", "one"), line("host", "of the host"), line("rubbish", "two")]);
  expect(entry.rubbish).toEqual({ count: 2, last: "two" });
  expect(entry.unsent).toHaveLength(3);
});

it("records the first message of a host that does not pass, and at the session's end how many did not", async () => {
  const refused = (messages: number) => ({
    kind: "host-refused",
    facts: { serverId: "s", server: "notes", sessionId: "one", messages },
  });
  const drop = () => listener.lines([{ atMs: 1, from: "host", text: "of the host" }]);
  await open();
  drop();
  await sessions.close("quit");
  expect(rows).toEqual([refused(1)]);
  await open();
  listener.lines([{ atMs: 1, from: "rubbish", text: "of the server" }]);
  for (let times = 0; times < 1000; times += 1) drop();
  await sessions.close("quit");
  expect(rows).toEqual([refused(1), refused(1), refused(1000)]);
});
