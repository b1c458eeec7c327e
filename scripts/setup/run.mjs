// Starts other programs for set-up: never through a shell, stdin closed, failures reported with their output.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { SetupError } from "./say.mjs";

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {Record<string, string | undefined>} [env] added to this process's own
 * @property {number} [priority] of the program and what it starts, as os.setPriority takes it
 * @property {boolean} [show] output goes to the console instead of being collected
 */

/**
 * Runs a program to its end.
 * @param {string} file
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, stdout: string, output: string }>} code 127 when it cannot be started
 */
export function run(file, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      stdio: ["ignore", options.show ? "inherit" : "pipe", options.show ? "inherit" : "pipe"],
    });
    if (options.priority !== undefined && child.pid !== undefined) {
      setPriority(child.pid, options.priority);
    }
    let stdout = "";
    let output = "";
    child.stdout?.on("data", (chunk) => {
      stdout += chunk;
      output += chunk;
    });
    child.stderr?.on("data", (chunk) => {
      output += chunk;
    });
    child.on("error", (error) => resolve({ code: 127, stdout, output: error.message }));
    child.on("close", (code, signal) =>
      resolve({
        code: code ?? 1,
        stdout,
        output: signal ? `${output}\nkilled by ${signal}` : output,
      }),
    );
  });
}

/**
 * Where the system does not allow it, or the program has ended already, nothing changes.
 * @param {number} pid
 * @param {number} priority
 */
function setPriority(pid, priority) {
  try {
    os.setPriority(pid, priority);
  } catch {
    // Only slower for others.
  }
}

/**
 * Runs a program that has to succeed.
 * @param {string} what names the step in the error
 * @param {string} file
 * @param {string[]} args
 * @param {RunOptions} [options]
 */
export async function must(what, file, args, options) {
  const result = await run(file, args, options);
  if (result.code !== 0) {
    const tail = result.output.trim().split("\n").slice(-25).join("\n");
    throw new SetupError(
      `${what} failed (exit code ${result.code}): ${[file, ...args].join(" ")}${tail ? `\n${tail}` : ""}`,
    );
  }
  return result.stdout;
}

/**
 * Runs npm: the one that started this script, otherwise the one on the path.
 * @param {string} what
 * @param {string[]} args
 * @param {RunOptions} [options]
 */
export function npm(what, args, options) {
  const started = process.env["npm_execpath"];
  if (started && /npm-cli\.[cm]?js$/.test(started)) {
    return must(what, process.execPath, [started, ...args], options);
  }
  return must(what, process.platform === "win32" ? "npm.cmd" : "npm", args, options);
}

/**
 * Whether a program is on the path.
 * @param {string} name
 */
export function onPath(name) {
  return (process.env["PATH"] ?? "")
    .split(path.delimiter)
    .some((dir) => dir !== "" && existsSync(path.join(dir, name)));
}
