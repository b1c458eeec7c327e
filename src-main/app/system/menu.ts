// The application menu. It has no entry to reload the window, as that would lose edits.
import type { Language } from "#shared/languages.ts";
import { WORDS } from "../words/words.ts";
import { Menu } from "electron";
import type { MenuItemConstructorOptions } from "electron";
import { KEYS } from "#shared/shortcuts.ts";
import type { Keys } from "#shared/shortcuts.ts";

type Command = "palette" | "keys" | "start" | "focus-inbox";

/**
 * Shows the keys beside an entry without registering them: the window handles them, and on macOS a registered single
 * key would be taken from text fields.
 */
const shown = (keys: Keys) => ({
  accelerator: keys.replace("Mod", "CommandOrControl"),
  registerAccelerator: false,
});

/** @param zoom a step larger or smaller, 0 to reset */
export function setMenu(
  language: Language,
  command: (command: Command) => void,
  zoom: (step: 1 | -1 | 0) => void,
): void {
  const words = WORDS[language].menu;
  const mac = process.platform === "darwin";
  const template: MenuItemConstructorOptions[] = [
    ...(mac ? [{ role: "appMenu" } satisfies MenuItemConstructorOptions] : []),
    {
      label: words.file,
      submenu: [
        { label: words.inbox, ...shown(KEYS.goInbox), click: () => command("focus-inbox") },
        { type: "separator" },
        { role: mac ? "close" : "quit" },
      ],
    },
    {
      label: words.edit,
      submenu: [
        { role: "undo" },
        { role: "redo" },
        { type: "separator" },
        { role: "cut" },
        { role: "copy" },
        { role: "paste" },
        { role: "selectAll" },
      ],
    },
    {
      label: words.view,
      submenu: [
        { label: words.palette, ...shown(KEYS.palette), click: () => command("palette") },
        { type: "separator" },
        { label: words.zoomIn, ...shown(KEYS.zoomIn), click: () => zoom(1) },
        { label: words.zoomOut, ...shown(KEYS.zoomOut), click: () => zoom(-1) },
        { label: words.zoomReset, ...shown(KEYS.zoomReset), click: () => zoom(0) },
        { type: "separator" },
        { role: "togglefullscreen" },
      ],
    },
    { label: words.window, submenu: [{ role: "minimize" }] },
    {
      label: words.help,
      submenu: [
        { label: words.start, click: () => command("start") },
        { label: words.keys, click: () => command("keys") },
      ],
    },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
