// Both doors of the gateway, each with a real server process: no message reaches it that some reader takes for a tool call
// and the desk does not; no response of a host reaches it that answers nothing the host was asked.
import { mkdtempSync, writeFileSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import readline from "node:readline";
import { afterEach, describe, expect, it } from "vitest";
import { smuggledCalls } from "#shared/rpc/testing.ts";
import type { Smuggled } from "#shared/rpc/testing.ts";
import { defaultPolicy } from "#shared/servers/policy/policy.ts";
import type { ServerLine } from "#shared/servers/server.ts";
import { HttpListener } from "../agents/gateway/httpListener.ts";
import { openRelayListener, socketOf } from "../agents/gateway/relayListener.ts";
import { Connector } from "../servers/mcp/session/connector.ts";
import { FakeDesk, Waiters } from "../servers/mcp/testing.ts";
import { openLoopback } from "../net/loopback.ts";
import type { Admission } from "../agents/gateway/gateway.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "countersign-strict-"));
const closing: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const SERVER = path.join(folder, "server.mjs");
writeFileSync(
  SERVER,
  `import readline from "node:readline";
const seen = [];
const write = (message) => process.stdout.write((typeof message === "string" ? message : JSON.stringify({ jsonrpc: "2.0", ...message })) + "\\n");
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "x/seen") write({ id, result: { seen } });
  else if (method === "x/write") { for (const one of params.lines) write(one); write({ id, result: {} }); }
  else seen.push(line);
  if (method === "initialize") write({ id, result: { protocolVersion: params.protocolVersion, capabilities: {}, serverInfo: { name: "s", version: "1" } } });
  if (method === "tools/call") write({ id, result: { content: [] } });
});`,
);

type Message = Record<string, unknown> & { id?: unknown; method?: string };
type Version = "2025-03-26" | "2025-06-18" | "2025-11-25" | "2026-07-28";
type Hold = "none" | "all";

const meta = (version: Version): object =>
  version === "2026-07-28"
    ? { params: { _meta: { "io.modelcontextprotocol/protocolVersion": version } } }
    : {};

async function gateway(holdTools: Hold) {
  const desk = new FakeDesk();
  const lines: ServerLine[] = [];
  let begun = 0;
  const connector = new Connector({
    signIn: null,
    desk,
    loginShell: { path: () => Promise.resolve("") },
    startDemo: () => {
      throw new Error("no demo here");
    },
    appVersion: "0",
    newId: () => crypto.randomUUID(),
  });
  const admit: Admission = (greeting, host) =>
    Promise.resolve(
      connector.openSession(
        {
          sessionId: "one",
          serverId: "s",
          name: "s",
          era: "auto",
          identityFor: () => ({}),
          where: "node",
          folder: greeting.folder ?? os.homedir(),
          policy: () => ({ ...defaultPolicy, holdTools }),
          endpoint: {
            kind: "stdio",
            command: process.execPath,
            args: [SERVER],
            cwd: folder,
            env: [],
          },
        },
        host,
        {
          host: () => {
            begun += 1;
            return null;
          },
          lines: (more) => void lines.push(...more),
          requestReceived() {},
          called() {},
          tools() {},
          ended() {},
        },
      ),
    );
  return { desk, lines, begun: () => begun, admit };
}

/** A host on the relay's socket. */
async function onSocket(admit: Admission) {
  const socket = socketOf(mkdtempSync(path.join(folder, "profile-")));
  const listener = await openRelayListener(socket, admit, () =>
    Promise.reject(new Error("no hooks")),
  );
  const connection = net.connect(socket);
  closing.push(async () => {
    connection.destroy();
    await listener.close();
  });
  const watch = new Waiters();
  const received: Message[] = [];
  const say = (line: Uint8Array | string): void => {
    connection.write(line);
    connection.write("\n");
  };
  say(JSON.stringify({ relay: 1, id: "w", token: "t", folder }));
  readline.createInterface({ input: connection }).on("line", (line) => {
    received.push(JSON.parse(line) as Message);
    watch.look();
  });
  await watch.until(() => received.length === 1);
  const responseTo = async (id: unknown): Promise<Message> => {
    await watch.until(() => received.some((one) => one.id === id && one.method === undefined));
    return received.find((one) => one.id === id && one.method === undefined) ?? {};
  };
  return { say, received, responseTo, until: (done: () => boolean) => watch.until(done) };
}

async function overHttp(admit: Admission) {
  const door = new HttpListener(admit);
  const loopback = await openLoopback(0, [door]);
  closing.push(async () => {
    await door.close();
    await loopback.close();
  });
  const url = `http://127.0.0.1:${loopback.port}/mcp/w`;
  const session: Record<string, string> = {};
  return {
    async post(body: Uint8Array | string, more: Record<string, string> = {}) {
      const headers = {
        authorization: "Bearer t",
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...session,
        ...more,
      };
      const response = await fetch(url, { method: "POST", headers, body: Buffer.from(body) });
      const id = response.headers.get("mcp-session-id");
      if (id !== null) session["mcp-session-id"] = id;
      return { status: response.status, text: await response.text() };
    },
  };
}

const initialize = (version: Version): string =>
  JSON.stringify({
    jsonrpc: "2.0",
    id: "init",
    method: "initialize",
    params: {
      protocolVersion: version,
      capabilities: {},
      clientInfo: { name: "host", version: "1" },
    },
  });
/** What the headers of that message repeat since 2026-07-28. */
const REPEATS = { "mcp-protocol-version": "2026-07-28", "mcp-method": "x/seen" };
const asksSeen = (version: Version): string =>
  JSON.stringify({ jsonrpc: "2.0", id: "seen", method: "x/seen", ...meta(version) });
const seenIn = (text: string): string[] =>
  (JSON.parse(text) as { result: { seen: string[] } }).result.seen;

/** All of them, but for a batch where there are some. */
const shapes = (version: Version): Smuggled[] =>
  smuggledCalls("delete", '{"a":1}').filter(
    ({ title }) => version !== "2025-03-26" || title !== "in a batch",
  );

/** Both holds under one version, the newest under the one that has more to do; the other cells take as long again. */
const cells = (["2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"] as const).flatMap(
  (version) =>
    (["none", "all"] as const).map((hold) => ({
      version,
      hold,
      tags:
        version === "2025-11-25" || (version === "2026-07-28" && hold === "all") ? [] : ["long"],
    })),
);

describe.each(cells)("under $version, tool calls held: $hold", ({ version, hold, tags }) => {
  it.each(["first", "later"] as const)(
    "nothing else is a call on the socket (%s)",
    { tags },
    async (when) => {
      const { admit, lines, desk, begun } = await gateway(hold);
      const { say, received, responseTo, until } = await onSocket(admit);
      if (when === "later" && version !== "2026-07-28") {
        say(initialize(version));
        await responseTo("init");
      }
      const all = when === "first" ? smuggledCalls("delete", "{}") : shapes(version);
      for (const { line, encoding } of all) say(Buffer.from(line, encoding));
      say(asksSeen(version));
      const { result } = (await responseTo("seen")) as { result: { seen: string[] } };
      expect(result.seen.join("\n")).not.toContain("delete");
      expect(desk.requests).toEqual([]);
      // Each that has an id gets an error under it, and every one is named.
      const ids = all.flatMap(({ id }) => (id === null ? [] : [Number(id)]));
      await until(() => received.filter(({ error }) => error !== undefined).length >= ids.length);
      const errors = received.filter(({ error }) => error !== undefined);
      expect(errors.map(({ id }) => Number(id)).toSorted()).toEqual(ids.toSorted());
      expect(errors.every(({ error }) => (error as { code: number }).code === -32600)).toBe(true);
      expect(lines.filter(({ from }) => from === "host").length).toBe(all.length);
      expect(begun()).toBeGreaterThan(0);
    },
  );

  it("nothing else is a call over HTTP", { tags }, async () => {
    const { admit, desk, lines } = await gateway(hold);
    const { post } = await overHttp(admit);
    for (const { title, line, encoding, id } of smuggledCalls("delete", "{}")) {
      const { status, text } = await post(Buffer.from(line, encoding));
      expect(`${title} ${status}`).toBe(`${title} 400`);
      if (title !== "with a byte that is not UTF-8") expect(text).toContain(`"id":${id},"error"`);
    }
    if (version !== "2026-07-28") await post(initialize(version));
    for (const { title, line, encoding } of shapes(version))
      expect(`${title} ${(await post(Buffer.from(line, encoding))).status}`).toBe(`${title} 400`);
    // What names no session belongs to none.
    const shown = lines.filter(({ from }) => from === "host").length;
    expect(shown).toBe(version === "2026-07-28" ? 0 : shapes(version).length);
    const { text } = await post(asksSeen(version), version === "2026-07-28" ? REPEATS : {});
    const seen = seenIn(/\{"jsonrpc".*\}/.exec(text)?.[0] ?? "");
    expect(seen.join("\n")).not.toContain("delete");
    expect(desk.requests).toEqual([]);
  });
});

it("passes each message of a batch of 2025-03-26 with its digits, over both doors, and holds its calls", async () => {
  const one = '{"jsonrpc":"2.0","method":"notifications/x","params":{"n":12345678901234567890}}';
  const batch = `[${one}, {"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"a"}}]`;
  const { admit, desk } = await gateway("all");
  const { say, responseTo } = await onSocket(admit);
  say(initialize("2025-03-26"));
  await responseTo("init");
  say(batch);
  await desk.watch.until(() => desk.requests.length === 1);
  say(asksSeen("2025-03-26"));
  const { result } = (await responseTo("seen")) as { result: { seen: string[] } };
  expect(result.seen.slice(1)).toEqual([one]);

  const { post } = await overHttp(admit);
  await post(initialize("2025-03-26"));
  const posted = post(batch);
  await desk.watch.until(() => desk.requests.length === 2);
  await desk.requests[1]?.reject();
  expect((await posted).text).toContain('"isError":true');
  expect((await post(asksSeen("2025-03-26"))).text).toContain("12345678901234567890");
});

it("refuses a request under the id of one that is open", async () => {
  const { admit, desk } = await gateway("all");
  const { say, responseTo, received } = await onSocket(admit);
  const call = '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"a"}}';
  say(call);
  await desk.watch.until(() => desk.requests.length === 1);
  say(call);
  say('{"jsonrpc":"2.0","id":5,"method":"x/other"}');
  await responseTo(5);
  say(asksSeen("2025-11-25"));
  expect(await responseTo("seen")).toMatchObject({ result: { seen: [] } });
  expect(received.filter(({ id }) => id === 5)).toMatchObject([
    { error: { code: -32600 } },
    { error: { code: -32600 } },
  ]);
  expect(desk.requests).toHaveLength(1);
});

const sampling = {
  method: "sampling/createMessage",
  params: { messages: [{ role: "user", content: { type: "text", text: "hi" } }], maxTokens: 5 },
};
/** Has the server write these lines. */
const writes = (id: string, ...lines: (object | string)[]): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method: "x/write", params: { lines } });

it.each([0, 7, "s-1", "", "1e3"])(
  "takes no response of a host for what the desk holds under the id %j",
  async (held) => {
    const { admit, desk } = await gateway("none");
    const { say, responseTo } = await onSocket(admit);
    say(initialize("2025-11-25"));
    await responseTo("init");
    say(writes("w", { id: held, ...sampling }, { id: "roots", method: "roots/list" }));
    await responseTo("w");
    const request = await desk.request();
    const text = String(held);
    const ids = [
      JSON.stringify(held),
      JSON.stringify(text),
      `${text || 0}.0`,
      `${text || 0}e0`,
      "-0",
      "0",
      '"0"',
      '" 0"',
      '"00"',
      '"0.0"',
      '"0e0"',
      '"+0"',
      "false",
      "null",
      "[0]",
      "{}",
      '""',
      "1000",
      JSON.stringify(` ${text} `),
      JSON.stringify(text.toUpperCase()),
      '"Roots"',
      '"x"',
    ];
    for (const id of ids) {
      say(`{"jsonrpc":"2.0","id":${id},"result":{"forged":true}}`);
      say(`{"jsonrpc":"2.0","id":${id},"error":{"code":-1,"message":"forged"}}`);
      say(`{"id":${id},"result":{"forged":true}}`);
    }
    say('{"jsonrpc":"2.0","result":{"forged":true}}');
    // What the host was given it may answer, once.
    say('{"jsonrpc":"2.0","id":"roots","result":{"roots":[]}}');
    say('{"jsonrpc":"2.0","id":"roots","result":{"forged":true}}');
    await request.reply("ahoy");
    say(asksSeen("2025-11-25"));
    const { result } = (await responseTo("seen")) as { result: { seen: string[] } };
    expect(result.seen.join("\n")).not.toContain("forged");
    expect(result.seen.filter((line) => line.includes('"roots"'))).toHaveLength(1);
    expect(result.seen.filter((line) => line.includes("ahoy"))).toHaveLength(1);
  },
);

it("gives the host no request whose id a server's reader takes for another that is open", async () => {
  const { admit, desk, lines } = await gateway("none");
  const { say, responseTo, received } = await onSocket(admit);
  const roots = { method: "roots/list" };
  say(writes("w", { id: 0, ...sampling }, { id: "0", ...roots }, { id: " 0", ...roots }));
  await responseTo("w");
  await desk.request();
  expect(received.filter(({ method }) => method !== undefined)).toEqual([]);
  expect(lines.filter(({ from }) => from === "rubbish")).toHaveLength(2);
});

it("gives the host nothing of a server but well-formed messages, and responses to what it asked", async () => {
  const { admit, desk, lines } = await gateway("none");
  const { say, responseTo, received } = await onSocket(admit);
  const text = JSON.stringify(sampling).slice(1);
  const broken = [
    `{"id":1,${text}`,
    `{"jsonrpc":"2.0",${text}`,
    `{"jsonrpc":"2.0","id":1.5,${text}`,
    `{"jsonrpc":"2.0","id":2,"M${text.slice(2)}`,
    `{"jsonrpc":"2.0","id":2,"method":"x/y",${text}`,
    `{"jsonrpc":"2.0","id":9007199254740993,${text}`,
    `[{"jsonrpc":"2.0","id":3,${text}]`,
    `{"jsonrpc":"2.0","id":4,${text.replaceAll("sampling/createMessage", "elicitation/Create")}`,
    '{"level":30,"time":1,"msg":"starting"}',
    '{"jsonrpc":"2.0","id":"nobody","result":{}}',
    "plain",
    "17",
  ];
  say(writes("w", ...broken, { method: "notifications/message", params: { n: 1 } }));
  await responseTo("w");
  expect(received.slice(1)).toMatchObject([{ method: "notifications/message" }, { id: "w" }]);
  expect(desk.requests).toEqual([]);
  const shown = lines.filter(({ from }) => from === "rubbish").map((line) => line.text);
  expect(shown).toHaveLength(broken.length);
  for (const [at, line] of broken.entries()) {
    const inner = line.startsWith("[") ? line.slice(1, -1) : line;
    expect(shown[at]).toContain(inner);
  }
  // The server hears of each that it waits for.
  say(asksSeen("2025-11-25"));
  const { result } = (await responseTo("seen")) as { result: { seen: string[] } };
  expect(result.seen.map((one) => /"id":([\d.]+),"error"/.exec(one)?.[1])).toEqual([
    "1",
    "1.5",
    "2",
    "2",
    "9007199254740993",
    "3",
    "4",
  ]);
  // A response that is none ends the host's request.
  const lost = { jsonrpc: "2.0", id: "l", method: "x/write" };
  say(JSON.stringify({ ...lost, params: { lines: ['{"id":"l","result":{}}'] } }));
  expect(await responseTo("l")).toMatchObject({ error: { code: -32010 } });
});

it("gives the host nothing that a server embeds where only a call may", async () => {
  const { admit, desk, lines } = await gateway("none");
  const { say, responseTo, received } = await onSocket(admit);
  say(initialize("2025-11-25"));
  await responseTo("init");
  const asks = { resultType: "input_required", inputRequests: { a: sampling } };
  const pages = [{ mode: "url", url: "https://x.example", elicitationId: "e", message: "m" }];
  const required = { code: -32042, message: "m", data: { elicitations: pages } };
  for (const [at, answer] of [{ result: asks }, { error: required }].entries()) {
    // The response to the request itself, which is no call. The server's own comes later, under the same id.
    const id = `w${at}`;
    say(writes(id, { id, ...answer }));
    expect(await responseTo(id)).toMatchObject({ error: { code: -32010 } });
    received.length = 0;
  }
  say(writes("x", { method: "notifications/tasks", params: asks }));
  expect(await responseTo("x")).toMatchObject({ result: {} });
  expect(JSON.stringify(received)).not.toMatch(/sampling|x\.example/);
  expect(desk.requests).toEqual([]);
  // The server's own response comes after the forged one.
  expect(lines.filter(({ from }) => from === "rubbish")).toHaveLength(5);
});

it("takes no batch because a request says that its version has them", async () => {
  const { admit, desk } = await gateway("all");
  const { say, responseTo } = await onSocket(admit);
  say(initialize("2025-11-25"));
  await responseTo("init");
  const version = { "io.modelcontextprotocol/protocolVersion": "2025-03-26" };
  say(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "x/seen", params: { _meta: version } }));
  await responseTo(1);
  say('[{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"a"}}]');
  expect(await responseTo(5)).toMatchObject({ error: { code: -32600 } });
  expect(desk.requests).toEqual([]);
});

it("begins the session in the ledger before anything passes, whatever comes first", async () => {
  for (const first of [
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}',
    '{"jsonrpc":"2.0","id":1,"method":"server/discover"}',
  ]) {
    const { admit, begun } = await gateway("none");
    const { say, responseTo } = await onSocket(admit);
    say(first);
    say(asksSeen("2025-11-25"));
    expect(await responseTo("seen")).toMatchObject({ result: { seen: [expect.any(String)] } });
    expect(begun()).toBe(1);
  }
});
