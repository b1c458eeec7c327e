// Reused connections: which, for how long, and that nothing is ever sent twice because of one.
import { once } from "node:events";
import type http from "node:http";
import { Socket } from "node:net";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import tls from "node:tls";
import { makeAuthority, startWeb } from "../testing/network.ts";
import type { Certificate } from "../testing/network.ts";
import { createFetch } from "./fetch.ts";
import type { Fetch } from "./fetch.ts";
import { IdleConnections } from "./idleConnections.ts";

let authority: Awaited<ReturnType<typeof makeAuthority>>;
beforeAll(async () => void (authority = await makeAuthority("Example CA")));
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** A server that reports for each request on which of its connections it arrived. */
async function numbered(
  answer: (request: http.IncomingMessage, response: http.ServerResponse, text: string) => void,
  certificate?: Certificate,
) {
  const sockets: Socket[] = [];
  const numbers: number[] = [];
  const web = await startWeb((request, response) => {
    if (!sockets.includes(request.socket)) sockets.push(request.socket);
    numbers.push(sockets.indexOf(request.socket));
    answer(request, response, String(numbers.at(-1)));
  }, certificate);
  closing.push(web.close);
  const scheme = certificate === undefined ? "http" : "https";
  return { url: `${scheme}://localhost:${web.port}/`, sockets, numbers };
}

const plainly = (_request: unknown, response: http.ServerResponse, text: string): void =>
  void response.end(text);

/** However busy the machine is. */
const LONG_MS = 60_000;

const straight = (context: () => tls.SecureContext | null, idleMs = LONG_MS): Fetch =>
  createFetch({ of: async () => [null], context }, new IdleConnections(idleMs));

const post = async (fetch: Fetch, url: string): Promise<string> =>
  (await fetch(url, { method: "POST", body: "paid" })).text();

/** A response is complete before its connection is free again. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

it("carry the next request, with TLS and without", async () => {
  const contexts = [null, tls.createSecureContext({ ca: authority.ca.cert })];
  for (const context of contexts) {
    const certificate = context === null ? undefined : await authority.sign("localhost");
    const { url, numbers } = await numbered(plainly, certificate);
    const fetch = straight(() => context);
    for (let run = 0; run < 3; run += 1) {
      await post(fetch, url);
      await turn();
    }
    expect(numbers).toEqual([0, 0, 0]);
  }
});

it("serve only one request at a time", async () => {
  const waiting: (() => void)[] = [];
  const { url, numbers } = await numbered((_request, response, text) => {
    waiting.push(() => response.end(text));
    if (waiting.length === 2) for (const end of waiting) end();
  });
  const fetch = straight(() => null);
  await Promise.all([post(fetch, url), post(fetch, url)]);
  expect(numbers).toEqual([0, 1]);
});

it("are not used again under other trust settings", async () => {
  const { url, numbers } = await numbered(plainly, await authority.sign("localhost"));
  let context: tls.SecureContext | null = tls.createSecureContext({ ca: authority.ca.cert });
  const fetch = straight(() => context);
  await post(fetch, url);
  context = null;
  await expect(post(fetch, url)).rejects.toMatchObject({
    failure: { kind: "model-certificate" },
  });
  context = tls.createSecureContext({ ca: authority.ca.cert });
  await post(fetch, url);
  expect(numbers).toEqual([0, 1]);
});

it("are closed after a moment without a request", async () => {
  const { url, sockets } = await numbered(plainly);
  await post(
    straight(() => null, 30),
    url,
  );
  const [socket] = sockets;
  if (socket !== undefined && !socket.destroyed) await once(socket, "close");
  expect(sockets).toHaveLength(1);
});

it("are not used again after the machine has slept", async () => {
  const { url, numbers } = await numbered(plainly);
  const fetch = straight(() => null);
  await post(fetch, url);
  await turn();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + LONG_MS + 1 });
  await post(fetch, url);
  expect(numbers).toEqual([0, 1]);
});

it("are dropped when their server closes them silently", async () => {
  const { url, numbers, sockets } = await numbered(plainly);
  const fetch = straight(() => null);
  await post(fetch, url);
  await turn();
  const [socket] = sockets;
  if (socket === undefined) throw new Error("nothing came");
  socket.end();
  await once(socket, "close");
  await post(fetch, url);
  expect(numbers).toEqual([0, 1]);
});

it("that break under a request fail it: it is never sent again", async () => {
  const { url, numbers } = await numbered((request, response, text) => {
    if (numbers.length === 1) response.end(text);
    else request.socket.destroy();
  });
  const fetch = straight(() => null);
  await post(fetch, url);
  await turn();
  await expect(post(fetch, url)).rejects.toThrow(TypeError);
  await turn();
  expect(numbers).toEqual([0, 0]);
});

it("end with a response that is not read to its end", async () => {
  const { url, numbers, sockets } = await numbered(
    (_request, response) => void response.write("x"),
  );
  const fetch = straight(() => null);
  const answer = await fetch(url, { method: "POST", body: "paid" });
  await answer.body?.cancel();
  const [socket] = sockets;
  if (socket !== undefined && !socket.destroyed) await once(socket, "close");
  const next = await fetch(url, { method: "POST", body: "paid" });
  await next.body?.cancel();
  expect(numbers).toEqual([0, 1]);
});

it.each([
  ["timeout=1", [0, 1]],
  ["max=100, timeout=0", [0, 1]],
  ["timeout=5", [0, 0]],
] as const)("follow the hint of a server that says %s", async (hint, expected) => {
  const { url, numbers } = await numbered((_request, response, text) => {
    response.setHeader("keep-alive", hint);
    response.end(text);
  });
  const fetch = straight(() => null);
  await post(fetch, url);
  await turn();
  await post(fetch, url);
  expect(numbers).toEqual(expected);
});

it.each([
  ["127.0.0.1", true],
  ["::ffff:127.0.0.2", true],
  ["::1", true],
  ["192.0.2.1", false],
  ["::ffff:192.0.2.127", false],
  ["2001:db8::1", false],
  [undefined, false],
])("to %s may be used again: %s", (remoteAddress, may) => {
  // A late second response would be taken for the next request's, which another server may have sent.
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: remoteAddress });
  const agent = new IdleConnections(LONG_MS).agent(false, null);
  expect(agent.keepSocketAlive(socket)).toBe(may);
  socket.destroy();
});

it("with unread bytes are not used again", () => {
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: "127.0.0.1" });
  const agent = new IdleConnections(LONG_MS).agent(false, null);
  socket.push("HTTP/1.1 200 OK\r\n");
  expect(agent.keepSocketAlive(socket)).toBe(false);
  socket.destroy();
});
