// Sampling as a task (2025-11-25): created at once, fetched when decided, ended by either side; and a third-party
// server that needs it.
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Puppet, question } from "../../../../e2e/support/puppet.ts";
import type { PuppetOptions, Wire } from "../../../../e2e/support/puppet.ts";
import { testConnection, stdio } from "../testing.ts";
import type { TestConnection } from "../testing.ts";

const EVERYTHING = path.resolve(
  import.meta.dirname,
  "../../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js",
);
const open: TestConnection[] = [];
const puppets: Puppet[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(open.splice(0).map(({ connection }) => connection.close("quit")));
  await Promise.all(puppets.splice(0).map((puppet) => puppet.close()));
});

interface Server {
  made: TestConnection;
  puppet: Puppet;
  /** Sends a request and returns the response under its id. */
  ask(method: string, params: unknown): Promise<Wire>;
  /** Asks for a sampling task; returns its id. */
  create(task?: object, more?: object): Promise<string>;
}

async function start(
  tasks = true,
  options: PuppetOptions = {},
  policy: Parameters<typeof testConnection>[1] = {},
): Promise<Server> {
  const puppet = await Puppet.open(options);
  puppets.push(puppet);
  const made = testConnection(stdio(puppet.config.command, puppet.config.args), {
    policy: { tasks },
    ...policy,
  });
  open.push(made);
  await made.connection.open();
  let lastId = 100;
  const ask = (method: string, params: unknown): Promise<Wire> => {
    lastId += 1;
    const id = lastId;
    puppet.send({ jsonrpc: "2.0", id, method, params });
    return puppet.heard((message) => message.method === undefined && message.id === id);
  };
  const create = async (task: object = {}, more: object = {}): Promise<string> => {
    const created = await ask("sampling/createMessage", { ...question("Hm?"), task, ...more });
    return String(Reflect.get(Object(created.result?.["task"]), "taskId"));
  };
  return { made, puppet, ask, create };
}

const status = (puppet: Puppet, taskId: string, wanted: string): Promise<Wire> =>
  puppet.heard(
    ({ method, params }) =>
      method === "notifications/tasks/status" &&
      params?.["taskId"] === taskId &&
      params["status"] === wanted,
  );

const TASKS = { list: {}, cancel: {}, requests: { sampling: { createMessage: {} } } };

it("flags the numbers of a task that could not be kept exactly", async () => {
  const { made, puppet } = await start();
  const big = "9007199254740993";
  puppet.raw(
    `{"jsonrpc":"2.0","id":7,"method":"sampling/createMessage","params":{"messages":[],"maxTokens":9,"task":{},"metadata":{"n":${big}}}}\n`,
  );
  expect((await made.desk.request()).incoming).toMatchObject({
    reply: { kind: "task" },
    rounded: [{ path: ["metadata", "n"], text: big }],
  });
});

describe("declared capabilities", () => {
  it("have no tasks unless the user allows the server; `task` is then ignored", async () => {
    const { made, puppet, ask } = await start(false);
    const initialize = await puppet.heard(({ method }) => method === "initialize");
    expect(initialize.params?.["capabilities"]).not.toHaveProperty("tasks");
    const answered = ask("sampling/createMessage", { ...question("Hm?"), task: { ttl: 5 } });
    const request = await made.desk.request();
    expect(request.incoming.reply.kind).toBe("pushed");
    void request.reply("normal");
    expect((await answered).result).toMatchObject({ content: { text: "normal" } });
    expect((await ask("tasks/list", {})).error).toMatchObject({ code: -32601 });
  });

  it("have sampling as a task, with list and cancel", async () => {
    const { puppet } = await start();
    const initialize = await puppet.heard(({ method }) => method === "initialize");
    expect(initialize.params?.["capabilities"]).toMatchObject({ tasks: TASKS });
  });

  it("have none in a protocol version without tasks", async () => {
    const { made, ask } = await start(true, { protocolVersion: "2025-06-18" });
    void ask("sampling/createMessage", { ...question("Hm?"), task: {} });
    expect((await made.desk.request()).incoming.reply.kind).toBe("pushed");
    expect((await ask("tasks/list", {})).error).toMatchObject({ code: -32601 });
  });
});

describe("a task", () => {
  it("is created at once, and has its response when the user has decided", async () => {
    const { made, puppet, ask } = await start();
    const created = await ask("sampling/createMessage", {
      ...question("Hm?"),
      task: { ttl: 120_000 },
    });
    const task = Object(created.result?.["task"]);
    expect(Object.keys(created.result ?? {})).toEqual(["task"]);
    expect(task).toEqual({
      taskId: expect.any(String),
      status: "working",
      statusMessage: "The user is reviewing the request",
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      lastUpdatedAt: task.createdAt,
      // A user takes any time: no end is promised before there is one.
      ttl: null,
      pollInterval: 1000,
    });
    const { taskId } = task;
    const request = await made.desk.request();
    expect(request.incoming.reply).toEqual({ kind: "task", requestId: created.id, taskId });
    const polled = await ask("tasks/get", { taskId });
    expect(polled.result).toEqual(task);

    const fetched = ask("tasks/result", { taskId });
    const delivery = request.reply("Because.");
    const told = await status(puppet, taskId, "completed");
    expect(told.params).not.toHaveProperty("_meta");
    expect(Number(told.params?.["ttl"])).toBeGreaterThanOrEqual(120_000);
    const result = await fetched;
    expect(result.result).toEqual({
      role: "assistant",
      content: { type: "text", text: "Because." },
      model: "human",
      stopReason: "endTurn",
      _meta: { "io.modelcontextprotocol/related-task": { taskId } },
    });
    expect(await delivery).toEqual({ kind: "sent" });
    // It can be fetched again as long as it is kept.
    expect((await ask("tasks/result", { taskId })).result).toEqual(result.result);
    expect((await ask("tasks/get", { taskId })).result).toMatchObject({ status: "completed" });
  });

  it("lets a limited number of requests wait for its result, and refuses the next one", async () => {
    const { made, ask, create } = await start();
    const taskId = await create();
    const waits = Array.from({ length: 16 }, () => ask("tasks/result", { taskId }));
    expect((await ask("tasks/result", { taskId })).error).toEqual({
      code: -32602,
      message: "Too many requests wait for the result of this task",
    });
    await (await made.desk.request()).reply("Because.");
    for (const { result } of await Promise.all(waits)) {
      expect(result).toMatchObject({ content: { text: "Because." } });
    }
  });

  it("fails with the user's rejection, exactly as the request would have", async () => {
    const { made, ask, create } = await start();
    const taskId = await create();
    const blocked = ask("tasks/result", { taskId });
    const told = (await made.desk.request()).reject();
    const error = { code: -1, message: "User rejected sampling request" };
    expect((await blocked).error).toEqual(error);
    expect(await told).toEqual({ kind: "sent" });
    expect((await ask("tasks/get", { taskId })).result).toMatchObject({
      status: "failed",
      statusMessage: error.message,
    });
    expect((await ask("tasks/result", { taskId })).error).toEqual(error);
  });

  it("is not created when the request is refused on arrival: the error has the request's id", async () => {
    const { made, ask } = await start();
    made.desk.refuse = { kind: "error", code: -32602, message: "Invalid params" };
    const answered = await ask("sampling/createMessage", { ...question("Hm?"), task: {} });
    expect(answered.error).toEqual({ code: -32602, message: "Invalid params" });
    expect((await ask("tasks/list", {})).result).toEqual({ tasks: [] });
  });

  it("outlives the call that led to it", async () => {
    const { made, puppet, ask, create } = await start();
    const run = made.call("work");
    const call = await puppet.called();
    const taskId = await create();
    const request = await made.desk.request();
    expect(request.incoming.origin).toMatchObject({ kind: "certain" });
    puppet.finish(call, "asked, and gone on");
    expect(await run.outcome).toMatchObject({ ok: true });
    expect(request.withdrawn).toEqual([]);
    expect((await ask("tasks/get", { taskId })).result).toMatchObject({ status: "working" });
    const fetched = ask("tasks/result", { taskId });
    expect(await request.reply("late")).toEqual({ kind: "sent" });
    expect((await fetched).result).toMatchObject({ content: { text: "late" } });
  });

  it("sends progress for its whole life, under its own token", async () => {
    const { made, puppet, create } = await start(true, {}, { keepAliveMs: 20 });
    const taskId = await create({}, { _meta: { progressToken: 0 } });
    const told = await puppet.heard(
      ({ method, params }) => method === "notifications/progress" && params?.["progress"] === 2,
    );
    expect(told.params).toMatchObject({
      progressToken: 0,
      _meta: { "io.modelcontextprotocol/related-task": { taskId } },
    });
    void (await made.desk.request()).reject();
  });

  it("can have no second request under an id that is in use", async () => {
    const { made, puppet } = await start();
    puppet.ask(question("first"), 7);
    await made.desk.request(0);
    puppet.ask({ ...question("second"), task: {} }, 7);
    expect((await made.desk.request(1)).incoming).toMatchObject({ duplicate: true });
    expect(puppet.answersTo(7)).toEqual([]);
  });
});

describe("the server's cancellation", () => {
  it("ends the request; the task stays cancelled, whatever is decided later", async () => {
    const { made, puppet, ask, create } = await start();
    const taskId = await create();
    const blocked = ask("tasks/result", { taskId });
    const request = await made.desk.request();
    const cancelled = await ask("tasks/cancel", { taskId });
    expect(cancelled.result).toMatchObject({ taskId, status: "cancelled" });
    expect(request.withdrawn).toEqual([{ kind: "server-cancelled" }]);
    expect((await blocked).error).toMatchObject({ data: { reason: "task-cancelled" } });
    expect(await request.reply("too late")).toMatchObject({ kind: "not-sent" });
    expect((await ask("tasks/get", { taskId })).result).toMatchObject({ status: "cancelled" });
    expect((await ask("tasks/cancel", { taskId })).error).toEqual({
      code: -32602,
      message: "Cannot cancel task: already in terminal status 'cancelled'",
    });
    await status(puppet, taskId, "cancelled");
    expect(JSON.stringify(puppet.received)).not.toContain("too late");
  });

  it("of a waiting `tasks/result` withdraws only that response", async () => {
    const { made, puppet, ask, create } = await start();
    const taskId = await create();
    puppet.send({ jsonrpc: "2.0", id: 0, method: "tasks/result", params: { taskId } });
    puppet.cancel(0);
    expect((await ask("tasks/get", { taskId })).result).toMatchObject({ status: "working" });
    const delivery = (await made.desk.request()).reply("x");
    await status(puppet, taskId, "completed");
    await ask("tasks/result", { taskId });
    expect(await delivery).toEqual({ kind: "sent" });
    expect(puppet.answersTo(0)).toEqual([]);
  });
});

describe("wrong requests", () => {
  it.each([
    ["tasks/get", {}],
    ["tasks/get", { taskId: "nobody" }],
    ["tasks/result", { taskId: 5 }],
    ["tasks/cancel", { taskId: "__proto__" }],
    ["tasks/get", undefined],
    ["tasks/get", [1]],
  ])("%s of %j: not found", async (method, params) => {
    const { ask } = await start();
    expect((await ask(method, params)).error).toEqual({
      code: -32602,
      message: "Failed to retrieve task: Task not found",
    });
  });

  it("pages lists, and accepts only its own cursors", async () => {
    const { made, ask, create } = await start();
    const ids: string[] = [];
    for (let count = 0; count < 51; count += 1) ids.push(await create());
    const first = (await ask("tasks/list", {})).result;
    expect(first?.["tasks"]).toHaveLength(50);
    const cursor = first?.["nextCursor"];
    const second = (await ask("tasks/list", { cursor })).result;
    expect(second).toEqual({ tasks: [expect.objectContaining({ taskId: ids[50] })] });
    for (const bad of ["", "x", 5, null, Buffer.from("after 9999").toString("base64url")]) {
      expect((await ask("tasks/list", { cursor: bad })).error).toMatchObject({ code: -32602 });
    }
    expect(made.desk.requests).toHaveLength(51);
  });
});

describe("the end of a task", () => {
  it("comes after its ttl; what was never fetched is reported as not sent", async () => {
    const { made, ask, create } = await start();
    const taskId = await create({ ttl: 90_000 });
    const request = await made.desk.request();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const delivery = request.reply("x");
    await vi.advanceTimersByTimeAsync(89_000);
    expect((await ask("tasks/get", { taskId })).result).toMatchObject({ status: "completed" });
    await vi.advanceTimersByTimeAsync(1001);
    expect(await delivery).toEqual({ kind: "not-sent", detail: "the server never fetched it" });
    expect((await ask("tasks/get", { taskId })).error).toEqual({
      code: -32602,
      message: "Failed to retrieve task: Task has expired",
    });
    expect((await ask("tasks/list", {})).result).toEqual({ tasks: [] });
  });

  it("comes with the session: a waiting one is withdrawn, an unfetched one was not sent", async () => {
    const { made, puppet, create } = await start();
    await create();
    await create();
    const [waits, ready] = [await made.desk.request(0), await made.desk.request(1)];
    const delivery = ready.reply("x");
    puppet.die(1);
    expect(await made.desk.withdrawn(0)).toMatchObject({ kind: "server-died" });
    expect(waits.withdrawn).toHaveLength(1);
    expect(await delivery).toMatchObject({ kind: "not-sent" });
  });

  it("is told to a server that still listens", async () => {
    const { made, puppet, ask, create } = await start();
    const taskId = await create();
    const blocked = ask("tasks/result", { taskId });
    await ask("tasks/get", { taskId });
    await made.connection.close("switched-off");
    expect((await blocked).error).toMatchObject({ data: { reason: "closing" } });
    await status(puppet, taskId, "failed");
  });

  it("does not come while all is stopped: the response is sent once it may be", async () => {
    const { made, puppet, ask, create } = await start();
    let resume = (): void => {};
    const gate = new Promise<void>((resolve) => {
      resume = resolve;
    });
    const taskId = await create();
    const request = await made.desk.request();
    const delivery = request.reply("held");
    await status(puppet, taskId, "completed");
    made.desk.stopped = gate;
    const fetched = ask("tasks/result", { taskId });
    await ask("tasks/get", { taskId });
    expect(JSON.stringify(puppet.received)).not.toContain("held");
    // Of this request: a team can be stopped, too.
    expect(made.desk.askedToSend).toEqual([request.id]);
    made.desk.stopped = null;
    resume();
    expect((await fetched).result).toMatchObject({ content: { text: "held" } });
    expect(await delivery).toEqual({ kind: "sent" });
  });

  it("does not come late for a fetch that was cancelled while all was stopped, nor twice", async () => {
    const { made, puppet, ask, create } = await start();
    let resume = (): void => {};
    const gate = new Promise<void>((resolve) => {
      resume = resolve;
    });
    const taskId = await create();
    const delivery = (await made.desk.request()).reply("held");
    await status(puppet, taskId, "completed");
    made.desk.stopped = gate;
    for (const id of [1, 2, 2]) {
      puppet.send({ jsonrpc: "2.0", id, method: "tasks/result", params: { taskId } });
    }
    puppet.cancel(1);
    await ask("tasks/get", { taskId });
    made.desk.stopped = null;
    resume();
    expect(await delivery).toEqual({ kind: "sent" });
    await ask("tasks/get", { taskId });
    expect(puppet.answersTo(1)).toEqual([]);
    expect(puppet.answersTo(2)).toHaveLength(1);
  });
});

it(
  "serves server-everything's asynchronous sampling, which exists only for clients with tasks",
  { tags: ["long"] },
  async () => {
    const made = testConnection(stdio(process.execPath, [EVERYTHING, "stdio"]), {
      policy: { tasks: true },
    });
    open.push(made);
    await made.connection.open();
    await made.listener.tool("trigger-sampling-request-async");
    const run = made.call("trigger-sampling-request-async", { prompt: "Why?" });
    const request = await made.desk.request();
    expect(request.incoming.reply.kind).toBe("task");
    const delivery = request.reply("Fetched later.");
    const text = JSON.stringify(await run.outcome);
    expect(text).toContain("[COMPLETED] Async sampling completed!");
    expect(text).toContain("Fetched later.");
    expect(await delivery).toEqual({ kind: "sent" });

    const again = made.call("trigger-sampling-request-async", { prompt: "And?" }, "run-2");
    void (await made.desk.request(1)).reject();
    expect(JSON.stringify(await again.outcome)).toContain(
      "[FAILED] User rejected sampling request",
    );
  },
);

it("says why a tool that runs only as a task does not run, and sends nothing", async () => {
  const made = testConnection(stdio(process.execPath, [EVERYTHING, "stdio"]));
  open.push(made);
  await made.connection.open();
  await made.listener.tool("simulate-research-query");
  const tool = made.listener.toolList?.find(({ name }) => name === "simulate-research-query");
  expect(tool?.taskOnly).toBe(true);
  const run = made.call("simulate-research-query", { topic: "tea" });
  expect(await run.outcome).toEqual({ ok: false, failure: { kind: "run-task-only" } });
  const rows = made.traffic.rows();
  expect(JSON.stringify(rows)).not.toContain("tools/call");
});
