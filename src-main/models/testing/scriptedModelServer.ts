// A scripted HTTP server on loopback that speaks OpenAI's wire format: tests set its responses and misbehaviour.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as received. */
export interface SeenRequest {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: { [key: string]: unknown };
  /** The body as it came. */
  text: string;
}

export type Script = (seen: SeenRequest, response: ServerResponse) => void | Promise<void>;

/** Starts the server; `answer` may be replaced between requests. */
export async function startScriptedModelServer(script: Script) {
  const seen: SeenRequest[] = [];
  const closed: (() => void)[] = [];
  let disconnects = 0;
  let open = 0;
  const state = { script };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      const entry: SeenRequest = {
        method: request.method ?? "",
        url: request.url ?? "",
        headers: request.headers,
        body: text === "" ? {} : (JSON.parse(text) as { [key: string]: unknown }),
        text,
      };
      seen.push(entry);
      open += 1;
      response.on("close", () => {
        open -= 1;
        if (response.writableFinished) return;
        disconnects += 1;
        for (const tell of closed.splice(0)) tell();
      });
      void state.script(entry, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    seen,
    /** Incomplete responses whose client is still connected. */
    get open() {
      return open;
    },
    get disconnects() {
      return disconnects;
    },
    /** Resolves when a client disconnects before its response is complete. */
    disconnected: () =>
      new Promise<void>((resolve) => {
        if (disconnects > 0) resolve();
        else closed.push(resolve);
      }),
    answer(next: Script) {
      state.script = next;
      seen.length = 0;
      disconnects = 0;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export type ScriptedModelServer = Awaited<ReturnType<typeof startScriptedModelServer>>;

/** Starts a stream of server-sent events; returns a function that sends one chunk. */
export function beginStream(response: ServerResponse): (chunk: object | string) => void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  return (chunk) =>
    response.write(`data: ${typeof chunk === "string" ? chunk : JSON.stringify(chunk)}\n\n`);
}

/** A chunk of a chat completion stream. */
export function chunk(
  delta: object,
  finishReason: string | null = null,
  more: object = {},
): object {
  return {
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1_700_000_000,
    model: "scripted-model-2026",
    choices: [{ index: 0, delta, finish_reason: finishReason }],
    ...more,
  };
}

/** A script that streams `pieces`, then ends normally. */
export function streamsText(pieces: string[], finishReason = "stop"): Script {
  return (_seen, response) => {
    const send = beginStream(response);
    send(chunk({ role: "assistant", content: "" }));
    for (const piece of pieces) send(chunk({ content: piece }));
    send(chunk({}, finishReason));
    send({
      ...chunk({}),
      choices: [],
      usage: {
        prompt_tokens: 21,
        completion_tokens: pieces.length,
        total_tokens: 21 + pieces.length,
      },
    });
    send("[DONE]");
    response.end();
  };
}

/** A script that responds with a status and a body. */
export function answersStatus(
  status: number,
  body: object | string,
  headers: Record<string, string> = {},
): Script {
  return (_seen, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
}
