// `rules.json` of the profile, which may be a link into a folder under version control: read whole, written whole or
// not at all, watched for changes by other hands.
import { lstatSync, readFileSync, readlinkSync, statSync, watch } from "node:fs";
import type { FSWatcher } from "node:fs";
import path from "node:path";
import { rulesJsonSchema } from "../../src-shared/policy/rulesFile.ts";
import { SCHEMA_FILE } from "../../src-shared/policy/rulesText.ts";
import { fail, ok } from "../../src-shared/outcome.ts";
import type { RulesStore } from "../services/rulesPorts.ts";
import { writeText } from "./jsonFile.ts";

/** Where the system tells of no change, it is looked for so often. */
const LOOK_MS = 3000;
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
  let watchers: FSWatcher[] = [];
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
      // A file elsewhere keeps who may read it; that of the profile is the person's own.
      const mode = target === file ? 0o600 : modeOf(target);
      const written = writeText(target, text, mode);
      if (!written.ok) return written;
      stamp = stampOf(file);
      keepSchema(schemaFile);
      return written;
    },
    watch(happened) {
      const files = [file, targetOf(file)];
      const folders = new Set(files.map((one) => path.dirname(one)));
      const names = new Set(files.map((one) => path.basename(one)));
      // The record is written in the same folder, with every decision.
      const changed = (name: string | null): void => {
        if (name === null || names.has(name)) happened();
      };
      watchers = [...folders].flatMap((folder) => watched(folder, changed));
      timer = setInterval(() => {
        if (stampOf(file) !== stamp) happened();
      }, LOOK_MS);
      timer.unref();
    },
    close() {
      for (const watcher of watchers) watcher.close();
      watchers = [];
      if (timer !== null) clearInterval(timer);
    },
  };
}

const modeOf = (file: string): number =>
  (statSync(file, { throwIfNoEntry: false })?.mode ?? 0o600) & 0o777;

/** Editors replace files, so the folder is watched; where that cannot be, looking from time to time remains. */
function watched(folder: string, changed: (name: string | null) => void): FSWatcher[] {
  try {
    const watcher = watch(folder, { persistent: false }, (_what, name) => changed(name));
    watcher.on("error", () => watcher.close());
    return [watcher];
  } catch {
    return [];
  }
}

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
