// Entry of the commands that need no window, on plain Node.
import { readFileSync } from "node:fs";
import path from "node:path";
import { acceptCommand } from "./accept.ts";
import { exportCommand } from "./exportCommand.ts";
import { CommandFault } from "./fault.ts";
import type { Root } from "./open.ts";
import { rulesCommand } from "./rulesCommand.ts";
import { runCommand } from "./run.ts";
import { serveCommand } from "./serve.ts";
import { USAGE, WORDS } from "./words.ts";

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function command([name, ...args]: readonly string[]): Promise<number> {
  switch (name) {
    case "serve":
      surviveFaults();
      return serveCommand(rootOf(), args, print);
    case "run":
      surviveFaults();
      return runCommand(rootOf(), args, print);
    case "accept":
      return acceptCommand(args, print);
    case "rules":
      return rulesCommand(args, print);
    case "export":
      return exportCommand(args, print);
    case "help":
    case "--help":
    case "-h":
      print(USAGE);
      return 0;
    default:
      throw new CommandFault(USAGE);
  }
}

/** This file lies in out/main of the package. */
function rootOf(): Root {
  const file = path.resolve(__dirname, "../../package.json");
  const manifest: unknown = JSON.parse(readFileSync(file, "utf8"));
  const { version } = Object(manifest) as { version?: unknown };
  return { entries: __dirname, version: typeof version === "string" ? version : "" };
}

/** A bug triggered by one server's message must not take down the requests of all others. */
function surviveFaults(): void {
  // The reader of stdout has closed it.
  process.stdout.on("error", () => undefined);
  process.on("uncaughtException", ({ name }) =>
    print(WORDS.fault({ kind: "internal", detail: name })),
  );
}

async function main(): Promise<void> {
  try {
    process.exitCode = await command(process.argv.slice(2));
  } catch (error) {
    const isOurs = error instanceof CommandFault;
    const words = isOurs ? error.message : String(error);
    process.stderr.write(`${words}\n`);
    process.exitCode = isOurs ? error.exitCode : 1;
  }
  // Threads and sockets that are still open must not keep the process; what is durable is on disk.
  process.exit();
}

void main();
