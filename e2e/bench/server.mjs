// The stdio server of every bench: sends one sampling request a call, and reports in the call's result when it
// wrote the request and when it had read the whole response. JSON-RPC by hand, to exclude the time of a library.
import process from "node:process";
import readline from "node:readline";

const now = () => performance.timeOrigin + performance.now();

/** @param {object} message */
const send = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

const TOOL = {
  name: "once",
  description: "Asks for one sample.",
  inputSchema: {
    type: "object",
    properties: {
      text: { type: "string" },
      maxTokens: { type: "integer" },
    },
  },
};

/**
 * @typedef {{ id: number, params: { arguments: { text: string, maxTokens?: number } } }} Call
 */
/** Calls that wait for their request, by the id of the request. @type {Map<number, { call: Call, sentMs: number }>} */
const waiting = new Map();
let nextId = 1;

/** @param {Call} call */
function ask(call) {
  const id = nextId++;
  const { text, maxTokens = 100 } = call.params.arguments;
  const params = { messages: [{ role: "user", content: { type: "text", text } }], maxTokens };
  waiting.set(id, { call, sentMs: now() });
  send({ id, method: "sampling/createMessage", params });
}

/** @param {{ id: number, result?: { content: unknown } }} answer @param {number} heardMs */
function conclude(answer, heardMs) {
  const open = waiting.get(answer.id);
  if (open === undefined) return;
  waiting.delete(answer.id);
  const { call, sentMs } = open;
  const text = JSON.stringify({ sentMs, heardMs, answered: answer.result !== undefined });
  send({ id: call.id, result: { content: [{ type: "text", text }] } });
}

const capabilities = { tools: {} };
const serverInfo = { name: "bench", version: "1.0.0" };

readline.createInterface({ input: process.stdin, crlfDelay: Infinity }).on("line", (line) => {
  const heardMs = now();
  const message = JSON.parse(line);
  if (message.method === undefined) conclude(message, heardMs);
  else if (message.method === "tools/call") ask(message);
  else if (message.method === "tools/list") send({ id: message.id, result: { tools: [TOOL] } });
  else if (message.method === "initialize") {
    const { protocolVersion } = message.params;
    send({ id: message.id, result: { protocolVersion, capabilities, serverInfo } });
  } else if (message.id !== undefined) send({ id: message.id, result: {} });
});
process.stdin.on("end", () => process.exit(0));
