// A hostile MCP server, by its mode: floods stderr, or lists tools endlessly.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [mode] = process.argv.slice(2);
/** @param {object} message */
const say = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
/** @param {string} name */
const tool = (name, description = "") => ({ name, description, inputSchema: { type: "object" } });
let page = 0;

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize") {
    const serverInfo = { name: mode, version: "1.0.0" };
    const capabilities = { tools: { listChanged: true } };
    say({ id, result: { protocolVersion: params.protocolVersion, capabilities, serverInfo } });
  }
  if (method === "notifications/initialized" && mode === "stderr") {
    spawn("yes", { stdio: ["ignore", 2, 2] });
  }
  if (method !== "tools/list") return;
  const tools = Array.from({ length: 100 }, (_, at) => tool(`t${page}-${at}`, "x".repeat(2000)));
  page += 1;
  if (mode === "lists") say({ id, result: { tools, nextCursor: String(page) } });
  else say({ id, result: { tools: [tool("work")] } });
});
