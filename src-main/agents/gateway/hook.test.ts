// The hook's script as agents start it, against the socket as the desk opens it.
import { execFileSync, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import type { HookAnswer, HookEntryFile, HookGreeting } from "#shared/agents/entry.ts";
import type { HookAdmission } from "../hooks/hookDoor.ts";
import { HOOK_VERSION } from "./greeting.ts";
import hook from "./hook.cjs?raw";
import { hookFiles } from "./hookFiles.ts";
import { writeRelayFiles } from "./relayFiles.ts";
import { openRelayListener, socketOf } from "./relayListener.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const BEFORE = { hook_event_name: "PreToolUse", session_id: "s", tool_name: "Bash" };
const said = (more: Partial<Extract<HookAnswer, { ok: true }>> = {}): HookAnswer => ({
  ok: true,
  stdout: "",
  stderr: "",
  exit: 0,
  ...more,
});

/** A profile's folder with the script and an entry. */
function profile(
  entry: Partial<HookEntryFile> = {},
  start: { command: string; args: string[] } | null = null,
) {
  const folder = path.join(mkdtempSync(path.join(os.tmpdir(), "countersign-hook-")), "gateway");
  const socket = socketOf(folder);
  writeRelayFiles(folder, { socket, start });
  const files = hookFiles(folder, socket);
  files.write({ id: "a-1", token: "secret", absent: "block", denyAfterMs: 60_000, ...entry });
  return { folder, socket, files, away: path.join(folder, "a-1.away") };
}

/** Returns how to end it. */
async function desk(socket: string, hooks: HookAdmission): Promise<() => Promise<void>> {
  const listener = await openRelayListener(socket, () => Promise.resolve("no relays"), hooks);
  let closed: Promise<void> | null = null;
  const close = (): Promise<void> => (closed ??= listener.close());
  closing.push(close);
  return close;
}

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Started as in an agent's config: by a shell that blocks whatever the script's end is. */
function started(script: string, args: string[] = ["a-1"]): ChildProcess {
  const child = spawn(process.execPath, [script, ...args], { stdio: "pipe" });
  child.stdin.on("error", () => {});
  closing.push(() => child.kill("SIGKILL"));
  return child;
}

async function endOf(child: ChildProcess): Promise<Ended> {
  const texts = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name]?.setEncoding("utf8").on("data", (text: string) => (texts[name] += text));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, ...texts };
}

function run(script: string, event: unknown = BEFORE, args?: string[]): Promise<Ended> {
  const child = started(script, args);
  child.stdin?.end(
    typeof event === "string" || Buffer.isBuffer(event) ? event : JSON.stringify(event),
  );
  return endOf(child);
}

it("hands the event over as it came, and prints exactly what the desk says", async () => {
  const { socket, files } = profile();
  const heard: HookGreeting[] = [];
  const answers = [said({ stdout: '{"a":"\u2028ü"}' }), said({ stderr: "No: ü", exit: 2 }), said()];
  await desk(socket, (greeting) => {
    heard.push(greeting);
    return Promise.resolve(answers[heard.length - 1] ?? said());
  });
  const text = '{"tool_name": "Bash",  "n": 1.50, "x": "a\\nb"}\n';
  expect(await run(files.script, text)).toEqual({ code: 0, stdout: '{"a":"\u2028ü"}', stderr: "" });
  expect(await run(files.script)).toEqual({ code: 2, stdout: "", stderr: "No: ü" });
  expect(await run(files.script, BEFORE, ["a-1", "--report"])).toEqual({
    code: 0,
    stdout: "",
    stderr: "",
  });
  expect(heard[0]).toMatchObject({
    hook: HOOK_VERSION,
    id: "a-1",
    token: "secret",
    folder: process.cwd(),
    pid: process.pid,
    event: text,
  });
  expect(existsSync(path.join(path.dirname(files.script), "a-1.away"))).toBe(false);
});

it("keeps what it needs closed to other users, and reads back what it wrote", () => {
  const { folder, files } = profile();
  for (const name of ["a-1.json", "hook.cjs", "desk.json"])
    expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);
  expect(files.read("a-1")).toMatchObject({ id: "a-1", token: "secret" });
  expect(readFileSync(files.script, "utf8")).toBe(files.scriptText);
  writeFileSync(path.join(folder, "a-1.json"), '{"id":"a-1","absent":"leave"}');
  expect(files.read("a-1")).toBeNull();
  files.remove("a-1");
  expect(existsSync(path.join(folder, "a-1.json"))).toBe(false);
});

it("speaks the same version as the desk", () => {
  expect(/HOOK_VERSION = (\d+)/.exec(hook)?.[1]).toBe(String(HOOK_VERSION));
});

/** What stands on the socket in place of the desk: takes the line, then does this. */
async function impostor(socket: string, then: (end: net.Socket) => void): Promise<void> {
  const server = net.createServer((end) => {
    end.on("error", () => {});
    end.once("data", () => then(end));
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  closing.push(() => server.close());
}

const GARBAGE: Record<string, (end: net.Socket) => void> = {
  "no JSON": (end) => end.end("yes\n"),
  "half a line": (end) => end.end('{"ok":true,"stdout":"","stderr":"","exit"'),
  "no line end": (end) => end.end(JSON.stringify(said())),
  "two lines": (end) => end.end(`${JSON.stringify(said())}\n${JSON.stringify(said())}\n`),
  "an empty line": (end) => end.end("\n"),
  null: (end) => end.end("null\n"),
  "no exit code": (end) => end.end('{"ok":true,"stdout":"","stderr":""}\n'),
  "an exit code that becomes 0": (end) =>
    end.end('{"ok":true,"stdout":"","stderr":"","exit":256}\n'),
  "a number as text": (end) => end.end('{"ok":true,"stdout":1,"stderr":"","exit":0}\n'),
  "a relay's answer": (end) => end.end('{"ok":true}\n'),
  nothing: (end) => end.end(),
  "a connection that is cut": (end) => end.destroy(),
};

it("blocks with one clear line whatever stands in the desk's place, or says nothing where it only reports", async () => {
  const all = Object.entries(GARBAGE).map(async ([name, then]) => {
    const { socket, files, away } = profile({ absent: "leave" });
    await impostor(socket, then);
    const { code, stdout, stderr } = await run(files.script);
    expect([name, code, stdout]).toEqual([name, 2, ""]);
    expect(stderr).toMatch(/^Countersign.* was blocked\.\n$/);
    const silent = await run(files.script, BEFORE, ["a-1", "--report"]);
    expect([name, silent]).toEqual([name, { code: 0, stdout: "", stderr: "" }]);
    // The desk may hold what the agent would not ask about.
    const asked = await run(files.script, BEFORE, ["a-1", "--asked"]);
    expect([name, asked.code, asked.stdout]).toEqual([name, 2, ""]);
    const lines = readFileSync(away, "utf8").trim().split("\n");
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { tool: "Bash", session: "s", event: "PreToolUse", why: "failed", passed: false },
      { why: "failed", passed: true },
      { why: "failed", passed: false },
    ]);
  });
  await Promise.all(all);
});

it("blocks where its own entry can't be read, whatever it says of an absent desk", async () => {
  const broken: Record<string, (folder: string) => void> = {
    missing: (folder) => rmSync(path.join(folder, "a-1.json")),
    "no JSON": (folder) => writeFileSync(path.join(folder, "a-1.json"), "{"),
    "of another entry": (folder) =>
      writeFileSync(path.join(folder, "a-1.json"), '{"id":"b","absent":"leave","denyAfterMs":9}'),
    "without a time": (folder) =>
      writeFileSync(path.join(folder, "a-1.json"), '{"id":"a-1","absent":"leave"}'),
    "no desk": (folder) => rmSync(path.join(folder, "desk.json")),
    "a pipe": (folder) => {
      rmSync(path.join(folder, "a-1.json"));
      execFileSync("mkfifo", [path.join(folder, "a-1.json")]);
    },
  };
  for (const [name, breakIt] of Object.entries(broken)) {
    if (name === "a pipe" && process.platform === "win32") continue;
    const { folder, files } = profile({ absent: "leave" });
    breakIt(folder);
    const { code, stdout, stderr } = await run(files.script);
    expect([name, code, stdout]).toEqual([name, 2, ""]);
    expect(stderr).toContain("entry for this hook can't be read");
  }
  const { files } = profile({ absent: "leave" });
  expect((await run(files.script, BEFORE, ["../a-1"])).code).toBe(2);
  expect((await run(files.script, BEFORE, [])).code).toBe(2);
});

it("does as the user chose where the desk does not run and can't be started", async () => {
  for (const start of [null, { command: "/missing/countersign", args: [] }]) {
    const block = profile({ absent: "block" }, start);
    const blocked = await run(block.files.script);
    expect(blocked).toMatchObject({ code: 2, stdout: "" });
    expect(blocked.stderr).toContain("not running and could not be started");
    const leave = profile({ absent: "leave" }, start);
    expect(await run(leave.files.script)).toEqual({ code: 0, stdout: "", stderr: "" });
    const [line = ""] = readFileSync(leave.away, "utf8").split("\n");
    expect(JSON.parse(line)).toMatchObject({ why: "not-running", passed: true });
  }
});

it("starts the desk and waits for it", async () => {
  const answer = JSON.stringify(said({ stdout: "{}" }));
  const code = `require("node:net").createServer((end) => end.once("data", () => end.end(process.argv[2] + "\\n"))).listen(process.argv[1]); setTimeout(() => process.exit(), 20000)`;
  const folder = mkdtempSync(path.join(os.tmpdir(), "countersign-hook-"));
  const socket = path.join(folder, "s");
  writeRelayFiles(folder, {
    socket,
    start: { command: process.execPath, args: ["-e", code, socket, answer] },
  });
  const files = hookFiles(folder, socket);
  files.write({ id: "a-1", token: "t", absent: "block", denyAfterMs: 60_000 });
  for (const waits of ["--report", "--asked"])
    expect(await run(files.script, BEFORE, ["a-1", waits])).toEqual({
      code: 0,
      stdout: "",
      stderr: "",
    });
  expect(existsSync(socket)).toBe(false);
  expect(await run(files.script)).toEqual({ code: 0, stdout: "{}", stderr: "" });
});

it("denies by itself in time, and the desk learns that it no longer waits", async () => {
  const { socket, files, away } = profile({ denyAfterMs: 1000 });
  const left = new Promise<void>((resolve) => {
    void desk(socket, (_greeting, gone) => {
      gone.addEventListener("abort", () => resolve());
      return new Promise(() => {});
    });
  });
  // Also where the agent never ends what it writes.
  const silent = started(profile({ denyAfterMs: 1000 }).files.script);
  const [held, unended] = await Promise.all([run(files.script), endOf(silent)]);
  for (const { code, stderr } of [held, unended]) {
    expect(code).toBe(2);
    expect(stderr).toContain("Nobody decided about this action in time");
  }
  await left;
  expect(readFileSync(away, "utf8")).toContain('"why":"too-late"');
});

it("tells the desk when it is killed, and blocks when the desk is", async () => {
  const { socket, files } = profile();
  const asked: (() => void)[] = [];
  const left: (() => void)[] = [];
  const next = (of: (() => void)[]): Promise<void> => new Promise((resolve) => of.push(resolve));
  const close = await desk(socket, (_greeting, gone) => {
    gone.addEventListener("abort", () => left.shift()?.());
    asked.shift()?.();
    return new Promise(() => {});
  });
  const hold = async (): Promise<ChildProcess> => {
    const child = started(files.script);
    const isAsked = next(asked);
    child.stdin?.end(JSON.stringify(BEFORE));
    await isAsked;
    return child;
  };
  const isLeft = next(left);
  (await hold()).kill("SIGKILL");
  await isLeft;
  const blocked = endOf(await hold());
  await close();
  const { code, stderr } = await blocked;
  expect(code).toBe(2);
  expect(stderr).toContain("ended before it decided");
});

it(
  "takes what an agent may write and nothing larger, and only text",
  { tags: ["long"] },
  async () => {
    const { socket, files } = profile();
    const sizes: number[] = [];
    await desk(socket, ({ event }) => {
      sizes.push(event.length);
      return Promise.resolve(said());
    });
    const most = 16 * 1024 * 1024;
    // Each quotation mark has a backslash on the way to the desk.
    expect((await run(files.script, '"'.repeat(most))).code).toBe(0);
    expect(sizes).toEqual([most]);
    const larger = await run(files.script, "x".repeat(most + 1));
    expect(larger).toMatchObject({ code: 2, stdout: "" });
    expect(larger.stderr).toContain("larger than Countersign reads");
    expect((await run(files.script, Buffer.from([0x22, 0xff, 0x22]))).stderr).toContain(
      "not UTF-8",
    );
    expect((await run(files.script, "x".repeat(most + 1), ["a-1", "--report"])).code).toBe(0);
  },
);

it("keeps what it refused within bounds, and never waits for another program", async () => {
  const { away, files } = profile();
  const lines = `${"x".repeat(256 * 1024)}\n`;
  appendFileSync(away, lines);
  expect((await run(files.script)).code).toBe(2);
  expect(statSync(away).size).toBe(lines.length);
});

/** What the desk sends for `text`, until it ends the connection. */
function say(socket: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = "";
    const connection = net.connect(socket, () => connection.write(text));
    connection.setEncoding("utf8").on("data", (chunk: string) => (heard += chunk));
    connection.on("error", reject);
    connection.on("close", () => resolve(heard));
  });
}

it("the desk refuses a hook's line that is not whole, of another version, or followed by another", async () => {
  const { socket } = profile();
  const heard: HookGreeting[] = [];
  await desk(socket, (greeting) => {
    heard.push(greeting);
    return Promise.resolve(said());
  });
  const line = (more: object = {}): string =>
    JSON.stringify({
      hook: HOOK_VERSION,
      id: "a",
      token: "t",
      folder: "/tmp",
      pid: 1,
      ageMs: 1,
      event: "{}",
      ...more,
    });
  const refused: [string, string][] = [
    [`${line({ hook: 0 })}\n`, "another version"],
    [`${line({ folder: "relative" })}\n`, "not a hook"],
    [`${line({ event: 1 })}\n`, "not a hook"],
    [`${line({ pid: -1 })}\n`, "not a hook"],
    [`${line()}\n${line()}\n`, "not a hook"],
    ['{"hook":\n', "not a hook"],
  ];
  for (const [text, why] of refused) expect(await say(socket, text)).toContain(why);
  expect(heard).toEqual([]);
  expect(await say(socket, `${line()}\n`)).toBe(`${JSON.stringify(said())}\n`);
  expect(heard).toHaveLength(1);
});

it("40 hooks at once each get their own answer", { tags: ["long"] }, async () => {
  const { socket, files } = profile();
  const waiting: (() => void)[] = [];
  await desk(
    socket,
    ({ event }) =>
      new Promise((resolve) => {
        waiting.push(() => resolve(said({ stdout: event })));
        // In the order opposite to that of their coming.
        if (waiting.length === 40) for (const answer of waiting.toReversed()) answer();
      }),
  );
  const all = Array.from({ length: 40 }, async (_one, at) => {
    const event = JSON.stringify({ ...BEFORE, at });
    expect(await run(files.script, event)).toEqual({ code: 0, stdout: event, stderr: "" });
  });
  await Promise.all(all);
});
