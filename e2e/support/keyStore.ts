// A separate keychain for a test: GNOME's keyring on its own session bus, in its own folder. Nothing of the
// machine's is seen or touched.
import { execFile, execFileSync, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";

const DAEMON = "gnome-keyring-daemon";
const BUS = "dbus-daemon";
/** A bus that starts nothing by itself: neither a stopped keyring, nor a window that asks for its password. */
const busConfig = (folder: string): string => `<!DOCTYPE busconfig PUBLIC
  "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=${folder}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>`;
const PASSWORD = "the password of the login";
/** How long a program may take to start, on a slow machine. */
const SLOW_MS = 20_000;

/** Why there can be no keychain here; null where there can. */
export function keyStoreLacks(): string | null {
  if (process.platform !== "linux") return "GNOME's keyring is on Linux alone";
  const lacks = [DAEMON, BUS].filter((program) => {
    try {
      execFileSync("which", [program]);
      return false;
    } catch {
      return true;
    }
  });
  return lacks.length === 0 ? null : `not on this machine: ${lacks.join(", ")}`;
}

export class KeyStore {
  readonly #env: Record<string, string>;
  readonly #bus: ChildProcess;
  #daemon: ChildProcess | null = null;

  private constructor(env: Record<string, string>, bus: ChildProcess) {
    this.#env = env;
    this.#bus = bus;
  }

  /** @param folder is there, and is taken away by the caller */
  static async open(folder: string): Promise<KeyStore> {
    const [home, run] = [path.join(folder, "keyring-home"), path.join(folder, "keyring-run")];
    for (const one of [home, run]) mkdirSync(one, { mode: 0o700 });
    const config = path.join(run, "bus.conf");
    writeFileSync(config, busConfig(run));
    const bus = spawn(BUS, [`--config-file=${config}`, "--nofork", "--print-address"], {
      stdio: ["ignore", "pipe", "ignore"],
      env: { ...process.env, HOME: home, XDG_RUNTIME_DIR: run },
    });
    const address = await firstLine(bus);
    const env = { HOME: home, XDG_RUNTIME_DIR: run, DBUS_SESSION_BUS_ADDRESS: address };
    return new KeyStore(env, bus);
  }

  /** What the app is launched with. */
  get launch(): { args: string[]; env: Record<string, string> } {
    const { DBUS_SESSION_BUS_ADDRESS = "" } = this.#env;
    return { args: ["--password-store=gnome-libsecret"], env: { DBUS_SESSION_BUS_ADDRESS } };
  }

  /** As after a login: unlocked, with its contents. */
  async start(): Promise<void> {
    const daemon = spawn(DAEMON, ["--unlock", "--components=secrets", "--foreground"], {
      stdio: ["pipe", "ignore", "ignore"],
      env: { ...process.env, ...this.#env },
    });
    this.#daemon = daemon;
    daemon.stdin?.end(PASSWORD);
    await this.#ask("org.freedesktop.DBus", "/", "org.freedesktop.DBus.GetNameOwner", [
      "string:org.freedesktop.secrets",
    ]);
  }

  /** Its contents are locked by the password, which nobody is there to type. */
  async lock(): Promise<void> {
    const secrets = "/org/freedesktop/secrets";
    await this.#ask("org.freedesktop.secrets", secrets, "org.freedesktop.Secret.Service.Lock", [
      `array:objpath:${secrets}/collection/login`,
    ]);
  }

  /** It is gone, as on another machine. */
  async stop(): Promise<void> {
    const daemon = this.#daemon;
    this.#daemon = null;
    if (daemon !== null) await ended(daemon);
  }

  async close(): Promise<void> {
    await this.stop();
    await ended(this.#bus);
  }

  /** Polls until there is a response. */
  async #ask(to: string, object: string, method: string, args: readonly string[]): Promise<void> {
    const until = Date.now() + SLOW_MS;
    const command = ["--session", "--print-reply", `--dest=${to}`, object, method, ...args];
    for (;;) {
      try {
        await promisify(execFile)("dbus-send", command, {
          env: { ...process.env, ...this.#env },
        });
        return;
      } catch (error) {
        if (Date.now() > until) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString("utf8");
      if (text.includes("\n")) resolve(text.trim());
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${BUS} ended: ${code}`)));
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGKILL");
  await gone;
}
