// The window as the rest of main sees it: shown, told, opened again when its process is gone.
import type { BrowserWindow, WebContents } from "electron";
import type { ActCall } from "../../../src-shared/ipc/contract.ts";
import type { Push } from "../../../src-shared/ipc/pushes.ts";
import { PUSH_CHANNEL } from "../../../src-shared/ipc/names.ts";
import { InputGuard } from "../../ipc/inputGuard.ts";
import { openWindow } from "./window.ts";

export interface DesktopParts {
  profile: string;
  /** The user closed the window: it stays until it is hidden, or the app quits. */
  closed(): void;
  /** A window begins: it hears nothing yet. */
  starts(): void;
  /** The window can be seen again. */
  shown(): void;
  /** The window's process ended by itself, for Chromium's reason. */
  gone(reason: string): void;
  /** Asks the user, over the window, whether they want this done. */
  confirm(call: ActCall): Promise<boolean>;
}

export class Desktop {
  readonly #parts: DesktopParts;
  #window: BrowserWindow | null = null;
  #guard: InputGuard | null = null;
  #responsive = true;
  #zoom = 1;
  /** Nothing is held back and nothing is opened again any more. */
  #ending = false;

  constructor(parts: DesktopParts) {
    this.#parts = parts;
  }

  /** The window, while there is one. */
  get window(): BrowserWindow | null {
    return this.#window === null || this.#window.isDestroyed() ? null : this.#window;
  }

  /** There is a window, and its process does what it is told. */
  get answers(): boolean {
    return this.window !== null && this.#responsive;
  }

  /** What guards the calls of our window; null for any other. */
  guardOf(sender: WebContents): InputGuard | null {
    return sender === this.window?.webContents ? this.#guard : null;
  }

  send(pushes: Push[]): void {
    this.window?.webContents.send(PUSH_CHANNEL, JSON.stringify(pushes));
  }

  /** @param hidden it is shown later, by `show` */
  open(hidden = false): void {
    const window = openWindow(this.#parts.profile, hidden);
    this.#window = window;
    this.#parts.starts();
    window.webContents.on("dom-ready", () => window.webContents.setZoomFactor(this.#zoom));
    window.on("show", () => this.#parts.shown());
    const guard = new InputGuard({
      nowMs: () => performance.now(),
      confirm: (call) => this.#parts.confirm(call),
    });
    window.webContents.on("input-event", (_event, { type }) => guard.heard(type));
    this.#guard = guard;
    window.on("close", (event) => {
      if (this.#ending || process.platform === "darwin") return;
      event.preventDefault();
      this.#parts.closed();
    });
    this.#responsive = true;
    window.on("unresponsive", () => (this.#responsive = false));
    window.on("responsive", () => (this.#responsive = true));
    window.webContents.on("render-process-gone", (_event, { reason }) => {
      this.#parts.gone(reason);
      const hidden = !window.isVisible();
      window.destroy();
      // Everything that counts lives in main: a new window shows it again, and stays in the tray where this one was.
      if (!this.#ending) this.open(hidden);
    });
  }

  /** Brings the window to the front, because the user asked for it. */
  show(): void {
    if (this.window === null) this.open();
    const { window } = this;
    if (window?.isMinimized() === true) window.restore();
    window?.show();
    window?.focus();
  }

  /** How large the window draws everything, from now on. */
  zoom(factor: number): void {
    this.#zoom = factor;
    this.window?.webContents.setZoomFactor(factor);
  }

  hide(): void {
    this.window?.hide();
  }

  end(): void {
    this.#ending = true;
  }
}
