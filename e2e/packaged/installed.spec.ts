// From nothing but the package: installed with apt, used by two ordinary users, upgraded, downgraded, removed, purged.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import { parse } from "jsonc-parser";
import recorded from "../../src-shared/agents/recorded/claude-code.json" with { type: "json" };
import { expect, test } from "../fixtures.ts";
import { setUpTools, wrapServers } from "../support/agents.ts";
import type { Desk } from "../support/desk.ts";
import { Host } from "../support/host.ts";
import type { Entry } from "../support/host.ts";
import { everythingScript } from "../support/httpServers.ts";
import { projectNode, projectRoot } from "../support/paths.ts";
import { apt, ENTRY, INSTALLED, openScreen, run, User } from "./machine.ts";

const dist = path.join(projectRoot, "dist");
const inDist = (end: RegExp): string => {
  const name = readdirSync(dist).find((file) => end.test(file));
  if (name === undefined) throw new Error(`dist/ has nothing like ${end}`);
  return path.join(dist, name);
};
const later = process.env["COUNTERSIGN_PACKAGED"] ?? "";
const MIB = 1024 * 1024;
const say = (line: string): void => void process.stdout.write(`[packaged] ${line}\n`);

const WORDS = { cursor: ".cursor/mcp.json", claude: ".claude/settings.json" };
let display = "";
let closeScreen = (): void => {};
let ada: User;
let bob: User;
let desk: Desk;

test.describe.configure({ mode: "serial", timeout: 240_000 });

const users: User[] = [];
/** Also where it isn't installed. */
const cleanUp = () => run("dpkg", ["--purge", "countersign"]);

test.beforeAll(async () => {
  cleanUp();
  ({ display, close: closeScreen } = await openScreen());
  ada = new User("countersign-ada", display);
  bob = new User("countersign-bob", display);
  users.push(ada, bob);
  ada.write(
    WORDS.cursor,
    JSON.stringify({
      mcpServers: { everything: { command: projectNode, args: [everythingScript, "stdio"] } },
    }),
  );
  ada.write(WORDS.claude, "{}\n");
});
test.afterAll(() => {
  for (const user of users) user.remove();
  closeScreen();
  cleanUp();
});
// oxlint-disable-next-line no-empty-pattern
test.afterEach(async ({}, info) => {
  if (info.status === info.expectedStatus) return;
  await desk.page.screenshot({ path: info.outputPath("window.png") }).catch(() => undefined);
});

/** A tool call of the wrapped server, by the command that stands in the config. */
async function throughRelay(): Promise<unknown> {
  const { everything } = (parse(ada.read(WORDS.cursor)) as { mcpServers: { everything: Entry } })
    .mcpServers;
  const { command, args = [] } = everything;
  const env = { ...everything.env, ...ada.env };
  const host = new Host(
    { command: "/usr/sbin/runuser", args: ada.as(command, ...args), env },
    ada.home,
  );
  try {
    await host.initialize({ roots: {} });
    return (await host.call("echo", { message: "hello" }))["result"];
  } finally {
    await host.close();
  }
}
const ECHOED = { content: [{ type: "text", text: "Echo: hello" }] };

/** What the hook prints for a command, by the line that stands in the settings. */
async function throughHook(command: string): Promise<string> {
  const { hooks } = parse(ada.read(WORDS.claude)) as {
    hooks: Record<string, { hooks: { command: string }[] }[]>;
  };
  const line = hooks["PreToolUse"]?.at(-1)?.hooks[0]?.command ?? "";
  const { uid, gid, home: cwd, env } = ada;
  const hook = spawn("sh", ["-c", line], { argv0: "claude", uid, gid, cwd, env });
  let printed = "";
  hook.stdout.on("data", (part: Buffer) => (printed += part.toString("utf8")));
  const [shape] = recorded.sessions.bypass;
  const input = { tool_name: "Bash", tool_input: { command }, tool_use_id: `call_${command}` };
  hook.stdin.end(JSON.stringify({ ...shape, hook_event_name: "PreToolUse", cwd, ...input }));
  await new Promise((resolve) => hook.once("close", resolve));
  return printed;
}

async function allowed(command: string): Promise<void> {
  const printed = throughHook(command);
  await desk.room("Inbox").click();
  await desk.select(command);
  await desk.decide(desk.button(/^Allow/));
  expect(await printed).toContain('"allow"');
}

/** The demo through both gates, without a model. */
async function demo(of: Desk, words: string): Promise<void> {
  await of.button(/^Run the demo/).click();
  await expect(of.review).toContainText("What is the capital of France?");
  await of.decide(of.button(/^Answer by hand/));
  await of.answer.focus();
  await of.page.keyboard.insertText(words);
  await of.decide(of.approve);
  const { origin } = await of.request(({ phase }) => phase.kind === "ended");
  if (origin.kind !== "certain") throw new Error("the call that led here is not known");
  expect(await of.resultOf(origin.call.runId)).toBe(words);
}

test("what is packaged holds its sizes, and .rpm and .deb hold the same files @packaged", () => {
  const deb = inDist(/\.deb$/);
  for (const file of [deb, inDist(/\.rpm$/), inDist(/\.tar\.gz$/)]) {
    const size = statSync(file).size / MIB;
    say(`${path.basename(file)}: ${size.toFixed(1)} MiB`);
    expect(size).toBeLessThan(150);
  }
  const listed = (text: string) =>
    text
      .split("\n")
      .filter((line) => line.startsWith("/usr/"))
      .toSorted();
  const inDeb = run("dpkg-deb", ["--contents", deb]).replaceAll(
    /^\S+\s+\S+\s+\d+ \S+ \S+ \.|\/$| -> .*$/gm,
    "",
  );
  const inRpm = listed(run("rpm", ["-qpl", inDist(/\.rpm$/)]));
  expect(listed(inDeb)).toEqual(expect.arrayContaining(inRpm));
  run("sh", ["-c", `cd '${dist}' && sha256sum --check SHA256SUMS`]);
  if (!deb.includes("not.for.release")) return;
  // The step before a release refuses it.
  const refused = () =>
    execFileSync(projectNode, ["scripts/releasable.mjs"], { cwd: projectRoot, stdio: "pipe" });
  expect(refused).toThrow(/deb was built for trying/);
});

test("installed, an ordinary user starts it from its entry, in the sandbox, and the demo runs @packaged", async () => {
  const startMs = Date.now();
  apt("install", inDist(/\.deb$/));
  run("desktop-file-validate", [ENTRY]);
  expect(
    run("runuser", ada.as("xdg-mime", "query", "default", "x-scheme-handler/countersign")),
  ).toContain("countersign.desk.desktop");
  desk = await ada.startFromEntry();
  say(`from apt to the window: ${((Date.now() - startMs) / 1000).toFixed(1)} s`);
  const processes = ada.processes();
  expect(processes.flatMap(({ words }) => words)).not.toContain("--no-sandbox");
  const page = processes.find(({ words }) => words.includes("--type=renderer"));
  // In its own namespaces of processes, and with a filter on system calls.
  expect(page?.status).toMatch(/^NSpid:\s+\d+\s+\d+/m);
  expect(page?.status).toMatch(/^Seccomp:\s+2$/m);
  const { machine } = await desk.snapshot();
  expect(machine).toMatchObject({ isTryOut: false, profile: ada.profile });
  if (machine.version.includes("not.for.release")) {
    const titles = run("xdotool", ["search", "--name", "not for release", "getwindowname"], {
      DISPLAY: display,
    });
    expect(titles).toContain("Countersign (not for release)");
  }
  await demo(desk, "Paris, from the package.");
  // A second window of the same user is the first one; a link goes there.
  run("runuser", ada.as("env", `DISPLAY=${display}`, "countersign", "countersign://request/none"));
  expect(
    ada.processes().filter(({ words }) => !words.some((word) => word.startsWith("--type="))),
  ).toHaveLength(1);
});

test("an agent's server and commands come to the desk @packaged", async () => {
  await wrapServers(desk, "Cursor");
  expect(await throughRelay()).toMatchObject(ECHOED);
  await setUpTools(desk, "Claude Code", { actions: "Commands and changes" });
  await allowed("npm test");
});

test("two users of one machine have a desk each @packaged", async () => {
  const other = await bob.startFromEntry();
  await demo(other, "Paris, for Bob.");
  expect(await desk.requests()).toHaveLength(2);
  expect(statSync(ada.profile).mode & 0o77).toBe(0);
  const read = () =>
    execFileSync("runuser", bob.as("cat", `${ada.profile}/settings.json`), { stdio: "pipe" });
  expect(read).toThrow(/Permission denied/);
  await bob.quit(other);
});

test("after an upgrade the wrapped server and the hook lead to the new version @packaged", async () => {
  const scripts = { ...readScripts() };
  await ada.quit(desk);
  apt("install", later);
  expect(run("dpkg-query", ["--show", "countersign"])).toContain("0.1.1");
  expect(readScripts()).toEqual(scripts);
  // The host finds no desk, and its relay starts the installed one.
  const echoed = throughRelay();
  await expect.poll(() => ada.processes().length, { timeout: 30_000 }).toBeGreaterThan(0);
  expect(await echoed).toMatchObject(ECHOED);
  ada.end("TERM");
  await expect.poll(() => ada.processes(), { timeout: 20_000 }).toEqual([]);
  desk = await ada.startFromEntry();
  expect((await desk.snapshot()).machine.version).toContain("0.1.1");
  expect(await throughRelay()).toMatchObject(ECHOED);
  await allowed("npm run build");
  await ada.quit(desk);
});

/** The commands that agents were given. */
const readScripts = () => ({ cursor: ada.read(WORDS.cursor), claude: ada.read(WORDS.claude) });

test("a profile of a newer version is refused in words @packaged", async () => {
  apt("install", "--allow-downgrades", inDist(/\.deb$/));
  const file = path.join(ada.profile, "ledger.db");
  const before = version(file);
  setVersion(file, 99);
  desk = await ada.start(INSTALLED);
  await expect(
    desk.page.getByText(/A newer version of Countersign wrote the audit log/).first(),
  ).toBeVisible();
  await ada.quit(desk);
  expect(version(file)).toBe(99);
  setVersion(file, before);
});

// Node's own, as libsql lets go of a file only once its statements are collected: what was written would still be in the
// WAL, which belongs to root here.
function version(file: string): number {
  const database = new DatabaseSync(file);
  const row = database.prepare("PRAGMA user_version").get() as { user_version: number };
  database.close();
  return row.user_version;
}

function setVersion(file: string, to: number): void {
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA user_version = ${to}`);
  database.close();
  expect(existsSync(`${file}-wal`)).toBe(false);
}

test("it starts as fast as from the folder @packaged", async () => {
  const folder = path.join(dist, "linux-unpacked/countersign");
  const times: Record<string, number[]> = { installed: [], folder: [] };
  for (let round = 0; round < 6; round += 1) {
    for (const [which, executable] of [
      ["installed", INSTALLED],
      ["folder", folder],
    ] as const) {
      const startMs = performance.now();
      const started = await bob.start(executable);
      // The first round fills the caches.
      if (round > 0) times[which]?.push(performance.now() - startMs);
      await bob.quit(started);
    }
  }
  const middle = (of: number[] = []) =>
    of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? NaN;
  const [installed, unpacked] = [middle(times["installed"]), middle(times["folder"])];
  say(
    `start to a usable window, medians of 5: installed ${installed.toFixed(0)} ms, folder ${unpacked.toFixed(0)} ms ` +
      `(load ${os.loadavg()[0]?.toFixed(1)})`,
  );
  expect(installed).toBeLessThan(unpacked * 1.3);
});

test("removed, it leaves the profile; purged, it says what it leaves @packaged", async () => {
  const installed = Number(run("du", ["-sk", "/usr/lib/countersign"]).split("\t")[0]) / 1024;
  say(`installed: ${installed.toFixed(1)} MiB; the largest:`);
  say(
    run("sh", [
      "-c",
      "cd /usr/lib/countersign && find . -type f -printf '%s %P\\n' | sort -rn | head -5",
    ]),
  );
  expect(installed).toBeLessThan(420);
  apt("remove", "countersign");
  for (const gone of ["/usr/lib/countersign", "/usr/bin/countersign", ENTRY])
    expect(existsSync(gone)).toBe(false);
  expect(existsSync(path.join(ada.profile, "ledger.db"))).toBe(true);
  // Then as a person who reinstalls and purges.
  apt("install", inDist(/\.deb$/));
  expect(apt("purge", "countersign")).toContain("~/.config/Countersign");
  expect(existsSync(path.join(ada.profile, "ledger.db"))).toBe(true);
  expect(existsSync("/etc/apparmor.d/countersign")).toBe(false);
  // An agent's hook is still in its settings, finds nobody, and allows nothing.
  const printed = await throughHook("npm run clean");
  say(`a hook after the purge prints: ${printed.trim()}`);
  expect(printed).not.toContain('"allow"');
});
