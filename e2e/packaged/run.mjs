// `npm run packaged`: what `npm run package` makes, tried on this machine as root: two versions are installed with apt, used
// by ordinary users with Chromium's sandbox on, upgraded, removed and purged. Figures go to the console.
import { cp, mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { runtime } from "../../scripts/runtime.mjs";
import { cacheDir, root, toolNode } from "../../scripts/setup/paths.mjs";
import { runPlaywright } from "../../scripts/setup/playwright.mjs";
import { must } from "../../scripts/setup/run.mjs";
import { ensurePackage } from "../../scripts/setup/system.mjs";

if (process.platform !== "linux" || process.getuid?.() !== 0) {
  process.stderr.write(
    "npm run packaged installs packages and makes users: it needs root on Debian or Ubuntu.\n",
  );
  process.exit(1);
}
/** `gio` starts an entry as a desktop does. */
for (const name of ["libglib2.0-bin", "desktop-file-utils"]) await ensurePackage(name);

const kept = path.join(cacheDir, "packaged");
await mkdir(kept, { recursive: true });
const trial = (await runtime()).kind === "electron" ? [] : ["--trial"];

/** @param {string[]} words */
const make = (words) =>
  must("Packaging", toolNode, ["scripts/package.mjs", ...words], { cwd: root });

// The later version is a trial in any case.
await make(["deb", "--trial=0.1.1"]);
const later = (await readdir(path.join(root, "dist"))).find((name) => name.endsWith(".deb")) ?? "";
await cp(path.join(root, "dist", later), path.join(kept, later));
await make(trial);

process.env["COUNTERSIGN_PACKAGED"] = path.join(kept, later);
process.env["COUNTERSIGN_WORKERS"] = "1";
process.exitCode = await runPlaywright([
  "--project=packaged",
  "--grep",
  "@packaged",
  ...process.argv.slice(2),
]);
