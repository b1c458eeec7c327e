// The machine that packages are tried on: its package manager, users made for the test, and the installed app as one of
// them sees it. Root alone can do this; `npm run packaged` says so.
import { spawn, spawnSync } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium, type Browser } from "playwright/test";
import { expect } from "../fixtures.ts";
import { Desk } from "../support/desk.ts";
import { teachPress } from "../support/press.ts";

export const INSTALLED = "/usr/lib/countersign/countersign";
export const ENTRY = "/usr/share/applications/countersign.desk.desktop";

/** Runs a program to its end; returns what it printed. */
export function run(file: string, args: string[], env: Record<string, string> = {}): string {
  const { status, stdout, stderr } = spawnSync(file, args, {
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C.UTF-8", DEBIAN_FRONTEND: "noninteractive", ...env },
  });
  expect(status, `${file} ${args.join(" ")}\n${stdout}${stderr}`).toBe(0);
  return stdout + stderr;
}

export const apt = (...args: string[]): string => run("apt-get", ["-y", "-q", ...args]);

/** A screen that every user of the machine may use. */
export async function openScreen(): Promise<{ display: string; close: () => void }> {
  const args = ["-displayfd", "3", "-screen", "0", "1400x900x24", "-nolisten", "tcp", "-ac"];
  const server = spawn("Xvfb", args, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const number = await new Promise<string>((resolve, reject) => {
    server.once("error", reject);
    server.stdio[3]?.once("data", (chunk: Buffer) => resolve(chunk.toString("utf8").trim()));
  });
  return { display: `:${number}`, close: () => void server.kill() };
}

interface Process {
  pid: number;
  words: string[];
  status: string;
}

export class User {
  readonly name: string;
  readonly home: string;
  readonly uid: number;
  readonly gid: number;
  readonly #display: string;
  #browser: Browser | null = null;

  constructor(name: string, display: string) {
    this.name = name;
    this.home = `/home/${name}`;
    this.#display = display;
    this.remove();
    run("useradd", ["--create-home", "--shell", "/bin/sh", name]);
    this.uid = Number(run("id", ["-u", name]));
    this.gid = Number(run("id", ["-g", name]));
  }

  get profile(): string {
    return path.join(this.home, ".config/Countersign");
  }

  /** Ends what it runs, and removes the user with its home. */
  remove(): void {
    if (spawnSync("id", [this.name]).status !== 0) return;
    this.end("KILL");
    run("userdel", ["--remove", "--force", this.name]);
  }

  /** A file of this user. */
  write(file: string, text: string): void {
    const full = path.join(this.home, file);
    const made = mkdirSync(path.dirname(full), { recursive: true });
    if (made !== undefined) run("chown", ["-R", `${this.name}:`, made]);
    writeFileSync(full, text);
    chownSync(full, this.uid, this.gid);
  }

  read = (file: string): string => readFileSync(path.join(this.home, file), "utf8");

  get env(): Record<string, string> {
    const { home, name } = this;
    const PATH = "/usr/local/bin:/usr/bin:/bin";
    return {
      HOME: home,
      USER: name,
      LOGNAME: name,
      PATH,
      DISPLAY: this.#display,
      LANG: "en_US.UTF-8",
    };
  }

  /** The words with which root runs a command as this user. */
  as = (...words: string[]): string[] => ["-u", this.name, "--", ...words];

  /** The processes of the app that this user runs. */
  processes(): Process[] {
    return readdirSync("/proc").flatMap((entry) => {
      try {
        const status = readFileSync(`/proc/${entry}/status`, "utf8");
        // A forked process writes its words anew, with spaces; its program stays.
        const words = readFileSync(`/proc/${entry}/cmdline`, "utf8").split(/[\0 ]/);
        const program = readlinkSync(`/proc/${entry}/exe`);
        const isOwn = Number(/^Uid:\s+(\d+)/m.exec(status)?.[1]) === this.uid;
        return isOwn && /\/countersign( \(deleted\))?$/.test(program)
          ? [{ pid: Number(entry), words, status }]
          : [];
      } catch {
        return [];
      }
    });
  }

  /** Signals every process of the app; some end with others before their turn. */
  end(signal: "TERM" | "KILL"): void {
    spawnSync("kill", [`-${signal}`, ...this.processes().map(({ pid }) => String(pid))]);
  }

  /** Starts a program as this user, without waiting for it. What it prints is kept in `said`. */
  spawn(file: string, args: string[]): { said: () => string } {
    const { uid, gid, home: cwd, env } = this;
    const child = spawn(file, args, { uid, gid, cwd, env, detached: true });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
    }
    return { said: () => said };
  }

  /** Starts the app from its entry, as a desktop does, with the port by which a test sees its window. */
  async startFromEntry(): Promise<Desk> {
    const entry = readFileSync(ENTRY, "utf8");
    const own = ".local/share/applications/countersign.desk.desktop";
    this.write(own, entry.replace(/^(Exec=\S+)/m, "$1 --remote-debugging-port=0"));
    return this.#started(() => this.spawn("gio", ["launch", path.join(this.home, own)]));
  }

  start(executable: string, args: string[] = []): Promise<Desk> {
    return this.#started(() => this.spawn(executable, ["--remote-debugging-port=0", ...args]));
  }

  async #started(start: () => { said: () => string }): Promise<Desk> {
    const file = path.join(this.profile, "DevToolsActivePort");
    rmSync(file, { force: true });
    const { said } = start();
    await expect
      .poll(() => existsSync(file), { timeout: 60_000, intervals: [20], message: said() })
      .toBe(true);
    return this.attach();
  }

  /** The window of the running app. */
  async attach(): Promise<Desk> {
    const [port = ""] = readFileSync(path.join(this.profile, "DevToolsActivePort"), "utf8").split(
      "\n",
    );
    this.#browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    const context = this.#browser.contexts()[0];
    const page = context?.pages()[0] ?? (await context?.waitForEvent("page"));
    if (page === undefined) throw new Error("the app has no window");
    await teachPress(page);
    const close = () => this.quit(desk);
    const desk: Desk = new Desk({
      app: undefined as never,
      page,
      profile: this.profile,
      complaints: [],
      close,
    });
    await desk.ready();
    return desk;
  }

  /** Quits the app, as Ctrl+Q does. */
  async quit(desk: Desk): Promise<void> {
    await desk.page
      .evaluate(() => window.desk.invoke("app.confirmQuit", true))
      .catch(() => undefined);
    await this.#browser?.close();
    await expect.poll(() => this.processes(), { timeout: 20_000 }).toEqual([]);
    await sleep(200);
  }
}
