// Opens an address on Linux and detects failure. Electron's own function does not wait for the program, so a missing
// browser would look like success.
import { spawn } from "node:child_process";

/** How long `xdg-open` is watched. It usually exits at once, but does not if it runs the browser itself. */
const WATCHED_MS = 5000;

/**
 * Resolves when `xdg-open` exits with 0 or keeps running. Rejects when it is missing or reports failure (its manual,
 * "Exit Codes": 1 to 4). `url` must be an http(s) address, so that it cannot be an option.
 */
export function xdgOpen(url: string, watchedMs = WATCHED_MS): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn("xdg-open", [url], {
      stdio: "ignore",
      // The browser it may become must outlive the app.
      detached: true,
      // No terminal is available to programs chosen through mailcap.
      env: { ...process.env, MM_NOTTTY: "1" },
    });
    const timer = setTimeout(resolve, watchedMs);
    timer.unref();
    child.unref();
    child.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.once("exit", (code) => {
      clearTimeout(timer);
      if (code === 0) resolve();
      else reject(new Error(`xdg-open ended with ${String(code)}`));
    });
  });
}
