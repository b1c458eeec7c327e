// A test server: SmolLM2 behind an OpenAI-compatible address of this machine, by llama.cpp in this process. It knows what the
// tests need (GET /v1/models, POST /v1/chat/completions, streamed or whole) and nothing else. Prints its address.
import { createServer } from "node:http";
import { createRequire } from "node:module";

const [, , modelFile] = process.argv;
const { loadModel } = createRequire(import.meta.url)("@fugood/llama.node");
const MODEL = "smollm2-135m";
const context = await loadModel({ model: modelFile, n_ctx: 2048, n_threads: 2, ctx_shift: false });

/** One after another: a context answers one request at a time. */
let last = Promise.resolve();
const inTurn = (work) => (last = last.then(work, work));

const server = createServer((request, response) => {
  if (request.url === "/v1/models") {
    return json(response, 200, { object: "list", data: [{ id: MODEL, object: "model" }] });
  }
  if (request.url !== "/v1/chat/completions") return json(response, 404, { error: "no such path" });
  let body = "";
  request.on("data", (piece) => (body += piece));
  request.on("end", () => void inTurn(() => complete(JSON.parse(body), response)));
});
server.listen(0, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}/v1`);
});

async function complete(asked, response) {
  const messages = asked.messages.map(({ role, content }) => ({
    role,
    content: typeof content === "string" ? content : content.map(({ text }) => text).join("\n"),
  }));
  const stream = asked.stream === true ? beginStream(response) : null;
  response.on("close", () => context.stopCompletion());
  const result = await context.completion(
    {
      messages,
      jinja: true,
      n_predict: asked.max_tokens ?? asked.max_completion_tokens ?? 64,
      temperature: asked.temperature ?? 0.8,
      stop: typeof asked.stop === "string" ? [asked.stop] : (asked.stop ?? []),
      xtc_probability: 0,
      dry_multiplier: 0,
    },
    ({ token }) => stream?.({ delta: { content: token } }),
  );
  const finish_reason = result.stopped_eos ? "stop" : "length";
  const usage = {
    prompt_tokens: result.tokens_evaluated - result.tokens_predicted,
    completion_tokens: result.tokens_predicted,
    total_tokens: result.tokens_evaluated,
  };
  if (stream === null) {
    const choice = {
      index: 0,
      message: { role: "assistant", content: result.text },
      finish_reason,
    };
    return json(response, 200, {
      object: "chat.completion",
      model: MODEL,
      choices: [choice],
      usage,
    });
  }
  stream({ delta: {}, finish_reason });
  response.write(`data: ${JSON.stringify({ ...head(), choices: [], usage })}\n\n`);
  response.end("data: [DONE]\n\n");
}

const head = () => ({ id: "smollm2", object: "chat.completion.chunk", created: 0, model: MODEL });

function beginStream(response) {
  response.writeHead(200, { "content-type": "text/event-stream" });
  return (choice) =>
    response.write(
      `data: ${JSON.stringify({ ...head(), choices: [{ index: 0, ...choice }] })}\n\n`,
    );
}

function json(response, status, value) {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}
