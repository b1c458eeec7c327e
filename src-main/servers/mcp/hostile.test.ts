// What a local server can do wrong, byte for byte: each time it is reported, nothing hangs, everything else goes on,
// and no request is answered twice or late.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import { Puppet, question } from "../../../e2e/support/puppet.ts";
import { testConnection, stdio } from "./testing.ts";
import type { TestConnection, TestCall } from "./testing.ts";
import { costUntilMs } from "#shared/testing.ts";

const puppets: Puppet[] = [];
const open: TestConnection[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ connection }) => connection.close("quit")));
  await Promise.all(puppets.splice(0).map((puppet) => puppet.close()));
});

type Options = Parameters<typeof testConnection>[1];

async function puppetWith(
  options?: Options,
  polite = true,
  protocolVersion = "2025-11-25",
): Promise<TestConnection & { puppet: Puppet }> {
  const puppet = await Puppet.open({ polite, protocolVersion });
  puppets.push(puppet);
  const made = testConnection(stdio(puppet.config.command, puppet.config.args), options);
  open.push(made);
  return { ...made, puppet };
}

async function connected(
  options?: Options,
  protocolVersion?: string,
): Promise<TestConnection & { puppet: Puppet }> {
  const made = await puppetWith(options, true, protocolVersion);
  await made.connection.open();
  expect(made.listener.now).toMatchObject({ kind: "connected" });
  return made;
}

/** Waits until the client has read everything written so far: it answers pings in order. */
async function caughtUp(puppet: Puppet): Promise<void> {
  const id = `ping-${Math.random()}`;
  puppet.send({ jsonrpc: "2.0", id, method: "ping" });
  await puppet.heard((message) => message.id === id);
}

async function calling(
  made: TestConnection & { puppet: Puppet },
  run = "run-1",
  nth = 0,
): Promise<TestCall> {
  const called = made.call("work", {}, run);
  await made.puppet.called(nth);
  return called;
}

it("accepts request id 0, and answers it once", async () => {
  const { puppet, desk } = await connected();
  const { answer } = puppet.ask(question("first"), 0);
  const request = await desk.request();
  expect(request.incoming).toMatchObject({
    origin: { kind: "none" },
    reply: { kind: "pushed", requestId: 0 },
    params: question("first"),
  });
  expect(await request.reply("one")).toEqual({ kind: "sent" });
  expect((await answer).result).toMatchObject({ model: "human", content: { text: "one" } });
  expect(await request.reply("two")).toMatchObject({ kind: "not-sent" });
  await caughtUp(puppet);
  expect(puppet.answersTo(0)).toHaveLength(1);
});

it("passes params on exactly as they came, with extra fields of the envelope", async () => {
  const { puppet, desk } = await connected();
  const params = {
    ...question("x"),
    includeContext: "当前服务",
    task: { ttl: 5 },
    odd: [{ type: "hologram" }, null],
    _meta: { progressToken: "", "x/y": 1 },
  };
  const message = { jsonrpc: "2.0", id: "a", method: "sampling/createMessage", params, extra: 1 };
  puppet.send(message);
  expect((await desk.request()).incoming.params).toEqual(params);
});

it("shows non-JSON on stdout and continues", async () => {
  const { puppet, desk, listener } = await connected();
  puppet.raw("Server läuft!\n\n[1, 2\n42\n");
  puppet.ask(question("after"));
  await desk.request();
  expect(listener.rubbishCount).toBe(3);
  expect(listener.allLines.map(({ from, text }) => [from, text])).toEqual([
    ["rubbish", "Server läuft!"],
    ["rubbish", "[1, 2"],
    ["rubbish", "42"],
  ]);
});

it("tells how much of an endless line it does not show", async () => {
  const { puppet, listener } = await connected();
  puppet.raw(`${"x".repeat(1_500_000)}\n`);
  puppet.log("info", "y".repeat(1_000_005));
  await listener.line(" … [5 more characters]");
  expect(listener.allLines.map(({ text }) => text.slice(-28))).toEqual([
    "xxx … [500000 more characters]".slice(-28),
    "yyyyyyy … [5 more characters]".slice(-28),
  ]);
});

it("answers a malformed envelope under its id, and unknown methods", async () => {
  const { puppet, desk } = await connected();
  puppet.send({ id: 7, method: "sampling/createMessage", params: question("no version") });
  puppet.send({ jsonrpc: "2.0", id: 8, method: ["sampling/createMessage"] });
  puppet.send({ jsonrpc: "2.0", id: 9, method: "resources/nothing", params: {} });
  await caughtUp(puppet);
  expect([7, 8, 9].map((id) => puppet.answersTo(id)[0]?.error?.code)).toEqual([
    -32600, -32600, -32601,
  ]);
  expect(desk.requests).toHaveLength(0);
});

it("refuses an id that is neither a string nor an integer, under that id", async () => {
  const { puppet, desk } = await connected();
  puppet.ask(question("half"), 1.5);
  const { error } = await puppet.heard(({ id }) => id === 1.5);
  expect(error).toEqual({
    code: -32600,
    message: "Invalid Request: the id is neither a string nor an integer",
  });
  expect(desk.requests).toHaveLength(0);
});

const asked = (id: number) => ({
  jsonrpc: "2.0",
  id,
  method: "sampling/createMessage",
  params: question(`${id}`),
});

it("splits a batch up to 2025-03-26", async () => {
  const { puppet, desk } = await connected({}, "2025-03-26");
  puppet.send([asked(1), asked(2)]);
  await desk.request(1);
  expect(desk.requests.map((s) => s.incoming.reply)).toMatchObject([
    { requestId: 1 },
    { requestId: 2 },
  ]);
});

it.each(["2025-03-26", "2025-06-18"])(
  "takes nothing of an endless batch under %s",
  async (version) => {
    const { puppet, desk, listener } = await connected({}, version);
    puppet.send(Array.from({ length: 1001 }, (_, id) => asked(id + 100)));
    await expect.poll(() => listener.rubbishCount).toBe(1);
    expect(desk.requests).toHaveLength(0);
    expect(puppet.answersTo(100)).toEqual([]);
  },
);

it.each(["2025-06-18", "2025-11-25"])(
  "refuses each request of a batch under %s, and takes no response from one",
  async (version) => {
    const made = await connected({}, version);
    const { puppet, desk, listener } = made;
    const called = await calling(made);
    const { id } = await puppet.called();
    const answer = { jsonrpc: "2.0", id, result: { content: [] } };
    puppet.send([asked(71), answer, 7, asked(72)]);
    await puppet.heard((message) => message.id === 72);
    for (const own of [71, 72]) {
      expect(puppet.answersTo(own).map(({ error }) => error)).toEqual([
        { code: -32600, message: "Invalid Request: this protocol version has no batches" },
      ]);
    }
    expect(await called.outcome).toMatchObject({ ok: false });
    expect(desk.requests).toHaveLength(0);
    expect(listener.rubbishCount).toBe(1);
  },
);

it("holds the first of two requests under one open id, and settles it only by its own response", async () => {
  const { puppet, desk } = await connected();
  puppet.ask(question("first"), 5);
  puppet.ask(question("second"), 5);
  puppet.ask(question("text id"), "5");
  const first = await desk.request(0);
  const second = await desk.request(1);
  expect(second.incoming).toMatchObject({ duplicate: true, params: question("second") });
  const other = (await desk.request(2)).incoming;
  expect(other.params).toEqual(question("text id"));
  expect(other.duplicate).toBeUndefined();
  // Whatever the desk responds to the second one, it does not leave.
  expect(await second.reject()).toMatchObject({ kind: "not-sent" });
  await first.reply("once");
  await caughtUp(puppet);
  expect(puppet.answersTo(5)).toHaveLength(1);
});

it("holds a line of 20 MB after at most two seconds of work", async () => {
  const { puppet, desk } = await connected();
  const text = "长".repeat(7_000_000);
  const beganMs = performance.now();
  const tookMs = await costUntilMs(async () => {
    puppet.ask(question(text));
    await desk.request();
  });
  expect(tookMs).toBeLessThan(2000);
  // Waiting costs nothing, but must end too, on however busy a machine.
  expect(performance.now() - beganMs).toBeLessThan(15_000);
  expect((await desk.request()).incoming.params).toEqual(question(text));
});

it(
  "passes on what it can of a line beyond the cap, unread, and continues",
  { tags: ["long"] },
  async () => {
    const { puppet, desk } = await connected();
    const chunk = "x".repeat(1024 * 1024);
    puppet.raw('{"method":"sampling/createMessage","params":{"id":1,"text":"');
    for (let i = 0; i < 65; i += 1) puppet.raw(chunk);
    puppet.raw('"},"jsonrpc":"2.0","id":77}\n');
    const { incoming } = await desk.request();
    const size =
      '{"method":"sampling/createMessage","params":{"id":1,"text":""},"jsonrpc":"2.0","id":77}';
    expect(incoming).toMatchObject({
      params: null,
      reply: { kind: "pushed", requestId: 77 },
      metrics: { bytes: 65 * 1024 * 1024 + size.length, unread: true },
    });
    puppet.ask(question("small"));
    expect((await desk.request(1)).incoming.params).toEqual(question("small"));
  },
);

it("ends a request that the server cancels, and sends no response", async () => {
  const { puppet, desk } = await connected();
  puppet.ask(question("x"), 0);
  const request = await desk.request();
  puppet.cancel(0, "changed my mind");
  expect(await desk.withdrawn()).toEqual({ kind: "server-cancelled", reason: "changed my mind" });
  expect(await request.reply("late")).toMatchObject({ kind: "not-sent" });
  await caughtUp(puppet);
  expect(puppet.answersTo(0)).toHaveLength(0);
});

it("ignores a cancellation of what it does not know, also in the same chunk", async () => {
  const { puppet, desk } = await connected();
  const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 3 } };
  const ask = {
    jsonrpc: "2.0",
    id: 3,
    method: "sampling/createMessage",
    params: question("x"),
  };
  puppet.raw(`${JSON.stringify(cancel)}\n${JSON.stringify(ask)}\n`);
  const request = await desk.request();
  await request.reply("kept");
  puppet.cancel(3, "too late");
  await caughtUp(puppet);
  expect(puppet.answersTo(3)).toHaveLength(1);
  expect(request.withdrawn).toEqual([]);
});

it("ends a call's requests when the call has its result", async () => {
  const made = await connected();
  const { puppet, desk } = made;
  const run = await calling(made);
  const { answer } = puppet.ask(question("x"), 0);
  const request = await desk.request();
  expect(request.incoming.origin).toMatchObject({ kind: "certain", call: { runId: "run-1" } });
  puppet.finish(await puppet.called(), "gave up");
  expect(await desk.withdrawn()).toMatchObject({ kind: "call-ended", guessed: true });
  // Over stdio nothing says that the call asked: somebody else may wait for it.
  expect((await answer).error).toMatchObject({ code: -32055, data: { reason: "call-over" } });
  expect(puppet.answersTo(0)).toHaveLength(1);
  expect(await run.outcome).toEqual({
    ok: true,
    value: { content: [{ type: "text", text: "gave up" }] },
  });
  expect(await request.reply("late")).toMatchObject({ kind: "not-sent" });
});

it("ends requests that may belong to several calls when the last of these has its result", async () => {
  const made = await connected();
  const { puppet, desk, listener } = made;
  const runs = [await calling(made, "a", 0), await calling(made, "b", 1)];
  const { answer } = puppet.ask(question("whose?"));
  const request = await desk.request();
  expect(request.incoming.origin).toMatchObject({
    kind: "ambiguous",
    calls: [{ runId: "a" }, { runId: "b" }],
  });
  expect(listener.caused[0]?.runIds).toEqual(["a", "b"]);
  puppet.finish(await puppet.called(0), "a");
  await runs[0]?.outcome;
  expect(request.withdrawn).toEqual([]);
  puppet.finish(await puppet.called(1), "b");
  await runs[1]?.outcome;
  expect(request.withdrawn).toMatchObject([{ kind: "call-ended" }]);
  expect((await answer).error).toMatchObject({ code: -32055 });
});

it("cancels its own call on the wire, and ends the call's requests", async () => {
  const made = await connected();
  const { puppet, desk } = made;
  const run = await calling(made);
  puppet.ask(question("x"), 0);
  await desk.request();
  run.abort.abort("enough");
  expect(await run.outcome).toEqual({ ok: false, failure: { kind: "cancelled" } });
  expect(await desk.withdrawn()).toEqual({ kind: "call-cancelled", guessed: true });
  const call = await puppet.called();
  const cancel = await puppet.heard(({ method }) => method === "notifications/cancelled");
  expect(cancel.params).toMatchObject({ requestId: call.id, reason: "enough" });
});

it("tells a waiting server that the desk is closing, then ends it", async () => {
  const { puppet, desk, connection } = await connected();
  const { answer } = puppet.ask(question("x"), 0);
  await desk.request();
  const [, told] = await Promise.all([connection.close("switched-off"), answer]);
  expect(told.error).toMatchObject({ code: -32064, data: { reason: "closing" } });
  expect(await desk.withdrawn()).toEqual({ kind: "switched-off" });
  await puppet.gone();
});

it("ends every request and call at once when the server dies, and says how", async () => {
  const made = await connected();
  const { puppet, desk, listener } = made;
  const run = await calling(made);
  puppet.ask(question("1"));
  puppet.ask(question("2"));
  const second = await desk.request(1);
  puppet.stderr("fatal: out of luck\n");
  await listener.line("out of luck");
  puppet.die(3);
  expect(await desk.withdrawn(0)).toEqual({ kind: "server-died", detail: "exit 3" });
  expect(await desk.withdrawn(1)).toEqual({ kind: "server-died", detail: "exit 3" });
  expect(await run.outcome).toEqual({ ok: false, failure: { kind: "run-disconnected" } });
  expect(listener.now).toMatchObject({
    kind: "failed",
    failure: { kind: "server-exited", code: 3, signal: null },
  });
  expect(await second.reply("late")).toMatchObject({ kind: "not-sent" });
});

it("can be opened again after a server's death", async () => {
  const { puppet, listener, connection, desk } = await connected();
  puppet.die(0);
  await listener.is("failed");
  await connection.open();
  expect(listener.now).toMatchObject({ kind: "connected" });
  puppet.ask(question("again"));
  await desk.request();
});

it("notices a closed stdout", async () => {
  const { puppet, listener } = await connected();
  await listener.tool("work");
  puppet.closeOutput();
  await listener.is("failed");
  expect(listener.now).toMatchObject({ failure: { kind: "server-closed-output" } });
  await puppet.gone();
});

it("accepts log messages of any shape, and links them to the only call", async () => {
  const made = await connected();
  const { puppet, listener } = made;
  puppet.log("warning", "alone");
  await listener.line("alone");
  const run = await calling(made);
  puppet.log("info", { msg: "object", extra: null });
  await listener.line("object");
  expect(listener.allLines).toMatchObject([
    { from: "log", level: "warning", text: "alone" },
    { from: "log", level: "info", text: '{"msg":"object","extra":null}', runId: "run-1" },
  ]);
  expect(run.lines).toHaveLength(1);
});

it("keeps only the beginning of a progress message", async () => {
  const made = await connected();
  const { puppet } = made;
  const run = await calling(made);
  const meta = (await puppet.called()).params?.["_meta"] as { progressToken: number };
  puppet.send({
    jsonrpc: "2.0",
    method: "notifications/progress",
    params: { progressToken: meta.progressToken, progress: 1, message: "x".repeat(500_000) },
  });
  await caughtUp(puppet);
  expect(run.progress[0]?.message).toMatch(/^x{2000} … \[498000 more characters\]$/);
});

it("passes the progress of a call on", async () => {
  const made = await connected();
  const { puppet } = made;
  const run = await calling(made);
  const call = await puppet.called();
  const meta = call.params?.["_meta"] as { progressToken: number };
  puppet.send({
    jsonrpc: "2.0",
    method: "notifications/progress",
    params: { progressToken: meta.progressToken, progress: 1, total: 3, message: "one" },
  });
  await caughtUp(puppet);
  expect(run.progress).toEqual([{ progress: 1, total: 3, message: "one" }]);
});

it("sends progress to a waiting server that wants it, and stops afterwards", async () => {
  const { puppet, desk } = await connected({ keepAliveMs: 15 });
  puppet.ask(question("x", { _meta: { progressToken: 0 } }), 0);
  const request = await desk.request();
  const progress = () => puppet.received.filter((m) => m.method === "notifications/progress");
  await puppet.heard((message) => message.params?.["progress"] === 2);
  expect(progress()[0]?.params).toEqual({ progressToken: 0, progress: 1 });
  await request.reply("x");
  await caughtUp(puppet);
  const soFar = progress().length;
  await caughtUp(puppet);
  expect(progress()).toHaveLength(soFar);
});

it("returns the raw result and the raw error of a call", async () => {
  const made = await connected();
  const { puppet } = made;
  const first = await calling(made, "a", 0);
  const odd = { content: [{ type: "hologram" }], _meta: "odd", resultType: "x", isError: 1 };
  puppet.reply(await puppet.called(0), odd);
  expect(await first.outcome).toEqual({ ok: true, value: odd });
  const second = await calling(made, "b", 1);
  const { id } = await puppet.called(1);
  puppet.send({ jsonrpc: "2.0", id, error: { code: -32050, message: "no", data: { why: [1] } } });
  expect(await second.outcome).toEqual({
    ok: false,
    failure: { kind: "run-error", code: -32050, message: "no", data: { why: [1] } },
  });
  const third = await calling(made, "c", 2);
  puppet.send({ jsonrpc: "2.0", id: (await puppet.called(2)).id, result: null });
  expect(await third.outcome).toMatchObject({ failure: { kind: "server-bad-answer" } });
});

it("reports that a server hangs in initialize, and ends it", async () => {
  const { listener, connection, puppet } = await puppetWith({ initializeTimeoutMs: 300 }, false);
  await connection.open();
  expect(listener.now).toMatchObject({
    kind: "failed",
    failure: { kind: "server-silent", afterMs: 300, stage: "initialize" },
  });
  await puppet.gone();
});

it("says at once that output with a byte order mark cannot be read, and ends the server", async () => {
  const { listener, connection, puppet } = await puppetWith({}, false);
  const opening = connection.open();
  const { id } = await puppet.heard(({ method }) => method === "initialize");
  puppet.raw(`\uFEFF${JSON.stringify({ jsonrpc: "2.0", id, result: {} })}\n`);
  await opening;
  expect(listener.now).toMatchObject({
    kind: "failed",
    failure: { kind: "server-byte-order-mark" },
  });
  expect(listener.rubbishCount).toBe(1);
  await puppet.gone();
});

it.each([
  ["null", { result: null }, "server-bad-answer"],
  ["an error", { error: { code: -32601, message: "no such thing" } }, "server-refused-initialize"],
  ["nonsense", { result: { protocolVersion: 5 } }, "server-bad-answer"],
])("says when initialize is answered by %s", async (_what, answer, kind) => {
  const { listener, connection, puppet } = await puppetWith({ era: "legacy" }, false);
  const opening = connection.open();
  const { id } = await puppet.heard(({ method }) => method === "initialize");
  puppet.send({ jsonrpc: "2.0", id, ...answer });
  await opening;
  expect(listener.now).toMatchObject({ kind: "failed", failure: { kind } });
});

it("lists all pages, and everything readable even if one tool is not", async () => {
  const { listener, puppet, connection } = await puppetWith({ era: "legacy" }, false);
  const opening = connection.open();
  puppet.reply(await puppet.heard(({ method }) => method === "initialize"), {
    protocolVersion: "2024-11-05",
    capabilities: { tools: { listChanged: true }, prompts: null },
    serverInfo: { name: "pages", version: "1" },
  });
  const isPage =
    (cursor: string | undefined) =>
    ({ method, params }: { method?: string; params?: Record<string, unknown> }) =>
      method === "tools/list" && params?.["cursor"] === cursor;
  puppet.reply(await puppet.heard(isPage(undefined)), {
    tools: [{ name: "a", inputSchema: { type: "object" } }, { name: 5 }],
    nextCursor: "2",
  });
  puppet.reply(await puppet.heard(isPage("2")), {
    tools: [{ name: "b", inputSchema: "odd", annotations: { title: "Bee" } }],
    nextCursor: "2",
  });
  await opening;
  await listener.watch.until(() => listener.toolList !== null);
  expect(listener.toolList).toEqual([
    { name: "a", inputSchema: { type: "object" } },
    {
      name: "b",
      title: "Bee",
      inputSchema: { type: "object" },
      annotations: { title: "Bee" },
    },
  ]);
  expect(listener.allLines.map((line) => line.text)).toEqual(['tools/list: {"name":5}']);
  expect(listener.messages).toMatchObject({ protocolVersion: "2024-11-05" });
});

it("says that a command or a folder does not exist", async () => {
  const nowhere = testConnection(stdio("no-such-command-anywhere"));
  await nowhere.connection.open();
  expect(nowhere.listener.now).toMatchObject({
    failure: { kind: "server-command-not-found", command: "no-such-command-anywhere" },
  });
  const folder = mkdtempSync(path.join(tmpdir(), "countersign-"));
  rmSync(folder, { recursive: true });
  const endpoint = { kind: "stdio" as const, command: process.execPath, args: [], env: [] };
  const unfolded = testConnection({ ...endpoint, cwd: folder });
  await unfolded.connection.open();
  expect(unfolded.listener.now).toMatchObject({
    failure: { kind: "server-folder-not-found", folder },
  });
});

it("starts nothing once it is closed, even while it asks the login shell", async () => {
  let answered: (path: string) => void = () => {};
  const path = new Promise<string>((resolve) => (answered = resolve));
  const { puppet, connection, listener } = await puppetWith(
    { loginShell: { path: () => path } },
    false,
  );
  const opening = connection.open();
  await connection.close("switched-off");
  answered(process.env["PATH"] ?? "");
  await opening;
  expect(puppet.starts).toBe(0);
  expect(listener.now).toEqual({ kind: "off" });
});

it("survives endless nesting, and answers requests in it", async () => {
  const { puppet, desk, listener, call } = await connected();
  const deep = "[".repeat(100_000) + "]".repeat(100_000);
  const lines = [
    deep,
    `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":${deep}}}`,
    `{"jsonrpc":"2.0","id":${deep},"method":"x"}`,
    `{"jsonrpc":"2.0","id":8,"error":${deep}}`,
    `{"jsonrpc":"2.0","id":"odd","method":"x","params":${deep}}`,
    `{"jsonrpc":"2.0","id":"deep","method":"sampling/createMessage","params":${deep}}`,
  ];
  for (const line of lines) puppet.raw(`${line}\n`);
  expect((await puppet.heard((message) => message.id === "odd")).error?.code).toBe(-32600);
  expect((await desk.request()).incoming.reply).toMatchObject({ requestId: "deep" });
  expect(listener.rubbishCount).toBe(5);
  expect(listener.allLines.every((line) => line.text.length < 100)).toBe(true);
  const run = call("work");
  const { id } = await puppet.called();
  puppet.raw(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":${deep}}}\n`);
  expect(await run.outcome).toMatchObject({ failure: { kind: "server-bad-answer" } });
});

it("says when a resource template of the server is invalid", async () => {
  const { connection } = await connected();
  const listener = { progress: () => {}, line: () => {} };
  const spec = { runId: "r", kind: "resource" as const, name: "x://{", arguments: { a: "1" } };
  const outcome = await connection.call(spec, listener, new AbortController().signal);
  expect(outcome).toMatchObject({ ok: false, failure: { kind: "run-error", code: -32602 } });
});
