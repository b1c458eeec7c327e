// The tray's menu and tooltip: the mode, the number of pending requests, open and quit.
import type { Language } from "#shared/languages.ts";
import { WORDS } from "../words/words.ts";
import type { MenuItemConstructorOptions } from "electron";
import type { MasterSwitch } from "#shared/settings/settings.ts";

export interface TrayView {
  position: MasterSwitch;
  waiting: number;
  language: Language;
}

export interface TrayActions {
  turn(position: MasterSwitch): void;
  /** Brings the window to the front; `inbox`: at the pending requests. */
  open(inbox: boolean): void;
  quit(): void;
}

const POSITIONS = ["review", "rules", "stopped"] as const;

/** The menu's entries, top to bottom. */
export function trayMenu(view: TrayView, actions: TrayActions): MenuItemConstructorOptions[] {
  const words = WORDS[view.language].tray;
  return [
    ...POSITIONS.map((position): MenuItemConstructorOptions => ({
      type: "radio",
      label: words[position],
      checked: view.position === position,
      click: () => actions.turn(position),
    })),
    { type: "separator" },
    {
      label: words.waiting(view.waiting),
      enabled: view.waiting > 0,
      click: () => actions.open(true),
    },
    { label: words.open, click: () => actions.open(false) },
    { type: "separator" },
    { label: words.quit, click: () => actions.quit() },
  ];
}

export const trayTip = ({ position, waiting, language }: TrayView): string => {
  const words = WORDS[language].tray;
  return `Countersign · ${words[position]} · ${words.waiting(waiting)}`;
};
