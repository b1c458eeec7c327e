// A test server: SmolLM2 behind an OpenAI-compatible address of this machine, by llama.cpp in this process. It knows what the
// tests need (GET /v1/models, POST /v1/chat/completions, streamed or whole) and nothing else. Prints its address.
import { createServer, type ServerResponse } from "node:http";
import { loadBinding } from "../../src-main/model/local/engine/llama.ts";

interface Asked {
  messages: { role: string; content: string | { text: string }[] }[];
  stream?: boolean;
  max_tokens?: number;
  temperature?: number;
  stop?: string[];
}

const MODEL = "smollm2-135m";
const context = await loadBinding().loadModel({
  model: process.argv[2] ?? "",
  n_ctx: 2048,
  n_threads: 2,
  ctx_shift: false,
  lib_variant: "default",
});

/** One after another: a context answers one request at a time. */
let last: Promise<void> = Promise.resolve();
function inTurn(work: () => Promise<void>): void {
  last = last.then(work, work);
}

const server = createServer((request, response) => {
  if (request.url === "/v1/models") {
    json(response, 200, { object: "list", data: [{ id: MODEL, object: "model" }] });
    return;
  }
  if (request.url !== "/v1/chat/completions") {
    json(response, 404, { error: { message: "no such path" } });
    return;
  }
  const pieces: Buffer[] = [];
  request.on("data", (piece: Buffer) => pieces.push(piece));
  request.on("end", () => {
    const asked: Asked = JSON.parse(Buffer.concat(pieces).toString("utf8"));
    inTurn(() => complete(asked, response));
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") {
    console.log(`http://127.0.0.1:${address.port}/v1`);
  }
});

async function complete(asked: Asked, response: ServerResponse): Promise<void> {
  const messages = asked.messages.map(({ role, content }) => ({
    role,
    content: typeof content === "string" ? content : content.map(({ text }) => text).join("\n"),
  }));
  const write = asked.stream === true ? beginStream(response) : null;
  response.on("close", () => context.stopCompletion());
  const result = await context.completion(
    {
      messages,
      jinja: true,
      reasoning_format: "none",
      n_predict: asked.max_tokens ?? 64,
      temperature: asked.temperature ?? 0.8,
      stop: asked.stop ?? [],
      xtc_probability: 0,
      dry_multiplier: 0,
    },
    ({ token }) => write?.({ delta: { content: token } }),
  );
  const finish_reason = result.stopped_eos === true ? "stop" : "length";
  const usage = {
    prompt_tokens: result.tokens_evaluated - result.tokens_predicted,
    completion_tokens: result.tokens_predicted,
    total_tokens: result.tokens_evaluated,
  };
  if (write === null) {
    const message = { role: "assistant", content: result.text };
    const choices = [{ index: 0, message, finish_reason }];
    json(response, 200, { object: "chat.completion", model: MODEL, choices, usage });
    return;
  }
  write({ delta: {}, finish_reason });
  response.write(`data: ${JSON.stringify({ ...head(), choices: [], usage })}\n\n`);
  response.end("data: [DONE]\n\n");
}

const head = () => ({ id: "smollm2", object: "chat.completion.chunk", created: 0, model: MODEL });

function beginStream(response: ServerResponse): (choice: object) => void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  return (choice) => {
    const chunk = { ...head(), choices: [{ index: 0, ...choice }] };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
}

function json(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}
