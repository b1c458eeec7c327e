// A stdio server that responds at once: `tools/call` with the requested number of characters. For the gateway's figures.
import process from "node:process";
import readline from "node:readline";

/** @param {unknown} id @param {object} result */
const answer = (id, result) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize") {
    const { protocolVersion } = params;
    const serverInfo = { name: "echo", version: "1" };
    answer(id, { protocolVersion, capabilities: { tools: {} }, serverInfo });
  } else if (method === "tools/list") {
    answer(id, { tools: [{ name: "echo", inputSchema: { type: "object" } }] });
  } else if (method === "tools/call") {
    answer(id, { content: [{ type: "text", text: "x".repeat(params.arguments.characters) }] });
  } else if (id !== undefined) answer(id, {});
});
