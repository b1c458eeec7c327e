// What a host starts in place of a wrapped server: relays its messages to the desk and back, byte for byte. Plain Node, no
// dependencies: the text of this file is written into the profile. If the desk is not running it is started; where that
// fails each request gets one clear error.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** As in `greeting.ts`. */
const RELAY_VERSION = 1;
/** How long the desk may take to start, and how often it is tried meanwhile. */
const START_MS = 20_000;
const RETRY_MS = 100;
/** The argument with which this script starts the desk and ends. */
const START_DESK = "--start-desk";
/** How much is read at once. */
const CHUNK_BYTES = 64 * 1024;

/**
 * The desk's end of the connection. It is read into one buffer, which `take` has until it returns true or the connection is
 * resumed: a buffer for each chunk would pile up until they are collected.
 * @typedef {{ connection: import("node:net").Socket, take: (chunk: Buffer) => boolean }} DeskEnd
 */

/**
 * @param {string} socket
 * @returns {Promise<DeskEnd | null>}
 */
function tryDesk(socket) {
  return new Promise((resolve) => {
    const buffer = Buffer.alloc(CHUNK_BYTES);
    /** @param {number} bytes */
    const callback = (bytes) => end.take(buffer.subarray(0, bytes));
    const connection = connect({ path: socket, onread: { buffer, callback } });
    /** @type {DeskEnd} */
    const end = { connection, take: () => true };
    connection.once("connect", () => resolve(end));
    connection.once("error", () => resolve(null));
  });
}

/** @param {import("./greeting.ts").DeskFile} desk */
async function reachDesk({ socket, start }) {
  const running = await tryDesk(socket);
  if (running !== null || start === null) return running;
  if (!(await startDetached())) return null;
  for (const until = Date.now() + START_MS; Date.now() < until;) {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    const end = await tryDesk(socket);
    if (end !== null) return end;
  }
  return null;
}

/**
 * Starts the desk so that it outlives this relay and the host: a host may kill not only the relay's group but all its
 * descendants. The process between the two ends at once, so the desk has none of them as its parent.
 * @returns {Promise<boolean>} False if it could not be started.
 */
function startDetached() {
  return new Promise((resolve) => {
    const args = [fileURLToPath(import.meta.url), START_DESK];
    const between = spawn(process.execPath, args, {
      detached: true,
      stdio: "ignore",
      windowsHide: true,
    });
    between.once("error", () => resolve(false));
    between.once("exit", (code) => resolve(code === 0));
  });
}

/**
 * The process between relay and desk.
 * @param {import("./greeting.ts").DeskFile} desk
 */
function startDesk({ start }) {
  if (start === null) process.exit(1);
  const started = spawn(start.command, start.args, {
    detached: true,
    stdio: "ignore",
    env: start.env,
    windowsHide: true,
  });
  started.once("error", () => process.exit(1));
  started.once("spawn", () => process.exit(0));
}

/**
 * The desk's first line, and what follows it. The connection is paused then.
 * @param {DeskEnd} desk
 * @returns {Promise<{ answer: import("./greeting.ts").DeskAnswer, rest: Buffer }>}
 */
function answerOf(desk) {
  return new Promise((resolve) => {
    let line = Buffer.alloc(0);
    const message = "Countersign ended before it took the connection.";
    const gone = () => resolve({ answer: { ok: false, message }, rest: Buffer.alloc(0) });
    desk.connection.once("close", gone);
    desk.connection.on("error", () => {});
    desk.take = (chunk) => {
      line = Buffer.concat([line, chunk]);
      const end = line.indexOf(0x0a);
      if (end === -1) return true;
      desk.connection.off("close", gone);
      const answer = JSON.parse(line.subarray(0, end).toString("utf8"));
      resolve({ answer, rest: line.subarray(end + 1) });
      return false;
    };
  });
}

/**
 * Answers every request of the host with this, and says it on stderr.
 * @param {string} message
 */
function refuse(message) {
  process.stderr.write(`${message}\n`);
  /** @param {string} line A message, or a batch of them. */
  const answer = (line) => {
    try {
      for (const { id, method } of [JSON.parse(line)].flat()) {
        if (id === undefined || method === undefined) continue;
        const error = { code: -32010, message };
        process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, error })}\n`);
      }
    } catch {
      // No JSON, so that nobody waits for an answer to it.
    }
  };
  let begun = "";
  // Not by readline, which also ends a line at U+2028.
  process.stdin.setEncoding("utf8").on("data", (text) => {
    const [first, ...more] = String(text).split("\n");
    const last = more.pop();
    begun += first;
    if (last === undefined) return;
    for (const line of [begun, ...more]) answer(line);
    begun = last;
  });
}

async function main() {
  const [, , id = "", ...names] = process.argv;
  const token = process.env["COUNTERSIGN_TOKEN"] ?? "";
  /** @type {import("./greeting.ts").DeskFile} */
  let desk;
  try {
    desk = JSON.parse(readFileSync(new URL("desk.json", import.meta.url), "utf8"));
  } catch {
    refuse(
      "Countersign's profile is gone from this machine. Undo the change of this host's config.",
    );
    return;
  }
  if (id === START_DESK) {
    startDesk(desk);
    return;
  }
  const end = await reachDesk(desk);
  if (end === null) {
    refuse(
      "Countersign is not running and could not be started. Start it, then restart this agent.",
    );
    return;
  }
  // What the host has filled in. The desk takes only names that the user approved.
  const env = Object.fromEntries(
    names.filter((name) => name in process.env).map((name) => [name, process.env[name]]),
  );
  const greeting = { relay: RELAY_VERSION, id, token, folder: process.cwd(), env };
  const { connection } = end;
  connection.write(`${JSON.stringify(greeting)}\n`);
  const { answer, rest } = await answerOf(end);
  if (!answer.ok) {
    connection.destroy();
    refuse(answer.message);
    return;
  }
  // Either end ends the other: the server's processes end with the connection.
  connection.on("close", () => process.exit(0));
  process.stdout.on("error", () => process.exit(0));
  process.stdin.pipe(connection);
  end.take = (chunk) => {
    process.stdout.write(chunk, () => connection.resume());
    return false;
  };
  end.take(rest);
}

await main();
