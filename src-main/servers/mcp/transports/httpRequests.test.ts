// Requests beside sampling, and tasks, over Streamable HTTP with real servers of older and newer versions.
import type { ResponseDocument } from "#shared/request/document/message.ts";
import http from "node:http";
import type net from "node:net";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, inputRequired, McpServer } from "@modelcontextprotocol/server";
import { afterEach, expect, it } from "vitest";
import * as z from "zod";
import { startEverything } from "../../../../e2e/support/httpServers.ts";
import { testConnection } from "../testing.ts";
import { RawServer } from "../testingHttp.ts";
import type { TestConnection } from "../testing.ts";

const open: TestConnection[] = [];
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ connection }) => connection.close("quit")));
  for (const close of closers.splice(0)) await close();
});

async function connected(
  url: string,
  options: Parameters<typeof testConnection>[1],
): Promise<TestConnection> {
  const made = testConnection({ kind: "http", url, headers: [] }, options);
  open.push(made);
  await made.connection.open();
  expect(made.listener.now).toMatchObject({ kind: "connected" });
  return made;
}

/** A server of 2026-07-28 whose tool asks for a sampling request, a form and the folders in one result. */
async function serveMixed(answers = true): Promise<string> {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: "mixed", version: "1.0.0" });
    server.registerTool("all", { inputSchema: z.object({}) }, async (_args, ctx) => {
      const given = ctx.mcpReq.inputResponses;
      if (given?.["sample"] !== undefined) {
        return { content: [{ type: "text", text: JSON.stringify(given) }] };
      }
      return inputRequired({
        inputRequests: {
          sample: inputRequired.createMessage({
            messages: [{ role: "user", content: { type: "text", text: "Hm?" } }],
            maxTokens: 5,
          }),
          person: inputRequired.elicit({
            message: "Who?",
            requestedSchema: { type: "object", properties: { name: { type: "string" } } },
          }),
          roots: inputRequired.listRoots(),
        },
        requestState: "kept",
      });
    });
    return server;
  });
  const listener = toNodeHandler(handler);
  let asked = false;
  type Request = Parameters<typeof listener>[0];
  const server = http.createServer((request, response) => {
    if (answers || request.headers["mcp-method"] !== "tools/call" || !asked) {
      asked ||= request.headers["mcp-method"] === "tools/call";
      void listener(request as Request, response);
    } else response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  );
  return `http://127.0.0.1:${(server.address() as net.AddressInfo).port}/mcp`;
}

const roots = [{ uri: "file:///work", name: "Work" }];

it("returns a response, a form and the folders of one result together", async () => {
  const made = await connected(await serveMixed(), { era: "modern", policy: { roots } });
  const run = made.call("all");
  const content = { name: "Ada" };
  void (await made.desk.elicitation()).settle({
    kind: "result",
    document: { action: "accept", content } as unknown as ResponseDocument,
  });
  expect(await (await made.desk.request()).reply("yes")).toEqual({ kind: "sent" });
  const text = JSON.stringify(await run.outcome);
  for (const part of ["yes", "Ada", "file:///work"]) expect(text).toContain(part);
});

it.each([
  ["an address that answers `initialize` and then nothing", "http", 200],
  ["an event stream that names no endpoint", "sse", 0],
] as const)("gives up connecting to %s", async (_what, kind, status) => {
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      if (kind === "sse")
        response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      else if (text.includes('"initialize"')) {
        const { id } = JSON.parse(text) as { id: number };
        const result = {
          protocolVersion: "2025-11-25",
          capabilities: {},
          serverInfo: { name: "slow", version: "1" },
        };
        response.writeHead(status, { "content-type": "application/json" });
        response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(
    () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))),
  );
  const url = `http://127.0.0.1:${(server.address() as net.AddressInfo).port}/mcp`;
  const made = testConnection({ kind, url, headers: [] }, { initializeTimeoutMs: 300 });
  open.push(made);
  await made.connection.open();
  expect(made.listener.now).toMatchObject({ kind: "failed", failure: { kind: "server-silent" } });
});

it("reports that an approved response did not arrive if the repeated call fails", async () => {
  const made = await connected(await serveMixed(false), { era: "modern", policy: { roots } });
  const run = made.call("all");
  void (await made.desk.elicitation()).reject();
  const told = await (await made.desk.request()).reply("yes");
  expect(told).toEqual({ kind: "not-sent", detail: "HTTP 500" });
  expect(await run.outcome).toMatchObject({
    ok: false,
    failure: { kind: "run-http-status", status: 500 },
  });
});

it("reports that a rejection did not arrive if the server refuses it", async () => {
  const raw = new RawServer();
  closers.push(() => raw.close());
  raw.answerStatus = 500;
  const made = await connected(await raw.listen(), { era: "legacy" });
  (await raw.get()).event({
    jsonrpc: "2.0",
    id: 7,
    method: "sampling/createMessage",
    params: { messages: [], maxTokens: 5 },
  });
  const told = await (await made.desk.request()).reject();
  expect(told).toEqual({ kind: "not-sent", detail: "HTTP 500" });
});

it("holds what server-everything asks of the user, and its tasks", { tags: ["long"] }, async () => {
  const everything = await startEverything("streamableHttp");
  closers.push(everything.close);
  const made = await connected(everything.url, { era: "legacy", policy: { tasks: true } });
  await made.listener.tool("trigger-sampling-request-async");
  const sampling = made.call("trigger-sampling-request-async", { prompt: "Why?" });
  const request = await made.desk.request();
  expect(request.incoming.reply.kind).toBe("task");
  const delivery = request.reply("Fetched over HTTP.");
  expect(JSON.stringify(await sampling.outcome)).toContain("Fetched over HTTP.");
  expect(await delivery).toEqual({ kind: "sent" });

  await made.listener.tool("trigger-elicitation-request");
  const asking = made.call("trigger-elicitation-request", {}, "run-2");
  const asked = await made.desk.elicitation();
  expect(asked.incoming).toMatchObject({
    origin: { call: { runId: "run-2" } },
    reply: { kind: "pushed" },
  });
  void asked.reject();
  expect(JSON.stringify(await asking.outcome)).toContain("declined");
});
