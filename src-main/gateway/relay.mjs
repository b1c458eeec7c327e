// What a host starts in place of a wrapped server: relays its messages to the desk and back, byte for byte. Plain Node, no
// dependencies: the text of this file is written into the profile. If the desk is not running it is started; where that
// fails each request gets one clear error.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import process from "node:process";
import { createInterface } from "node:readline";

/** As in `greeting.ts`. */
const RELAY_VERSION = 1;
/** How long the desk may take to start, and how often it is tried meanwhile. */
const START_MS = 20_000;
const RETRY_MS = 100;

/**
 * @param {string} socket
 * @returns {Promise<import("node:net").Socket | null>}
 */
function tryDesk(socket) {
  return new Promise((resolve) => {
    const connection = connect(socket);
    connection.once("connect", () => resolve(connection));
    connection.once("error", () => resolve(null));
  });
}

/** @param {import("./greeting.ts").DeskFile} desk */
async function reachDesk({ socket, start }) {
  const running = await tryDesk(socket);
  if (running !== null || start === null) return running;
  const failed = new AbortController();
  const started = spawn(start.command, start.args, {
    detached: true,
    stdio: "ignore",
    env: start.env,
    windowsHide: true,
  });
  started.once("error", () => failed.abort());
  started.unref();
  for (const until = Date.now() + START_MS; Date.now() < until && !failed.signal.aborted;) {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    const connection = await tryDesk(socket);
    if (connection !== null) return connection;
  }
  return null;
}

/**
 * The desk's first line. What follows it stays in the socket.
 * @param {import("node:net").Socket} connection
 * @returns {Promise<import("./greeting.ts").DeskAnswer>}
 */
function answerOf(connection) {
  return new Promise((resolve) => {
    let line = Buffer.alloc(0);
    const gone = () =>
      resolve({ ok: false, message: "Countersign ended before it took the connection." });
    connection.once("close", gone);
    connection.on("error", () => {});
    /** @param {Buffer} chunk */
    function read(chunk) {
      line = Buffer.concat([line, chunk]);
      const end = line.indexOf(0x0a);
      if (end === -1) return;
      connection.pause();
      connection.off("data", read);
      connection.off("close", gone);
      if (line.length > end + 1) connection.unshift(line.subarray(end + 1));
      resolve(JSON.parse(line.subarray(0, end).toString("utf8")));
    }
    connection.on("data", read);
  });
}

/**
 * Answers every request of the host with this, and says it on stderr.
 * @param {string} message
 */
function refuse(message) {
  process.stderr.write(`${message}\n`);
  createInterface({ input: process.stdin }).on("line", (line) => {
    try {
      const { id, method } = JSON.parse(line);
      if (id === undefined || method === undefined) return;
      const error = { code: -32010, message };
      process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, error })}\n`);
    } catch {
      // No JSON, so that nobody waits for an answer to it.
    }
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
  const connection = await reachDesk(desk);
  if (connection === null) {
    refuse(
      "Countersign is not running and could not be started. Start it, then restart this host.",
    );
    return;
  }
  // What the host has filled in. The desk takes only names that the user approved.
  const env = Object.fromEntries(
    names.filter((name) => name in process.env).map((name) => [name, process.env[name]]),
  );
  const greeting = { relay: RELAY_VERSION, id, token, folder: process.cwd(), env };
  connection.write(`${JSON.stringify(greeting)}\n`);
  const answer = await answerOf(connection);
  if (!answer.ok) {
    connection.destroy();
    refuse(answer.message);
    return;
  }
  // Either end ends the other: the server's processes end with the connection.
  connection.on("close", () => process.exit(0));
  process.stdout.on("error", () => process.exit(0));
  process.stdin.pipe(connection);
  connection.pipe(process.stdout);
}

await main();
