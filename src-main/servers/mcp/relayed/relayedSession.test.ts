// A session between a host and a real server process: passed messages keep their bytes, and what the desk answers never
// reaches the host.
import { mkdtempSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { afterEach, expect, it } from "vitest";
import { defaultPolicy } from "#shared/servers/policy/policy.ts";
import type { Host } from "#shared/request/life/heldRequest.ts";
import type { RelayedSession } from "./relayedSession.ts";
import { Connector } from "../session/connector.ts";
import { FakeDesk, Waiters } from "../testing.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "countersign-relayed-"));
const open: RelayedSession[] = [];
afterEach(async () => {
  for (const session of open.splice(0)) await session.close("host-left");
});

/** A server of a few lines: `on(line, message, write)` for each line it receives. */
function serverOf(body: string): string {
  const file = path.join(folder, `${Math.random().toString(36).slice(2)}.mjs`);
  writeFileSync(
    file,
    `import readline from "node:readline";
const write = (line) => process.stdout.write(line + "\\n");
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  ${body}
});`,
  );
  return file;
}

function session(
  body: string,
  more: {
    command?: string;
    holdTools?: "not-read-only";
    reviewResults?: true;
    callLimitMs?: number;
    refusal?: string;
    elicitation?: "host";
    ready?: (received: readonly string[]) => Promise<void> | null;
  } = {},
) {
  const desk = new FakeDesk();
  const watch = new Waiters();
  const received: string[] = [];
  const hosts: Host[] = [];
  const listed: string[][] = [];
  let ended = false;
  const connector = new Connector({
    signIn: null,
    desk,
    loginShell: { path: () => Promise.resolve(process.env["PATH"] ?? "") },
    startDemo: () => {
      throw new Error("no demo here");
    },
    appVersion: "0",
    newId: () => "group",
    keepAliveMs: 40,
  });
  const args = more.command === undefined ? [serverOf(body)] : [];
  const opened = connector.openSession(
    {
      ...(more.callLimitMs === undefined ? {} : { callLimitMs: more.callLimitMs }),
      sessionId: "s1",
      serverId: "server",
      name: "notes",
      era: "auto",
      identityFor: () => ({}),
      where: "node",
      folder,
      hostFolder: folder,
      endpoint: {
        kind: "stdio",
        command: more.command ?? process.execPath,
        args,
        cwd: folder,
        env: [],
      },
      policy: () => ({
        ...defaultPolicy,
        holdTools: more.holdTools ?? "none",
        reviewResults: more.reviewResults ?? false,
        elicitation: more.elicitation ?? "desk",
      }),
    },
    {
      send: (text) => {
        received.push(text);
        watch.look();
      },
      ready: () => more.ready?.(received) ?? null,
      end: () => {
        ended = true;
        watch.look();
      },
    },
    {
      host: (host) => {
        hosts.push(host);
        return more.refusal ?? null;
      },
      lines: () => {},
      called: () => {},
      requestReceived: () => {},
      tools: (tools) => listed.push(tools.map(({ name }) => name)),
      ended: () => {},
    },
  );
  open.push(opened);
  return {
    desk,
    received,
    hosts,
    listed,
    openOrigin: () => opened.openOrigin(),
    say: (line: string) => opened.receive(Buffer.from(`${line}\n`)),
    until: (done: () => boolean) => watch.until(done),
    /** The nth line that the host receives. */
    async line(nth = 0): Promise<string> {
      await watch.until(() => received.length > nth);
      return received[nth] ?? "";
    },
    ended: () => watch.until(() => ended),
  };
}

const ECHO = `write(line);`;

it("passes on every unknown byte, both ways", async () => {
  const { say, line } = session(ECHO);
  // Numbers, key order and escapes that a parser would change, and an unknown method.
  const odd =
    '{"method":"notifications/x/unknown","params":{"2":1.0,"1":12345678901234567890,"a":"\\u00e9"},"jsonrpc":"2.0"}';
  await say(odd);
  expect(await line()).toBe(odd);
});

it("declares what the desk does, and leaves the rest of initialize as it is", async () => {
  const { say, line, hosts } = session(
    `write(JSON.stringify({ jsonrpc: "2.0", id: message.id, result: { protocolVersion: "2025-11-25", serverInfo: { name: "n" }, capabilities: {}, got: line } }));`,
  );
  await say(
    '{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"roots":{"listChanged":true},"tasks":{"list":{}}},"clientInfo":{"name":"codex","version":"1"},"x":1.0}}',
  );
  const got = JSON.parse((JSON.parse(await line()) as { result: { got: string } }).result.got) as {
    params: { capabilities: object };
  };
  expect(got.params.capabilities).toEqual({
    roots: { listChanged: true },
    sampling: { tools: {}, context: {} },
    elicitation: { form: {}, url: {} },
  });
  expect(await line()).toContain('\\"x\\":1.0');
  expect(hosts).toEqual([{ name: "codex", version: "1", sessionId: "s1", folder }]);
});

const ASKS = `
if (message.method === "tools/call") {
  globalThis.call = message.id;
  write(JSON.stringify({ jsonrpc: "2.0", id: "s-1", method: "sampling/createMessage", params: { messages: [{ role: "user", content: { type: "text", text: "hi" } }], maxTokens: 5 } }));
} else if (message.id === "s-1") {
  write(JSON.stringify({ jsonrpc: "2.0", id: globalThis.call, result: { content: [{ type: "text", text: line }] } }));
} else if (message.method === "notifications/cancelled") write(JSON.stringify({ jsonrpc: "2.0", method: "notifications/heard", params: message.params }));`;

const CALL =
  '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"draft","arguments":{"a":1.0},"_meta":{"progressToken":"p"}}}';

it("leaves forms to the host if the user wants that, and tells which call is open", async () => {
  const asks = `
if (message.method === "tools/call") write('{"jsonrpc":"2.0","id":"e-1","method":"elicitation/create","params":{"x":1.0}}');
else write(JSON.stringify({ jsonrpc: "2.0", id: 7, result: { got: line } }));`;
  const { say, line, desk, openOrigin } = session(asks, { elicitation: "host" });
  expect(openOrigin()).toEqual({ kind: "none" });
  await say(CALL);
  expect(await line()).toContain('"params":{"x":1.0}');
  expect(openOrigin()).toMatchObject({ kind: "certain", call: { name: "draft" } });
  await say('{"jsonrpc":"2.0","id":"e-1","result":{"action":"decline"}}');
  expect(await line(1)).toContain("decline");
  expect(openOrigin()).toEqual({ kind: "none" });
  expect(desk.requests).toEqual([]);
});

it("answers sampling at the desk, with progress to the host meanwhile", async () => {
  const { desk, say, until, received } = session(ASKS);
  await say(CALL);
  const request = await desk.request();
  expect(request.incoming).toMatchObject({
    requester: { name: "notes", host: { sessionId: "s1", folder } },
    origin: { kind: "certain", call: { name: "draft", arguments: { a: 1 } } },
  });
  await until(() => received.length > 1);
  expect(JSON.parse(received[0] ?? "")).toMatchObject({
    method: "notifications/progress",
    params: { progressToken: "p", progress: 1 },
  });
  await request.reply("ahoy");
  await until(() => received.some((line) => line.includes("ahoy")));
  const result = JSON.parse(received.at(-1) ?? "") as { id: unknown };
  expect(result.id).toBe(7);
  expect(received.join("")).not.toContain("sampling/createMessage");
});

it("ends the requests of a call that the host cancels", async () => {
  const { desk, say, until, received } = session(ASKS);
  await say(CALL);
  await desk.request();
  await say(
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7,"reason":"timeout"}}',
  );
  expect(await desk.withdrawn()).toMatchObject({ kind: "host-cancelled", reason: "timeout" });
  await until(() => received.some((line) => line.includes("heard")));
});

const embeds = (method: string, params: object): string => `
if (message.params.inputResponses === undefined) {
  write(JSON.stringify({ jsonrpc: "2.0", id: message.id, result: { resultType: "input_required", requestState: "st", inputRequests: { one: ${JSON.stringify({ method, params })} } } }));
} else write('{"jsonrpc":"2.0","id":' + JSON.stringify(message.id) + ',"result":{"n":1.0,"got":' + line + '}}');`;

it("answers embedded requests and repeats the call under an id of its own", async () => {
  const { desk, say, line, received } = session(
    embeds("elicitation/create", {
      message: "Name?",
      requestedSchema: { type: "object", properties: { name: { type: "string" } } },
    }),
  );
  await say(CALL);
  const form = await desk.elicitation();
  await form.settle({
    kind: "result",
    document: { action: "accept", content: { name: "Ada" } } as never,
  });
  const result = await line();
  expect(received).toHaveLength(1);
  expect(result).toContain('"n":1.0');
  const { id, ...rest } = JSON.parse(result) as { id: number; result: { got: object } };
  expect(id).toBe(7);
  expect(rest.result.got).toMatchObject({
    id: expect.stringContaining("countersign-"),
    params: {
      arguments: { a: 1 },
      requestState: "st",
      inputResponses: { one: { action: "accept", content: { name: "Ada" } } },
    },
  });
});

it("says in a tool error that the user rejected", async () => {
  const messages = [{ role: "user", content: { type: "text", text: "hi" } }];
  const sampling = embeds("sampling/createMessage", { maxTokens: 5, messages });
  const { desk, say, line } = session(sampling);
  await say(CALL);
  await (await desk.request()).reject();
  expect(JSON.parse(await line())).toMatchObject({ id: 7, result: { isError: true } });
  expect(await line()).toContain("The user rejected");
});

it("tells the host when the server ends, and refuses tool calls while stopped", async () => {
  const { desk, say, line, ended } = session(`process.exit(3);`);
  desk.stopped = Promise.resolve();
  await say(CALL);
  expect(await line()).toContain("Countersign is stopped");
  desk.stopped = null;
  await say(CALL);
  expect(JSON.parse(await line(1))).toMatchObject({
    id: 7,
    error: { code: -32010, message: expect.stringContaining("exit code 3") },
  });
  await ended();
});

it("answers every request if the server cannot be started", async () => {
  const { say, line } = session("", { command: "/no/such/program" });
  await say(CALL);
  expect(JSON.parse(await line())).toMatchObject({ id: 7, error: { code: -32010 } });
  expect(await line()).toContain("there is no program");
});

const TOOLS = `
if (message.method === "tools/list") write(JSON.stringify({ jsonrpc: "2.0", id: message.id, result: { tools: [{ name: "look", annotations: { readOnlyHint: true } }, { name: "draft", annotations: { destructiveHint: true }, inputSchema: { type: "object" } }] } }));
else write(JSON.stringify({ jsonrpc: "2.0", id: message.id, result: { got: line } }));`;

it("holds a tool call that is not marked read-only, and runs it with the approved arguments", async () => {
  const { desk, say, line, received, listed } = session(TOOLS, { holdTools: "not-read-only" });
  await say('{"jsonrpc":"2.0","id":1,"method":"tools/list"}');
  await line();
  expect(listed).toEqual([["look", "draft"]]);
  await say('{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"look"}}');
  expect(await line(1)).toContain('"id":2');
  expect(desk.requests).toEqual([]);

  await say(CALL);
  await desk.watch.until(() => desk.requests.length === 1);
  const [held] = desk.requests;
  expect(held?.incoming).toMatchObject({
    requestKind: "tool-call",
    params: { name: "draft", arguments: { a: 1 }, annotations: { destructiveHint: true } },
  });
  expect(received).toHaveLength(2);
  const run = (args: object) => ({ kind: "result", document: { action: "run", arguments: args } });
  await held?.settle(run({ a: 1 }) as never);
  // Arguments that nobody edited keep their bytes.
  expect(JSON.parse(await line(2))).toMatchObject({ id: 7, result: { got: CALL } });

  // Only what was edited is replaced; a number that cannot be shown in full is named.
  const call = CALL.replace('{"a":1.0}', '{"a":1.0, "n":12345678901234567890}');
  await say(call.replace("arguments", "argument\\u0073"));
  await desk.watch.until(() => desk.requests.length === 2);
  expect(desk.requests[1]?.incoming.rounded).toEqual([
    { path: ["arguments", "n"], text: "12345678901234567890" },
  ]);
  const n = Number("12345678901234567890");
  await desk.requests[1]?.settle(run({ a: 2, n, b: [] }) as never);
  const edited = '{"a":2, "n":12345678901234567890,"b":[]}';
  expect(JSON.parse(await line(3))).toMatchObject({
    result: { got: CALL.replace('arguments":{"a":1.0}', `argument\\u0073":${edited}`) },
  });
});

it("shows everything that a held call sends, and takes no claim for one that asks for more", async () => {
  const { desk, say, line } = session(TOOLS, { holdTools: "not-read-only" });
  await say('{"jsonrpc":"2.0","id":1,"method":"tools/list"}');
  await line();
  const look = (id: number, others: string) =>
    `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"look",${others}"arguments":{}}}`;
  // What hosts are known to send passes like nothing.
  await say(look(2, '"_meta":{"progressToken":1,"claudecode/toolUseId":"t"},'));
  await line(1);
  expect(desk.requests).toEqual([]);
  const sent: [string, object][] = [
    ['"_meta":{"fastmcp":{"version":"1"}},', { _meta: { fastmcp: { version: "1" } } }],
    ['"_meta":{"progressToken":{"v":1}},', { _meta: { progressToken: { v: 1 } } }],
    ['"_meta":["v1"],', { _meta: ["v1"] }],
    ['"task":{"ttl":1},"_meta":{"progressToken":1},', { task: { ttl: 1 } }],
    ['"annotations":{"readOnlyHint":true},', { annotations: { readOnlyHint: true } }],
    ['"otherParams":{},', { otherParams: {} }],
    ['"version":9007199254740993,', { version: 2 ** 53 }],
  ];
  for (const [at, [others, otherParams]] of sent.entries()) {
    const text = look(3 + at, others);
    await say(text);
    await desk.watch.until(() => desk.requests.length === at + 1);
    const held = desk.requests[at];
    const { params, rounded } = held?.incoming ?? {};
    expect(JSON.stringify((params as { otherParams?: object }).otherParams)).toBe(
      JSON.stringify(otherParams),
    );
    expect(params).toMatchObject({ annotations: { readOnlyHint: true } });
    if (rounded !== undefined)
      expect(rounded).toEqual([{ path: ["otherParams", "version"], text: "9007199254740993" }]);
    await held?.settle({ kind: "result", document: { action: "run", arguments: {} } } as never);
    expect(JSON.parse(await line(2 + at))).toMatchObject({ result: { got: text } });
  }
});

it("tells the host in a tool error that the user rejected its call, and does not tell the server", async () => {
  const { desk, say, line, received } = session(TOOLS, { holdTools: "not-read-only" });
  await say(CALL);
  await desk.watch.until(() => desk.requests.length === 1);
  await desk.requests[0]?.reject();
  expect(JSON.parse(await line())).toMatchObject({ id: 7, result: { isError: true } });
  expect(await line()).toContain("The user rejected this tool call");
  expect(received).toHaveLength(1);
  // The host cancels a held call: nothing of it reaches the server.
  await say(CALL);
  await desk.watch.until(() => desk.requests.length === 2);
  await say('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}');
  await desk.watch.until(() => desk.requests[1]?.withdrawn.length === 1);
  expect(received).toHaveLength(1);
});

it("tells the host why the user rejected its call, if the user says so", async () => {
  const { desk, say, line } = session(TOOLS, { holdTools: "not-read-only" });
  await say(CALL);
  await desk.watch.until(() => desk.requests.length === 1);
  const data = { note: "Use the other branch." };
  await desk.requests[0]?.settle({ kind: "error", code: -1, message: "rejected", data });
  expect(await line()).toContain("It was not run. Their reason: Use the other branch.");
});

it("holds a call that the policy lets through if a rule holds it", async () => {
  const { desk, say, line } = session(TOOLS);
  await say(CALL);
  await line();
  expect(desk.requests).toEqual([]);
  desk.holdsByRule = { rule: { id: "r", name: "R" }, reviewsResponse: false };
  await say(CALL);
  await desk.watch.until(() => desk.requests.length === 1);
  await desk.requests[0]?.reject();
  expect(await line(1)).toContain("The user rejected this tool call");
});

/** Its results have a number that a parser would change, and an image. */
const RESULTS = `
globalThis.seen = [...(globalThis.seen ?? []), line];
if (message.method === "tools/call") {
  const result = '{"content":[{"type":"text","text":"7 \\\\u00b0C"},{"type":"image","data":"aGk=","mimeType":"image/png"}],"structuredContent":{"t":7.0}}';
  const { name } = message.params;
  if (name === "fails") write('{"jsonrpc":"2.0","id":' + message.id + ',"error":{"code":-32000,"message":"no"}}');
  else if (name === "later") write('{"jsonrpc":"2.0","id":' + message.id + ',"result":{"task":{"taskId":"t"}}}');
  else if (name === "long") write('{"jsonrpc":"2.0","id":' + message.id + ',"result":{"content":[],"n":9007199254740993}}');
  else if (name === "twins") write('{"jsonrpc":"2.0","id":' + message.id + ',"result":{"content":[{"type":"text","text":"first"}],"content":[]}}');
  else if (name !== "slow") write('{"jsonrpc":"2.0","result":' + result + ',"id":' + message.id + '}');
} else write(JSON.stringify({ jsonrpc: "2.0", method: "notifications/seen", params: { lines: globalThis.seen } }));`;

const called = (name: string, id = 7): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: {} } });

/** A held call that has run: its result waits for the user. */
async function reviewed(name: string) {
  const { desk, ...host } = session(RESULTS, { holdTools: "not-read-only", reviewResults: true });
  await host.say(called(name));
  await desk.watch.until(() => desk.requests.length === 1);
  const [held] = desk.requests;
  if (held === undefined) throw new Error("nothing is held");
  const { produce, params, heldBy } = held.incoming;
  expect(heldBy).toEqual({ kind: "setting" });
  const made = produce?.(params as never) ?? Promise.reject(new Error("no gate 2"));
  const outcome = made.then(({ response }) => response);
  outcome.catch(() => {});
  return { ...host, held, made, outcome };
}
const approved = (document: unknown) => ({ kind: "result", document }) as never;

it("shows the result of a held call before the host gets it, byte for byte unless it is edited", async () => {
  const { held, outcome, received, line } = await reviewed("get");
  const result = (await outcome) as { result: { structuredContent: object } };
  expect(result.result.structuredContent).toEqual({ t: 7 });
  expect(received).toEqual([]);
  await held.settle(approved(result));
  expect(await line()).toMatch(/^\{"jsonrpc":"2.0","result":\{.*\\u00b0C.*"t":7\.0\}\},"id":7\}$/u);

  const long = await reviewed("long");
  await long.outcome;
  expect((await long.made).flags).toMatchObject([
    { code: "number-shown-rounded", path: ["result", "n"], detail: "9007199254740993" },
  ]);

  const again = await reviewed("get");
  await again.outcome;
  await again.held.settle(approved({ result: { content: [] } }));
  expect(await again.line()).toBe('{"jsonrpc":"2.0","result":{"content":[]},"id":7}');

  // Fields that stand twice: the host gets those that were shown.
  const twins = await reviewed("twins");
  const shown = await twins.outcome;
  await twins.held.settle(approved(shown));
  expect(await twins.line()).not.toContain("first");
});

it("shows an error of the server too, and keeps a rejected result from the host", async () => {
  const failed = await reviewed("fails");
  const error = await failed.outcome;
  expect(error).toEqual({ error: { code: -32000, message: "no" } });
  await failed.held.settle(approved(error));
  expect(JSON.parse(await failed.line())).toMatchObject({ id: 7, error: { code: -32000 } });

  const { held, outcome, line, received } = await reviewed("get");
  await outcome;
  await held.reject();
  expect(JSON.parse(await line())).toMatchObject({ id: 7, result: { isError: true } });
  expect(await line()).toContain("The tool was run");
  expect(received.join("")).not.toContain("°C");
});

it("gives the host no task in place of a result that is to be reviewed", async () => {
  const { desk, say, line } = session(RESULTS, { holdTools: "not-read-only", reviewResults: true });
  await say(called("get").replace('"arguments"', '"task":{"ttl":9},"arguments"'));
  expect(await line()).toMatch(/was not run. Its result comes as a task/);
  expect(desk.requests).toEqual([]);
  const { held, outcome, line: said } = await reviewed("later");
  const shown = await outcome;
  expect(JSON.stringify(shown)).toContain("The tool was run");
  await held.settle(approved(shown));
  expect(await said()).not.toContain("taskId");
});

it("cancels a call that is rejected or given up while it runs", async () => {
  const { held, line, say, until, received } = await reviewed("slow");
  await held.reject();
  expect(await line()).toContain("The tool was run");
  await say('{"jsonrpc":"2.0","method":"notifications/what"}');
  await until(() => received.some((one) => one.includes("notifications/cancelled")));

  const other = await reviewed("get");
  await other.outcome;
  await other.say('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}');
  await other.say('{"jsonrpc":"2.0","method":"notifications/what"}');
  // The server has no such call any more.
  expect(await other.line()).not.toContain("notifications/cancelled");
  expect(other.held.withdrawn).toEqual([{ kind: "host-cancelled" }]);
});

it.each(["host-left", "switched-off"] as const)(
  "ends a held call, and a request of the server, as the session ended: %s",
  async (because) => {
    const held = session(TOOLS, { holdTools: "not-read-only" });
    await held.say(called("get"));
    await held.desk.watch.until(() => held.desk.requests.length === 1);
    const asks = session(ASKS);
    await asks.say(CALL);
    await asks.desk.request();
    for (const one of open.splice(0)) await one.close(because);
    expect(held.desk.requests[0]?.withdrawn).toEqual([{ kind: because }]);
    expect(await asks.desk.withdrawn()).toEqual({ kind: because });
  },
);

it("names the server, not the host, where the server exits while a call is held", async () => {
  const { desk, say } = session(`if (message.method === "notifications/die") process.exit(3);`, {
    holdTools: "not-read-only",
  });
  await say(called("get"));
  await desk.watch.until(() => desk.requests.length === 1);
  await say('{"jsonrpc":"2.0","method":"notifications/die"}');
  await desk.watch.until(() => desk.requests[0]?.withdrawn.length === 1);
  expect(desk.requests[0]?.withdrawn).toEqual([{ kind: "server-died", detail: "exit 3" }]);
});

it("ends what the server asked during a call with the call's rejection, by who decided", async () => {
  const { desk, say } = session(ASKS, { holdTools: "not-read-only", reviewResults: true });
  await say(CALL);
  await desk.watch.until(() => desk.requests.length === 1);
  const [held] = desk.requests;
  if (held === undefined) throw new Error("nothing is held");
  held.incoming.produce?.(held.incoming.params as never).catch(() => {});
  await desk.watch.until(() => desk.requests.length === 2);
  await held.reject();
  await desk.watch.until(() => (desk.requests[1]?.withdrawn.length ?? 0) > 0);
  expect(desk.requests[1]?.withdrawn).toMatchObject([{ kind: "call-rejected" }]);
});

it("passes no call that was waiting for rules when Countersign was stopped", async () => {
  const { desk, say, line } = session(TOOLS);
  let answer = (): void => {};
  desk.heldByRule = () =>
    new Promise((resolve) => {
      answer = () => resolve(null);
    });
  await say(CALL);
  desk.stopped = Promise.resolve();
  answer();
  expect(await line()).toContain("Countersign is stopped");
});

it("tells until when the host waits, from its config", async () => {
  const { desk, say } = session(ASKS, { callLimitMs: 90_000 });
  const before = Date.now();
  await say(CALL);
  const { deadline } = (await desk.request()).incoming;
  expect(deadline).toMatchObject({ totalMs: 90_000, by: "host" });
  expect((deadline?.atMs ?? 0) - before).toBeGreaterThanOrEqual(90_000);
});

it("tells none if the host's limit is unknown", async () => {
  const { desk, say } = session(ASKS);
  await say(CALL);
  expect((await desk.request()).incoming.deadline).toBeUndefined();
});

it("passes nothing of a session whose start could not be recorded, whether or not the host names itself", async () => {
  const { say, line, hosts } = session(ECHO, { refusal: "Nothing passes." });
  await say('{"jsonrpc":"2.0","id":1,"method":"tools/list"}');
  expect(JSON.parse(await line())).toMatchObject({
    id: 1,
    error: { code: -32010, message: "Nothing passes." },
  });
  await say('{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"draft"}}');
  expect(await line(1)).toContain("Nothing passes.");
  expect(hosts).toEqual([{ name: "", sessionId: "s1", folder }]);
});

it(
  "reads a server no faster than the host reads, and loses nothing",
  { tags: ["long"] },
  async () => {
    const chars = (received: readonly string[]): number =>
      received.reduce((sum, line) => sum + line.length, 0);
    let [read, blocked] = [(): void => {}, false];
    const reading = new Promise<void>((resolve) => (read = resolve));
    const stalled = new Waiters();
    const { say, received, until } = session(
      `for (let n = 0; n < 3000; n += 1) write(JSON.stringify({ jsonrpc: "2.0", method: "notifications/x", params: { n, text: "x".repeat(10_000) } }));`,
      {
        ready(all) {
          if (chars(all) < 1_000_000) return null;
          blocked = true;
          stalled.look();
          return reading;
        },
      },
    );
    await say('{"jsonrpc":"2.0","method":"notifications/go"}');
    await stalled.until(() => blocked);
    for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(chars(received)).toBeLessThan(2_000_000);
    read();
    await until(() => received.length === 3000);
  },
);
