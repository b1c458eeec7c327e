// Notifies about pending requests: a badge, and one notification per burst. Never takes the focus.
import type { Language } from "#shared/languages.ts";
import { WORDS } from "../words/words.ts";
import { app, BrowserWindow, dialog, Notification } from "electron";
import type { Opening } from "#shared/contract/opening.ts";
import type { BudgetUse } from "#shared/rules/limits/budget.ts";
import type { ArrivedRequest } from "../../ipc/push.ts";
import { overlayOf } from "./overlay.ts";

/** Requests within this time of each other belong to one burst. */
const BURST_MS = 10_000;

export class Notifier {
  #lastMs = 0;
  #badge = { waiting: 0, language: "en" as Language };
  readonly #open: (what: Opening | null) => void;
  readonly #failed: (detail: string) => void;
  /** Keeps references until closed: a garbage-collected notification emits no click. */
  readonly #shown = new Set<Notification>();

  /**
   * @param open called with the notification's subject when it is clicked
   * @param failed gets the system's error; macOS shows no notifications of unsigned apps
   */
  constructor(open: (what: Opening | null) => void, failed: (detail: string) => void) {
    this.#open = open;
    this.#failed = failed;
  }

  /** Shows the number of pending requests on the dock or taskbar. */
  badge(waiting: number, language: Language): void {
    this.#badge = { waiting, language };
    if (process.platform === "win32") this.badgeAgain();
    else app.setBadgeCount(waiting);
  }

  /** Windows drops the overlay icon while a window is hidden. */
  badgeAgain(): void {
    if (process.platform !== "win32") return;
    const { waiting, language } = this.#badge;
    for (const window of BrowserWindow.getAllWindows()) {
      window.setOverlayIcon(overlayOf(waiting), WORDS[language].tray.waiting(waiting));
    }
  }

  /**
   * One notification per burst, only while the window is not focused. Clicking opens the first request of the burst.
   */
  arrived(waiting: number, { what, server }: ArrivedRequest, language: Language): void {
    const now = Date.now();
    const burst = now - this.#lastMs < BURST_MS;
    this.#lastMs = now;
    if (burst || inFront()) return;
    this.#show(WORDS[language].notify.arrived(waiting, server), what);
  }

  /** A budget is nearly or entirely used up. `server`: the user's name for it; null for the shared budget. */
  budget({ used, limit, window }: BudgetUse, server: string | null, language: Language): void {
    if (inFront()) return;
    const percent = Math.floor((used / limit) * 100);
    const words = WORDS[language].notify;
    this.#show(words.budget(server, words.window[window], percent), null);
  }

  /**
   * The window was closed but Countersign keeps running: shows a notification, or a dialog if notifications are
   * turned off or missing.
   */
  keptInTray(language: Language, mayNotify: boolean): void {
    const { title, text } = WORDS[language].inTray;
    if (mayNotify && Notification.isSupported()) this.#show(text, null, title);
    else void dialog.showMessageBox({ type: "info", message: title, detail: text });
  }

  #show(body: string, what: Opening | null, title = "Countersign"): void {
    if (!Notification.isSupported()) return;
    const notification = new Notification({ title, body });
    const drop = (): void => void this.#shown.delete(notification);
    notification.on("click", () => {
      drop();
      this.#open(what);
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

const inFront = (): boolean => BrowserWindow.getFocusedWindow() !== null;
