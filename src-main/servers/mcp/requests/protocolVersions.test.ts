// Which protocol version is spoken: every choice, over every transport, with servers of older versions, newer ones or
// both, and with each way to refuse `initialize`.
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { ConnectionSpec } from "../connectionSpec.ts";
import { testConnection, stdio } from "../testing.ts";
import type { TestConnection } from "../testing.ts";

const open: TestConnection[] = [];
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ connection }) => connection.close("quit")));
  await Promise.all(closing.splice(0).map((close) => close()));
});

type Endpoint = ConnectionSpec["endpoint"];
type Speaks = "legacy" | "modern";
/** What a server of newer versions does only when asked to `initialize`. */
type Refusal = "error" | "status" | "exit" | "silence";

interface Message {
  id?: number | string;
  method?: string;
}

const serverInfo = { name: "eras", version: "1" };
const INITIALIZED = { protocolVersion: "2025-11-25", capabilities: {}, serverInfo };
const DISCOVERED = {
  supportedVersions: ["2026-07-28"],
  capabilities: {},
  serverInfo,
  resultType: "complete",
  ttlMs: 0,
  cacheScope: "private",
};
const REFUSED = { code: -32601, message: "Method not found" };

/** The response of a server that speaks only `speaks`; null where there is none. */
function answerTo(message: Message, speaks: Speaks): object | null {
  if (message.id === undefined || message.method === undefined) return null;
  const { id } = message;
  const own = speaks === "legacy" ? "initialize" : "server/discover";
  if (message.method !== own) return { jsonrpc: "2.0", id, error: REFUSED };
  return { jsonrpc: "2.0", id, result: speaks === "legacy" ? INITIALIZED : DISCOVERED };
}

/** A process that does the same; `refusal` is its reaction to an unknown `initialize`. */
function processOf(speaks: Speaks, refusal: Refusal): Endpoint {
  const script = `
    const answers = ${JSON.stringify({ initialize: INITIALIZED, "server/discover": DISCOVERED })};
    const own = ${JSON.stringify(speaks === "legacy" ? "initialize" : "server/discover")};
    require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
      const { id, method } = JSON.parse(line);
      if (id === undefined) return;
      const say = (rest) => console.log(JSON.stringify({ jsonrpc: "2.0", id, ...rest }));
      if (method === own) return say({ result: answers[method] });
      if (method !== "initialize") return say({ error: ${JSON.stringify(REFUSED)} });
      if (${JSON.stringify(refusal)} === "exit") process.exit(4);
      if (${JSON.stringify(refusal)} !== "silence") say({ error: ${JSON.stringify(REFUSED)} });
    });`;
  return stdio(process.execPath, ["-e", script]);
}

async function readJson(request: http.IncomingMessage): Promise<Message> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  return text === "" ? {} : (JSON.parse(text) as Message);
}

async function addressOf(
  kind: "http" | "sse",
  speaks: Speaks,
  refusal: Refusal,
): Promise<Endpoint> {
  const streams: http.ServerResponse[] = [];
  const server = http.createServer((request, response) => {
    if (request.method === "GET" && kind === "sse") {
      streams.push(response);
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("event: endpoint\ndata: /post\n\n");
      return;
    }
    if (request.method !== "POST") {
      response.writeHead(405).end();
      return;
    }
    void readJson(request).then((message) => {
      const unknown = message.method === "initialize" && speaks === "modern";
      if (unknown && refusal === "silence") return;
      const answer = answerTo(message, speaks);
      if (kind === "sse") {
        response.writeHead(202).end();
        if (answer !== null) streams.at(-1)?.write(`data: ${JSON.stringify(answer)}\n\n`);
        return;
      }
      const status = answer === null ? 202 : unknown && refusal === "status" ? 400 : 200;
      response.writeHead(status, { "content-type": "application/json" });
      response.end(answer === null ? undefined : JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { kind, url: `http://127.0.0.1:${port}/${kind}`, headers: [] };
}

type Transport = "stdio" | "http" | "sse";
const endpointOf = (transport: Transport, speaks: Speaks, refusal: Refusal): Promise<Endpoint> =>
  transport === "stdio"
    ? Promise.resolve(processOf(speaks, refusal))
    : addressOf(transport, speaks, refusal);

async function opened(
  endpoint: Endpoint,
  options: Parameters<typeof testConnection>[1],
): Promise<TestConnection> {
  const made = testConnection(endpoint, options);
  open.push(made);
  await made.connection.open();
  return made;
}

const begun = ({ traffic }: TestConnection): number =>
  traffic.rows().filter(({ kind }) => kind === "began").length;

describe.each(["stdio", "http", "sse"] as const)("over %s", (transport) => {
  it.each([
    ["legacy", "legacy", "legacy"],
    ["auto", "legacy", "legacy"],
    ["modern", "legacy", null],
    ["legacy", "modern", null],
    ["auto", "modern", "modern"],
    ["modern", "modern", "modern"],
  ] as const)("%s with a server of %s versions: %s", async (era, speaks, spoken) => {
    const made = await opened(await endpointOf(transport, speaks, "error"), { era });
    if (spoken === null) {
      expect(made.listener.now).toMatchObject({
        kind: "failed",
        failure: { kind: "server-refused-initialize" },
      });
    } else {
      expect(made.listener.now).toMatchObject({ kind: "connected" });
      expect(made.listener.messages).toMatchObject({ era: spoken });
    }
    expect(begun(made)).toBe(era === "auto" && spoken === "modern" ? 2 : 1);
  });

  it("says after the timeout that a server does not answer, and does not ask it twice", async () => {
    const endpoint = await endpointOf(transport, "modern", "silence");
    const made = await opened(endpoint, { era: "auto", initializeTimeoutMs: 200 });
    expect(made.listener.now).toMatchObject({
      kind: "failed",
      failure: { kind: "server-silent", afterMs: 200, stage: "initialize" },
    });
    expect(begun(made)).toBe(1);
  });
});

it("tries 2026-07-28 with a process that exited on `initialize`", async () => {
  const made = await opened(processOf("modern", "exit"), { era: "auto" });
  expect(made.listener.messages).toMatchObject({ era: "modern" });
});

it("tells how a process that always exits ended the first time", async () => {
  const script = 'process.stdin.once("data", () => process.exit(7))';
  const made = await opened(stdio(process.execPath, ["-e", script]), { era: "auto" });
  expect(made.listener.now).toMatchObject({ failure: { kind: "server-exited", code: 7 } });
  expect(begun(made)).toBe(2);
});

it("does not retry a process that exited on `initialize` if older versions were chosen", async () => {
  const made = await opened(processOf("modern", "exit"), { era: "legacy" });
  expect(made.listener.now).toMatchObject({ failure: { kind: "server-exited", code: 4 } });
  expect(begun(made)).toBe(1);
});

it("treats HTTP status 400 on `initialize` as a refusal", async () => {
  const made = await opened(await addressOf("http", "modern", "status"), { era: "auto" });
  expect(made.listener.messages).toMatchObject({ era: "modern" });
});

it("uses older versions with a real server of both kinds, unless told otherwise", async () => {
  const dual = path.resolve(import.meta.dirname, "../../../../e2e/servers/dual.mjs");
  const endpoint = stdio(process.execPath, [dual]);
  expect((await opened(endpoint, { era: "auto" })).listener.messages).toMatchObject({
    era: "legacy",
  });
  expect((await opened(endpoint, { era: "modern" })).listener.messages).toMatchObject({
    era: "modern",
  });
});
