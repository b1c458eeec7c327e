// File dialogs for media, history files, fixtures and rules.
import { shell } from "electron";
import { endingsOf } from "#shared/request/document/mediaTypes.ts";
import type { FixtureDialogs } from "../../rules/fixtures.ts";
import type { FileDialogs } from "../../history/historyFiles.ts";
import type { MediaDialogs } from "../../core/media/media.ts";
import type { RulesDialogs } from "../../rules/rulesFiles.ts";
import { pickFile, pickFolder, placeToSave } from "./dialogs.ts";
import type { DialogParent } from "./dialogs.ts";

export const historyDialogs = (window: DialogParent): FileDialogs => ({
  placeToSave: (name) => placeToSave(window(), name),
});

export const fixtureDialogs = (window: DialogParent): FixtureDialogs => ({
  folder: () => pickFolder(window()),
});

export const rulesDialogs = (window: DialogParent): RulesDialogs => ({
  placeToSave: (name) => placeToSave(window(), name),
  fileToRead: () => pickFile(window(), [{ name: "JSON", extensions: ["json", "jsonc"] }]),
  reveal: (file) => shell.showItemInFolder(file),
});

export const mediaDialogs = (window: DialogParent): MediaDialogs => ({
  placeToSave: (name) => placeToSave(window(), name),
  // The extension proves nothing: the bytes are sniffed afterwards.
  fileToAdd: (kind) =>
    pickFile(
      window(),
      kind === "any"
        ? undefined
        : [{ name: endingsOf(kind).join(", "), extensions: endingsOf(kind) }],
    ),
});
