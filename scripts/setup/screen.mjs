// Finds a screen for windows: the present one, else a virtual one that lives as long as the process.
import { spawn } from "node:child_process";
import process from "node:process";
import { SetupError } from "./say.mjs";
import { needsVirtualScreen } from "./system.mjs";

const START_TIMEOUT_MS = 20_000;

/**
 * @typedef {object} Screen
 * @property {Record<string, string>} env what a program needs to find the screen
 * @property {boolean} virtual nobody sees it
 * @property {() => void} close
 */

/**
 * A screen for Electron. The virtual one is its own Xvfb (not xvfb-run): so signals reach Electron alone, which
 * can then quit in its own way while its screen still exists.
 * @param {{ wayland?: boolean }} [options] wayland: the screen of a Wayland session will do
 * @returns {Promise<Screen>}
 * @throws {SetupError} when Xvfb does not start
 */
export async function openScreen({ wayland = false } = {}) {
  if (!needsVirtualScreen({ wayland })) return { env: {}, virtual: false, close: () => undefined };
  const args = ["-displayfd", "3", "-screen", "0", "1600x1000x24", "-nolisten", "tcp"];
  const server = spawn("Xvfb", args, {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
    // A separate group: a Ctrl+C of the terminal would otherwise take the screen away under the app.
    detached: true,
  });
  const stop = () => {
    server.kill("SIGTERM");
  };
  process.on("exit", stop);
  const display = await displayNumber(server).catch((error) => {
    stop();
    throw error;
  });
  return { env: { DISPLAY: `:${display}` }, virtual: true, close: stop };
}

/**
 * Screens for programs that run at the same time: each has its own clipboard and focus. An existing screen is
 * the only one.
 * @param {number} count
 * @returns {Promise<{ displays: string[], virtual: boolean, close: () => void }>} displays: values for `DISPLAY`,
 *   empty where the system's own screen is used
 */
export async function openScreens(count) {
  if (!needsVirtualScreen({ wayland: false }))
    return { displays: [], virtual: false, close: () => undefined };
  const screens = await Promise.all(Array.from({ length: count }, () => openScreen()));
  return {
    displays: screens.map(({ env }) => env["DISPLAY"] ?? ""),
    virtual: true,
    close: () => screens.forEach(({ close }) => close()),
  };
}

/**
 * @param {import("node:child_process").ChildProcess} server
 * @returns {Promise<string>} the free display that Xvfb chose
 */
function displayNumber(server) {
  return new Promise((resolve, reject) => {
    const fail = (/** @type {string} */ why) =>
      reject(new SetupError(`The virtual screen (Xvfb) did not start: ${why}.`));
    const timer = setTimeout(
      () => fail(`no answer in ${START_TIMEOUT_MS / 1000} s`),
      START_TIMEOUT_MS,
    );
    let text = "";
    server.stdio[3]?.on("data", (chunk) => {
      text += chunk;
      if (!text.includes("\n")) return;
      clearTimeout(timer);
      resolve(text.trim());
    });
    server.on("error", (error) => fail(error.message));
    server.on("exit", (code) => fail(`exit code ${code}`));
  });
}

/**
 * Switches for Electron that belong to the machine, not to the app. Chromium refuses its sandbox to root: only
 * launchers of this repository ever lift it, and only then. On a virtual screen there is neither a graphics card nor
 * a session bus (and in a container little shared memory), and Chromium's messages about that would bury the rest.
 * It is an X11 screen: from 38 on Electron would look for a Wayland session first.
 * @param {{ virtual: boolean }} screen
 */
export function machineSwitches({ virtual }) {
  const root = process.platform === "linux" && process.getuid?.() === 0;
  return [
    ...(root ? ["--no-sandbox"] : []),
    ...(virtual ? ["--ozone-platform=x11", "--disable-gpu", "--log-level=3"] : []),
    ...(virtual ? ["--disable-dev-shm-usage"] : []),
  ];
}
