// A stdio server for real hosts: `consult_model` asks its client for a request, `ask_form` and `open_page` ask its user, and
// `delete_notes` says that it is destructive. Each gives back what it got. It lists its tools at once, whatever its client
// declares: some hosts never read the list again.
import process from "node:process";
import readline from "node:readline";

/** @param {object} message */
const write = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
/**
 * @param {string} name
 * @param {string} argument
 * @param {object} more
 */
const tool = (name, argument, more = {}) => ({
  name,
  description: `Takes ${argument}.`,
  ...more,
  inputSchema: {
    type: "object",
    properties: { [argument]: { type: "string" } },
    required: [argument],
  },
});
const tools = [
  tool("consult_model", "prompt"),
  tool("ask_form", "question"),
  tool("open_page", "url"),
  tool("delete_notes", "path", { annotations: { destructiveHint: true } }),
];
/**
 * The request that a tool sends before it has a result.
 * @param {string} name
 * @param {Record<string, string>} given
 */
function requestOf(name, given) {
  switch (name) {
    case "consult_model": {
      const content = { type: "text", text: given["prompt"] };
      const params = { messages: [{ role: "user", content }], maxTokens: 60 };
      return { method: "sampling/createMessage", params };
    }
    case "ask_form": {
      const requestedSchema = { type: "object", properties: { city: { type: "string" } } };
      const params = { message: given["question"], requestedSchema };
      return { method: "elicitation/create", params };
    }
    case "open_page": {
      const message = "Please look at this page.";
      const params = { mode: "url", message, url: given["url"], elicitationId: "e-1" };
      return { method: "elicitation/create", params };
    }
    default:
      return null;
  }
}
/** Calls that wait for a response, by the id of the request. */
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
      write({ id, result: { tools } });
      break;
    case "tools/call": {
      const request = requestOf(params.name, params.arguments);
      if (request === null) {
        const content = [{ type: "text", text: `deleted ${params.arguments.path}` }];
        write({ id, result: { content } });
        break;
      }
      const own = `request-${calls.size + 1}`;
      calls.set(own, id);
      write({ id: own, ...request });
      break;
    }
    case undefined:
      if (calls.has(id)) {
        const said = error === undefined ? JSON.stringify(result) : error.message;
        // A variable that the host fills in.
        const text = `${said} for ${process.env["ASKING_FOR"] ?? "nobody"}`;
        write({ id: calls.get(id), result: { content: [{ type: "text", text }] } });
      }
      break;
    default:
      if (id !== undefined) write({ id, error: { code: -32601, message: "Method not found" } });
  }
});
