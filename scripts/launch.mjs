// `npm start`: builds when the sources changed, then opens the app. Arguments go through to it:
//   npm start -- --config servers.json --user-data-dir ~/countersign-trial
import { spawn } from "node:child_process";
import process from "node:process";
import { runtime } from "./runtime.mjs";
import { build, isBuilt, warnAboutOldNode } from "./setup/build.mjs";
import { modelsDir, root } from "./setup/paths.mjs";
import { SetupError } from "./setup/say.mjs";
import { openScreen, machineSwitches } from "./setup/screen.mjs";

/** Signals within this time are one key press. */
const SAME_KEY_MS = 500;

const noScreen = { env: {}, virtual: false, close: () => undefined };

/** @param {string} text */
const say = (text) => process.stdout.write(`[start] ${text}\n`);

/** @returns {Promise<boolean>} */
async function builtOrBuild() {
  if (await isBuilt()) return true;
  say("Building (out/ is not of these sources) …");
  const startMs = performance.now();
  const { ok, output } = await build({ show: false });
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
  say(ok ? `Built in ${seconds} s.` : `${output}\nThe build failed.`);
  return ok;
}

/** Opens the app and stays until it ends; its exit code becomes this one's. */
async function open() {
  const { executable } = await runtime();
  // `npm start -- verify FILE` opens no window.
  const screen = process.argv[2] === "verify" ? noScreen : await openScreen({ wayland: true });
  if (screen.virtual)
    say("No display here: the window opens on a virtual screen, where nobody sees it.");
  if (screen !== noScreen) say("Opening Countersign; Ctrl+C ends it, a second Ctrl+C at once.");
  const models = process.env["COUNTERSIGN_MODELS_DIR"] ?? modelsDir;
  const child = spawn(executable, [...machineSwitches(screen), root, ...process.argv.slice(2)], {
    cwd: process.env["INIT_CWD"] ?? root,
    env: { ...process.env, ...screen.env, COUNTERSIGN_MODELS_DIR: models },
    stdio: ["ignore", "inherit", "inherit"],
    // A separate group: a Ctrl+C of the terminal arrives here first and is passed on once, to the app alone.
    detached: process.platform !== "win32",
  });
  /** @type {number | null} */
  let askedAtMs = null;
  const end = () => {
    // One Ctrl+C arrives twice, from the terminal and from npm: only a later one is a second.
    if (askedAtMs === null) {
      askedAtMs = performance.now();
      child.kill("SIGTERM");
    } else if (performance.now() - askedAtMs > SAME_KEY_MS) child.kill("SIGKILL");
  };
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, end);
  }
  child.on("error", (error) => {
    say(`The app could not be started: ${error.message}`);
    screen.close();
    process.exitCode = 1;
  });
  child.on("exit", (code) => {
    screen.close();
    process.exitCode = askedAtMs === null ? (code ?? 1) : 0;
  });
}

warnAboutOldNode();
try {
  if (await builtOrBuild()) await open();
  else process.exitCode = 1;
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  say(error.message);
  process.exitCode = 1;
}
