// The files that an action names, as they are now: only those, by their real path, and bounded. Nothing but a regular file
// is opened.
import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import type { Stats } from "node:fs";
import { lstat, readlink, realpath, stat } from "node:fs/promises";
import path from "node:path";
import type { Action } from "#shared/agents/agent.ts";
import { isGuarded } from "#shared/agents/guarded.ts";
import type { Json } from "#shared/json.ts";
import type { ActionFile } from "#shared/request/kinds/action/document.ts";
import { openRegular } from "../../profile/regularFile.ts";

/** The longest text that is shown, and the longest file that is hashed. */
export const TEXT_MAX_BYTES = 1024 * 1024;
const HASHED_MAX_BYTES = 64 * 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;
/** How many links are followed to where a new file would be. */
const LINKS_MAX = 40;

/** A file and its text; null where there is none to show. */
export interface FileNow {
  file: ActionFile;
  text: string | null;
}

/** Where the agent is, and what it may not write. */
interface Place {
  /** Of the agent; null where it does not say one. */
  folder: string | null;
  /** Whether a path belongs to an agent's settings or to Countersign. */
  isGuarded(path: string): boolean;
}

/** The paths that an action names, in order. */
function pathsOf(action: Action): string[] {
  if (action.kind === "read" || action.kind === "write") return [action.path];
  if (action.kind !== "edit") return [];
  const paths = action.changes.flatMap((change) =>
    change.kind === "patch" && change.moveTo !== undefined
      ? [change.path, change.moveTo]
      : [change.path],
  );
  return [...new Set(paths)];
}

/**
 * The files that an action names. `deep`: with their content; otherwise only what and where they are.
 * Never rejects: what can't be read is said to be unreadable.
 */
export async function filesOf(action: Action, place: Place, deep: boolean): Promise<FileNow[]> {
  const writes = action.kind === "write" || action.kind === "edit";
  const files: FileNow[] = [];
  // One after the other, so that only one file is in memory beside the texts.
  for (const named of pathsOf(action)) files.push(await fileOf(named, place, deep && writes));
  if (writes) return files;
  return files.map(({ file: { isGuarded: _guarded, ...file }, text }) => ({ file, text }));
}

/** The most texts of an input that are looked at as paths. */
const TEXTS_MAX = 1000;

/**
 * Files of agents' settings that an input names which no table reads: as one of its texts, or in a heading of a patch. One
 * without a path for an input with too many texts.
 */
export async function guardedIn(input: Json, place: Place): Promise<FileNow[]> {
  const texts = new Set(textsIn(input).flatMap(pathsInText));
  if (texts.size > TEXTS_MAX) return [{ file: UNTOLD, text: null }];
  const files = await Promise.all([...texts].map((text) => fileOf(text, place, false)));
  return files.filter(({ file: { path: named, real } }) =>
    [named, real].some((one) => place.isGuarded(one)),
  );
}

const UNTOLD: ActionFile = { path: "", real: "", state: "unreadable", isGuarded: true };

function textsIn(value: Json): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap((one) => textsIn(one ?? null))
    : [];
}

const pathsInText = (text: string): string[] =>
  /[\r\n]/.test(text)
    ? text
        .split(/\r\n?|\n/)
        .flatMap((line) => /^\s*\*\*\*[^:]*:(.*)$/.exec(line)?.[1]?.trim() ?? [])
    : [text.trim()];

/** Where the config files of agents really are, and their folders where these have another name or place than usual. */
export function guardedPlaces(configs: readonly string[]): string[] {
  return configs.flatMap((config) => {
    const folder = realNow(path.dirname(config));
    const real = realNow(config);
    return isGuarded(folder) ? [real] : [real, folder];
  });
}

/** Where it really is; as it is named where there is nothing. */
export function realNow(file: string): string {
  try {
    return realpathSync.native(file);
  } catch {
    return file;
  }
}

async function fileOf(named: string, place: Place, deep: boolean): Promise<FileNow> {
  const { folder } = place;
  if ((folder === null && !path.isAbsolute(named)) || named.includes("\0"))
    return { file: { path: named, real: "", state: "unreadable", isGuarded: true }, text: null };
  const lexical = path.resolve(folder ?? "/", named);
  const own = await realpath(folder ?? "/").catch(() => folder ?? "/");
  // The desk's process, and its descriptors, are not the agent's.
  const isOwn = /^\/(proc|dev)\//.test(lexical);
  const real = isOwn ? null : await realOf(lexical).catch(() => null);
  const isLinked =
    real !== lexical && real !== path.resolve(own, path.relative(folder ?? "/", lexical));
  const base: Omit<ActionFile, "state"> = {
    path: named,
    real: real ?? lexical,
    ...(isLinked ? { isLinked } : {}),
    // Where it leads can't be said, so it may lead anywhere.
    ...(real === null || [real, lexical, named].some((one) => place.isGuarded(one))
      ? { isGuarded: true }
      : {}),
  };
  if (real === null) return { file: { ...base, state: "unreadable" }, text: null };
  try {
    const stats = await stat(real);
    if (!stats.isFile()) return { file: { ...base, state: "unreadable" }, text: null };
    // Its other names may be an agent's.
    if (stats.nlink > 1) base.isGuarded = true;
    if (!deep) return { file: { ...base, state: "text", bytes: stats.size }, text: null };
    const { text, ...found } = await contentOf(real, stats);
    return { file: { ...base, ...found }, text };
  } catch (error) {
    const state = isMissing(error) ? "absent" : "unreadable";
    return { file: { ...base, state }, text: null };
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  (error.code === "ENOENT" || error.code === "ENOTDIR");

/** Links resolved, of a file that does not exist as well. */
async function realOf(file: string, links = 0): Promise<string> {
  try {
    return await realpath(file);
  } catch (error) {
    if (!isMissing(error) || links > LINKS_MAX) throw error;
  }
  const target = await lstat(file).then(
    (stats) => (stats.isSymbolicLink() ? readlink(file) : null),
    () => null,
  );
  const folder = path.dirname(file);
  if (target !== null) return realOf(path.resolve(await realOf(folder, links), target), links + 1);
  return folder === file ? file : path.join(await realOf(folder, links), path.basename(file));
}

type Content = Pick<ActionFile, "state" | "bytes" | "sha256"> & { text: string | null };

async function contentOf(file: string, { size }: Stats): Promise<Content> {
  if (size > HASHED_MAX_BYTES) return { state: "too-large", bytes: size, text: null };
  const handle = await openRegular(file);
  try {
    const hash = createHash("sha256");
    const kept: Buffer[] = [];
    let bytes = 0;
    for (const buffer = Buffer.alloc(CHUNK_BYTES); ;) {
      const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES, null);
      if (bytesRead === 0) break;
      const chunk = buffer.subarray(0, bytesRead);
      hash.update(chunk);
      bytes += bytesRead;
      if (bytes <= TEXT_MAX_BYTES) kept.push(Buffer.from(chunk));
      // It grows while it is read.
      if (bytes > HASHED_MAX_BYTES) return { state: "too-large", bytes, text: null };
    }
    const sha256 = hash.digest("hex");
    if (bytes > TEXT_MAX_BYTES) return { state: "too-large", bytes, sha256, text: null };
    const whole = Buffer.concat(kept);
    const isText = isUtf8(whole) && !whole.includes(0);
    return {
      state: isText ? "text" : "binary",
      bytes,
      sha256,
      text: isText ? whole.toString("utf8") : null,
    };
  } finally {
    await handle.close();
  }
}
