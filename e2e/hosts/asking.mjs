// A stdio server with one tool, `consult_model`: it asks its client for a sample and gives back what it got. It lists the tool at once,
// whatever its client declares: some hosts never read the list again.
import process from "node:process";
import readline from "node:readline";

/** @param {object} message */
const write = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const tool = {
  name: "consult_model",
  description: "Asks the user's model.",
  inputSchema: { type: "object", properties: { prompt: { type: "string" } }, required: ["prompt"] },
};
/** Calls that wait for a response, by the id of the sampling request. */
const calls = new Map();

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params, result, error } = JSON.parse(line);
  switch (method) {
    case "initialize":
      write({
        id,
        result: {
          protocolVersion: params.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: "asking", version: "1" },
        },
      });
      break;
    case "tools/list":
      write({ id, result: { tools: [tool] } });
      break;
    case "tools/call": {
      const own = `sample-${calls.size + 1}`;
      calls.set(own, id);
      const content = { type: "text", text: params.arguments.prompt };
      const asked = { messages: [{ role: "user", content }], maxTokens: 60 };
      write({ id: own, method: "sampling/createMessage", params: asked });
      break;
    }
    case undefined:
      if (calls.has(id)) {
        const said = error === undefined ? JSON.stringify(result.content) : error.message;
        // A variable that the host fills in.
        const text = `${said} for ${process.env["ASKING_FOR"] ?? "nobody"}`;
        write({ id: calls.get(id), result: { content: [{ type: "text", text }] } });
      }
      break;
    default:
      if (id !== undefined) write({ id, error: { code: -32601, message: "Method not found" } });
  }
});
