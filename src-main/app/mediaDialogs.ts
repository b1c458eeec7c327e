// The system's own dialogs for an image or sound: which file to add, where to save one.
import { dialog } from "electron";
import type { BrowserWindow, OpenDialogOptions, SaveDialogOptions } from "electron";
import { endingsOf } from "../../src-shared/sampling/mediaTypes.ts";
import type { FixtureDialogs } from "../services/fixtures.ts";
import type { FileDialogs } from "../services/historyFilePorts.ts";
import type { MediaDialogs } from "../services/media.ts";

/** The system's dialogs for files of the record. */
export const historyDialogs = (window: () => BrowserWindow | null): FileDialogs => ({
  placeToSave: mediaDialogs(window).placeToSave,
  async fileToRead() {
    const options: OpenDialogOptions = {
      properties: ["openFile"],
      filters: [{ name: "JSON Lines", extensions: ["jsonl", "ndjson", "json"] }],
    };
    const owner = window();
    const picked = await (owner === null
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(owner, options));
    return picked.filePaths[0] ?? null;
  },
});

/** The system's dialogs for canned answers. */
export const fixtureDialogs = (window: () => BrowserWindow | null): FixtureDialogs => ({
  placeToSave: mediaDialogs(window).placeToSave,
  async folder() {
    const options: OpenDialogOptions = { properties: ["openDirectory", "createDirectory"] };
    const owner = window();
    const picked = await (owner === null
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(owner, options));
    return picked.filePaths[0] ?? null;
  },
});

/** @param window the window that they belong to; null while there is none */
export const mediaDialogs = (window: () => BrowserWindow | null): MediaDialogs => ({
  async fileToAdd(kind) {
    const options: OpenDialogOptions = {
      properties: ["openFile"],
      // The names of files prove nothing: the bytes are looked at afterwards.
      ...(kind === "any"
        ? {}
        : { filters: [{ name: endingsOf(kind).join(", "), extensions: endingsOf(kind) }] }),
    };
    const owner = window();
    const picked = await (owner === null
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(owner, options));
    return picked.filePaths[0] ?? null;
  },
  async placeToSave(name) {
    const options: SaveDialogOptions = { defaultPath: name };
    const owner = window();
    const chosen = await (owner === null
      ? dialog.showSaveDialog(options)
      : dialog.showSaveDialog(owner, options));
    return chosen.canceled ? null : (chosen.filePath ?? null);
  },
});
