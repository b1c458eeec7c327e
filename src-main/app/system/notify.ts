// Tells the system that requests wait: a badge, and one notification per burst. Never takes the focus.
import { app, BrowserWindow, Notification } from "electron";

import type { BudgetUse } from "../../../src-shared/policy/limits/budget.ts";

/** Requests within this time belong to one burst. */
const BURST_MS = 10_000;

const TEXT = {
  en: (n: number, server: string) =>
    n === 1 ? `${server} asks for a completion` : `${n} requests wait for you`,
  zh: (n: number, server: string) => (n === 1 ? `${server} 请求一次补全` : `${n} 个请求等待你处理`),
} as const;

const WINDOW = {
  en: { hour: "the hour’s", day: "the day’s", month: "the month’s" },
  zh: { hour: "一小时", day: "当天", month: "当月" },
} as const;
const BUDGET = {
  en: (server: string | null, window: string, percent: number) =>
    `${server ?? "All servers"}: ${percent}% of ${window} budget is used`,
  zh: (server: string | null, window: string, percent: number) =>
    `${server ?? "所有服务器"}：${window}预算已用 ${percent}%`,
} as const;

export class Notifier {
  #lastMs = 0;
  readonly #open: () => void;
  readonly #failed: (detail: string) => void;
  /** Held until they are closed: one that is collected hears no click. */
  readonly #shown = new Set<Notification>();

  /** @param failed told in the system's words; macOS shows nothing for an app that is not signed */
  constructor(open: () => void, failed: (detail: string) => void) {
    this.#open = open;
    this.#failed = failed;
  }

  /** Shows the number of waiting requests on the dock or taskbar. */
  badge(waiting: number): void {
    app.setBadgeCount(waiting);
  }

  /** One notification a burst, and only while the window is not in front. The server's name is the person's own. */
  arrived(waiting: number, serverName: string, language: "en" | "zh"): void {
    const now = Date.now();
    const burst = now - this.#lastMs < BURST_MS;
    this.#lastMs = now;
    if (!burst) this.#show(TEXT[language](waiting, serverName));
  }

  /** A budget is nearly used up, or used up. `server`: the person's own name for it; null for all of them. */
  budget({ used, limit, window }: BudgetUse, server: string | null, language: "en" | "zh"): void {
    const percent = Math.floor((used / limit) * 100);
    this.#show(BUDGET[language](server, WINDOW[language][window], percent));
  }

  #show(body: string): void {
    if (BrowserWindow.getFocusedWindow() !== null || !Notification.isSupported()) return;
    const notification = new Notification({ title: "Countersign", body });
    const drop = (): void => void this.#shown.delete(notification);
    notification.on("click", () => {
      drop();
      this.#open();
    });
    notification.on("close", drop);
    notification.on("failed", (_event, detail) => {
      drop();
      this.#failed(detail);
    });
    this.#shown.add(notification);
    notification.show();
  }
}
