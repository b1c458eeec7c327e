// Hands an address to the desktop on Linux, and notices when the desktop does nothing with it: Electron's own way does
// not wait for the program, so that "no browser here" would look like success.
import { spawn } from "node:child_process";

/** How long the program is watched. It mostly ends at once; where it became the browser itself it never does. */
const WATCHED_MS = 5000;

/**
 * Resolves when `xdg-open` has ended well, or still runs. Rejects when it is not there, or says that it could not open
 * the address (its manual, "Exit Codes": 1 to 4). `url` is an http(s) address, so never an option of the program.
 */
export function xdgOpen(url: string, watchedMs = WATCHED_MS): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn("xdg-open", [url], {
      stdio: "ignore",
      // A browser that it becomes outlives the app.
      detached: true,
      // There is no terminal for what mailcap might choose.
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
