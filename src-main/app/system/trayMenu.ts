// What the tray's menu and tip say: the three positions of the master switch, how many wait, the way in and out.
import type { MenuItemConstructorOptions } from "electron";
import type { MasterSwitch } from "../../../src-shared/settings/settings.ts";

/** What the tray shows. */
export interface TrayView {
  position: MasterSwitch;
  waiting: number;
  language: "en" | "zh";
}

export interface TrayActions {
  turn(position: MasterSwitch): void;
  /** Brings the window to the front; `inbox`: at what waits. */
  open(inbox: boolean): void;
  quit(): void;
}

const WORDS = {
  en: {
    review: "Review everything",
    rules: "Rules decide what they may",
    stopped: "Stopped",
    waiting: (n: number) =>
      n === 0 ? "Nothing waits for you" : n === 1 ? "1 waits for you" : `${n} wait for you`,
    open: "Open Countersign",
    quit: "Quit",
  },
  zh: {
    review: "逐条审阅",
    rules: "由规则决定它们可以决定的",
    stopped: "全部停止",
    waiting: (n: number) => (n === 0 ? "没有等你处理的" : `${n} 条等你处理`),
    open: "打开 Countersign",
    quit: "退出",
  },
} as const;
const POSITIONS = ["review", "rules", "stopped"] as const;

/** The entries of the menu, top to bottom. */
export function trayMenu(view: TrayView, actions: TrayActions): MenuItemConstructorOptions[] {
  const words = WORDS[view.language];
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
  const words = WORDS[language];
  return `Countersign · ${words[position]} · ${words.waiting(waiting)}`;
};
