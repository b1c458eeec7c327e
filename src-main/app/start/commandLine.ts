// Commands that need no window, run before Chromium asks for a display.
import { writeSync } from "node:fs";
import { createRequire } from "node:module";
import type { VerifyEntry } from "../../workers/verify.ts";

const STDOUT = 1;

/**
 * Runs a command that needs no window; says whether there is one. It ends the process, at once or once it is done.
 * @param args without the executable
 * @param packaged if not, the first word is the app's folder
 */
export function runCommand(args: readonly string[], packaged: boolean): boolean {
  const words = args.filter((arg) => !arg.startsWith("-"));
  const [command] = packaged ? words : words.slice(1);
  if (command !== "verify") return false;
  const rest = args.slice(args.indexOf("verify") + 1);
  // A separate entry beside this one, so that the app does not load it.
  const entry: unknown = createRequire(__filename)("./verify.js");
  const { verifyCommand } = entry as VerifyEntry;
  const done = verifyCommand(rest, process.env, print);
  if (typeof done === "number") process.exit(done);
  void done.then((code) => process.exit(code));
  return true;
}

/** Writes synchronously, as `process.exit` would drop what a pipe has not taken yet. */
function print(text: string): void {
  let bytes = Buffer.from(text, "utf8");
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(STDOUT, bytes));
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) return;
    }
  }
}
