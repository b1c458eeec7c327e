// Asks the person for a folder, by the system's own dialog.
import { dialog } from "electron";
import type { BrowserWindow } from "electron";

/** Null when the person chose none. */
export async function chooseFolder(window: BrowserWindow | null): Promise<string | null> {
  const options = { properties: ["openDirectory" as const, "createDirectory" as const] };
  const picked = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options));
  return picked.filePaths[0] ?? null;
}
