// Tells the system that requests wait: a badge, and one notification per burst. Never takes the focus.
import { app, BrowserWindow, Notification } from "electron";

/** Requests within this time belong to one burst. */
const BURST_MS = 10_000;

const TEXT = {
  en: (n: number, server: string) =>
    n === 1 ? `${server} asks for a completion` : `${n} requests wait for you`,
  zh: (n: number, server: string) => (n === 1 ? `${server} 请求一次补全` : `${n} 个请求等待你处理`),
} as const;

export class Notifier {
  #lastMs = 0;
  readonly #open: () => void;

  constructor(open: () => void) {
    this.#open = open;
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
    if (burst || BrowserWindow.getFocusedWindow() !== null || !Notification.isSupported()) return;
    const notification = new Notification({
      title: "Countersign",
      body: TEXT[language](waiting, serverName),
    });
    notification.on("click", this.#open);
    notification.show();
  }
}
