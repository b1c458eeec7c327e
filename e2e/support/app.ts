// Starts the built app as a user would, in its own profile, collects every error it reports, and ends it
// for certain.
import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { _electron, errors, type ElectronApplication, type Page } from "playwright/test";
import { runtime } from "../../scripts/runtime.mjs";
import { runtimeWarning } from "../../scripts/setup/runtimeWarnings.mjs";
import { machineSwitches } from "../../scripts/setup/screen.mjs";
import { builtApp, heldApp } from "./paths.ts";
import { teachPress } from "./press.ts";

export interface LaunchOptions {
  /** A profile of an earlier launch; a fresh one otherwise. */
  profile?: string;
  /** The file for `--config`. */
  config?: string;
  /** The next pending request opens after a decision, as by default; most tests look at what they decided. */
  advance?: boolean;
  /** Further arguments. */
  args?: string[];
  env?: Record<string, string>;
  /** A folder with package.json and out/, instead of the build's. */
  folder?: string;
  /** The packaged app's executable, instead of the build in out/. */
  executable?: string;
  /** False: starts at once, as for a user, whether or not Playwright has attached (for measuring). */
  held?: boolean;
}

export interface RunningApp {
  app: ElectronApplication;
  page: Page;
  profile: string;
  /** The errors so far, as text: console errors, page errors, stderr of the main process. */
  complaints: string[];
  /** Quits the app, as Ctrl+Q does, and confirms when it asks. Fails when a process is left. */
  close: () => Promise<void>;
}

export const tempFolder = (): Promise<string> =>
  mkdtemp(path.join(os.tmpdir(), "countersign-e2e-"));

/** Writes a config in the format of other programs, for `--config`. */
export async function writeConfig(
  folder: string,
  servers: Record<string, object>,
): Promise<string> {
  const file = path.join(folder, "servers.json");
  await writeFile(file, JSON.stringify({ mcpServers: servers }, null, 2));
  return file;
}

/** The virtual screen of this worker; nothing where the system's own screen is used. */
function ownScreen(): Record<string, string> {
  const displays = process.env["COUNTERSIGN_DISPLAYS"]?.split(" ");
  if (displays === undefined) return {};
  const index = Number(process.env["TEST_PARALLEL_INDEX"] ?? 0);
  const display = displays[index];
  if (display === undefined) {
    throw new Error(
      `worker ${index} has no screen of its own: set COUNTERSIGN_WORKERS, not --workers`,
    );
  }
  return { DISPLAY: display };
}

/** The environment of the app: this machine's, with its own home, so that no program's settings are found. */
function environment(
  home: string,
  extra: Record<string, string> | undefined,
): Record<string, string> {
  const own: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined) own[name] = value;
  }
  return {
    ...own,
    HOME: home,
    XDG_CONFIG_HOME: path.join(home, ".config"),
    LANG: "en_US.UTF-8",
    LANGUAGE: "en",
    ...ownScreen(),
    ...extra,
  };
}

/**
 * Starts the process. Playwright waits for the first navigation of every window that it finds while it attaches. A
 * window opened at that moment was seen, a few times, never to be reported. A held app opens its window
 * afterwards (held.cjs); in hundreds of such starts, on an overloaded machine, none hung. Where
 * an app cannot be held (a packaged one) a start that hangs is repeated once, and reported.
 */
async function start(
  options: Parameters<typeof _electron.launch>[0],
  { profile, held }: { profile: string; held: boolean },
): Promise<ElectronApplication> {
  try {
    return await _electron.launch({ ...options, timeout: held ? 45_000 : 20_000 });
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error;
    const log = await readFile(path.join(profile, "logs/main.log"), "utf8").catch(() => "nothing");
    process.stderr.write(`The app did not start in time. Its log: ${log}\n${error.message}\n`);
    if (held) throw error;
    return _electron.launch({ ...options, timeout: 20_000 });
  }
}

/**
 * V8 optimises later than by default: in an app that runs for seconds, compiling takes an
 * eighth of all processor time and never pays off. For tests only, never where anything is measured; by the
 * names of the fallback's V8, as another may not know them and would report them.
 */
function shortLived(kind: string): string[] {
  if (process.env["TEST_PARALLEL_INDEX"] === undefined || kind !== "fallback") return [];
  return ["--js-flags=--invocation-count-for-turbofan=24000 --invocation-count-for-osr=5000"];
}

export async function launch(options: LaunchOptions = {}): Promise<RunningApp> {
  const profile = options.profile ?? (await tempFolder());
  const home = path.join(profile, "home");
  // Commands without a working folder start there.
  await mkdir(home, { recursive: true });
  if (options.advance !== true) {
    const settings = path.join(profile, "settings.json");
    // Settings that the profile already has stay.
    await writeFile(settings, JSON.stringify({ advance: false }), {
      flag: "wx",
      mode: 0o600,
    }).catch(() => undefined);
  }
  const { folder = builtApp } = options;
  const held = options.executable === undefined && options.held !== false;
  const { executable, kind } = await runtime();
  const app = await start(
    {
      executablePath: options.executable ?? executable,
      args: [
        ...machineSwitches({ virtual: true }),
        // The same language on every machine.
        "--lang=en-US",
        ...(held ? shortLived(kind) : []),
        ...(held ? [heldApp] : options.executable === undefined ? [folder] : []),
        "--user-data-dir",
        profile,
        ...(options.config === undefined ? [] : ["--config", options.config]),
        ...(options.args ?? []),
      ],
      env: {
        ...environment(home, options.env),
        ...(held ? { COUNTERSIGN_HELD: path.resolve(folder) } : {}),
      },
      // The theme is the app's own; Playwright would force the light one.
      colorScheme: null,
    },
    { profile, held },
  );
  // Read now: Playwright cannot return it once the app has ended.
  const child = app.process();
  const complaints: string[] = [];
  listenToMain(app, kind, complaints);
  const page = await app.firstWindow();
  listenToPage(page, complaints);
  await teachPress(page);
  page.setDefaultTimeout(15_000);
  return { app, page, profile, complaints, close: () => close({ app, child, page, profile }) };
}

function listenToMain(app: ElectronApplication, kind: string, complaints: string[]): void {
  let rest = "";
  app.process().stderr?.on("data", (chunk: Buffer) => {
    const lines = (rest + chunk.toString("utf8")).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line.trim() === "" || runtimeWarning(line, kind) !== null) continue;
      complaints.push(`stderr: ${line}`);
    }
  });
  // Main writes nothing to the console; its log is a file.
  app.on("console", (message) => {
    const counts = message.type() === "error" || message.type() === "warning";
    if (counts && runtimeWarning(message.text(), kind) === null) {
      complaints.push(`main console: ${message.text()}`);
    }
  });
}

function listenToPage(page: Page, complaints: string[]): void {
  page.on("console", (message) => {
    if (message.type() === "error") {
      complaints.push(`console: ${message.text()} (${message.location().url})`);
    }
  });
  page.on("pageerror", (error) => complaints.push(`page error: ${error.stack ?? error.message}`));
  page.on("crash", () => complaints.push("the window's process crashed"));
}

interface Closed {
  app: ElectronApplication;
  child: ChildProcess;
  page: Page;
  profile: string;
}

async function close({ app, child, page, profile }: Closed): Promise<void> {
  const { pid } = child;
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    // The window may be gone already, and the response never arrives: the process ends in between.
    await page
      .evaluate(() => window.desk.invoke("app.confirmQuit", true))
      .catch(() => app.evaluate(({ app: electron }) => electron.quit()).catch(() => undefined));
    await within(10_000, ended, () => {
      child.kill("SIGKILL");
      return `the app did not end within 10 s of being told to; its log ends with:\n${logEnd(profile)}`;
    });
  }
  if (pid !== undefined && isAlive(pid)) throw new Error(`process ${pid} is still there`);
}

/** The last lines of the app's log. */
function logEnd(profile: string): string {
  try {
    return readFileSync(path.join(profile, "logs/main.log"), "utf8")
      .split("\n")
      .slice(-8)
      .join("\n");
  } catch {
    return "nothing";
  }
}

async function within(ms: number, what: Promise<void>, late: () => string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(late())), ms);
  });
  await Promise.race([what, limit]).finally(() => clearTimeout(timer));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 5 });
