// Tells the system that requests wait: a badge, and one notification per burst. Never takes the focus, and decides nothing.
import type { Language } from "../../../src-shared/languages.ts";
import { WORDS } from "../words/words.ts";
import { app, BrowserWindow, dialog, Notification } from "electron";
import type { Opening } from "../../../src-shared/ipc/opening.ts";
import type { BudgetUse } from "../../../src-shared/policy/limits/budget.ts";
import { overlayOf } from "./overlay.ts";

/** Requests within this time belong to one burst. */
const BURST_MS = 10_000;

/** What has just arrived, and under which name the user knows its server. */
export interface ArrivedRequest {
  what: Opening;
  server: string;
}

export class Notifier {
  #lastMs = 0;
  #badge = { waiting: 0, language: "en" as Language };
  readonly #open: (what: Opening | null) => void;
  readonly #failed: (detail: string) => void;
  /** Held until they are closed: one that is collected hears no click. */
  readonly #shown = new Set<Notification>();

  /**
   * @param open called when a notification is clicked, with what it is about
   * @param failed told in the system's words; macOS shows nothing for an app that is not signed
   */
  constructor(open: (what: Opening | null) => void, failed: (detail: string) => void) {
    this.#open = open;
    this.#failed = failed;
  }

  /** Shows the number of waiting requests on the dock or taskbar. */
  badge(waiting: number, language: Language): void {
    this.#badge = { waiting, language };
    if (process.platform === "win32") this.badgeAgain();
    else app.setBadgeCount(waiting);
  }

  /** Windows forgets what lies over the icon while a window is hidden. */
  badgeAgain(): void {
    if (process.platform !== "win32") return;
    const { waiting, language } = this.#badge;
    for (const window of BrowserWindow.getAllWindows()) {
      window.setOverlayIcon(overlayOf(waiting), WORDS[language].tray.waiting(waiting));
    }
  }

  /** One notification a burst, and only while the window is not in front. It opens what came first. */
  arrived(waiting: number, { what, server }: ArrivedRequest, language: Language): void {
    const now = Date.now();
    const burst = now - this.#lastMs < BURST_MS;
    this.#lastMs = now;
    if (burst || inFront()) return;
    this.#show(WORDS[language].notify.arrived(waiting, server), what);
  }

  /** A budget is nearly used up, or used up. `server`: the user's own name for it; null for all of them. */
  budget({ used, limit, window }: BudgetUse, server: string | null, language: Language): void {
    if (inFront()) return;
    const percent = Math.floor((used / limit) * 100);
    const words = WORDS[language].notify;
    this.#show(words.budget(server, words.window[window], percent), null);
  }

  /** The window was closed, and Countersign goes on: a notification, or a dialog where the user wants or has none. */
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
