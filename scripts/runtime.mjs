// Finds the Electron in use. `node scripts/runtime.mjs --print` prints the path of its executable.
import process from "node:process";
import { pathToFileURL } from "node:url";
import { currentRuntime } from "./setup/electron.mjs";

/**
 * The Electron in use.
 * @throws {Error} before set-up
 */
export async function runtime() {
  const found = await currentRuntime();
  if (found === null) throw new Error("No Electron is set up yet: run `node scripts/setup.mjs`.");
  return found;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    const { executable, kind, version } = await runtime();
    const wide = process.argv.includes("--print") ? executable : `${kind} ${version} ${executable}`;
    process.stdout.write(`${wide}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
