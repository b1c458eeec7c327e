// Tasks over HTTP: they outlive a lost session, for the server that knows their ids, and end with the connection.
import { afterEach, expect, it } from "vitest";
import { question } from "../../../../e2e/support/puppet.ts";
import { testConnection } from "../testing.ts";
import type { TestConnection } from "../testing.ts";
import { RawServer } from "../testingHttp.ts";

const open: TestConnection[] = [];
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ connection }) => connection.close("quit")));
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function connected(options: Parameters<typeof testConnection>[1] = {}) {
  const server = new RawServer();
  const url = await server.listen();
  closing.push(() => server.close());
  const made = testConnection(
    { kind: "http", url, headers: [] },
    { policy: { tasks: true }, ...options },
  );
  open.push(made);
  await made.connection.open();
  let lastId = 100;
  /** Sends a request on the stream for pushes of the nth session, and returns the response. */
  const ask = async (nth: number, method: string, params: object): Promise<unknown> => {
    lastId += 1;
    const id = lastId;
    (await server.get(nth)).event({ jsonrpc: "2.0", id, method, params });
    return (await server.answer(id)).message;
  };
  const create = async (nth = 0): Promise<string> => {
    const created = await ask(nth, "sampling/createMessage", { ...question("Hm?"), task: {} });
    const { result } = created as { result: { task: { taskId: string } } };
    return result.task.taskId;
  };
  /** The server forgets the session; returns the stream for pushes of the next one. */
  const drop = async (): Promise<void> => {
    const stream = await server.get(0);
    server.session = "s2";
    stream.response.end();
    // The first request in the old session gets the answer that it is gone.
    await server.get(2);
  };
  return { ...made, server, ask, create, drop };
}

it("continue in the next session: what is decided meanwhile is fetched there, and reported as sent", async () => {
  const { desk, ask, create, drop, listener } = await connected();
  const [taskId, other] = [await create(), await create()];
  const [request, waits] = [await desk.request(0), await desk.request(1)];
  await drop();
  expect(listener.now).toMatchObject({ kind: "connected" });
  expect([request.withdrawn, waits.withdrawn]).toEqual([[], []]);
  const delivery = request.reply("kept");
  expect(await ask(2, "tasks/get", { taskId })).toMatchObject({ result: { status: "completed" } });
  expect(await ask(2, "tasks/get", { taskId: other })).toMatchObject({
    result: { status: "working" },
  });
  expect(await ask(2, "tasks/result", { taskId })).toMatchObject({
    result: { content: { text: "kept" } },
  });
  expect(await delivery).toEqual({ kind: "sent" });
  // A server that does not know an id is told none.
  expect(await ask(2, "tasks/list", {})).toMatchObject({ result: { tasks: [] } });
  expect(await ask(2, "tasks/cancel", { taskId: other })).toMatchObject({
    result: { status: "cancelled" },
  });
  expect(waits.withdrawn).toEqual([{ kind: "server-cancelled" }]);
});

it("answer nothing in the next session that was asked in the one before", async () => {
  const { server, desk, create, drop, ask } = await connected();
  const taskId = await create();
  const request = await desk.request();
  const params = { taskId };
  (await server.get(0)).event({ jsonrpc: "2.0", id: 7, method: "tasks/result", params });
  await ask(0, "tasks/get", params);
  await drop();
  void request.reply("kept");
  expect(await ask(2, "tasks/result", params)).toMatchObject({
    result: { content: { text: "kept" } },
  });
  expect(server.exchanges.filter(({ message }) => message?.id === 7)).toEqual([]);
});

it("end when the server does not come back", async () => {
  const { server, desk, create, listener } = await connected({ reconnectMs: 1, reconnectMax: 2 });
  await create();
  await create();
  const [waits, ready] = [await desk.request(0), await desk.request(1)];
  const delivery = ready.reply("never fetched");
  await server.close();
  closing.length = 0;
  await listener.is("failed");
  expect(waits.withdrawn).toHaveLength(1);
  expect(await delivery).toMatchObject({ kind: "not-sent" });
});
