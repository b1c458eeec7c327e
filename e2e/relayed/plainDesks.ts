// Starts the desk without a window (plainDesk.ts) as a process of its own.
import { spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import readline from "node:readline";
import { build } from "vite";
import { projectNode, projectRoot } from "../support/paths.ts";

export interface PlainDesk {
  /** The relay's script. */
  script: string;
  /** The address for hosts that come over HTTP. */
  url: string;
  close(): Promise<void>;
}

/** The program in one file, put into `folder`. */
export async function bundleDesk(folder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: "error",
    root: projectRoot,
    build: {
      ssr: path.join(import.meta.dirname, "plainDesk.ts"),
      outDir: folder,
      target: "node24",
      rolldownOptions: { output: { entryFileNames: "desk.mjs" } },
    },
    ssr: { noExternal: true },
  });
  return path.join(folder, "desk.mjs");
}

/** @param program the bundled file @param folder its profile @param endpoint of the one server @param holdTools which tool calls it holds */
export async function startPlainDesk(
  program: string,
  folder: string,
  endpoint: object,
  holdTools: "none" | "all" = "none",
): Promise<PlainDesk> {
  await mkdir(folder, { recursive: true });
  const options = JSON.stringify({ folder, endpoint, holdTools });
  const child = spawn(projectNode, [program, options], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const line = await new Promise<string>((resolve, reject) => {
    readline.createInterface({ input: child.stdout }).once("line", resolve);
    void ended.then(() => reject(new Error("the desk ended")));
  });
  return {
    ...(JSON.parse(line) as { script: string; url: string }),
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}
