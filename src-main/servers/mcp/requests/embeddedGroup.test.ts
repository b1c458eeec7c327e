// 2026-07-28: requests inside results, with a real server of older and newer versions.
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import { Puppet, question } from "../../../../e2e/support/puppet.ts";
import { testConnection, stdio } from "../testing.ts";
import type { TestConnection } from "../testing.ts";

const DUAL = path.resolve(import.meta.dirname, "../../../../e2e/servers/dual.mjs");
const open: TestConnection[] = [];
const puppets: Puppet[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ connection }) => connection.close("quit")));
  await Promise.all(puppets.splice(0).map((puppet) => puppet.close()));
});

async function dual(era: "auto" | "modern"): Promise<TestConnection> {
  const made = testConnection(stdio(process.execPath, [DUAL]), { era });
  open.push(made);
  await made.connection.open();
  expect(made.listener.now).toMatchObject({ kind: "connected" });
  return made;
}

it("uses the older versions with a server of both kinds, unless told otherwise", async () => {
  const { listener, desk, call } = await dual("auto");
  expect(listener.messages).toMatchObject({ era: "legacy", protocolVersion: "2025-11-25" });
  const run = call("ask", { question: "Old?" });
  const request = await desk.request();
  expect(request.incoming.reply.kind).toBe("pushed");
  await request.reply("yes");
  expect(JSON.stringify(await run.outcome)).toContain("yes");
});

it("holds an embedded request and repeats the call with the state as it came", async () => {
  const { listener, desk, call } = await dual("modern");
  expect(listener.messages).toMatchObject({ era: "modern", protocolVersion: "2026-07-28" });
  await listener.tool("ask");
  const run = call("ask", { question: "New?" });
  const request = await desk.request();
  expect(request.incoming).toMatchObject({
    origin: { kind: "certain", call: { runId: "run-1", name: "ask" } },
    reply: { kind: "embedded", key: "answer", groupSize: 1 },
    params: { maxTokens: 60 },
    requester: { era: "modern" },
  });
  expect(await request.reply("brand-new")).toEqual({ kind: "sent" });
  expect(JSON.stringify(await run.outcome)).toContain("brand-new (state kept, call 2)");
});

it("repeats the call only when the whole group is answered", async () => {
  const { desk, call } = await dual("modern");
  const run = call("compare");
  const [left, right] = [await desk.request(0), await desk.request(1)];
  expect(left.incoming.reply).toMatchObject({ groupSize: 2 });
  const deliveries = Promise.all([right.reply("R"), left.reply("L")]);
  expect(await deliveries).toEqual([{ kind: "sent" }, { kind: "sent" }]);
  expect(JSON.stringify(await run.outcome)).toContain("L | R (call 2)");
});

it("does not repeat the call when one of the group is rejected", async () => {
  const { desk, call } = await dual("modern");
  const run = call("compare");
  const [left, right] = [await desk.request(0), await desk.request(1)];
  const answered = left.reply("L");
  await right.reject();
  expect(await answered).toMatchObject({ kind: "not-sent" });
  expect(await run.outcome).toEqual({
    ok: false,
    failure: { kind: "run-not-repeated", because: "rejected" },
  });
  const again = call("compare", {}, "run-2");
  const waiting = (await desk.request(2)).reply("L");
  expect(desk.requests).toHaveLength(4);
  again.abort.abort();
  expect(await waiting).toMatchObject({ kind: "not-sent" });
  expect(await again.outcome).toEqual({ ok: false, failure: { kind: "cancelled" } });
  expect(await desk.withdrawn(3)).toEqual({ kind: "call-cancelled" });
});

it("shows the whole group when one is refused on arrival", async () => {
  const { desk, call } = await dual("modern");
  desk.refuse = { kind: "error", code: -32602, message: "bad" };
  const run = call("compare");
  expect(await run.outcome).toEqual({
    ok: false,
    failure: { kind: "run-not-repeated", because: "refused" },
  });
  expect(desk.requests).toHaveLength(2);
});

it("uses 2026-07-28 if initialize is refused, and ends its requests with the server", async () => {
  const puppet = await Puppet.open({ polite: false });
  puppets.push(puppet);
  const made = testConnection(stdio(puppet.config.command, puppet.config.args));
  open.push(made);
  const opening = made.connection.open();
  const initialize = await puppet.heard(({ method }) => method === "initialize");
  const refusal = { code: -32601, message: "Method not found" };
  puppet.send({ jsonrpc: "2.0", id: initialize.id, error: refusal });
  const discover = await puppet.heard(({ method }) => method === "server/discover");
  puppet.reply(discover, {
    resultType: "complete",
    supportedVersions: ["2026-07-28"],
    capabilities: {},
  });
  await opening;
  expect(made.listener.messages).toMatchObject({ era: "modern", protocolVersion: "2026-07-28" });
  expect(puppet.starts).toBe(2);

  const elicit = made.call("work", {}, "a");
  puppet.reply(await puppet.called(0), {
    resultType: "input_required",
    inputRequests: { e: { method: "tasks/get", params: {} } },
  });
  expect(await elicit.outcome).toEqual({
    ok: false,
    failure: { kind: "run-input-unsupported", methods: ["tasks/get"] },
  });

  const run = made.call("work", {}, "b");
  puppet.reply(await puppet.called(1), {
    resultType: "input_required",
    inputRequests: { s: { method: "sampling/createMessage", params: question("x") } },
    requestState: "keep",
    content: null,
  });
  await made.desk.request();
  // In 2026-07-28 nothing pushed is answered.
  puppet.ask(question("pushed"), 9);
  await made.listener.line("sampling/createMessage");
  expect(puppet.answersTo(9)).toEqual([]);
  puppet.die(1);
  expect(await made.desk.withdrawn()).toMatchObject({ kind: "server-died" });
  expect(await run.outcome).toEqual({ ok: false, failure: { kind: "run-disconnected" } });
});

it("gives up on a server that asks to be called again forever", { tags: ["long"] }, async () => {
  const puppet = await Puppet.open({ polite: false });
  puppets.push(puppet);
  const made = testConnection(stdio(puppet.config.command, puppet.config.args), { era: "modern" });
  open.push(made);
  const opening = made.connection.open();
  puppet.reply(await puppet.heard(({ method }) => method === "server/discover"), {
    resultType: "complete",
    supportedVersions: ["2026-07-28"],
    capabilities: {},
  });
  await opening;
  const run = made.call("work");
  for (let round = 0; round <= 10; round += 1) {
    const call = await puppet.called(round);
    if (round > 0) expect(call.params?.["requestState"]).toBe(`busy ${round - 1}`);
    puppet.reply(call, { resultType: "input_required", requestState: `busy ${round}` });
  }
  expect(await run.outcome).toMatchObject({ failure: { kind: "run-too-many-rounds" } });
});
