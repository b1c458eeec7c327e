// Every transport records its traffic as it was on the wire: with real processes and real HTTP servers.
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { Puppet, question } from "../../../../e2e/support/puppet.ts";
import { startEverything, startGuarded } from "../../../../e2e/support/httpServers.ts";
import { isMessage } from "#shared/servers/traffic.ts";
import type { MessageRow } from "#shared/servers/traffic.ts";
import { testConnection, stdio } from "../testing.ts";
import type { TestConnection } from "../testing.ts";

const open: TestConnection[] = [];
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ connection }) => connection.close("quit")));
  await Promise.all(closing.splice(0).map((close) => close()));
});

type Args = Parameters<typeof testConnection>;
async function connected(...args: Args): Promise<TestConnection> {
  const made = testConnection(...args);
  open.push(made);
  await made.connection.open();
  expect(made.listener.now).toMatchObject({ kind: "connected" });
  return made;
}

const words = ({ traffic }: TestConnection): string[] =>
  traffic.rows().map((row) => {
    if (!isMessage(row)) return row.kind;
    return [row.direction, row.kind, row.method ?? "", row.failed === true ? "failed" : ""]
      .join(" ")
      .trim();
  });
const messages = ({ traffic }: TestConnection): MessageRow[] => traffic.rows().filter(isMessage);
const find = (made: TestConnection, part: Partial<MessageRow>): MessageRow => {
  const row = messages(made).find((one) =>
    Object.entries(part).every(([name, value]) => one[name as keyof MessageRow] === value),
  );
  if (row === undefined) throw new Error(JSON.stringify(part));
  return row;
};
const text = (made: TestConnection, { seq }: MessageRow): string =>
  made.traffic.message(seq)?.text ?? "";

it("shows a whole conversation over stdio, byte for byte, over several connections", async () => {
  const puppet = await Puppet.open();
  closing.push(() => puppet.close());
  const made = await connected(stdio(puppet.config.command, puppet.config.args));
  await made.listener.tool("work");
  expect(words(made)).toEqual([
    "began",
    "out request initialize",
    "in answer",
    "out notification notifications/initialized",
    "out request tools/list",
    "in answer",
  ]);
  // Malformed text is there too.
  puppet.raw('{"id": 9, "method":"x"}\nno json\n');
  puppet.raw('[{"jsonrpc":"2.0","method":"notifications/a"}]\n');
  puppet.ask(question("第一"), 5);
  await (await made.desk.request()).reject();
  const batch = find(made, { kind: "batch" });
  expect(text(made, batch)).toBe('[{"jsonrpc":"2.0","method":"notifications/a"}]');
  expect(text(made, find(made, { id: 9, direction: "in" }))).toBe('{"id": 9, "method":"x"}');
  expect(find(made, { id: 9, direction: "out" })).toMatchObject({ kind: "answer", failed: true });
  expect(find(made, { preview: "no json" })).toMatchObject({ kind: "other", bytes: 7 });
  const asked = find(made, { id: 5, direction: "in" });
  expect(asked.bytes).toBe(Buffer.byteLength(text(made, asked)));
  expect(find(made, { id: 5, direction: "out" })).toMatchObject({ kind: "answer", failed: true });
  puppet.die(1);
  await made.listener.is("failed");
  await made.connection.open();
  await made.listener.tool("work");
  expect(words(made).filter((word) => word === "began" || word === "ended")).toEqual([
    "began",
    "ended",
    "began",
  ]);
});

it(
  "keeps the beginning and the size of 30 MB, also beyond every cap",
  { tags: ["long"], timeout: 60_000 },
  async () => {
    const puppet = await Puppet.open();
    closing.push(() => puppet.close());
    const made = await connected(stdio(puppet.config.command, puppet.config.args));
    puppet.ask(question("y".repeat(30_000_000)), 1);
    await made.desk.request();
    const asked = find(made, { id: 1, direction: "in" });
    expect(asked.cut).toBe(true);
    expect(asked.bytes).toBeGreaterThan(30_000_000);
    expect(made.traffic.message(asked.seq)?.keptBytes).toBe(16 * 1024);
    puppet.raw('{"method":"sampling/createMessage","params":"');
    for (let i = 0; i < 65; i += 1) puppet.raw("x".repeat(1024 * 1024));
    puppet.raw('","jsonrpc":"2.0","id":77}\n');
    await made.desk.request(1);
    const size = '{"method":"sampling/createMessage","params":"","jsonrpc":"2.0","id":77}'.length;
    const huge = find(made, { id: 77, direction: "in" });
    expect(huge).toMatchObject({ kind: "request", method: "sampling/createMessage", cut: true });
    expect(huge.bytes).toBe(65 * 1024 * 1024 + size);
    expect(text(made, huge)).toMatch(/^\{"method":"sampling\/createMessage","params":"x+$/);
  },
);

it.each(["streamableHttp", "sse"] as const)("shows a whole conversation over %s", async (kind) => {
  const server = await startEverything(kind);
  closing.push(() => server.close());
  const made = await connected({
    kind: kind === "sse" ? "sse" : "http",
    url: server.url,
    headers: [],
  });
  await made.listener.tool("trigger-sampling-request");
  const run = made.call("trigger-sampling-request", { prompt: "2+2?" });
  await (await made.desk.request()).reply("four");
  await run.outcome;
  const said = words(made);
  for (const word of [
    "out request initialize",
    "out notification notifications/initialized",
    "out request tools/call",
    "in request sampling/createMessage",
  ]) {
    expect(said.filter((one) => one === word).length, word).toBeGreaterThan(0);
  }
  const asked = find(made, { method: "sampling/createMessage" });
  const answered = find(made, { direction: "out", kind: "answer" });
  expect(answered.id).toBe(asked.id);
  expect(JSON.parse(text(made, answered))).toMatchObject({
    result: { content: { text: "four" } },
  });
  expect(said[0]).toBe("began");
  expect(messages(made).some((row) => row.notTaken !== undefined)).toBe(false);
});

it("tells which message a server did not accept, and shows the body of its refusal", async () => {
  const server = http.createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      response.writeHead(400, { "content-type": "application/json" });
      response.end('{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"No"}}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const made = testConnection({ kind: "http", url, headers: [] }, { era: "legacy" });
  open.push(made);
  await made.connection.open();
  expect(words(made)).toEqual(["began", "out request initialize", "in answer  failed", "ended"]);
  expect(messages(made)[0]).toMatchObject({ notTaken: "HTTP 400" });
});

it("never shows a secret header, even if the server repeats it", async () => {
  const server = await startGuarded("http", "let-me-in-please");
  closing.push(() => server.close());
  const headers = [{ name: "Authorization", value: "Bearer let-me-in-please", secret: true }];
  const made = await connected({ kind: "http", url: server.url, headers });
  const run = made.call("ask", { question: "Is it let-me-in-please?" });
  await (await made.desk.request()).reject();
  await run.outcome;
  const all = made.traffic.rows().map((row) => [row, made.traffic.message(row.seq)]);
  expect(JSON.stringify(all)).not.toContain("let-me-in-please");
  expect(JSON.stringify(all)).toContain("Is it [secret Authorization]?");
});
