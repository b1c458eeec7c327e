// Small JSON files of the profile: written atomically, readable by their owner only. A broken file is moved aside and
// reported, never silently overwritten.
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import type { z } from "zod";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { notRecorded } from "../store/notRecorded.ts";
import { checkRegular, readRegular } from "./regularFile.ts";

const code = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;

/** One value in a small file of the profile, or given on the command line. */
export interface JsonStore<T> {
  load(): { value: T; faults: Failure[] };
  save(value: T): Outcome<null, Failure>;
}

/** @param empty the value if the file does not exist or is broken */
export const jsonStore = <T>(
  file: string,
  schema: z.ZodType<T>,
  empty: NoInfer<T>,
): JsonStore<T> => ({
  load: () => readJson(file, schema, empty),
  save: (value) => writeJson(file, value),
});

/** The content of the file; `empty` if it does not exist, or if it is broken (then with a fault). */
export function readJson<T>(
  file: string,
  schema: z.ZodType<T>,
  empty: NoInfer<T>,
): { value: T; faults: Failure[] } {
  let text: string;
  try {
    text = readRegular(file);
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

/** Moves a broken file aside and returns its new path, or the old one if that fails. */
export function setAside(file: string): string {
  const aside = `${file}.broken-${new Date().toISOString().replaceAll(":", "-")}`;
  try {
    renameSync(file, aside);
    return aside;
  } catch {
    return file;
  }
}

/** Writes atomically: to a temporary file, which is synced and renamed over the old one. */
export const writeJson = (file: string, value: unknown): Outcome<null, Failure> =>
  writeText(file, `${JSON.stringify(value, null, 2)}\n`);

/**
 * The same for text. Readable by its owner only, unless `mode` says otherwise. Not `write-file-atomic`, because when
 * the disk fills up during a write, that replaces the old file with a truncated one and reports success.
 */
export function writeText(file: string, text: string, mode = 0o600): Outcome<null, Failure> {
  const temporary = `${file}.new`;
  try {
    // A rename would replace a FIFO, too, unlike a write.
    checkRegular(file);
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    // A file left by an earlier attempt would keep its mode.
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

/** Makes the rename itself durable; neither possible nor needed on Windows. */
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
    // It was never created; the actual failure is already being thrown.
  }
}
