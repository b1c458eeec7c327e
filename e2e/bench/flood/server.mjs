// The stdio server that floods: its tool sends a given number of sampling requests within one second, and its result says
// how each of them ended. JSON-RPC by hand, to exclude the time of a library.
import process from "node:process";
import readline from "node:readline";

/** @param {string} text */
const write = (text) => process.stdout.write(text);
/** @param {object} message */
const send = (message) => write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

const TOOL = {
  name: "flood",
  description: "Asks for many samples at once.",
  inputSchema: { type: "object", properties: { count: { type: "integer" } } },
};
/** A hundred times a second. */
const STEP_MS = 10;
const FIRST_ID = 1_000_000;

/** After this long without a response it gives up those that a user would have to decide. */
const QUIET_MS = 500;

/** How often each request was answered. @type {Map<number, number>} */
const answers = new Map();
let lastHeardMs = 0;
let firstId = FIRST_ID;

/** @param {{ id: number, params: { arguments: { count: number } } }} call */
async function flood({ id, params }) {
  const { count } = params.arguments;
  const from = firstId;
  firstId += count;
  answers.clear();
  const started = performance.now();
  let sent = 0;
  while (sent < count) {
    const due = Math.min(
      count,
      Math.ceil(((performance.now() - started + STEP_MS) / 1000) * count),
    );
    let lines = "";
    for (; sent < due; sent += 1) {
      lines += `{"jsonrpc":"2.0","id":${from + sent},"method":"sampling/createMessage","params":{"messages":[{"role":"user","content":{"type":"text","text":"flood ${sent}"}}],"maxTokens":10}}\n`;
    }
    if (lines !== "" && !write(lines)) {
      await new Promise((resolve) => process.stdout.once("drain", resolve));
    }
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
  const sentMs = performance.now() - started;
  lastHeardMs = performance.now();
  while (performance.now() - lastHeardMs < QUIET_MS) {
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
  const tookMs = lastHeardMs - started;
  const held = Array.from({ length: count }, (_none, at) => from + at).filter(
    (each) => !answers.has(each),
  );
  for (const requestId of held) {
    send({ method: "notifications/cancelled", params: { requestId } });
  }
  // A cancelled request must get no response.
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  const times = [...answers.values()];
  const facts = {
    sentMs,
    tookMs,
    refused: times.filter((n) => n === 1).length,
    withdrawn: held.filter((each) => !answers.has(each)).length,
    twice: times.filter((n) => n > 1).length + held.filter((each) => answers.has(each)).length,
  };
  send({ id, result: { content: [{ type: "text", text: JSON.stringify(facts) }] } });
}

/** @param {{ id: number }} answer */
function conclude({ id }) {
  answers.set(id, (answers.get(id) ?? 0) + 1);
  lastHeardMs = performance.now();
}

const capabilities = { tools: {} };
const serverInfo = { name: "flood", version: "1.0.0" };

readline.createInterface({ input: process.stdin, crlfDelay: Infinity }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.method === undefined) conclude(message);
  else if (message.method === "tools/call") void flood(message);
  else if (message.method === "tools/list") send({ id: message.id, result: { tools: [TOOL] } });
  else if (message.method === "initialize") {
    const { protocolVersion } = message.params;
    send({ id: message.id, result: { protocolVersion, capabilities, serverInfo } });
  } else if (message.id !== undefined) send({ id: message.id, result: {} });
});
process.stdin.on("end", () => process.exit(0));
