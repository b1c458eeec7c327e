// The system packages that Electron, a virtual screen and the tests need on Debian and its relatives.
import { readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { must, onPath, run } from "./run.mjs";
import { SetupError, say, secondsSince } from "./say.mjs";

/** What Electron is linked to. Each need by its names: newer releases renamed some packages (64-bit time_t), either serves. */
export const LIBRARIES = [
  ["libgtk-3-0", "libgtk-3-0t64"],
  ["libnss3"],
  ["libasound2", "libasound2t64"],
  ["libgbm1"],
  ["libxss1"],
  ["libatk-bridge2.0-0", "libatk-bridge2.0-0t64"],
  ["libdrm2"],
  ["libcups2", "libcups2t64"],
  // llama.cpp computes on several processors through it.
  ["libgomp1"],
];
const SCREEN = [["xvfb"], ["xauth"]];
/** Tests and screenshots show Chinese and emoji; without these fonts they would show boxes. */
const FONTS = [["fonts-noto-cjk"], ["fonts-noto-color-emoji"]];
/** A keychain, on its own bus, for the test that encrypts the ledger (e2e/specs/record/key-store.spec.ts). */
const KEY_STORE = [
  ["gnome-keyring"],
  ["libsecret-1-0"],
  ["dbus-daemon", "dbus"],
  // It has `dbus-send`.
  ["dbus-bin", "dbus"],
];
/** The small local model comes from the Python registry. */
const PIP = [["python3-pip"]];

function isDebianLike() {
  try {
    return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync("/etc/os-release", "utf8"));
  } catch {
    return false;
  }
}

/**
 * Whether there is no screen to show a window on.
 * @param {{ wayland: boolean }} options wayland: that of a Wayland session will do, though no window has a place there
 */
export function needsVirtualScreen({ wayland }) {
  if (process.platform !== "linux" || process.env["DISPLAY"]) return false;
  return !wayland || !process.env["WAYLAND_DISPLAY"];
}

/**
 * The needs without an installed package.
 * @param {string[][]} needs
 */
async function missingOf(needs) {
  const { stdout } = await run("dpkg-query", [
    "--show",
    "--showformat=${Package} ${db:Status-Status}\n",
    ...needs.flat(),
  ]);
  const installed = new Set(
    stdout
      .split("\n")
      .filter((line) => line.endsWith(" installed"))
      .map((line) => line.split(" ")[0]),
  );
  return needs.filter((names) => !names.some((name) => installed.has(name)));
}

/**
 * Those of the packages that this release has.
 * @param {string[]} names
 */
async function known(names) {
  const { stdout } = await run("apt-cache", ["policy", ...names], { env: { LC_ALL: "C" } });
  const found = stdout.matchAll(/^(\S+):\n(?:.*\n)*? {2}Candidate: (?!\(none\))/gm);
  return new Set([...found].map((match) => match[1]));
}

/**
 * For each need the package's name in this release.
 * @param {string[][]} needs
 */
async function offered(needs) {
  const here = await known(needs.flat());
  return needs.map((names) => names.find((name) => here.has(name)) ?? names[0] ?? "");
}

/**
 * Installs Debian packages as root; otherwise prints the exact command and stops.
 * @param {string[][]} needs
 * @throws {SetupError}
 */
async function install(needs) {
  const asRoot = process.getuid?.() === 0;
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const lock = ["-o", "DPkg::Lock::Timeout=300"];
  const startMs = performance.now();
  if (asRoot) await must("apt-get update", "apt-get", ["update", "-q", ...lock], { env });
  const names = await offered(needs);
  if (!asRoot) {
    throw new SetupError(
      "Some system packages lack here. Please run this line, then start again:\n" +
        `    sudo apt-get install -y --no-install-recommends ${names.join(" ")}`,
    );
  }
  say(`Some system packages lack here; installing ${names.join(" ")} …`);
  const options = ["-y", "-q", "--no-install-recommends", ...lock];
  await must("apt-get install", "apt-get", ["install", ...options, ...names], { env });
  say(`System packages installed in ${secondsSince(startMs)}.`);
}

/**
 * Ensures a Debian package, where this release has it.
 * @param {string} name
 * @returns {Promise<boolean>} false: it is not to be had here
 * @throws {SetupError} with the line to run, where it cannot be installed from here
 */
export async function ensurePackage(name) {
  if (process.platform !== "linux" || !isDebianLike()) return false;
  if ((await missingOf([[name]])).length === 0) return true;
  if (process.getuid?.() === 0) await must("apt-get update", "apt-get", ["update", "-q"]);
  if ((await known([name])).size === 0) return false;
  await install([[name]]);
  return true;
}

/**
 * Whatever keeps Electron from starting here and cannot be installed, in words.
 * @param {string} executable
 */
export async function explainSystem(executable) {
  if (process.platform !== "linux") return;
  if (!isDebianLike()) await explainMissingLibraries(executable);
  await explainSandbox(executable);
}

/**
 * Installs what Electron, the model's download and the tests need, on Debian and its relatives.
 * @param {{ forTests: boolean, forModel: boolean }} options
 * @throws {SetupError} with the line to run, where it cannot be done from here
 */
export async function ensurePackages({ forTests, forModel }) {
  if (process.platform !== "linux" || !isDebianLike()) return;
  const missing = await missingOf([
    ...LIBRARIES,
    ...(needsVirtualScreen({ wayland: true }) || forTests ? SCREEN : []),
    ...(forTests ? [...FONTS, ...KEY_STORE] : []),
    ...(forModel && !onPath("pip3") ? PIP : []),
  ]);
  if (missing.length > 0) await install(missing);
}

/**
 * Chromium isolates a page by a user namespace of the kernel, or where that is forbidden (Ubuntu 24.04, some
 * containers) by a helper that belongs to root. It is never started without either.
 * @param {string} executable
 */
async function explainSandbox(executable) {
  if (process.getuid?.() === 0) return;
  const helper = path.join(path.dirname(executable), "chrome-sandbox");
  const found = await stat(helper).catch(() => null);
  if (found === null || (found.uid === 0 && (found.mode & 0o4000) !== 0)) return;
  const { code } = await run("unshare", ["--user", "true"]);
  if (code === 0 || code === 127) return;
  throw new SetupError(
    "This system allows no user namespaces, so Chromium's sandbox needs its helper. Please run these lines, then start " +
      `again:\n    sudo chown root:root '${helper}'\n    sudo chmod 4755 '${helper}'`,
  );
}

/**
 * Other Linux systems: their package names are not known here, the missing libraries are.
 * @param {string} executable
 */
async function explainMissingLibraries(executable) {
  const { stdout } = await run("ldd", [executable]);
  const lacking = [...stdout.matchAll(/^\s*(\S+) => not found/gm)].map((match) => match[1]);
  if (needsVirtualScreen({ wayland: true }) && !onPath("xvfb-run")) lacking.push("xvfb-run");
  if (lacking.length > 0) {
    throw new SetupError(
      `Electron needs what this system lacks: ${lacking.join(", ")}. Please install it, then start again.`,
    );
  }
}
