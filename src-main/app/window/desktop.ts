// Manages the window for the rest of main: shows it, reopens it when its process crashes.
import type { BrowserWindow, WebContents } from "electron";
import type { ActCall } from "#shared/contract/contract.ts";
import { InputGuard } from "../../ipc/dispatch.ts";
import { openWindow } from "./window.ts";

export interface DesktopParts {
  profile: string;
  /** The user closed the window. It stays open until hidden, or the app quits. */
  closed(): void;
  /** A new window is loading and does not listen yet. */
  starts(): void;
  /** The window became visible. */
  shown(): void;
  /** The window's process ended; the reason is Chromium's. */
  gone(reason: string): void;
  /** Asks the user with a dialog over the window. */
  confirm(call: ActCall): Promise<boolean>;
}

export class Desktop {
  readonly #parts: DesktopParts;
  #window: BrowserWindow | null = null;
  #guard: InputGuard | null = null;
  #responsive = true;
  #zoom = 1;
  /** Quitting: closing is no longer prevented, and no window is reopened. */
  #ending = false;

  constructor(parts: DesktopParts) {
    this.#parts = parts;
  }

  /** The window, if there is one. */
  get window(): BrowserWindow | null {
    return this.#window === null || this.#window.isDestroyed() ? null : this.#window;
  }

  /** Whether there is a window that responds. */
  get answers(): boolean {
    return this.window !== null && this.#responsive;
  }

  /** The input guard of our window; null for any other sender. */
  guardOf(sender: WebContents): InputGuard | null {
    return sender === this.window?.webContents ? this.#guard : null;
  }

  /** @param hidden shown later with `show` */
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
      // All state is in main, so a new window shows it again; it stays hidden if this one was.
      if (!this.#ending) this.open(hidden);
    });
  }

  /** Brings the window to the front. Only on the user's request. */
  show(): void {
    if (this.window === null) this.open();
    const { window } = this;
    if (window?.isMinimized() === true) window.restore();
    window?.show();
    window?.focus();
  }

  /** Sets the zoom factor of this and later windows. */
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
