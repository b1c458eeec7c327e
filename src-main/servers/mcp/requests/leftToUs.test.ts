// What the SDK leaves to its user, measured with hostile servers: each item with the names of the tests that cover it,
// and tests that exist only here.
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import { Puppet, question } from "../../../../e2e/support/puppet.ts";
import { isMessage } from "#shared/servers/traffic.ts";
import { testConnection, stdio } from "../testing.ts";
import type { TestConnection } from "../testing.ts";
import { StdioPipe } from "../transports/stdio.ts";
import type { PipeListener } from "../transports/pipe.ts";
import { costUntilMs } from "#shared/testing.ts";

const puppets: Puppet[] = [];
const open: TestConnection[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ connection }) => connection.close("quit")));
  await Promise.all(puppets.splice(0).map((puppet) => puppet.close()));
});

async function connected(
  options?: Parameters<typeof testConnection>[1],
): Promise<TestConnection & { puppet: Puppet }> {
  const puppet = await Puppet.open();
  puppets.push(puppet);
  const made = testConnection(stdio(puppet.config.command, puppet.config.args), options);
  open.push(made);
  await made.connection.open();
  expect(made.listener.now).toMatchObject({ kind: "connected" });
  return { ...made, puppet };
}

/** An inlet that passes each message to the test and keeps everything else. */
function inletOf(heard: string[], message: (raw: unknown) => void): PipeListener {
  return {
    tap: { opened() {}, closed() {}, record: () => 0, sendFailed() {} },
    valuesMax: () => Infinity,
    admit(raw) {
      message(raw);
      return [];
    },
    malformed: (text) => void heard.push(`malformed ${text}`),
    oversized: () => void heard.push("oversized"),
    stderr: (text) => void heard.push(text),
    responseLost: () => {},
    sessionForgotten: () => {},
    sessionRenewed: () => {},
    lost: () => {},
  };
}

const node = (script: string) => ({
  command: process.execPath,
  args: ["-e", script],
  cwd: null,
  env: {},
});

it("reads a line of 40 MB quickly", { tags: ["long"], timeout: 60_000 }, async () => {
  // The first line tells when the second one starts: the start of the process is not measured.
  const pipe = new StdioPipe(
    node(`const line = JSON.stringify({ text: "长".repeat(13_500_000) }) + "\\n";
      process.stdout.write("{}\\n", () => process.stdout.write(line));`),
  );
  const heard: string[] = [];
  const lines: { text?: string }[] = [];
  let came: () => void = () => undefined;
  const next = (): Promise<void> => new Promise((resolve) => (came = resolve));
  const inlet = inletOf(heard, (raw) => {
    lines.push(raw as { text?: string });
    came();
  });
  const first = next();
  void pipe.start(inlet, () => {});
  await first;
  const beganMs = performance.now();
  const tookMs = await costUntilMs(next);
  // Waiting costs nothing, but must end too, on however busy a machine.
  expect(performance.now() - beganMs).toBeLessThan(15_000);
  await pipe.close();
  expect(heard).toEqual([]);
  expect(lines[1]?.text).toHaveLength(13_500_000);
  // Some 0.3 s; the SDK alone takes 10 s.
  expect(tookMs).toBeLessThan(4000);
});

it("names the signal that ended a server", async () => {
  const { listener, desk, puppet } = await connected();
  puppet.ask(question("x"), 0);
  await desk.request();
  puppet.kill("SIGKILL");
  expect(await desk.withdrawn()).toEqual({ kind: "server-died", detail: "SIGKILL" });
  await listener.is("failed");
  expect(listener.now).toMatchObject({
    failure: { kind: "server-exited", signal: "SIGKILL", code: null },
  });
});

it("says that the end of a line is missing, and takes it when it arrives", async () => {
  const heard: string[] = [];
  const lines: unknown[] = [];
  let told: () => void = () => {};
  const unfinished = new Promise<void>((resolve) => (told = resolve));
  let whole: () => void = () => {};
  const ended = new Promise<void>((resolve) => (whole = resolve));
  const inlet: PipeListener = {
    ...inletOf(heard, (raw) => {
      lines.push(raw);
      whole();
    }),
    stderr(text) {
      heard.push(text);
      told();
    },
  };
  const command = node(`
    process.stdout.write('{"half":');
    process.stdin.once("data", () => process.stdout.write('"done"}\\n'));`);
  const pipe = new StdioPipe(command, 50);
  await pipe.start(inlet, () => {});
  await unfinished;
  expect(heard).toEqual(["[an incomplete line: 8 bytes so far]"]);
  await pipe.send({ jsonrpc: "2.0", method: "go on" });
  await ended;
  expect(lines).toEqual([{ half: "done" }]);
  expect(heard).toHaveLength(1);
  await pipe.close();
});

it("shows bytes that are not UTF-8 as such, and says so in the traffic", async () => {
  const { puppet, desk, traffic } = await connected();
  const message = JSON.stringify({
    jsonrpc: "2.0",
    id: 4,
    method: "sampling/createMessage",
    params: question("bad: ? end"),
  });
  const [before = "", after = ""] = message.split("?");
  puppet.bytes(
    Buffer.concat([Buffer.from(before), Buffer.from([0xff, 0xfe]), Buffer.from(`${after}\n`)]),
  );
  expect((await desk.request()).incoming.params).toEqual(question("bad: \uFFFD\uFFFD end"));
  const row = traffic
    .rows()
    .filter(isMessage)
    .find(({ id, direction }) => id === 4 && direction === "in");
  expect(row).toMatchObject({ notUtf8: true, bytes: message.length + 1 });
});

it("answers a megabyte of invalid messages briefly, and at once", { tags: ["long"] }, async () => {
  const { puppet, desk, listener } = await connected();
  const wrong = { id: 1, method: { deep: [1, 2, 3] }, params: { messages: "x".repeat(900) } };
  for (let i = 0; i < 1000; i += 1) puppet.send({ ...wrong, id: `w${i}` });
  puppet.ask(question("after"), 9);
  await desk.request();
  const last = await puppet.heard(({ id }) => id === "w999");
  expect(last).toEqual({
    jsonrpc: "2.0",
    id: "w999",
    error: { code: -32600, message: "Invalid Request" },
  });
  const answered = puppet.received.filter(({ error }) => error !== undefined);
  expect(JSON.stringify(answered).length).toBeLessThan(100_000);
  expect(listener.rubbishCount).toBe(1000);
});

it("says that a list of tools is nested endlessly, and stays connected", async () => {
  const { puppet, listener, desk } = await connected();
  await listener.tool("work");
  puppet.send({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
  const { id } = await puppet.heard(
    ({ method }) =>
      method === "tools/list" &&
      puppet.received.filter((m) => m.method === "tools/list").length > 1,
  );
  const deep = `${'{"properties":{"a":'.repeat(5000)}1${"}}".repeat(5000)}`;
  puppet.raw(
    `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"tools":[{"name":"d","inputSchema":${deep}}]}}\n`,
  );
  await listener.line("nested deeper than");
  puppet.ask(question("still here"), 5);
  await desk.request();
  expect(listener.now).toMatchObject({ kind: "connected" });
  // What it offered before is still valid.
  expect(listener.toolList?.map(({ name }) => name)).toEqual(["work"]);
});

it(
  "reports that a response did not arrive if the server closed its stdin",
  { tags: ["long"] },
  async () => {
    const script = `
    const say = (m) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...m }) + "\\n");
    require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
      const { id, method } = JSON.parse(line);
      const serverInfo = { name: "deaf", version: "1" };
      if (method === "initialize") say({ id, result: { protocolVersion: "2025-11-25", capabilities: {}, serverInfo } });
      if (method !== "notifications/initialized") return;
      process.stdin.destroy();
      require("node:fs").closeSync(0);
      say({ id: 0, method: "sampling/createMessage", params: ${JSON.stringify(question("Hear me?"))} });
    });
    setInterval(() => {}, 1000);`;
    const made = testConnection(stdio(process.execPath, ["-e", script]));
    open.push(made);
    await made.connection.open();
    const request = await made.desk.request();
    expect(await request.reply("no")).toMatchObject({ kind: "not-sent" });
    const answer = made.traffic
      .rows()
      .filter(isMessage)
      .findLast(({ direction }) => direction === "out");
    expect(answer).toMatchObject({ kind: "answer", id: 0, notTaken: "EPIPE" });
  },
);

/** The items as they were measured, and the tests that cover each. */
const HELD: Record<string, [file: string, ...names: string[]][]> = {
  "a long line takes seconds": [
    ["leftToUs.test.ts", "reads a line of 40 MB quickly"],
    ["../hostile.test.ts", "holds a line of 20 MB after at most two seconds of work"],
  ],
  "a line beyond the cap kills the server": [
    ["../hostile.test.ts", "passes on what it can of a line beyond the cap, unread, and continues"],
    ["../wire/reading.test.ts", "does not keep an event of endless lines, and finds its id"],
  ],
  "text that is no JSON vanishes": [
    ["../hostile.test.ts", "shows non-JSON on stdout and continues"],
    [
      "../transports/http.test.ts",
      "answers malformed envelopes and shows non-JSON inside a stream",
    ],
    ["leftToUs.test.ts", "shows bytes that are not UTF-8 as such, and says so in the traffic"],
    ["leftToUs.test.ts", "says that the end of a line is missing, and takes it when it arrives"],
  ],
  "a closed stdout is not noticed": [["../hostile.test.ts", "notices a closed stdout"]],
  "exit code and signal are not reported": [
    [
      "../hostile.test.ts",
      "ends every request and call at once when the server dies, and says how",
    ],
    ["leftToUs.test.ts", "names the signal that ended a server"],
  ],
  "malformed envelopes, batches and extra fields are dropped unanswered": [
    ["../hostile.test.ts", "answers a malformed envelope under its id, and unknown methods"],
    ["../hostile.test.ts", "splits a batch up to 2025-03-26"],
    [
      "../hostile.test.ts",
      "passes params on exactly as they came, with extra fields of the envelope",
    ],
  ],
  "a second request under an open id": [["../hostile.test.ts", "under one open id"]],
  "a cancellation of an unknown id": [
    [
      "../hostile.test.ts",
      "ignores a cancellation of what it does not know, also in the same chunk",
    ],
  ],
  "very deep metadata and schemas": [
    ["../hostile.test.ts", "survives endless nesting, and answers requests in it"],
    ["leftToUs.test.ts", "says that a list of tools is nested endlessly, and stays connected"],
  ],
  "a megabyte of wrong messages gives 40 MB of error text": [
    ["leftToUs.test.ts", "answers a megabyte of invalid messages briefly, and at once"],
  ],
  "a sampling request stays open when its call ends, and is answered late": [
    ["../hostile.test.ts", "ends a call's requests when the call has its result"],
    ["../hostile.test.ts", "cancels its own call on the wire, and ends the call's requests"],
  ],
  "an undeliverable response is not reported": [
    ["../transports/http.test.ts", "says that a response was refused"],
    ["leftToUs.test.ts", "reports that a response did not arrive if the server closed its stdin"],
  ],
  "malformed responses to own calls leave them open": [
    ["../hostile.test.ts", "returns the raw result and the raw error of a call"],
  ],
  "initialize answered by null": [["../hostile.test.ts", "says when initialize is answered by %s"]],
  "one bad tool loses the list": [
    ["../hostile.test.ts", "lists all pages, and everything readable even if one tool is not"],
  ],
  "reconnecting ends silently": [
    [
      "../session/sessions.test.ts",
      "resumes a broken stream no sooner than after 250 ms, and never waits forever",
    ],
    [
      "../session/sessions.test.ts",
      "ends pending requests when the stream for pushes finds the session forgotten",
    ],
  ],
};

it.each(Object.entries(HELD))("is covered by a test: %s", (_item, tests) => {
  for (const [file, ...names] of tests) {
    const source = readFileSync(path.join(import.meta.dirname, file), "utf8");
    for (const name of names) expect(source.replaceAll(/\s+/g, " ")).toContain(name);
  }
});

it("says how a server ended before a write to its broken pipe fails", async () => {
  const order: string[] = [];
  let closed: () => void = () => {};
  const stdinClosed = new Promise<void>((resolve) => (closed = resolve));
  const inlet: PipeListener = {
    ...inletOf([], () => closed()),
    lost: (failure) => void order.push(JSON.stringify({ ...failure, afterMs: 0 })),
  };
  // Its stdin is closed for good while it runs on for a moment, as the system shows a process that exits.
  const pipe = new StdioPipe(
    node(`require("fs").closeSync(0);
      require("fs").writeSync(1, "{}\\n");
      setTimeout(() => process.exit(42), 100);`),
  );
  await pipe.start(inlet, () => {});
  await stdinClosed;
  await expect(pipe.send({ jsonrpc: "2.0", method: "too late" })).rejects.toThrow(/EPIPE/);
  expect(order).toEqual([
    JSON.stringify({ kind: "server-exited", code: 42, signal: null, afterMs: 0 }),
  ]);
  await pipe.close();
});
