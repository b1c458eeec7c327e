// Commands that need no window: done before anything of Chromium asks for a display.
import { writeSync } from "node:fs";
import { createRequire } from "node:module";
import type { VerifyEntry } from "../../store/verify/command.ts";

const STDOUT = 1;

/**
 * Does what the command line asks for without a window and ends the process, or returns.
 * @param args what follows the executable
 * @param packaged otherwise the app's folder is the first word
 */
export function runCommand(args: readonly string[], packaged: boolean): void {
  const words = args.filter((arg) => !arg.startsWith("-"));
  const [command] = packaged ? words : words.slice(1);
  if (command !== "verify") return;
  const rest = args.slice(args.indexOf("verify") + 1);
  // An entry of its own: the app does not read it otherwise. It lies beside this one.
  const entry: unknown = createRequire(__filename)("./verify.js");
  const { verifyCommand } = entry as VerifyEntry;
  process.exit(verifyCommand(rest, process.env, print));
}

/** At once: `process.exit` would cut off what a pipe has not yet taken. */
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
