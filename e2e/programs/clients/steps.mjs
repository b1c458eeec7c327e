// What every client program does, in this order: it prints a line of JSON for each step, `got` or `error`.
import { once } from "node:events";
import process from "node:process";

/** @typedef {{ baseUrl: string, token: string, retries?: number }} Access */

/** @param {string} kind of the program at the desk: WATCHED, HELD, LIMITED or BUDGET */
export const accessOf = (kind) => ({
  openaiUrl: process.env["OPENAI_BASE_URL"] ?? "",
  anthropicUrl: process.env["ANTHROPIC_BASE_URL"] ?? "",
  token: process.env[`${kind}_TOKEN`] ?? "",
});

/**
 * @param {string} name
 * @param {Record<string, () => Promise<unknown>>} steps
 */
export async function runSteps(name, steps) {
  for (const [step, act] of Object.entries(steps)) {
    const line = await act().then(
      (got) => ({ got }),
      (error) => ({ error: String(error?.stack ?? error).slice(0, 600) }),
    );
    process.stdout.write(`${JSON.stringify({ client: name, step, ...line })}\n`);
  }
}

/**
 * The error that a call has to end with.
 * @param {Promise<unknown>} call
 */
export async function refused(call) {
  const error = await call.then(
    (got) => {
      throw new Error(`it was not refused: ${JSON.stringify(got).slice(0, 200)}`);
    },
    (/** @type {any} */ thrown) => thrown,
  );
  const last = error?.lastError ?? error;
  const body = JSON.stringify(last?.responseBody ?? last?.error ?? "");
  return { status: last?.status ?? last?.statusCode, body, message: String(last?.message) };
}

/** The prompt of a request that its program leaves while it is held. */
export const LEAVE = "Leave me.";

/**
 * Hangs up on a call without a stream once the runner, over the standard input, says that it is held.
 * @param {(signal: AbortSignal) => Promise<unknown>} ask
 */
export async function leftWhileHeld(ask) {
  const leave = new AbortController();
  const call = ask(leave.signal);
  const isHeld = once(process.stdin, "data").then(() => leave.abort());
  const ended = await Promise.race([call, isHeld.then(() => call)]).then(
    (got) => `it got ${JSON.stringify(got).slice(0, 200)}`,
    (error) => (leave.signal.aborted ? "cancelled" : String(error)),
  );
  process.stdin.destroy();
  return ended;
}
