// Inspects what a command would start: the executable and the scripts passed to it, with their hashes. Nothing is
// executed.
import { realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import type { IdentityFile, ServerIdentity } from "#shared/servers/identity/identity.ts";
import type { LoginShell } from "../transports/loginShell.ts";
import type { Endpoint } from "#shared/servers/server.ts";
import type { ResolvedValue } from "../../endpoint.ts";
import { childEnvironment } from "../transports/environment.ts";
import { FileHashes } from "./fileHash.ts";
import { absolutePathIn, runnerOf, scriptsOf } from "./commandLine.ts";
import { resolveCommand } from "./resolve.ts";

type Command = Extract<Endpoint<ResolvedValue>, { kind: "stdio" }>;

/** Scripts beyond this many on one command line are not hashed. */
const SCRIPTS_MAX = 16;

/** What inspecting a command finds, without starting it. */
export type ProgramFacts = Pick<
  Extract<ServerIdentity, { kind: "program" }>,
  "path" | "sha256" | "files" | "runner"
>;

/** Finds which files a command would start, with the PATH and the folder that it will get, and hashes them. */
export class ProgramInspector {
  readonly #loginShell: LoginShell;
  readonly #hashes = new FileHashes();

  constructor(loginShell: LoginShell) {
    this.#loginShell = loginShell;
  }

  async look({ command, args, cwd, env: configured }: Command): Promise<ProgramFacts> {
    const folder = cwd ?? homedir();
    const env = childEnvironment(await this.#loginShell.path(), configured);
    const path = await resolveCommand(command, { folder, env });
    const files: IdentityFile[] = [];
    for (const word of scriptsOf(command, args).slice(0, SCRIPTS_MAX)) {
      // Sequential: only a few, mostly cached, and their order matters.
      // oxlint-disable-next-line no-await-in-loop
      const script = await realPathOf(absolutePathIn(folder, word));
      // oxlint-disable-next-line no-await-in-loop
      if (script !== null) files.push({ path: script, sha256: await this.#hashes.of(script) });
    }
    const runner = runnerOf(command, args);
    return {
      path,
      sha256: path === null ? null : await this.#hashes.of(path),
      ...(files.length === 0 ? {} : { files }),
      ...(runner === undefined ? {} : { runner }),
    };
  }
}

async function realPathOf(file: string): Promise<string | null> {
  try {
    return (await stat(file)).isFile() ? await realpath(file) : null;
  } catch {
    return null;
  }
}
