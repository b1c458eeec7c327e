// The least work for a flood: reads it and refuses every request, with no library and nothing kept.
// `node bare.mjs SERVER COUNT`; prints the server's report.
import { spawn } from "node:child_process";
import process from "node:process";
import readline from "node:readline";

const [script = "", count = "1"] = process.argv.slice(2);
const server = spawn(process.execPath, [script], { stdio: ["pipe", "pipe", "inherit"] });

/** @param {object} message */
const send = (message) => server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

readline.createInterface({ input: server.stdout, crlfDelay: Infinity }).on("line", (line) => {
  const { id, method, result } = JSON.parse(line);
  if (method !== undefined) return send({ id, error: { code: -32065, message: "No" } });
  process.stdout.write(`${result.content[0].text}\n`);
  return server.stdin.end();
});
send({
  id: 1,
  method: "tools/call",
  params: { name: "flood", arguments: { count: Number(count) } },
});
