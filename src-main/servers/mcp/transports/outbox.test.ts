// For a server that accepts no response, a bounded number is kept, and no longer than a deadline.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { longFetch } from "./longFetch.ts";
import { Outbox } from "./outbox.ts";
import { testConnection } from "../testing.ts";
import { RawServer } from "../testingHttp.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const rest = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

it("sends a fixed number at once and the next as soon as one is accepted, in order", async () => {
  const outbox = new Outbox(() => {}, { concurrent: 2 });
  const begun: number[] = [];
  const accept: (() => void)[] = [];
  const sent = [0, 1, 2, 3].map((index) =>
    outbox.send(() => {
      begun.push(index);
      return new Promise((resolve) => accept.push(resolve));
    }),
  );
  await rest(0);
  expect(begun).toEqual([0, 1]);
  accept[1]?.();
  await rest(0);
  expect(begun).toEqual([0, 1, 2]);
  accept[0]?.();
  accept[2]?.();
  await rest(0);
  accept[3]?.();
  await Promise.all(sent);
  expect(begun).toEqual([0, 1, 2, 3]);
});

it("drops what the queue cannot hold or held too long, and tells how many", async () => {
  const said: string[] = [];
  const bounds = { concurrent: 1, queued: 2, queueMs: 20, reportMs: 40 };
  const outbox = new Outbox((text) => void said.push(text), bounds);
  void outbox.send(() => new Promise(() => {}));
  const sent = await Promise.allSettled(
    [1, 2, 3, 4].map(() => outbox.send(() => Promise.resolve())),
  );
  expect(sent.map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
  await rest(60);
  expect(said).toEqual(["[4 responses were not sent: the server does not accept them]"]);
});

it("keeps at most 6 sockets open for 3,000 pings that the server never lets end, and stays usable", async () => {
  const server = new RawServer();
  closing.push(() => server.close());
  const url = await server.listen();
  const { connection, listener, desk, call } = testConnection({ kind: "http", url, headers: [] });
  closing.push(() => connection.close("quit"));
  await connection.open();
  expect(listener.now).toMatchObject({ kind: "connected" });
  const run = call("x");
  const exchange = await server.call("x");
  exchange.stream();
  server.answerStatus = null;
  for (let id = 0; id < 3000; id += 1) {
    exchange.event({ jsonrpc: "2.0", id: `p${id}`, method: "ping" });
  }
  const params = { messages: [], maxTokens: 1 };
  exchange.event({ jsonrpc: "2.0", id: "last", method: "sampling/createMessage", params });
  await desk.request();
  await rest(100);
  const answers = server.exchanges.filter(
    ({ message }) => message?.method === undefined && message?.id !== undefined,
  );
  expect(answers).toHaveLength(6);
  exchange.event({ jsonrpc: "2.0", id: exchange.message?.id, result: { content: [] } });
  expect(await run.outcome).toMatchObject({ ok: true });
});

it("ends a POST that is not accepted within its deadline, and says that it may have arrived", async () => {
  let gone: () => void = () => {};
  const closed = new Promise<void>((resolve) => (gone = resolve));
  const server = createServer((request) => {
    request.resume();
    request.on("close", gone);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const init = { method: "POST", body: "x", responseTimeoutMs: 50 };
  const late = await longFetch(url, init).catch((error: unknown) => error);
  expect(late).toMatchObject({ name: "AbortError", uploaded: true });
  await closed;
});
