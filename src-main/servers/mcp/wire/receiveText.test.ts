// What is known of a message's text before it is parsed: its number of values, and which numbers cannot be kept.
import { afterEach, describe, expect, it } from "vitest";
import { Puppet, question } from "../../../../e2e/support/puppet.ts";
import { peek } from "./peek.ts";
import { testConnection, stdio } from "../testing.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

async function connected(protocolVersion = "2025-11-25") {
  const puppet = await Puppet.open({ protocolVersion });
  const made = testConnection(stdio(puppet.command.command, puppet.command.args), {
    era: "legacy",
  });
  closing.push(async () => {
    await made.connection.close("quit");
    await puppet.close();
  });
  await made.connection.open();
  return { puppet, ...made };
}

describe("peek", () => {
  it("finds id, method and the number of values at any place", () => {
    const text =
      '{"params":{"id":1,"method":"no","s":"\\"id\\":2,[{","list":[1,2,{"a":null}]},"method" : "sampling/createMessage","jsonrpc":"2.0","id": "a-7"}';
    expect(peek(text)).toMatchObject({ id: "a-7", method: "sampling/createMessage" });
    expect(peek('{"id":0,"result":{}}')).toMatchObject({ id: 0, method: null });
    expect(peek("no json at all \\")).toMatchObject({ id: null, method: null });
    expect(
      peek(JSON.stringify({ list: Array.from({ length: 1000 }, () => 0) })).values,
    ).toBeGreaterThan(1000);
  });
});

it(
  "passes on a million fields unread, with their count, and keeps reading",
  { tags: ["long"] },
  async () => {
    const { puppet, desk } = await connected();
    const members = Array.from({ length: 1_000_000 }, (_, i) => `"k${i}":1`).join(",");
    puppet.raw(
      `{"jsonrpc":"2.0","id":5,"method":"sampling/createMessage","params":{"messages":[],"metadata":{${members}}}}\n`,
    );
    const { incoming } = await desk.request();
    expect(incoming).toMatchObject({ params: null, metrics: { unread: true } });
    expect(incoming.metrics?.values).toBeGreaterThan(1_000_000);
    puppet.ask(question("small"));
    expect((await desk.request(1)).incoming.metrics?.bytes).toBeGreaterThan(100);
  },
);

it("reports rounded numbers, and answers nothing under a rounded id", async () => {
  const { puppet, desk, listener } = await connected();
  const ask = (id: string): string =>
    `{"jsonrpc":"2.0","id":${id},"method":"sampling/createMessage","params":{"messages":[],"maxTokens":9,"metadata":{"n":[9007199254740993]}}}\n`;
  puppet.raw(ask("1"));
  expect((await desk.request()).incoming.rounded).toEqual([
    { path: ["metadata", "n", 0], text: "9007199254740993" },
  ]);
  puppet.raw(ask("9007199254740993"));
  await listener.line("9007199254740993");
  expect(desk.requests).toHaveLength(1);
});

it("does so for each request of a batch", async () => {
  const { puppet, desk, listener } = await connected("2025-03-26");
  const big = "9007199254740993";
  const ask = (id: string, n: string): string =>
    `{"jsonrpc":"2.0","id":${id},"method":"sampling/createMessage","params":{"messages":[],"maxTokens":9,"metadata":{"n":${n}}}}`;
  puppet.raw(`[${ask("1", "[1]")},${ask(big, "[2]")},${ask("3", `[0,${big}]`)}]\n`);
  const [first, third] = [await desk.request(0), await desk.request(1)];
  expect(first.incoming).toMatchObject({ reply: { requestId: 1 } });
  expect(first.incoming.rounded).toBeUndefined();
  expect(third.incoming).toMatchObject({
    reply: { requestId: 3 },
    rounded: [{ path: ["metadata", "n", 1], text: big }],
  });
  // Never answered under the rounded id.
  await listener.line("9007199254740992");
  expect(desk.requests).toHaveLength(2);
});

it("distinguishes a request after its call's result from one before it", async () => {
  const { puppet, desk, call } = await connected();
  const called = call("work");
  const { id } = await puppet.called();
  const ask = (n: number): string =>
    JSON.stringify({
      jsonrpc: "2.0",
      id: n,
      method: "sampling/createMessage",
      params: question("x"),
    });
  const answer = JSON.stringify({ jsonrpc: "2.0", id, result: { content: [] } });
  puppet.raw(`${ask(1)}\n${answer}\n${ask(2)}\n`);
  expect((await desk.request(0)).incoming.origin).toMatchObject({ kind: "certain", counted: true });
  expect((await desk.request(1)).incoming.origin).toEqual({ kind: "none" });
  await called.outcome;
});
