// Tells the system that requests wait: a badge, and one notification per burst. Never takes the focus.
import type { Language } from "../../../src-shared/languages.ts";
import { WORDS } from "../words/words.ts";
import { app, BrowserWindow, Notification } from "electron";

import type { BudgetUse } from "../../../src-shared/policy/limits/budget.ts";

/** Requests within this time belong to one burst. */
const BURST_MS = 10_000;

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
  arrived(waiting: number, serverName: string, language: Language): void {
    const now = Date.now();
    const burst = now - this.#lastMs < BURST_MS;
    this.#lastMs = now;
    if (!burst) this.#show(WORDS[language].notify.arrived(waiting, serverName));
  }

  /** A budget is nearly used up, or used up. `server`: the person's own name for it; null for all of them. */
  budget({ used, limit, window }: BudgetUse, server: string | null, language: Language): void {
    const percent = Math.floor((used / limit) * 100);
    const words = WORDS[language].notify;
    this.#show(words.budget(server, words.window[window], percent));
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
