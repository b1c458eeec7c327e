// Shows why the app cannot start: an unwritable profile folder (without this, Chromium's failed lock would look like
// another running instance), one of another user, or rooms that cannot be opened.
import { pickLanguage } from "../../../src-shared/languages.ts";
import { WORDS } from "../words/words.ts";
import type { Words } from "../words/en.ts";
import { accessSync, constants, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { app, dialog } from "electron";
import { systemLanguage } from "../system/language.ts";

/** Why the folder cannot be written, in the system's words; null if it can, or does not exist yet. */
export function notWritable(folder: string): string | null {
  try {
    if (existsSync(folder)) accessSync(folder, constants.W_OK);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Shows the error, prints it to stderr, and exits with 1. */
export const quitForReadOnlyProfile = (folder: string, detail: string): Promise<void> =>
  endWith((words) => words.text(folder, detail));

/** The profile belongs to another user. Chromium's own files go to a temporary folder meanwhile. */
export function quitForOtherUsersProfile(folder: string, owner: number): Promise<void> {
  const elsewhere = mkdtempSync(path.join(tmpdir(), "countersign-"));
  app.setPath("userData", elsewhere);
  process.on("exit", () => rmSync(elsewhere, { recursive: true, force: true }));
  return endWith((words) => words.foreign(folder, `uid ${owner}`));
}

/** The rooms could not be opened: the window would stay empty. */
export const quitForUnopenedProfile = (folder: string, error: unknown): Promise<void> =>
  endWith((words) => words.opened(folder, error instanceof Error ? error.message : String(error)));

async function endWith(text: (words: Words["notStarted"]) => string): Promise<void> {
  process.stderr.write(`${WORDS.en.notStarted.title}. ${text(WORDS.en.notStarted)}\n`);
  await app.whenReady();
  const words = WORDS[pickLanguage("system", [systemLanguage()])].notStarted;
  dialog.showErrorBox(words.title, text(words));
  app.exit(1);
}
