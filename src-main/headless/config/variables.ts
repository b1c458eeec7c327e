// Values of `${VAR}`: from the environment and a file of secrets, which takes precedence.
import { CommandFault } from "../fault.ts";
import { WORDS } from "../words.ts";
import { readPrivate } from "./ownFile.ts";

/** Variable with the key of an encrypted ledger, for the commands that read one. */
export const LEDGER_KEY = "COUNTERSIGN_LEDGER_KEY";
/** The password of a team's database, for the commands that read its ledger. */
export const TEAM_PASSWORD = "COUNTERSIGN_TEAM_PASSWORD";

export interface Variables {
  /** Null if it is not set, or empty. */
  get(name: string): string | null;
  /** The names that were asked for so far. */
  read(): string[];
  /** The text with every `${VAR}` replaced. @throws {CommandFault} if one is not set */
  expanded(text: string, where: string): string;
}

const PLACEHOLDER = /\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)\}/g;

export const hasPlaceholder = (text: string): boolean => text.search(PLACEHOLDER) !== -1;

/** @param file lines `NAME=value`, of mode 0600; null: none. @throws {CommandFault} */
export function openVariables(file: string | null, env = process.env): Variables {
  const own = file === null ? new Map<string, string>() : readLines(file);
  const asked = new Set<string>();
  const get = (name: string): string | null => {
    asked.add(name);
    return (own.get(name) ?? env[name]) || null;
  };
  return {
    get,
    read: () => [...asked],
    expanded: (text, where) =>
      text.replaceAll(PLACEHOLDER, (_whole, name: string) => {
        const value = get(name);
        if (value === null) throw new CommandFault(WORDS.notSet(name, where));
        return value;
      }),
  };
}

function readLines(file: string): Map<string, string> {
  const lines = readPrivate(file).split(/\r?\n/);
  const read = new Map<string, string>();
  for (const [at, line] of lines.entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const [, name, value] = /^\s*([A-Za-z_][A-Za-z0-9_]*)=(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) {
      throw new CommandFault(WORDS.badSecretLine(file, at + 1));
    }
    read.set(name, value);
  }
  return read;
}
