#!/usr/bin/env node
// `countersign`: the window, in the Electron that was installed beside it; or a command, on this Node without Electron.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import process from "node:process";

const NODE_LEAST = 22;

const require = createRequire(import.meta.url);
const folder = path.resolve(import.meta.dirname, "..");

/** @param {string} name a built entry */
const load = (name) => require(path.join(folder, "out/main", name));
const [command, ...rest] = process.argv.slice(2);

if (Number(process.versions.node.split(".", 1)[0]) < NODE_LEAST) {
  process.stderr.write(
    `Node ${process.versions.node} is too old: countersign needs ${NODE_LEAST}.\n`,
  );
  process.exit(2);
}
if (command === "verify") {
  const { verifyCommand } = load("verify.js");
  const print = (/** @type {string} */ text) => void process.stdout.write(text);
  process.exitCode = await verifyCommand(rest, process.env, print);
} else if (command === undefined || isForWindow(command)) {
  openWindow();
} else {
  // It says so of a command that it does not know.
  load("headless.js");
}

/**
 * An option of the window, or a link to a request.
 * @param {string} word
 */
function isForWindow(word) {
  return word.startsWith("countersign:") || (word.startsWith("-") && !/^(-h|--help)$/.test(word));
}

function openWindow() {
  /** @type {string} */
  let electron;
  try {
    electron = require("electron");
  } catch (error) {
    process.stderr.write(`Electron cannot be loaded, and the window needs it: ${error}\n`);
    process.exitCode = 1;
    return;
  }
  const child = spawn(electron, [folder, ...process.argv.slice(2)], { stdio: "inherit" });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => child.kill(signal));
  }
  child.once("error", (error) => {
    process.stderr.write(`The window cannot be opened: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.once("exit", (code) => {
    process.exitCode = code ?? 1;
  });
}
