// A stdio MCP server controlled by a test: it passes what its client writes to the test,
// and writes what the test sends. `node puppet.mjs PORT` (the test listens on the loopback).
import { closeSync } from "node:fs";
import net from "node:net";
import process from "node:process";
import readline from "node:readline";

const socket = net.connect(Number(process.argv[2]), "127.0.0.1");
socket.setNoDelay(true);

process.stdin.on("data", (chunk) => socket.write(chunk));
process.stdin.on("end", () => socket.end());
// The client closes: the test sees the closed socket, the process exits.
socket.on("close", () => process.exit(0));
socket.on("error", () => process.exit(1));

/**
 * @param {{ out?: string, bytes?: string, err?: string, exit?: number, signal?: string, closeOut?: true, closeIn?: true }} order
 */
function obey(order) {
  if (order.out !== undefined) process.stdout.write(order.out);
  if (order.bytes !== undefined) process.stdout.write(Buffer.from(order.bytes, "base64"));
  if (order.signal !== undefined) process.kill(process.pid, order.signal);
  if (order.err !== undefined) process.stderr.write(order.err);
  if (order.closeOut) process.stdout.end();
  if (order.closeIn) {
    process.stdin.destroy();
    // libuv leaves the first three open.
    closeSync(0);
  }
  if (order.exit !== undefined) process.exit(order.exit);
}

readline
  .createInterface({ input: socket, crlfDelay: Infinity })
  .on("line", (line) => obey(JSON.parse(line)));
