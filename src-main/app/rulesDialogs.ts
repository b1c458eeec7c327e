// The system's own dialogs for a rules file.
import { dialog, shell } from "electron";
import type { BrowserWindow, OpenDialogOptions } from "electron";
import type { RulesDialogs } from "../services/rulesPorts.ts";
import { mediaDialogs } from "./mediaDialogs.ts";

/** @param window the window that they belong to; null while there is none */
export const rulesDialogs = (window: () => BrowserWindow | null): RulesDialogs => ({
  placeToSave: mediaDialogs(window).placeToSave,
  async fileToRead() {
    const options: OpenDialogOptions = {
      properties: ["openFile"],
      filters: [{ name: "JSON", extensions: ["json", "jsonc"] }],
    };
    const owner = window();
    const picked = await (owner === null
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(owner, options));
    return picked.filePaths[0] ?? null;
  },
  reveal: (file) => shell.showItemInFolder(file),
});
