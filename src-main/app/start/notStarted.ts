// Shows why the app cannot start: a profile folder that it does not use (without this, Chromium's failed lock would look
// like another running instance), or features that cannot be opened.
import { pickLanguage } from "#shared/languages.ts";
import { WORDS } from "../words/words.ts";
import type { Words } from "../words/en.ts";
import { openProfileFolder } from "../../profile/profileFolder.ts";
import type { ProfileFault } from "../../profile/profileFolder.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { app, dialog } from "electron";
import { systemLanguage } from "../system/language.ts";

/**
 * Whether the profile folder, which is made if there is none, can be used. If not: shows why, prints it to stderr, and
 * exits with 1. Chromium's own files go to a temporary folder meanwhile.
 */
export function takesProfile(folder: string): boolean {
  const fault = openProfileFolder(folder);
  if (fault === null) return true;
  const elsewhere = mkdtempSync(path.join(tmpdir(), "countersign-"));
  app.setPath("userData", elsewhere);
  process.on("exit", () => rmSync(elsewhere, { recursive: true, force: true }));
  void quitForTakenProfile(folder, fault);
  return false;
}

/** Shows why the profile folder is not used, prints it to stderr, and exits with 1. */
export const quitForTakenProfile = (folder: string, fault: ProfileFault): Promise<void> =>
  endWith((words) => textOf(words, folder, fault));

function textOf(words: Words["notStarted"], folder: string, fault: ProfileFault): string {
  switch (fault.kind) {
    case "in-use":
      return words.inUse(folder);
    case "other-owner":
      return words.foreign(folder, `uid ${fault.uid}`);
    case "writable":
      return words.shared(folder, fault.mode.toString(8).padStart(4, "0"));
    case "unusable":
      return words.text(folder, fault.detail);
  }
}

/** The features could not be opened: the window would stay empty. */
export const quitForUnopenedProfile = (folder: string, error: unknown): Promise<void> =>
  endWith((words) => words.opened(folder, error instanceof Error ? error.message : String(error)));

async function endWith(text: (words: Words["notStarted"]) => string): Promise<void> {
  process.stderr.write(`${WORDS.en.notStarted.title}. ${text(WORDS.en.notStarted)}\n`);
  await app.whenReady();
  const words = WORDS[pickLanguage("system", [systemLanguage()])].notStarted;
  dialog.showErrorBox(words.title, text(words));
  app.exit(1);
}
