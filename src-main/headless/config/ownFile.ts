// Files that decide what is allowed: used only while nobody but the user and root can change them.
import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { CommandFault } from "../fault.ts";
import { WORDS } from "../words.ts";

/** Who may be able to change a file: `anyone` where it lies in a checkout that others cannot reach, as in CI. */
export type Writers = "owner" | "anyone";

/** Bits of writing, of group and others. */
const WRITTEN = 0o022;
const ROOT = 0;

/** The text of a file of at most `most` bytes. @throws {CommandFault} */
export function readText(file: string, most: number, writers: Writers = "anyone"): string {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(file, "r");
    // Of the open file, so that it cannot be replaced in between.
    const { mode, uid, size } = fstatSync(descriptor);
    if (writers === "owner") checkOwn(file, mode, uid);
    if (size > most) throw new Error(`more than ${most} bytes`);
    return readFileSync(descriptor, "utf8");
  } catch (error) {
    throw error instanceof CommandFault ? error : new CommandFault(WORDS.unreadable(file, error));
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

/** Windows has no such modes. */
function checkOwn(file: string, mode: number, uid: number): void {
  if (process.platform === "win32") return;
  if (uid !== ROOT && uid !== process.getuid?.()) throw new CommandFault(WORDS.othersFile(file));
  if ((mode & WRITTEN) !== 0) throw new CommandFault(WORDS.writable(file, mode & 0o777));
}
