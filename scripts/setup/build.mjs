// Finds out whether out/ was built from the present sources, and builds it.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { bundledDir } from "./notices.mjs";
import { root, toolNode } from "./paths.mjs";
import { run } from "./run.mjs";

const SOURCES = ["src-shared", "src-main", "src-renderer"];
const SINGLE = [
  "electron.config.ts",
  "package.json",
  "package-lock.json",
  "scripts/setup/notices.mjs",
];
const stampFile = path.join(root, "out/.built-from");

/** Hash of everything that a build reads; tests and notes beside the sources do not count. */
async function sourcesHash() {
  const hash = createHash("sha256");
  const listed = await Promise.all(
    SOURCES.map(async (dir) => {
      const entries = await readdir(path.join(root, dir), { recursive: true });
      return entries.map((entry) => path.join(dir, entry));
    }),
  );
  const files = [...listed.flat().filter((file) => !/\.test\.tsx?$/.test(file)), ...SINGLE].sort();
  for (const file of files) {
    const full = path.join(root, file);
    if ((await stat(full)).isDirectory()) continue;
    hash.update(`${file}\0`).update(await readFile(full));
  }
  return hash.digest("hex");
}

/** Whether out/ has a build of the present sources. */
export async function isBuilt() {
  if (!existsSync(path.join(root, "out/main/main.js"))) return false;
  const stamp = await readFile(stampFile, "utf8").catch(() => "");
  return stamp !== "" && stamp === (await sourcesHash());
}

/**
 * Builds main, preload and renderer into out/.
 * @param {{ show: boolean }} options show: the bundler's own report on the console
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export async function build({ show }) {
  const hash = await sourcesHash();
  // A bundle that is no more would stay in the record.
  await rm(bundledDir, { recursive: true, force: true });
  const cli = path.join(root, "node_modules/electron-vite/bin/electron-vite.js");
  const args = [cli, "build", "--config", "electron.config.ts"];
  const result = await run(toolNode, args, {
    cwd: root,
    show,
    env: { NODE_ENV: undefined, FORCE_COLOR: undefined },
  });
  if (result.code !== 0) return { ok: false, output: result.output };
  await writeFile(stampFile, hash);
  return { ok: true, output: result.output };
}

/** Warns when scripts do not run on the Node that the lock pins. */
export function warnAboutOldNode() {
  if (Number(process.versions.node.split(".")[0]) >= 22) return;
  process.stderr.write(
    `This runs on Node ${process.versions.node}; the tools want 22 or newer. Use \`npm run …\`, which finds the ` +
      "Node inside node_modules.\n",
  );
}
