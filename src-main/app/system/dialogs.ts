// The system's own dialogs for files and folders. Each begins in the folder that was used last: from Electron 43 on the
// system does not remember it, and would begin in Downloads.
import { existsSync } from "node:fs";
import path from "node:path";
import { app, dialog } from "electron";
import type { BrowserWindow, OpenDialogOptions } from "electron";
import { z } from "zod";
import { readJson, writeJson } from "../../store/profile/jsonFile.ts";

/** The window that a dialog belongs to; null while there is none. */
export type Owner = () => BrowserWindow | null;

const lastFolderFile = (): string => path.join(app.getPath("userData"), "last-folder.json");

function lastFolder(): string {
  const { value } = readJson<string | null>(lastFolderFile(), z.string().nullable(), null);
  return value !== null && existsSync(value) ? value : app.getPath("home");
}

function remember(folder: string): void {
  // Without it the next dialog begins in the home folder.
  if (folder !== lastFolder()) writeJson(lastFolderFile(), folder);
}

/** Null when the user chose none. */
export const pickFile = (
  window: BrowserWindow | null,
  filters?: OpenDialogOptions["filters"],
): Promise<string | null> =>
  pick(window, { properties: ["openFile"], ...(filters === undefined ? {} : { filters }) });

/** Null when the user chose none. */
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

/** Where a file of this name is to be saved; null when the user chose no place. */
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
