// A command as CI runs it: asks the server `travel` of its MCP config each question of the command line, then a model
// with each SDK's variables, and prints what it gets. Ends with the exit code in EXIT.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import process from "node:process";
import readline from "node:readline";

const { env } = process;
const { mcpServers } = JSON.parse(readFileSync(env["COUNTERSIGN_MCP_CONFIG"] ?? "", "utf8"));
const { command, args, env: own } = mcpServers.travel;
const server = spawn(command, args, {
  env: { ...env, ...own },
  stdio: ["pipe", "pipe", "inherit"],
});
const lines = readline.createInterface({ input: server.stdout });
let id = 0;

/** @param {string} method @param {object} params */
function ask(method, params) {
  id += 1;
  const asked = id;
  const answer = new Promise((resolve) => {
    /** @param {string} line */
    const read = (line) => {
      const message = JSON.parse(line);
      if (message.id !== asked || message.method !== undefined) return;
      lines.off("line", read);
      resolve(message);
    };
    lines.on("line", read);
  });
  server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
  return answer;
}

await ask("initialize", {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "job", version: "1" },
});
server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
for (const question of process.argv.slice(2)) {
  const { result } = await ask("tools/call", { name: "ask", arguments: { question } });
  process.stdout.write(`answer: ${result.content[0].text}\n`);
}
const completion = await fetch(`${env["OPENAI_BASE_URL"]}/chat/completions`, {
  method: "POST",
  headers: {
    authorization: `Bearer ${env["OPENAI_API_KEY"]}`,
    "content-type": "application/json",
  },
  body: JSON.stringify({ model: "scripted-1", messages: [{ role: "user", content: "Hi" }] }),
});
const secrets = Object.values(env).filter((value) => value?.startsWith("secret-"));
process.stdout.write(`completion: ${completion.status}\nkey: ${secrets.join() || "none"}\n`);
server.stdin.end();
process.exitCode = Number(env["EXIT"] ?? 0);
