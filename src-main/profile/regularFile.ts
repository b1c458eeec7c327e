// Files are opened only where they are regular files: a FIFO in their place would wait for another program, and a
// device may do anything.
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  openSync,
  readFileSync,
  statSync,
} from "node:fs";
import type { Stats } from "node:fs";
import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";

/** Opening a FIFO that takes the file's place in between fails or returns at once. Not defined on Windows. */
const AT_ONCE = constants.O_NONBLOCK;
/** Creates the file, or leaves what is in it. */
const TOUCHED = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT;

function check(file: string, stats: Stats): void {
  if (!stats.isFile()) throw new Error(`${file} is not a regular file`);
}

/**
 * Without opening it, as a device may act on that.
 * @throws if something else than a regular file, or a link to one, has its place
 */
export function checkRegular(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats !== undefined) check(file, stats);
}

function opened(file: string, flags: number, mode?: number): number {
  checkRegular(file);
  const descriptor = openSync(file, flags | AT_ONCE, mode);
  try {
    // Of the open file, so that it cannot be replaced in between.
    check(file, fstatSync(descriptor));
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/**
 * The text of a regular file, or of the one that a link leads to.
 * @param allow throws for a file that is not to be read
 * @throws for anything else in its place, without waiting
 */
export function readRegular(file: string, allow: (stats: Stats) => void = () => undefined): string {
  const descriptor = opened(file, constants.O_RDONLY);
  try {
    allow(fstatSync(descriptor));
    return readFileSync(descriptor, "utf8");
  } finally {
    closeSync(descriptor);
  }
}

/** The same for reading later. The caller closes it. */
export async function openRegular(file: string): Promise<FileHandle> {
  checkRegular(file);
  const handle = await open(file, constants.O_RDONLY | AT_ONCE);
  try {
    check(file, await handle.stat());
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Creates a file that only its owner can read, if there is none. @throws for anything but a regular file */
export const touchPrivate = (file: string): void => {
  const descriptor = opened(file, TOUCHED, 0o600);
  fchmodSync(descriptor, 0o600);
  closeSync(descriptor);
};
