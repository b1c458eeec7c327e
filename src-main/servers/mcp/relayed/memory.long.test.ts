// What a session took of main's memory is given back when it ends.
import { mkdtempSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import v8 from "node:v8";
import vm from "node:vm";
import { expect, it } from "vitest";
import { defaultPolicy } from "#shared/servers/policy/policy.ts";
import { Connector } from "../session/connector.ts";
import { FakeDesk, Waiters } from "../testing.ts";

const MIB = 1024 * 1024;
v8.setFlagsFromString("--expose-gc");
const collect = vm.runInNewContext("gc") as () => void;
/** What is in use, in MiB: heap and buffers. */
async function used(): Promise<number> {
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    collect();
  }
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MIB;
}

const folder = mkdtempSync(path.join(os.tmpdir(), "countersign-memory-"));
const server = path.join(folder, "server.mjs");
writeFileSync(
  server,
  `import readline from "node:readline";
const write = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "notifications/flood") for (let n = 0; n < 4000; n += 1) write({ method: "notifications/x", params: { text: "x".repeat(50_000) } });
  else write({ id, result: { content: [{ type: "text", text: "y".repeat(params.arguments.size) }] } });
});`,
);

function open(reads: boolean) {
  const watch = new Waiters();
  const counts = { messages: 0, characters: 0, isBlocked: false };
  const connector = new Connector({
    signIn: null,
    desk: new FakeDesk(),
    appVersion: "0",
    newId: () => "group",
    loginShell: { path: () => Promise.resolve(process.env["PATH"] ?? "") },
    startDemo: () => {
      throw new Error("no demo here");
    },
  });
  const session = connector.openSession(
    {
      sessionId: "s1",
      serverId: "server",
      name: "notes",
      era: "auto",
      identityFor: () => ({}),
      where: "node",
      folder,
      endpoint: { kind: "stdio", command: process.execPath, args: [server], cwd: folder, env: [] },
      policy: () => defaultPolicy,
    },
    {
      send(text) {
        counts.messages += 1;
        counts.characters += text.length;
        watch.look();
      },
      ready() {
        if (reads || counts.characters < MIB) return null;
        counts.isBlocked = true;
        watch.look();
        return new Promise(() => {});
      },
      end: () => {},
    },
    { host: () => null, lines() {}, requestReceived() {}, called() {}, tools() {}, ended() {} },
  );
  const say = (message: object) =>
    session.receive(Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`));
  return { session, counts, watch, say };
}

/** Results and arguments of 30 MB, one after the other. */
async function large(): Promise<void> {
  const { session, counts, watch, say } = open(true);
  for (let id = 1; id <= 4; id += 1) {
    const args = id % 2 === 0 ? { size: 30 * MIB } : { size: 1, text: "z".repeat(30 * MIB) };
    await say({ id, method: "tools/call", params: { name: "a", arguments: args } });
    await watch.until(() => counts.messages === id);
  }
  await session.close("host-left");
}

/** A server that writes 200 MB to a host that reads nothing. Returns what main has of it. */
async function flood(): Promise<number> {
  const { session, counts, watch, say } = open(false);
  await say({ method: "notifications/flood" });
  await watch.until(() => counts.isBlocked);
  const held = await used();
  await session.close("host-left");
  return held;
}

it("keeps little of large messages and of floods, and nothing after the session", async () => {
  await large();
  const before = await used();
  for (let turn = 0; turn < 3; turn += 1) await large();
  expect((await used()) - before).toBeLessThan(20);
  expect((await flood()) - before).toBeLessThan(30);
  expect((await used()) - before).toBeLessThan(20);
}, 120_000);
