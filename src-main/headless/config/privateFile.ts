// Files with secrets: used only while nobody but their owner can read them.
import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { CommandFault } from "../fault.ts";
import { WORDS } from "../words.ts";

/** Bits of group and others. */
const OTHERS = 0o077;

/** The text of a file of mode 0600. @throws {CommandFault} if it is missing, another user's or readable by others */
export function readPrivate(file: string): string {
  let descriptor: number;
  try {
    descriptor = openSync(file, "r");
  } catch (error) {
    throw new CommandFault(WORDS.unreadable(file, error));
  }
  try {
    // Of the open file, so that it cannot be replaced in between. Windows has no such modes.
    const { mode, uid } = fstatSync(descriptor);
    if (process.platform !== "win32") {
      if ((mode & OTHERS) !== 0) throw new CommandFault(WORDS.notPrivate(file, mode & 0o777));
      if (uid !== process.getuid?.()) throw new CommandFault(WORDS.othersFile(file));
    }
    return readFileSync(descriptor, "utf8");
  } finally {
    closeSync(descriptor);
  }
}
