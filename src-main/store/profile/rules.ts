// `rules.json` of the profile, which may be a link into a folder under version control: read whole, written whole or
// not at all, looked at for changes by other hands.
import { lstatSync, readFileSync, readlinkSync, statSync } from "node:fs";
import path from "node:path";
import { rulesJsonSchema } from "../../../src-shared/policy/rules/rulesFile.ts";
import { SCHEMA_FILE } from "../../../src-shared/policy/rules/rulesText.ts";
import { fail, ok } from "../../../src-shared/outcome.ts";
import type { RulesStore } from "../../services/rules/rulesPorts.ts";
import { writeText } from "./jsonFile.ts";

/**
 * So often it is looked whether the file is another: for the screen, as each decision looks by itself. The system tells of
 * a change only with everything else in the folder, where the record is written with every decision.
 */
const LOOK_MS = 1000;
/** Links that lead to links. */
const LINKS_MOST = 40;

/** What tells one state of a file from another without reading it. */
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

/** The file that a link leads to, whether or not that is there. */
function targetOf(file: string): string {
  let target = file;
  for (let links = 0; links < LINKS_MOST; links += 1) {
    if (lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() !== true) break;
    target = path.resolve(path.dirname(target), readlinkSync(target));
  }
  return target;
}

/** @param file where the rules lie, by its full path */
export function openRules(file: string): RulesStore {
  const schemaFile = path.join(path.dirname(file), SCHEMA_FILE);
  let stamp = "";
  let timer: NodeJS.Timeout | null = null;
  return {
    file,
    read() {
      // Taken before: what is written while it is read is found to be a change.
      stamp = stampOf(file);
      try {
        return ok(readFileSync(file, "utf8"));
      } catch (error) {
        return stamp === "none" ? ok(null) : fail(String(error));
      }
    },
    changed: () => stampOf(file) !== stamp,
    write(text) {
      const target = targetOf(file);
      // A file elsewhere keeps who may read it; that of the profile is the user's own.
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

/** Only a help for editors: without it the rules hold all the same. */
function keepSchema(file: string): void {
  const text = `${JSON.stringify(rulesJsonSchema(), null, 2)}\n`;
  try {
    if (readFileSync(file, "utf8") === text) return;
  } catch {
    // There is none yet.
  }
  writeText(file, text);
}
