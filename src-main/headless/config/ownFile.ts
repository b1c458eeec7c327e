// Files that decide what is allowed, and files with secrets: used only while others can neither change nor, with a
// secret, read them.
import type { Stats } from "node:fs";
import { readRegular } from "../../profile/regularFile.ts";
import { CommandFault } from "../fault.ts";
import { WORDS } from "../words.ts";

/** Who may be able to change a file: `anyone` where it lies in a checkout that others cannot reach, as in CI. */
export type Writers = "owner" | "anyone";

/** Bits of group and others: of writing, and all. */
const WRITTEN = 0o022;
const OTHERS = 0o077;
const ROOT = 0;

/** The text of a file of at most `most` bytes. @throws {CommandFault} */
export const readText = (file: string, most: number, writers: Writers = "anyone"): string =>
  readChecked(file, (stats) => {
    if (writers === "owner") checkOwn(file, stats);
    if (stats.size > most) throw new Error(`more than ${most} bytes`);
  });

/** The text of a file of mode 0600. @throws {CommandFault} if it is missing, another user's or readable by others */
export const readPrivate = (file: string): string =>
  readChecked(file, ({ mode, uid }) => {
    if (process.platform === "win32") return;
    if ((mode & OTHERS) !== 0) throw new CommandFault(WORDS.notPrivate(file, mode & 0o777));
    if (uid !== process.getuid?.()) throw new CommandFault(WORDS.othersFile(file));
  });

function readChecked(file: string, allow: (stats: Stats) => void): string {
  try {
    return readRegular(file, allow);
  } catch (error) {
    throw error instanceof CommandFault ? error : new CommandFault(WORDS.unreadable(file, error));
  }
}

/** Windows has no such modes. */
function checkOwn(file: string, { mode, uid }: Stats): void {
  if (process.platform === "win32") return;
  if (uid !== ROOT && uid !== process.getuid?.()) throw new CommandFault(WORDS.othersFile(file));
  if ((mode & WRITTEN) !== 0) throw new CommandFault(WORDS.writable(file, mode & 0o777));
}
