// `rules.json` of the profile, which may be a link into a repository: written atomically, and watched for changes by
// other programs.
import { lstatSync, readlinkSync, statSync } from "node:fs";
import path from "node:path";
import { rulesJsonSchema } from "#shared/rules/rulesFile.ts";
import { SCHEMA_FILE } from "#shared/rules/rulesText.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { writeText } from "../profile/jsonFile.ts";
import { readRegular } from "../profile/regularFile.ts";

/** The rules file, which the command line never writes. If it is a symbolic link, it remains one. */
export interface RulesStore {
  /** The path, as the user knows it. */
  readonly file: string;
  /** The text, null if there is no file; fails with the system's message if it cannot be read. */
  read(): Outcome<string | null, string>;
  /** True if the file is not the one last read or written; cheap enough to call for every request. */
  changed(): boolean;
  /** Durable when ok; on failure the old text remains. Also writes the schema next to it. */
  write(text: string): Outcome<null, Failure>;
  /** Calls `happened` whenever something happens to the file, within a few seconds at most. */
  watch(happened: () => void): void;
  close(): void;
}

/**
 * How often the file is checked for changes, so that the window shows them; decisions check by themselves. File
 * system events would fire for the whole folder, where the ledger is written with every decision.
 */
const LOOK_MS = 1000;
/** The most symbolic links that are followed. */
const LINKS_MOST = 40;

/** Identifies a state of a file without reading it. */
function stampOf(file: string): string {
  try {
    const found = statSync(file, { bigint: true, throwIfNoEntry: false });
    if (found === undefined) return "none";
    const { dev, ino, size, mtimeNs, ctimeNs } = found;
    return [dev, ino, size, mtimeNs, ctimeNs].join(" ");
  } catch (error) {
    return String(error);
  }
}

/** The path that a link leads to, whether or not it exists. */
function targetOf(file: string): string {
  let target = file;
  for (let links = 0; links < LINKS_MOST; links += 1) {
    if (lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() !== true) break;
    target = path.resolve(path.dirname(target), readlinkSync(target));
  }
  return target;
}

/** @param file the full path of the rules */
export function openRules(file: string): RulesStore {
  const schemaFile = path.join(path.dirname(file), SCHEMA_FILE);
  let stamp = "";
  let timer: NodeJS.Timeout | null = null;
  return {
    file,
    read() {
      // Taken before reading, so that a write during the read counts as a change.
      stamp = stampOf(file);
      try {
        return ok(readRegular(file));
      } catch (error) {
        return stamp === "none" ? ok(null) : fail(String(error));
      }
    },
    changed: () => stampOf(file) !== stamp,
    write(text) {
      const target = targetOf(file);
      // A linked file keeps its mode; the profile's own is private.
      const mode = target === file ? 0o600 : modeOf(target);
      const written = writeText(target, text, mode);
      if (!written.ok) return written;
      stamp = stampOf(file);
      keepSchema(schemaFile);
      return written;
    },
    watch(happened) {
      timer = setInterval(() => {
        if (stampOf(file) !== stamp) happened();
      }, LOOK_MS);
      timer.unref();
    },
    close() {
      if (timer !== null) clearInterval(timer);
    },
  };
}

const modeOf = (file: string): number =>
  (statSync(file, { throwIfNoEntry: false })?.mode ?? 0o600) & 0o777;

/** The schema only helps editors; rules work without it. */
function keepSchema(file: string): void {
  const text = `${JSON.stringify(rulesJsonSchema(), null, 2)}\n`;
  try {
    if (readRegular(file) === text) return;
  } catch {
    // It does not exist yet.
  }
  writeText(file, text);
}
