// Ending the app: asks while requests are open, then ends each of them cleanly, once.
import { app } from "electron";
import { endThreads } from "../../background/thread.ts";

export interface Asked {
  /** Requests that servers still wait for. */
  open: number;
  /** The window was closed where no tray could keep Countersign. */
  noTray: boolean;
}

export interface QuitParts {
  /** Requests that servers still wait for. */
  openCount(): number;
  /** Shows the question. Its answer comes by `end`, or not at all. */
  ask(asked: Asked): void;
  /** Ends requests, connections, models, stores. */
  close(): Promise<void>;
  /** The process goes though so many threads have not ended. */
  left(threads: number): void;
}

/**
 * Longest that ending may take before the process goes anyway: two seconds for the last answers, one and
 * twice two for servers that neither read nor end by themselves and are killed then.
 */
const CLOSE_LIMIT_MS = 8000;

export class Quitter {
  readonly #parts: QuitParts;
  #ending = false;

  constructor(parts: QuitParts) {
    this.#parts = parts;
    app.on("before-quit", (event) => {
      // Asking a second time does not cut short what is being ended: `app.exit` follows by itself.
      event.preventDefault();
      if (!this.#ending) this.request();
    });
    // Ctrl+C in a terminal, a session that ends: nobody is there to be asked.
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(signal, () => void this.end());
    }
  }

  get ending(): boolean {
    return this.#ending;
  }

  /** Asks when something is open, or there is `noTray`; otherwise ends at once. */
  request(noTray = false): void {
    const open = this.#parts.openCount();
    if (open > 0 || noTray) this.#parts.ask({ open, noTray });
    else void this.end();
  }

  /** Ends for certain. */
  async end(): Promise<void> {
    if (this.#ending) return;
    this.#ending = true;
    const limit = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_LIMIT_MS));
    await Promise.race([this.#parts.close().catch(() => undefined), limit]);
    const left = await endThreads();
    if (left === 0) return app.exit(0);
    // Electron would wait for them, and they may never end: the window would be gone, and the process would hold the
    // profile for ever. All that has to last is on the disk.
    this.#parts.left(left);
    process.kill(process.pid, "SIGKILL");
  }
}
