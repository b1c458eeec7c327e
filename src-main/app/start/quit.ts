// Quits the app: asks if requests are open, then closes everything once.
import { app } from "electron";
import { closeInTime } from "../../composition/closing.ts";

export interface Asked {
  /** Number of requests that servers wait for. */
  open: number;
  /** The window was closed, and there is no tray to keep Countersign running. */
  noTray: boolean;
}

export interface QuitParts {
  /** Number of requests that servers wait for. */
  openCount(): number;
  /** Asks the user; confirming calls `end`. */
  ask(asked: Asked): void;
  /** Closes requests, connections, models, stores. */
  close(): Promise<void>;
  /** The process is killed although this many threads still run. */
  left(threads: number): void;
}

export class Quitter {
  readonly #parts: QuitParts;
  #ending = false;

  constructor(parts: QuitParts) {
    this.#parts = parts;
    app.on("before-quit", (event) => {
      // Quitting is asynchronous: `app.exit` follows when everything is closed.
      event.preventDefault();
      if (!this.#ending) this.request();
    });
    // Ctrl+C in a terminal, or the session ends: nobody can answer the question.
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(signal, () => void this.end());
    }
  }

  get ending(): boolean {
    return this.#ending;
  }

  /** Asks if requests are open or `noTray`; otherwise quits. */
  request(noTray = false): void {
    const open = this.#parts.openCount();
    if (open > 0 || noTray) this.#parts.ask({ open, noTray });
    else void this.end();
  }

  /** Quits without asking. */
  async end(): Promise<void> {
    if (this.#ending) return;
    this.#ending = true;
    const left = await closeInTime(() => this.#parts.close());
    if (left === 0) return app.exit(0);
    // `app.exit` would wait for these threads, and a process that never ends would keep the profile locked.
    // Everything durable is on disk by now.
    this.#parts.left(left);
    process.kill(process.pid, "SIGKILL");
  }
}
