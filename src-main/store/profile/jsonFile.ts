// Small JSON files of the profile: written whole or not at all, readable by their owner only, a broken one
// put aside and said, never overwritten in silence.
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import type { z } from "zod";
import { fail, ok } from "../../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";
import { notRecorded } from "../ledger/notRecorded.ts";

const code = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;

/** What the file holds; `empty` when there is none, or when it was broken (then with a fault). */
export function readJson<T>(
  file: string,
  schema: z.ZodType<T>,
  empty: T,
): { value: T; faults: Failure[] } {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (code(error) === "ENOENT") return { value: empty, faults: [] };
    return { value: empty, faults: [{ kind: "config-unreadable", file, detail: String(error) }] };
  }
  try {
    return { value: schema.parse(JSON.parse(text)), faults: [] };
  } catch (error) {
    const aside = setAside(file);
    const detail = error instanceof Error ? error.message.slice(0, 500) : String(error);
    return { value: empty, faults: [{ kind: "file-set-aside", aside, detail }] };
  }
}

/** Moves a broken file out of the way and gives its new name; the old one when that fails. */
export function setAside(file: string): string {
  const aside = `${file}.broken-${new Date().toISOString().replaceAll(":", "-")}`;
  try {
    renameSync(file, aside);
    return aside;
  } catch {
    return file;
  }
}

/** Writes atomically: a temporary file, synced, renamed over the old one. */
export const writeJson = (file: string, value: unknown): Outcome<null, Failure> =>
  writeText(file, `${JSON.stringify(value, null, 2)}\n`);

/**
 * The same for a text. Readable by its owner only, where `mode` does not say otherwise. `write-file-atomic` is no substitute:
 * where the disk fills up in the midst of a write it puts the part that fitted over the old file, and says that all is well.
 */
export function writeText(file: string, text: string, mode = 0o600): Outcome<null, Failure> {
  const temporary = `${file}.new`;
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    // What an earlier try has left would keep its own mode.
    rmSync(temporary, { force: true });
    const descriptor = openSync(temporary, "wx", mode);
    try {
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, file);
    syncFolder(path.dirname(file));
    return ok(null);
  } catch (error) {
    removeQuietly(temporary);
    return fail(notRecorded(error));
  }
}

/** Makes the rename itself durable; Windows has no way to, and needs none. */
function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Nothing was written there; the failure that counts is already on its way.
  }
}
