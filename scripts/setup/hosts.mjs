// Installs the hosts that the gateway is tested with: their own programs from npm, pinned, each in a folder of the cache.
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { cacheDir } from "./paths.mjs";
import { must, npm } from "./run.mjs";
import { say, secondsSince } from "./say.mjs";

/** By program. Install scripts are not run, except those of `FINISH`, which put a host's own binary in place. */
const HOSTS = {
  opencode: "opencode-ai@1.18.33",
  codex: "@openai/codex@0.171.0",
  claude: "@anthropic-ai/claude-code@2.1.332",
  copilot: "@github/copilot@1.0.102",
  gemini: "@google/gemini-cli@0.61.0",
  qwen: "@qwen-code/qwen-code@0.24.4",
};
/** @type {Partial<Record<HostName, string>>} */
const FINISH = {
  opencode: "opencode-ai/postinstall.mjs",
  claude: "@anthropic-ai/claude-code/install.cjs",
};

/** @typedef {keyof typeof HOSTS} HostName */

/**
 * @param {string} name
 * @returns {name is HostName}
 */
const isHost = (name) => Object.hasOwn(HOSTS, name);

/** @param {HostName} name */
const folderOf = (name) => path.join(cacheDir, "hosts", HOSTS[name].replaceAll(/[@/]/g, "-"));

/**
 * The program of a host, installed or not.
 * @param {string} name
 */
export function hostBinary(name) {
  if (!isHost(name)) throw new Error(`no host ${name}`);
  return path.join(folderOf(name), "node_modules/.bin", name);
}

/**
 * The pinned version of a host.
 * @param {HostName} name
 */
export const hostVersion = (name) => HOSTS[name].slice(HOSTS[name].lastIndexOf("@") + 1);

/**
 * Installs what is missing.
 * @param {readonly HostName[]} names
 * @throws {import("./say.mjs").SetupError} when the registry is not to be had
 */
export async function ensureHosts(names) {
  if (process.platform === "win32") return;
  for (const name of names) {
    const folder = folderOf(name);
    const done = path.join(folder, "installed");
    if (existsSync(done)) continue;
    say(`Installing ${HOSTS[name]}, a host that the gateway is tested with …`);
    const startMs = performance.now();
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    const flags = ["--no-audit", "--no-fund", "--ignore-scripts", "--no-save"];
    await npm(`Installing ${name}`, ["install", "--prefix", folder, ...flags, HOSTS[name]], {
      cwd: folder,
    });
    const finish = FINISH[name];
    if (finish !== undefined) {
      const script = path.join(folder, "node_modules", finish);
      await must(`Finishing ${name}`, process.execPath, [script], { cwd: path.dirname(script) });
    }
    // Last, so that an interrupted run leaves nothing that looks finished.
    await writeFile(done, "");
    say(`${name} installed in ${secondsSince(startMs)}.`);
  }
}
