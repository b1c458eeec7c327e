// What a server asks beside sampling: forms and the shared folders, in one result of 2026-07-28 and pushed one by one
// before; every ending of a group; endless rounds.
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { Puppet, question } from "../../../../e2e/support/puppet.ts";
import type { Wire } from "../../../../e2e/support/puppet.ts";
import { testConnection, stdio } from "../testing.ts";
import type { ResponseDocument } from "#shared/request/document/message.ts";
import type { TestConnection } from "../testing.ts";

const DUAL = path.resolve(import.meta.dirname, "../../../../e2e/servers/dual.mjs");
const open: TestConnection[] = [];
const puppets: Puppet[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ connection }) => connection.close("quit")));
  await Promise.all(puppets.splice(0).map((puppet) => puppet.close()));
});

const form = { message: "Who?", requestedSchema: { type: "object", properties: {} } };
const accepted = {
  kind: "result",
  document: { action: "accept", content: { name: "Ada" } } as unknown as ResponseDocument,
} as const;
const declined = {
  kind: "result",
  document: { action: "decline" } as unknown as ResponseDocument,
} as const;
const share = { roots: [{ uri: "file:///home/me/work", name: "Work" }] };

async function dual(
  era: "legacy" | "modern",
  policy: Parameters<typeof testConnection>[1] = {},
): Promise<TestConnection> {
  const made = testConnection(stdio(process.execPath, [DUAL]), { era, ...policy });
  open.push(made);
  await made.connection.open();
  expect(made.listener.messages).toMatchObject({ era });
  return made;
}

/** A server of 2026-07-28 whose every line the test decides. */
async function raw(
  policy: Parameters<typeof testConnection>[1] = {},
): Promise<{ made: TestConnection; puppet: Puppet }> {
  const puppet = await Puppet.open({ polite: false });
  puppets.push(puppet);
  const made = testConnection(stdio(puppet.config.command, puppet.config.args), {
    era: "modern",
    ...policy,
  });
  open.push(made);
  const opening = made.connection.open();
  puppet.reply(await puppet.heard(({ method }) => method === "server/discover"), {
    resultType: "complete",
    supportedVersions: ["2026-07-28"],
    capabilities: {},
  });
  await opening;
  return { made, puppet };
}

const wants = (inputRequests: unknown, more: object = {}) => ({
  resultType: "input_required",
  inputRequests,
  ...more,
});
const sampling = (text: string) => ({ method: "sampling/createMessage", params: question(text) });
const asking = { method: "elicitation/create", params: form };

describe("numbers that cannot be kept exactly", () => {
  const big = "9007199254740993";
  const answered = (id: unknown, result: string): string =>
    `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"resultType":"input_required",${result}}}\n`;
  const ask = (metadata: string): string =>
    `{"method":"sampling/createMessage","params":{"messages":[],"maxTokens":9,"metadata":${metadata}}}`;

  it("are flagged in the embedded request that holds them, whatever its key", async () => {
    const { made, puppet } = await raw();
    const run = made.call("work");
    const { id } = await puppet.called();
    const requests = `{"params":${ask("{}")},"b.c":${ask(`{"n":[0,${big}]}`)}}`;
    puppet.raw(answered(id, `"inputRequests":${requests}`));
    const [first, second] = [await made.desk.request(0), await made.desk.request(1)];
    expect(first.incoming.rounded).toBeUndefined();
    expect(second.incoming.rounded).toEqual([{ path: ["metadata", "n", 1], text: big }]);
    run.abort.abort();
    await run.outcome;
  });

  it("end the call if they are in its state, which must be returned unchanged", async () => {
    const { made, puppet } = await raw();
    const run = made.call("work");
    const { id } = await puppet.called();
    puppet.raw(answered(id, `"inputRequests":{"a":${ask("{}")}},"requestState":{"n":${big}}`));
    expect(await run.outcome).toEqual({
      ok: false,
      failure: { kind: "run-input-malformed", keys: ["requestState"] },
    });
    expect(made.desk.requests).toHaveLength(0);
  });
});

describe("a sampling request and a form in one result", () => {
  it("leave together, whichever is decided first", async () => {
    const { desk, call } = await dual("modern");
    const run = call("mixed");
    const request = await desk.request();
    const asked = await desk.elicitation();
    expect(request.incoming.reply).toMatchObject({ groupSize: 2 });
    expect(asked.incoming).toMatchObject({
      requestKind: "elicitation",
      origin: { call: { runId: "run-1" } },
      reply: { kind: "embedded", key: "person", groupSize: 2 },
      params: { message: expect.stringContaining("colour") },
    });
    const first = asked.settle(accepted);
    const second = request.reply("blue");
    expect(await Promise.all([first, second])).toEqual([{ kind: "sent" }, { kind: "sent" }]);
    const person = JSON.stringify(accepted.document);
    expect(await run.outcome).toMatchObject({
      value: { content: [{ text: `blue | ${person} (state kept, call 2)` }] },
    });
  });

  it("repeats the call with a declined form: that is an answer", async () => {
    const { desk, call } = await dual("modern");
    const run = call("mixed");
    void (await desk.elicitation()).settle(declined);
    void (await desk.request()).reply("blue");
    expect(JSON.stringify(await run.outcome)).toContain("decline");
  });

  it("sends no answer of the user when the sampling request is rejected", async () => {
    const { desk, call } = await dual("modern");
    const run = call("mixed");
    const asked = await desk.elicitation();
    const given = asked.settle(accepted);
    void (await desk.request()).reject();
    expect(await given).toEqual({ kind: "not-sent", detail: "not repeated" });
    const failure = { kind: "run-not-repeated", because: "rejected" };
    expect(await run.outcome).toEqual({ ok: false, failure });
    // The server was called once: the next call is its second.
    const again = call("mixed", {}, "run-2");
    void (await desk.elicitation(1)).settle(declined);
    void (await desk.request(1)).reply("red");
    expect(JSON.stringify(await again.outcome)).toContain("call 3");
  });

  it("ends both when the user cancels the call", async () => {
    const { desk, call } = await dual("modern");
    const run = call("mixed");
    const asked = await desk.elicitation();
    await desk.request();
    run.abort.abort();
    expect(await desk.withdrawn()).toEqual({ kind: "call-cancelled" });
    expect(asked.withdrawn).toEqual([{ kind: "call-cancelled" }]);
    expect(await run.outcome).toEqual({ ok: false, failure: { kind: "cancelled" } });
  });

  it("does not repeat the call when the form itself is refused", async () => {
    const { made, puppet } = await raw();
    const run = made.call("work");
    const requests = { a: sampling("x"), b: { method: "elicitation/create", params: 5 } };
    puppet.reply(await puppet.called(), wants(requests));
    const asked = await made.desk.elicitation();
    void asked.settle({ kind: "error", code: -32602, message: "Invalid params" });
    expect(await run.outcome).toEqual({
      ok: false,
      failure: { kind: "run-not-repeated", because: "refused" },
    });
    expect(await made.desk.withdrawn()).toEqual({ kind: "sibling-declined" });
  });
});

describe("the shared folders", () => {
  it("are returned without asking the user", async () => {
    const { call, desk, listener } = await dual("modern", { policy: share });
    const run = call("folders");
    expect(JSON.stringify(await run.outcome)).toContain("file:///home/me/work");
    expect(desk.requests).toEqual([]);
    expect(listener.now).toMatchObject({ kind: "connected" });
  });

  it("that were not declared are refused: the call ends with the reason, nothing is sent", async () => {
    const { made, puppet } = await raw();
    const run = made.call("work");
    puppet.reply(await puppet.called(), wants({ r: { method: "roots/list" }, s: sampling("x") }));
    expect(await run.outcome).toEqual({
      ok: false,
      failure: { kind: "run-input-undeclared", methods: ["roots/list"] },
    });
    // What was asked beside it is on screen, ended.
    expect(await made.desk.withdrawn()).toEqual({ kind: "sibling-declined" });
    expect(calls(puppet)).toHaveLength(1);
  });

  it("are sent with the sampling request beside them", async () => {
    const { made, puppet } = await raw({ policy: share });
    const run = made.call("work");
    puppet.reply(await puppet.called(), wants({ r: { method: "roots/list" }, s: sampling("x") }));
    void (await made.desk.request()).reply("y");
    const second = await puppet.called(1);
    expect(second.params?.["inputResponses"]).toMatchObject({
      r: share,
      s: { content: { text: "y" } },
    });
    puppet.finish(second, "done");
    expect(await run.outcome).toMatchObject({ ok: true });
  });
});

const calls = (puppet: Puppet): Wire[] =>
  puppet.received.filter(({ method }) => method === "tools/call");

describe("what a server may not embed", () => {
  it.each([
    [
      "an unknown method",
      { a: { method: "ping" } },
      { kind: "run-input-unsupported", methods: ["ping"] },
    ],
    [
      "no request",
      { a: 5, b: {}, c: null },
      { kind: "run-input-malformed", keys: ["a", "b", "c"] },
    ],
    ["a list", [sampling("x")], { kind: "run-input-malformed", keys: ["inputRequests"] }],
    ["nothing at all", undefined, { kind: "run-input-nothing" }],
    ["nothing, as null", null, { kind: "run-input-nothing" }],
    ["nothing, as an empty map", {}, { kind: "run-input-nothing" }],
  ])("%s: the call ends with the reason", async (_what, requests, failure) => {
    const { made, puppet } = await raw();
    const run = made.call("work");
    puppet.reply(await puppet.called(), wants(requests));
    expect(await run.outcome).toEqual({ ok: false, failure });
    expect(calls(puppet)).toHaveLength(1);
  });
});

describe("the server's state", () => {
  it.each([
    ["a lone surrogate and controls", '"a\\ud800\\u0000\\u2028 \\n"'],
    ["an empty text", '""'],
    ["null", "null"],
    ["an object with an unusual key", '{"__proto__":{"x":1},"n":[0]}'],
  ])("is returned exactly: %s", async (_what, json) => {
    const { made, puppet } = await raw();
    void made.call("work");
    const first = await puppet.called();
    const asks = `{"s":${JSON.stringify(sampling("x"))}}`;
    const body = `{"resultType":"input_required","inputRequests":${asks},"requestState":${json}}`;
    puppet.raw(`{"jsonrpc":"2.0","id":${JSON.stringify(first.id)},"result":${body}}\n`);
    void (await made.desk.request()).reply("y");
    const second = await puppet.called(1);
    expect(JSON.stringify(second.params?.["requestState"])).toBe(JSON.stringify(JSON.parse(json)));
    expect(second.id).not.toBe(first.id);
  });

  it("is not invented if the server sent none, nor kept from an earlier round", async () => {
    const { made, puppet } = await raw();
    void made.call("work");
    puppet.reply(await puppet.called(), wants({ s: sampling("1") }, { requestState: "one" }));
    void (await made.desk.request(0)).reply("a");
    const second = await puppet.called(1);
    expect(second.params?.["requestState"]).toBe("one");
    puppet.reply(second, wants({ s: sampling("2") }));
    void (await made.desk.request(1)).reply("b");
    const third = await puppet.called(2);
    expect(Object.keys(third.params ?? {})).not.toContain("requestState");
    // The same key again is another request, and only this round's response is sent.
    expect(third.params?.["inputResponses"]).toMatchObject({ s: { content: { text: "b" } } });
  });
});

it("keeps the key that the server chose", async () => {
  const { made, puppet } = await raw();
  void made.call("work");
  const first = await puppet.called();
  const keys = ["__proto__", "constructor", "", "\ud800", "a b"];
  const asks = keys
    .map((key) => `${JSON.stringify(key)}:${JSON.stringify(sampling(key))}`)
    .join(",");
  const body = `{"resultType":"input_required","inputRequests":{${asks}}}`;
  puppet.raw(`{"jsonrpc":"2.0","id":${JSON.stringify(first.id)},"result":${body}}\n`);
  for (const index of keys.keys()) void (await made.desk.request(index)).reply(`answer ${index}`);
  const second = await puppet.called(1);
  const given = Object.entries(Object(second.params?.["inputResponses"]));
  expect(given.map(([key]) => key).toSorted()).toEqual(keys.toSorted());
  expect(given.every(([, value]) => JSON.stringify(value).includes("answer"))).toBe(true);
});

describe("rounds", () => {
  it("end after a hundred, before the user is asked for nothing", async () => {
    const { made, puppet } = await raw();
    const run = made.call("work");
    for (let round = 0; round < 100; round += 1) {
      puppet.reply(await puppet.called(round), wants({ s: sampling(String(round)) }));
      if (round < 99) void (await made.desk.request(round)).reply("y");
    }
    expect(await run.outcome).toEqual({
      ok: false,
      failure: { kind: "run-too-many-rounds", rounds: 100 },
    });
    expect(made.desk.requests).toHaveLength(99);
  });

  it("end soon when only folders are asked for, again and again", { tags: ["long"] }, async () => {
    const { made, puppet } = await raw({ policy: share });
    const run = made.call("work");
    for (let round = 0; round <= 10; round += 1) {
      puppet.reply(await puppet.called(round), wants({ r: { method: "roots/list" } }));
    }
    expect(await run.outcome).toMatchObject({ failure: { kind: "run-too-many-rounds" } });
  });

  it("end with the server: what was approved for the next one is not reported as sent", async () => {
    const { made, puppet } = await raw();
    const run = made.call("work");
    puppet.reply(await puppet.called(), wants({ s: sampling("x"), q: asking }));
    const asked = await made.desk.elicitation();
    await made.desk.request();
    const given = asked.settle(accepted);
    puppet.die(3);
    expect(await made.desk.withdrawn()).toMatchObject({ kind: "server-died" });
    expect(await given).toMatchObject({ kind: "not-sent" });
    expect(await run.outcome).toEqual({ ok: false, failure: { kind: "run-disconnected" } });
  });
});

describe("a pushed form", () => {
  it("is held, and answered under its id by a server of both kinds of version", async () => {
    const { desk, call } = await dual("legacy");
    const run = call("form");
    const asked = await desk.elicitation();
    expect(asked.incoming).toMatchObject({
      origin: { kind: "certain", call: { runId: "run-1" } },
      reply: { kind: "pushed" },
    });
    const content = { name: "Ada", colour: "Red" };
    expect(
      await asked.settle({
        kind: "result",
        document: { action: "accept", content } as unknown as ResponseDocument,
      }),
    ).toEqual({
      kind: "sent",
    });
    expect(JSON.stringify(await run.outcome)).toContain("Ada");
  });

  it("ends with its call, with its server, and when the server cancels it", async () => {
    const puppet = await Puppet.open();
    puppets.push(puppet);
    const made = testConnection(stdio(puppet.config.command, puppet.config.args));
    open.push(made);
    await made.connection.open();
    const push = (id: number): void =>
      puppet.send({ jsonrpc: "2.0", id, method: "elicitation/create", params: form });

    const run = made.call("work");
    const call = await puppet.called();
    push(1);
    const first = await made.desk.elicitation(0);
    puppet.finish(call, "done");
    await run.outcome;
    expect(first.withdrawn).toMatchObject([{ kind: "call-ended" }]);
    expect(await first.settle(accepted)).toMatchObject({ kind: "not-sent" });

    push(2);
    const second = await made.desk.elicitation(1);
    expect(second.incoming.origin).toEqual({ kind: "none" });
    puppet.cancel(2, "never mind");
    await made.desk.watch.until(() => second.withdrawn.length > 0);
    expect(second.withdrawn).toEqual([{ kind: "server-cancelled", reason: "never mind" }]);

    push(3);
    const third = await made.desk.elicitation(2);
    push(3);
    expect((await made.desk.elicitation(3)).incoming.duplicate).toBe(true);
    await made.connection.close("switched-off");
    expect(third.withdrawn).toEqual([{ kind: "switched-off" }]);
    const told = await puppet.heard(({ id, result }) => id === 3 && result !== undefined);
    expect(told.result).toEqual({ action: "cancel" });
    // Over stdio nothing says that the call asked: somebody else may wait for it.
    expect(puppet.answersTo(1)).toMatchObject([{ result: { action: "cancel" } }]);
    expect(puppet.answersTo(2)).toEqual([]);
    expect(puppet.answersTo(3)).toHaveLength(1);
  });
});
