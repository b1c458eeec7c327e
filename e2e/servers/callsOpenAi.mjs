// A server that calls a model by OpenAI's SDK, as servers do without sampling. Its environment names the address and the key.
// `summarize` and `translate` ask a question each and return what the model said.
import process from "node:process";
import readline from "node:readline";
import OpenAI from "openai";

const QUESTIONS = { summarize: "Summarize:", translate: "Translate:" };
const tools = Object.keys(QUESTIONS).map((name) => ({
  name,
  description: "Asks a model.",
  inputSchema: { type: "object", required: ["text"], properties: { text: { type: "string" } } },
}));

/** @param {object} message */
const write = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

/** @param {string} tool @param {string} text */
async function answer(tool, text) {
  const question = QUESTIONS[/** @type {keyof typeof QUESTIONS} */ (tool)];
  const done = await new OpenAI().chat.completions.create({
    model: "scripted-1",
    messages: [{ role: "user", content: `${question} ${text}` }],
  });
  return done.choices[0]?.message.content ?? "";
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize") {
    const serverInfo = { name: "notes", version: "1.0.0" };
    write({ id, result: { ...params, capabilities: { tools: {} }, serverInfo } });
  } else if (method === "tools/list") write({ id, result: { tools } });
  else if (method === "tools/call") {
    void answer(params.name, params.arguments.text).then(
      (text) => write({ id, result: { content: [{ type: "text", text }] } }),
      (error) => write({ id, error: { code: -32_603, message: String(error) } }),
    );
  } else if (id !== undefined) write({ id, result: {} });
});
