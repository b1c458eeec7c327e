// Set-up's output: one line a step, so that a wait is explained, and a run without work is quiet.
import process from "node:process";

/** A set-up step that cannot go on. The message is a whole sentence for the user at the console. */
export class SetupError extends Error {}

/**
 * Prints one progress line.
 * @param {string} text
 */
export function say(text) {
  process.stdout.write(`[set-up] ${text}\n`);
}

/**
 * Prints a prominent block: a rule above and below.
 * @param {string[]} lines
 */
export function sayLoud(lines) {
  const rule = "=".repeat(Math.min(100, Math.max(...lines.map((line) => line.length))));
  process.stdout.write(["", rule, ...lines, rule, "", ""].join("\n"));
}

/**
 * Seconds since `startMs`, with one decimal.
 * @param {number} startMs from `performance.now()`
 */
export function secondsSince(startMs) {
  return `${((performance.now() - startMs) / 1000).toFixed(1)} s`;
}
