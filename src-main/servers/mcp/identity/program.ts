// Inspects what a command would start: the executable and the scripts passed to it, with their hashes. Nothing is
// executed.
import { realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import type { IdentityFile } from "#shared/servers/identity/identity.ts";
import type { ProgramFacts, ProgramInspector } from "../../../servicePorts.ts";
import type { LoginShell } from "../transports/loginShell.ts";
import { childEnvironment } from "../transports/environment.ts";
import { FileHashes } from "./fileHash.ts";
import { absolutePathIn, runnerOf, scriptsOf } from "./commandLine.ts";
import { resolveCommand } from "./resolve.ts";

/** Scripts beyond this many on one command line are not hashed. */
const SCRIPTS_MAX = 16;

/** Resolves with the PATH and the folder that the child will get. */
export function createProgramInspector(loginShell: LoginShell): ProgramInspector {
  const hashes = new FileHashes();
  return {
    async look({ command, args, cwd, env: configured }): Promise<ProgramFacts> {
      const folder = cwd ?? homedir();
      const env = childEnvironment(await loginShell.path(), configured);
      const path = await resolveCommand(command, { folder, env });
      const files: IdentityFile[] = [];
      for (const word of scriptsOf(command, args).slice(0, SCRIPTS_MAX)) {
        // Sequential: only a few, mostly cached, and their order matters.
        // oxlint-disable-next-line no-await-in-loop
        const script = await realPathOf(absolutePathIn(folder, word));
        // oxlint-disable-next-line no-await-in-loop
        if (script !== null) files.push({ path: script, sha256: await hashes.of(script) });
      }
      const runner = runnerOf(command, args);
      return {
        path,
        sha256: path === null ? null : await hashes.of(path),
        ...(files.length === 0 ? {} : { files }),
        ...(runner === undefined ? {} : { runner }),
      };
    },
  };
}

async function realPathOf(file: string): Promise<string | null> {
  try {
    return (await stat(file)).isFile() ? await realpath(file) : null;
  } catch {
    return null;
  }
}
