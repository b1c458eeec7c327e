// Runs an agent's own program for a check, as a server's process is run: with all that it has started ended.
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { existsSync } from "node:fs";
import { once } from "node:events";
import os from "node:os";
import path from "node:path";
import {
  endWithParent,
  signalGroup,
  spawnServer,
} from "../servers/mcp/transports/serverProcess.ts";
import type { LoginShell } from "../servers/mcp/transports/loginShell.ts";

/** Of stdout; what follows is not read. */
const OUTPUT_MAX_BYTES = 8 * 1024 * 1024;
/** Ours, some with secrets, and what makes Electron run something else. */
const OURS = /^(COUNTERSIGN_|ELECTRON_)/;

export type AgentRunner = ReturnType<typeof agentRunner>;

export const agentRunner = (loginShell: LoginShell) => ({
  /** A new empty folder of nobody else; its real path. */
  makeFolder: async (): Promise<string> =>
    realpath(await mkdtemp(path.join(os.tmpdir(), "countersign-check-"))),
  removeFolder: (folder: string): Promise<void> => rm(folder, { recursive: true, force: true }),

  /** Whether there is such a file, which is gone then. */
  async take(file: string): Promise<boolean> {
    const isThere = existsSync(file);
    if (isThere) await rm(file, { recursive: true, force: true });
    return isThere;
  },

  /** Runs it until it ends, at most so long, and ends all that it has started. Returns what it wrote to stdout. */
  async run(
    { program, args, folder }: { program: string; args: readonly string[]; folder: string },
    limitMs: number,
    stop: AbortSignal,
  ): Promise<string> {
    // The user's, as the agent would have it.
    const env: Record<string, string> = {};
    for (const [name, value] of Object.entries(process.env))
      if (value !== undefined && !OURS.test(name)) env[name] = value;
    Object.assign(env, { PATH: await loginShell.path(), PWD: folder });
    if (stop.aborted) return "";
    const running = spawnServer({ command: program, args: [...args], folder, env });
    if (running === null) throw new Error(`${program} can't be started`);
    const { child } = running;
    const chunks: Buffer[] = [];
    let bytes = 0;
    child.stdout?.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= OUTPUT_MAX_BYTES) chunks.push(chunk);
    });
    child.stderr?.resume();
    child.stdin?.on("error", () => {});
    child.stdin?.end();
    const end = (): void => signalGroup(child, "SIGKILL");
    const late = setTimeout(end, limitMs);
    stop.addEventListener("abort", end);
    try {
      const stopWatching = endWithParent(running);
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      end();
      stopWatching();
    } finally {
      clearTimeout(late);
      stop.removeEventListener("abort", end);
    }
    return Buffer.concat(chunks).toString("utf8");
  },
});
