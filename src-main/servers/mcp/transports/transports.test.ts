// Real servers over every transport: their requests are held raw, and they get exactly what was decided.
import { afterEach, expect, it } from "vitest";
import {
  everythingScript,
  startEverything,
  startGuarded,
} from "../../../../e2e/support/httpServers.ts";
import type { HttpServer } from "../../../../e2e/support/httpServers.ts";
import { testConnection, stdio } from "../testing.ts";
import type { TestConnection } from "../testing.ts";
import type { ConnectionSpec } from "../connectionSpec.ts";

const open: TestConnection[] = [];
const servers: HttpServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ connection }) => connection.close("quit")));
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function connected(endpoint: ConnectionSpec["endpoint"]): Promise<TestConnection> {
  const made = testConnection(endpoint);
  open.push(made);
  await made.connection.open();
  expect(made.listener.now).toMatchObject({ kind: "connected" });
  return made;
}

async function everythingOver(kind: "stdio" | "streamableHttp" | "sse"): Promise<TestConnection> {
  if (kind === "stdio") return connected(stdio(process.execPath, [everythingScript, "stdio"]));
  const server = await startEverything(kind);
  servers.push(server);
  return connected({ kind: kind === "sse" ? "sse" : "http", url: server.url, headers: [] });
}

it.each(["stdio", "streamableHttp", "sse"] as const)(
  "holds, answers and links a sampling request of server-everything over %s",
  async (kind) => {
    const { listener, desk, call } = await everythingOver(kind);
    // Its conditional tools arrive half a second later, by tools/list_changed.
    await listener.tool("trigger-sampling-request");
    expect(listener.messages).toMatchObject({ protocolVersion: "2025-11-25", era: "legacy" });
    const run = call("trigger-sampling-request", { prompt: "2+2?" });
    const { incoming, id, reply } = await desk.request();
    expect(incoming).toMatchObject({
      requester: {
        serverId: "s",
        name: "Server",
        era: "legacy",
        claims: { name: "mcp-servers/everything", version: "2.0.0" },
      },
      origin: { kind: "certain", call: { runId: "run-1", name: "trigger-sampling-request" } },
      reply: { kind: "pushed" },
      params: { messages: [{ role: "user" }], maxTokens: 100 },
    });
    expect(listener.caused).toEqual([{ requestId: id, runIds: ["run-1"] }]);
    expect(await reply("four")).toEqual({ kind: "sent" });
    const outcome = await run.outcome;
    expect(outcome.ok && JSON.stringify(outcome.value)).toContain("four");
    await listener.watch.until(
      () => listener.promptList !== null && listener.resourceList !== null,
    );
    expect(listener.resourceList?.some((resource) => resource.template)).toBe(true);
  },
);

it("sends the server exactly the rejection", async () => {
  const { listener, desk, call } = await everythingOver("stdio");
  await listener.tool("trigger-sampling-request");
  const run = call("trigger-sampling-request", { prompt: "2+2?" });
  await (await desk.request()).reject();
  const outcome = await run.outcome;
  expect(JSON.stringify(outcome)).toContain("User rejected sampling request");
});

it.each(["http", "sse"] as const)("connects over %s only with its token", async (kind) => {
  const server = await startGuarded(kind, "let-me-in");
  servers.push(server);
  const header = (value: string) => [{ name: "Authorization", value, secret: true }];
  const wrong = testConnection({ kind, url: server.url, headers: header("Bearer no") });
  await wrong.connection.open();
  expect(wrong.listener.now).toMatchObject({
    kind: "failed",
    failure: { kind: "server-unauthorised", status: 401, address: "somewhere" },
  });
  const right = await connected({ kind, url: server.url, headers: header("Bearer let-me-in") });
  const run = right.call("ask", { question: "Who?" });
  const request = await right.desk.request();
  expect(request.incoming.requester).toMatchObject({ encrypted: null, transport: kind });
  expect(await request.reply("me")).toEqual({ kind: "sent" });
  expect(JSON.stringify(await run.outcome)).toContain("me");
});

it.each(["http", "sse"] as const)(
  "ends requests when a server at an address goes, and reconnects to it over %s",
  async (kind) => {
    const server = await startGuarded(kind, "t");
    const { port } = new URL(server.url);
    const headers = [{ name: "Authorization", value: "Bearer t", secret: true }];
    const { desk, listener, call } = await connected({ kind, url: server.url, headers });
    const run = call("ask", { question: "Who?" });
    const request = await desk.request();
    await server.close();
    expect(await desk.withdrawn()).toEqual({ kind: "disconnected" });
    expect(await run.outcome).toEqual({ ok: false, failure: { kind: "run-disconnected" } });
    expect(await request.reply("late")).toMatchObject({ kind: "not-sent" });
    await listener.is("reconnecting");
    servers.push(await startGuarded(kind, "t", Number(port)));
    await listener.is("connected");
  },
);

it("says when nobody listens", async () => {
  const { connection, listener } = testConnection({
    kind: "http",
    url: "http://127.0.0.1:9/mcp",
    headers: [],
  });
  await connection.open();
  expect(listener.now).toMatchObject({
    kind: "failed",
    failure: { kind: "server-unreachable", detail: "ECONNREFUSED" },
  });
});
