// The system's file and folder dialogs. Each starts in the folder used last: from Electron 43 on the system does not
// remember it and would start in Downloads.
import { existsSync } from "node:fs";
import path from "node:path";
import { app, dialog } from "electron";
import type { BrowserWindow, OpenDialogOptions } from "electron";
import { z } from "zod";
import { readJson, writeJson } from "../../profile/jsonFile.ts";

/** The parent window of a dialog; null if there is none. */
export type DialogParent = () => BrowserWindow | null;

const lastFolderFile = (): string => path.join(app.getPath("userData"), "last-folder.json");

function lastFolder(): string {
  const { value } = readJson<string | null>(lastFolderFile(), z.string().nullable(), null);
  return value !== null && existsSync(value) ? value : app.getPath("home");
}

function remember(folder: string): void {
  // If writing fails, the next dialog starts in the home folder.
  if (folder !== lastFolder()) writeJson(lastFolderFile(), folder);
}

/** Null when the user cancelled. */
export const pickFile = (
  window: BrowserWindow | null,
  filters?: OpenDialogOptions["filters"],
): Promise<string | null> =>
  pick(window, { properties: ["openFile"], ...(filters === undefined ? {} : { filters }) });

/** Null when the user cancelled. */
export const pickFolder = (window: BrowserWindow | null): Promise<string | null> =>
  pick(window, { properties: ["openDirectory", "createDirectory"] });

async function pick(
  window: BrowserWindow | null,
  asked: OpenDialogOptions,
): Promise<string | null> {
  const options = { ...asked, defaultPath: lastFolder() };
  const { filePaths } = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options));
  const [picked = null] = filePaths;
  const isFolder = asked.properties?.includes("openDirectory") === true;
  if (picked !== null) remember(isFolder ? picked : path.dirname(picked));
  return picked;
}

/** Asks where to save a file of this name; null when the user cancelled. */
export async function placeToSave(
  window: BrowserWindow | null,
  name: string,
): Promise<string | null> {
  const options = { defaultPath: path.join(lastFolder(), path.basename(name)) };
  const { canceled, filePath } = await (window === null
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options));
  if (canceled || filePath === "") return null;
  remember(path.dirname(filePath));
  return filePath;
}
