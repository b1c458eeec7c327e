// Knows the system packages that Electron, a virtual screen and the tests need on Debian and its relatives.
import { readFileSync } from "node:fs";
import process from "node:process";
import { must, onPath, run } from "./run.mjs";
import { SetupError, say, secondsSince } from "./say.mjs";

/** Each need by its names: newer releases renamed some packages (64-bit time_t), either serves. */
const LIBRARIES = [
  ["libgtk-3-0", "libgtk-3-0t64"],
  ["libnss3"],
  ["libasound2", "libasound2t64"],
  ["libgbm1"],
  ["libxss1"],
  ["libatk-bridge2.0-0", "libatk-bridge2.0-0t64"],
  ["libdrm2"],
  ["libcups2", "libcups2t64"],
];
const SCREEN = [["xvfb"], ["xauth"]];
/** Tests and screenshots show Chinese and emoji; without these fonts they would show boxes. */
const FONTS = [["fonts-noto-cjk"], ["fonts-noto-color-emoji"]];

function isDebianLike() {
  try {
    return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync("/etc/os-release", "utf8"));
  } catch {
    return false;
  }
}

/** Whether no screen is there to show a window on. */
export function needsVirtualScreen() {
  return process.platform === "linux" && !process.env["DISPLAY"] && !process.env["WAYLAND_DISPLAY"];
}

/**
 * The needs of which no name is installed.
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
 * For each need the name that this release has.
 * @param {string[][]} needs
 */
async function offered(needs) {
  const { stdout } = await run("apt-cache", ["policy", ...needs.flat()], { env: { LC_ALL: "C" } });
  const known = new Set(
    [...stdout.matchAll(/^(\S+):\n(?:.*\n)*? {2}Candidate: (?!\(none\))/gm)].map(
      (match) => match[1],
    ),
  );
  return needs.map((names) => names.find((name) => known.has(name)) ?? names[0] ?? "");
}

/**
 * Installs Debian packages as root; otherwise says the exact line and stops.
 * @param {string[]} names
 * @param {string} why the beginning of the sentence
 * @throws {SetupError}
 */
export async function installPackages(names, why) {
  const line = `apt-get install -y --no-install-recommends ${names.join(" ")}`;
  if (process.getuid?.() !== 0 || !onPath("apt-get")) {
    throw new SetupError(`${why}; please run this line, then start again:\n    sudo ${line}`);
  }
  say(`${why}: installing ${names.join(" ")} …`);
  const startMs = performance.now();
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const lock = ["-o", "DPkg::Lock::Timeout=300"];
  await must("apt-get update", "apt-get", ["update", "-q", ...lock], { env });
  const chosen = await offered(names.map((name) => [name, `${name}t64`]));
  const install = ["install", "-y", "-q", "--no-install-recommends", ...lock, ...chosen];
  await must("apt-get install", "apt-get", install, { env });
  say(`System packages installed in ${secondsSince(startMs)}.`);
}

/**
 * Sees to it that Electron can start here.
 * @param {{ forTests: boolean, executable: string }} options
 * @throws {SetupError} with the line to run, where it cannot be done from here
 */
export async function ensureSystem({ forTests, executable }) {
  if (process.platform !== "linux") return;
  if (!isDebianLike()) {
    await explainMissingLibraries(executable);
    return;
  }
  const screen = needsVirtualScreen() || forTests ? SCREEN : [];
  const missing = await missingOf([...LIBRARIES, ...screen, ...(forTests ? FONTS : [])]);
  if (missing.length === 0) return;
  const first = missing.map((names) => names[0] ?? "");
  await installPackages(first, "Electron and its tests need system packages that lack here");
}

/**
 * Other Linux systems: their package names are not ours to know, the missing libraries are.
 * @param {string} executable
 */
async function explainMissingLibraries(executable) {
  const { stdout } = await run("ldd", [executable]);
  const lacking = [...stdout.matchAll(/^\s*(\S+) => not found/gm)].map((match) => match[1]);
  if (needsVirtualScreen() && !onPath("xvfb-run")) lacking.push("xvfb-run");
  if (lacking.length > 0) {
    throw new SetupError(
      `Electron needs what this system lacks: ${lacking.join(", ")}. Please install it, then start again.`,
    );
  }
}
