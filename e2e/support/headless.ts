// Runs the commands that need no window, on plain Node and without a display.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { builtApp, projectNode } from "./paths.ts";
import type { Entry } from "./host.ts";

/** The demo server, which asks for sampling when its tools are called. */
export const DEMO: Entry = {
  command: projectNode,
  args: [path.join(builtApp, "out/main/demo-stdio.js")],
};

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** How `countersign` is started: the launcher of the checkout, or that of an installed package. */
export const LAUNCHER = path.join(builtApp, "scripts/countersign.mjs");

export class Command {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  #out = "";
  #err = "";
  readonly #watchers = new Set<() => void>();

  constructor(folder: string, args: readonly string[], env: object = {}, launcher = LAUNCHER) {
    const { PATH = "", HOME = "" } = process.env;
    this.child = spawn(projectNode, [launcher, ...args], {
      cwd: folder,
      env: { PATH, HOME, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.child.stdout?.on("data", (chunk: Buffer) => {
      this.#out += chunk.toString("utf8");
      for (const watch of this.#watchers) watch();
    });
    this.child.stderr?.on("data", (chunk: Buffer) => (this.#err += chunk.toString("utf8")));
    this.ended = new Promise((resolve) =>
      this.child.once("close", (code) => resolve({ code, out: this.#out, err: this.#err })),
    );
  }

  /** The first match in what it prints; rejects if it ends before. */
  said(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve, reject) => {
      const watch = (): void => {
        const found = pattern.exec(this.#out);
        if (found === null) return;
        this.#watchers.delete(watch);
        resolve(found);
      };
      this.#watchers.add(watch);
      watch();
      void this.ended.then(({ out, err }) => reject(new Error(`${out}\n${err}`)));
    });
  }

  end(signal: NodeJS.Signals = "SIGTERM"): Promise<Ended> {
    this.child.kill(signal);
    return this.ended;
  }
}

export const run = (folder: string, args: readonly string[], env: object = {}): Promise<Ended> =>
  new Command(folder, args, env).ended;

/** A folder with `rules.json` and `servers.json`. */
export function folderWith(rules: readonly object[], servers: object): string {
  const folder = mkdtempSync(path.join(tmpdir(), "countersign-headless-"));
  write(folder, "rules.json", { rules });
  write(folder, "servers.json", servers);
  return folder;
}

export const write = (folder: string, name: string, value: object): void =>
  writeFileSync(path.join(folder, name), JSON.stringify(value));

/** What a host is given for the server `name`. */
export const entryOf = (config: string, name: string): Entry => {
  const { mcpServers } = JSON.parse(readFileSync(config, "utf8")) as {
    mcpServers: Record<string, Entry>;
  };
  const entry = mcpServers[name];
  if (entry === undefined) throw new Error(`${config} has no ${name}`);
  return entry;
};
