// Installs actionlint, which checks .github/workflows in the long run: a Go module, so only where there is Go.
import { existsSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { cacheDir } from "./paths.mjs";
import { run } from "./run.mjs";
import { say } from "./say.mjs";

const VERSION = "1.7.12";

const folder = path.join(cacheDir, `actionlint-${VERSION}`);
export const actionlint = path.join(
  folder,
  process.platform === "win32" ? "actionlint.exe" : "actionlint",
);

/** Go checks the module by its checksum database. */
export async function ensureActionlint() {
  if (existsSync(actionlint)) return;
  const { code, output } = await run(
    "go",
    ["install", `github.com/rhysd/actionlint/cmd/actionlint@v${VERSION}`],
    { env: { GOBIN: folder } },
  );
  if (code === 127) say("There is no Go here, so the workflows are not checked by actionlint.");
  else if (code !== 0) say(`actionlint could not be installed: ${output.trim()}`);
}
