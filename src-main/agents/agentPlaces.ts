// Finds agents on this machine by their folders and programs. Nothing is started.
import { constants } from "node:fs";
import { access, readFile, realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { isJsonObject, jsonIn } from "#shared/json.ts";
import type { AgentId } from "#shared/agents/agent.ts";
import type { LoginShell } from "../servers/mcp/transports/loginShell.ts";
import { nodeOn } from "./gateway/relayFiles.ts";
import { callsPlaces, hookPlaces, usedPlaces } from "./configPlaces.ts";
import type { Machine } from "./configPlaces.ts";

/** How far above its program the package of an agent can be. */
const FOLDERS_UP = 3;
const VERSION = /^\d+\.\d+\.\d+/;

const thisMachine = (): Machine => ({
  platform: process.platform,
  home: homedir(),
  env: process.env,
});

/** What is known of the agents on this machine. */
export type AgentPlaces = ReturnType<typeof agentPlaces>;

export function agentPlaces(shell: LoginShell, machine: Machine = thisMachine()) {
  const places = hookPlaces(machine);
  return {
    /** `program`: absolute, from the user's PATH. `version`: as its files say it. */
    async find(agent: AgentId, programs: readonly string[]) {
      const { file, folder } = places[agent];
      const program = await programOn(await shell.path(), programs);
      const isHere = program !== null || (await isThere(folder));
      const version = program === null ? null : await versionOf(program);
      return { file, isHere, program, version };
    },
    /** Absolute path of the machine's Node; null if there is none. */
    node: async (): Promise<string | null> => nodeOn(await shell.path()),
  };
}

/** What is known of the files of agents. */
export type AgentTraces = ReturnType<typeof agentTraces>;

export function agentTraces(machine: Machine = thisMachine()) {
  const used = usedPlaces(machine);
  const calls = callsPlaces(machine);
  return {
    /** The newest time of the files that it writes while it is used, none of which is read; null if there are none. */
    async usedAtMs(name: string): Promise<number | null> {
      const times = await Promise.all(
        (used[name] ?? []).map((file) =>
          stat(file).then(
            ({ mtimeMs }) => mtimeMs,
            () => null,
          ),
        ),
      );
      const known = times.filter((one) => one !== null);
      return known.length === 0 ? null : Math.max(...known);
    },
    /** Where its settings of a model are: the first that exists, else the last. */
    callsFiles: (agent: AgentId): readonly string[] => calls[agent] ?? [],
  };
}

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

/** The first of these programs on a PATH. */
async function programOn(searchPath: string, programs: readonly string[]): Promise<string | null> {
  const endings = process.platform === "win32" ? [".exe", ".cmd"] : [""];
  for (const folder of searchPath.split(path.delimiter).filter((one) => path.isAbsolute(one)))
    for (const name of programs.flatMap((one) => endings.map((ending) => one + ending))) {
      const file = path.join(folder, name);
      const facts = await stat(file).catch(() => null);
      if (facts?.isFile() !== true) continue;
      if (
        await access(file, constants.X_OK).then(
          () => true,
          () => false,
        )
      )
        return file;
    }
  return null;
}

/** As the name of its file says it, or the npm package that has it. */
async function versionOf(program: string): Promise<string | null> {
  const real = await realpath(program).catch(() => program);
  const [named] = VERSION.exec(path.basename(real)) ?? [];
  if (named !== undefined) return named;
  let folder = path.dirname(real);
  for (let up = 0; up < FOLDERS_UP; up += 1, folder = path.dirname(folder)) {
    const text = await readFile(path.join(folder, "package.json"), "utf8").catch(() => "");
    const manifest = jsonIn(text);
    if (!isJsonObject(manifest) || manifest["bin"] === undefined) continue;
    const { version } = manifest;
    return typeof version === "string" ? (VERSION.exec(version)?.[0] ?? null) : null;
  }
  return null;
}
