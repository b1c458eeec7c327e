// `npm run dev`: the app from its sources. A change of the window is on screen at once, a change of main or preload
// restarts the app. Arguments go through to it, as with `npm start`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import process from "node:process";
import { resolveConfig } from "electron-vite";
import { build, createServer } from "vite";
import { runtime } from "./runtime.mjs";
import { modelsDir, root } from "./setup/paths.mjs";
import { machineSwitches, openScreen } from "./setup/screen.mjs";

/** How long the app may take to quit before a new one starts, in milliseconds. */
const END_MS = 5000;

/** @param {string} text */
const say = (text) => process.stdout.write(`[dev] ${text}\n`);

// out/ has a development build from now on: `npm start` builds again.
await rm(path.join(root, "out/.built-from"), { force: true });
const screen = await openScreen();
if (screen.virtual) say("No display here: the window opens on a virtual screen.");
const { executable } = await runtime();
const { config } = await resolveConfig(
  { configFile: path.join(root, "electron.config.ts"), root },
  "serve",
  "development",
);
if (config?.main === undefined || config.preload === undefined || config.renderer === undefined) {
  throw new Error("electron.config.ts lacks main, preload or renderer");
}

const port = await freePort();
// The window loads from app://, which main fetches from here; hot reload has its own socket.
const server = await createServer({
  ...config.renderer,
  server: {
    host: "127.0.0.1",
    port,
    strictPort: true,
    hmr: { protocol: "ws", host: "127.0.0.1", clientPort: port },
  },
});
await server.listen();

/** @returns {Promise<number>} */
async function freePort() {
  const probe = net.createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const found = probe.address();
  probe.close();
  await once(probe, "close");
  return typeof found === "object" && found !== null ? found.port : 0;
}

/** @type {import("node:child_process").ChildProcess | null} */
let app = null;
let ending = false;

function start() {
  const args = [...machineSwitches(screen), root, ...process.argv.slice(2)];
  app = spawn(executable, args, {
    cwd: process.env["INIT_CWD"] ?? root,
    env: {
      ...process.env,
      ...screen.env,
      COUNTERSIGN_MODELS_DIR: process.env["COUNTERSIGN_MODELS_DIR"] ?? modelsDir,
      COUNTERSIGN_DEV_SERVER: `http://127.0.0.1:${port}`,
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  app.once("exit", () => {
    if (!restarting) void end();
  });
}

let restarting = false;
async function restart() {
  if (restarting || ending) return;
  restarting = true;
  await endApp();
  start();
  restarting = false;
}

/** One app a profile: the next one starts when this one has ended. */
async function endApp() {
  if (app === null || app.exitCode !== null || app.signalCode !== null) return;
  const exited = once(app, "exit");
  app.kill("SIGTERM");
  const late = setTimeout(() => app?.kill("SIGKILL"), END_MS);
  await exited;
  clearTimeout(late);
}

async function end() {
  if (ending) return;
  ending = true;
  await endApp();
  screen.close();
  process.exit();
}
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.on(signal, () => void end());
}

/**
 * Builds, and again after each change; resolves after the first time.
 * @param {import("vite").InlineConfig} part
 * @param {string} name
 */
function watch(part, name) {
  return new Promise((resolve) => {
    void build({ ...part, build: { ...part.build, watch: {} }, logLevel: "warn" }).then(
      (watcher) => {
        if (!("on" in watcher)) throw new Error("Vite does not watch");
        watcher.on("event", (event) => {
          if (event.code === "ERROR") say(`${name}: ${event.error.message}`);
          if (event.code !== "BUNDLE_END") return;
          void event.result.close();
          if (app === null) resolve(undefined);
          else {
            say(`${name} changed: the app starts anew.`);
            void restart();
          }
        });
      },
    );
  });
}

await watch(config.preload, "preload");
await watch(config.main, "main");
say(`The window's sources are served from port ${port}; Ctrl+C ends all of it.`);
start();
