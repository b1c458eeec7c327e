// A session with a wrapped server of 2026-07-28 over HTTP.
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { defaultPolicy } from "../../../src-shared/servers/policy/policy.ts";
import { createConnector } from "../session/connector.ts";
import { FakeDesk } from "../testing.ts";

const closing: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const TOOL = {
  name: "read",
  inputSchema: {
    type: "object",
    properties: { region: { type: "string", "x-mcp-header": "Region" } },
  },
};

it("repeats arguments as headers, and passes the error that is the body of an HTTP error", async () => {
  const regions: unknown[] = [];
  const server = http.createServer((request, response) => {
    void request.toArray().then((chunks: Buffer[]) => {
      const { id, method } = JSON.parse(Buffer.concat(chunks).toString()) as Record<
        string,
        unknown
      >;
      if (method === "tools/call") regions.push(request.headers["mcp-param-region"]);
      response.writeHead(method === "tools/list" ? 200 : 404, {
        "content-type": "application/json",
      });
      const outcome =
        method === "tools/list"
          ? { result: { tools: [TOOL] } }
          : { error: { code: -32601, message: "not today" } };
      response.end(JSON.stringify({ jsonrpc: "2.0", id, ...outcome }));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => void server.close());
  const received: string[] = [];
  const connector = createConnector({
    ...{ desk: new FakeDesk(), appVersion: "0", newId: () => "group" },
    loginShell: { path: () => Promise.resolve("") },
    startDemo: () => {
      throw new Error("no demo here");
    },
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const session = connector.openSession(
    {
      ...{ sessionId: "s1", serverId: "server", name: "notes", era: "auto", where: url },
      ...{ folder: "/", endpoint: { kind: "http", url, headers: [] } },
      fallback: { isExpected: () => true, refused: () => {}, initialized: () => {} },
      policy: () => defaultPolicy,
    },
    { send: (text) => void received.push(text), ready: () => null, end: () => {} },
    {
      host: () => null,
      lines: () => {},
      sampleReceived: () => {},
      tools: () => {},
      ended: () => {},
    },
  );
  closing.push(() => session.close());
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const say = (message: object) =>
    session.receive(Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`));
  await say({ id: 1, method: "tools/list", params: { _meta } });
  await expect.poll(() => received.length).toBe(1);
  const params = { name: "read", arguments: { region: "Tirol" }, _meta };
  await say({ id: 2, method: "tools/call", params });
  await expect.poll(() => received.length).toBe(2);
  expect(regions).toEqual(["Tirol"]);
  const error = { code: -32601, message: "not today" };
  expect(JSON.parse(received[1] ?? "")).toEqual({ jsonrpc: "2.0", id: 2, error });
});
