// The tray's menu: one mode is checked, each item sets its mode, and the count is shown.
import { describe, expect, it } from "vitest";
import type { MenuItemConstructorOptions } from "electron";
import { trayMenu, trayTip } from "./trayMenu.ts";
import type { TrayView } from "./trayMenu.ts";

const view: TrayView = { position: "rules", waiting: 2, language: "en" };

function menu(shown: TrayView): { items: MenuItemConstructorOptions[]; done: string[] } {
  const done: string[] = [];
  const items = trayMenu(shown, {
    turn: (position) => done.push(position),
    open: (inbox) => done.push(inbox ? "inbox" : "open"),
    quit: () => done.push("quit"),
  });
  return { items, done };
}
const press = (item: MenuItemConstructorOptions): void => (item.click as () => void)();

describe("trayMenu", () => {
  it("shows the three modes as a radio group, and switches to the one clicked", () => {
    const { items, done } = menu(view);
    const positions = items.filter(({ type }) => type === "radio");
    expect(positions.map(({ checked }) => checked)).toEqual([false, true, false]);
    positions.forEach(press);
    expect(done).toEqual(["review", "rules", "stopped"]);
  });

  it("opens what is pending and the window, and quits", () => {
    const { items, done } = menu(view);
    items.filter(({ type, click }) => type === undefined && click !== undefined).forEach(press);
    expect(done).toEqual(["inbox", "open", "quit"]);
    expect(menu({ ...view, waiting: 0 }).items.some(({ enabled }) => enabled === false)).toBe(true);
  });

  it("says the mode and the number of pending requests, in both languages", () => {
    expect(trayTip(view)).toBe("Countersign · Use rules · 2 pending requests");
    expect(trayTip({ position: "stopped", waiting: 0, language: "zh" })).toBe(
      "Countersign · 全部停止 · 没有待处理的请求",
    );
  });
});
