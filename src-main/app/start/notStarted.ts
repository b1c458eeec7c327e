// Says why nothing starts, where the app would end or stand still without a word: the profile's folder cannot be written
// (Chromium cannot make its lock there, which looks as if another instance held it), or something in it cannot be opened.
import { accessSync, constants, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { app, dialog } from "electron";
import { systemLanguage } from "../system/language.ts";

const WORDS = {
  en: {
    title: "Countersign cannot start",
    text: (folder: string, detail: string) =>
      `Its folder cannot be written:\n${folder}\n\n${detail}\n\nNothing was sent or changed. Make the folder writable, or start with --user-data-dir and another folder.`,
    foreign: (folder: string, owner: string) =>
      `Its folder belongs to another user (${owner}), who could read and change everything in it:\n${folder}\n\nNothing was read, sent or changed. Start with --user-data-dir and a folder of your own.`,
    opened: (folder: string, detail: string) =>
      `Something in its folder cannot be opened:\n${folder}\n\n${detail}\n\nNothing was sent. Put right what is named, or start with --user-data-dir and another folder.`,
  },
  zh: {
    title: "Countersign 无法启动",
    text: (folder: string, detail: string) =>
      `它的文件夹无法写入：\n${folder}\n\n${detail}\n\n没有发送或更改任何内容。请使该文件夹可写，或用 --user-data-dir 指定另一个文件夹启动。`,
    foreign: (folder: string, owner: string) =>
      `它的文件夹属于另一个用户（${owner}），该用户可以读取和更改其中的所有内容：\n${folder}\n\n没有读取、发送或更改任何内容。请用 --user-data-dir 指定您自己的文件夹启动。`,
    opened: (folder: string, detail: string) =>
      `它的文件夹中有内容无法打开：\n${folder}\n\n${detail}\n\n没有发送任何内容。请修复上述问题，或用 --user-data-dir 指定另一个文件夹启动。`,
  },
};

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
export const endUnwritable = (folder: string, detail: string): Promise<void> =>
  endWith((words) => words.text(folder, detail));

/** The same for a folder of another user. Chromium keeps its own files elsewhere meanwhile. */
export function endForeign(folder: string, owner: number): Promise<void> {
  const elsewhere = mkdtempSync(path.join(tmpdir(), "countersign-"));
  app.setPath("userData", elsewhere);
  process.on("exit", () => rmSync(elsewhere, { recursive: true, force: true }));
  return endWith((words) => words.foreign(folder, `uid ${owner}`));
}

/** The same where the rooms could not be opened: a window would stay empty for good. */
export const endUnopened = (folder: string, error: unknown): Promise<void> =>
  endWith((words) => words.opened(folder, error instanceof Error ? error.message : String(error)));

async function endWith(text: (words: (typeof WORDS)["en"]) => string): Promise<void> {
  process.stderr.write(`${WORDS.en.title}. ${text(WORDS.en)}\n`);
  await app.whenReady();
  const words = systemLanguage().toLowerCase().startsWith("zh") ? WORDS.zh : WORDS.en;
  dialog.showErrorBox(words.title, text(words));
  app.exit(1);
}
