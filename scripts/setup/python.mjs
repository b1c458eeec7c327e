// Installs the Python programs that the tests talk to: one virtual environment each, with every package pinned.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { cacheDir, root } from "./paths.mjs";
import { must, run } from "./run.mjs";
import { say, secondsSince } from "./say.mjs";
import { ensurePackage } from "./system.mjs";

/** Where those are that lie in another folder than e2e/interop/servers. @type {Record<string, string>} */
const ELSEWHERE = { litellm: "e2e/bench/endpoint", programs: "e2e/programs" };

/** @param {string} name */
export const environmentDir = (name) => path.join(cacheDir, "interop", name);
/** @param {string} name */
const stampFile = (name) => path.join(environmentDir(name), ".countersign-requirements");

/** @param {string} name */
async function wanted(name) {
  const folder = ELSEWHERE[name] ?? path.join("e2e/interop/servers", name);
  const file = path.join(root, folder, "requirements.txt");
  const text = await readFile(file, "utf8");
  return { file, hash: createHash("sha256").update(text).digest("hex") };
}

/** Whether this machine's Python can make an environment with pip in it; Debian packages that separately. */
async function makesEnvironments() {
  const { code } = await run("python3", ["-c", "import ensurepip, venv"]);
  return code === 0;
}

/** @param {string} name */
async function isReady(name) {
  const { hash } = await wanted(name);
  const stamp = await readFile(stampFile(name), "utf8").catch(() => "");
  return stamp === hash && existsSync(path.join(environmentDir(name), "bin/python"));
}

/**
 * Makes the environments that are missing, or not as pinned. The stamp is written last, so an interrupted run leaves
 * nothing that looks finished.
 * @param {readonly string[]} names
 * @throws {import("./say.mjs").SetupError} when Python or its registry is not to be had
 */
export async function ensurePython(names) {
  if (process.platform === "win32") return;
  const ready = await Promise.all(names.map(isReady));
  const missing = names.filter((_name, index) => !ready[index]);
  if (missing.length === 0) return;
  if (!(await makesEnvironments())) await ensurePackage("python3-venv");
  say("Installing Python programs that the tests talk to …");
  const startMs = performance.now();
  await Promise.all(missing.map(make));
  say(`Python programs installed in ${secondsSince(startMs)}.`);
}

/** @param {string} name */
async function make(name) {
  const { file, hash } = await wanted(name);
  const dir = environmentDir(name);
  await rm(dir, { recursive: true, force: true });
  await must("Making a Python environment", "python3", ["-m", "venv", dir]);
  // Nothing is resolved here: the file names every package, so a new release changes nothing.
  // Most of it is never imported, so nothing is compiled ahead.
  const options = ["--quiet", "--no-compile", "--disable-pip-version-check", "--no-deps"];
  await must("Installing Python packages", path.join(dir, "bin/python"), [
    "-m",
    "pip",
    "install",
    ...options,
    "--requirement",
    file,
  ]);
  await writeFile(stampFile(name), hash);
}
