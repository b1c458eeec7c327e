// Reads the config files of other programs on this machine. `agentFiles.ts` writes them, after the user has seen the
// change.
import { readdir, readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import type { ConfigFile } from "../servers/importing.ts";
import { hostServers } from "#shared/agents/gateway/hostConfig.ts";
import { configPlaces, unreadPlaces } from "./configPlaces.ts";
import type { ConfigPlace, Machine, UnreadPlace } from "./configPlaces.ts";

/** Larger files are no configs; even Claude Code's, which includes its history, is far smaller. */
const MAX_BYTES = 64 * 1024 * 1024;

const thisMachine = (): Machine => ({
  platform: process.platform,
  home: homedir(),
  env: process.env,
});

/** Finds config files of other programs on this machine; missing ones are left out. */
export class ConfigFiles {
  readonly #machine: Machine;

  constructor(machine: Machine = thisMachine()) {
    this.#machine = machine;
  }

  /** Those that exist, with their texts or why they cannot be read. */
  async find(): Promise<ConfigFile[]> {
    const places = await Promise.all(configPlaces(this.#machine).map(spelledOut));
    const files = await Promise.all([
      ...places.flat().map(read),
      ...unreadPlaces(this.#machine).map(readNotRead),
    ]);
    return files.filter((file) => file !== null);
  }

  /** Reads these files, wherever they are. */
  async read(paths: readonly string[]): Promise<ConfigFile[]> {
    const files = await Promise.all(
      paths.map((file) => read({ program: path.basename(file), file })),
    );
    return files.filter((file) => file !== null);
  }
}

/** Expands a `*` in a path to every name in its folder. */
async function spelledOut(place: ConfigPlace): Promise<ConfigPlace[]> {
  const star = place.file.indexOf("*");
  if (star === -1) return [place];
  const folder = place.file.slice(0, star);
  const rest = place.file.slice(star + 1);
  const names = await readdir(folder).catch(() => []);
  return names.sort().map((name) => ({ ...place, file: path.join(folder, `${name}${rest}`) }));
}

/** A file that no host reads is worth a word if it has servers; what is in it is nobody's config. */
async function readNotRead({ reads, ...place }: UnreadPlace): Promise<ConfigFile | null> {
  const found = await read(place);
  if (found === null || "failure" in found) return null;
  const servers = hostServers(found.file, found.text);
  if (!servers.ok || servers.value.inputs.length + servers.value.faults.length === 0) return null;
  return { ...place, failure: { kind: "config-not-read", ...place, reads } };
}

async function read({ program, file }: ConfigPlace): Promise<ConfigFile | null> {
  const unreadable = (detail: string): ConfigFile => ({
    program,
    file,
    failure: { kind: "config-unreadable", file, detail },
  });
  try {
    const facts = await stat(file);
    // Reading a pipe or a device might never end.
    if (!facts.isFile()) return unreadable("not a file");
    if (facts.size > MAX_BYTES) return unreadable(`${facts.size} bytes`);
    return { program, file, text: await readFile(file, "utf8") };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    return unreadable(error instanceof Error ? error.message : String(error));
  }
}
