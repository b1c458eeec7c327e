// Says why nothing starts, where the app would end or stand still without a word: the profile's folder cannot be written
// (Chromium cannot make its lock there, which looks as if another instance held it), or something in it cannot be opened.
import { pickLanguage } from "../../../src-shared/languages.ts";
import { WORDS } from "../words/words.ts";
import type { Words } from "../words/en.ts";
import { accessSync, constants, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { app, dialog } from "electron";
import { systemLanguage } from "../system/language.ts";

/** Why the folder cannot be written, in the system's words; null where it can, or is not there yet. */
export function notWritable(folder: string): string | null {
  try {
    if (existsSync(folder)) accessSync(folder, constants.W_OK);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Says it, on the standard error as well, and ends with 1. */
export const quitForReadOnlyProfile = (folder: string, detail: string): Promise<void> =>
  endWith((words) => words.text(folder, detail));

/** The same for a folder of another user. Chromium keeps its own files elsewhere meanwhile. */
export function quitForForeignProfile(folder: string, owner: number): Promise<void> {
  const elsewhere = mkdtempSync(path.join(tmpdir(), "countersign-"));
  app.setPath("userData", elsewhere);
  process.on("exit", () => rmSync(elsewhere, { recursive: true, force: true }));
  return endWith((words) => words.foreign(folder, `uid ${owner}`));
}

/** The same where the rooms could not be opened: a window would stay empty for good. */
export const quitForUnopenedProfile = (folder: string, error: unknown): Promise<void> =>
  endWith((words) => words.opened(folder, error instanceof Error ? error.message : String(error)));

async function endWith(text: (words: Words["notStarted"]) => string): Promise<void> {
  process.stderr.write(`${WORDS.en.notStarted.title}. ${text(WORDS.en.notStarted)}\n`);
  await app.whenReady();
  const words = WORDS[pickLanguage("system", [systemLanguage()])].notStarted;
  dialog.showErrorBox(words.title, text(words));
  app.exit(1);
}
