// A model on the loopback that writes a fixed answer token by token, as fast as it is told to.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const head = { id: "1", object: "chat.completion.chunk", created: 1, model: "m" };
const line = (value: object): string => `data: ${JSON.stringify({ ...head, ...value })}\n\n`;

/** Words of a text with lines and paragraphs, one a token. */
const token = (n: number): string =>
  n % 97 === 96 ? "\n\n" : n % 13 === 12 ? "token\n" : "token ";

const delta = (n: number): string =>
  line({ choices: [{ index: 0, delta: { content: token(n) }, finish_reason: null }] });

/** Writes what is due by now every few milliseconds; all at once where there is no rate. */
function write(response: ServerResponse, tokens: number, perSecond: number): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const startedMs = performance.now();
  let written = 0;
  const more = (): void => {
    const due = Math.min(tokens, Math.ceil(((performance.now() - startedMs) * perSecond) / 1000));
    let chunk = "";
    // A provider sends each token by itself: so do we, where the rate lets us.
    for (; written < due; written += 1) chunk += delta(written);
    if (chunk !== "") response.write(chunk);
    if (written < tokens) {
      setTimeout(more, 1);
      return;
    }
    response.write(line({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }));
    const usage = { prompt_tokens: 1, completion_tokens: tokens, total_tokens: tokens + 1 };
    response.write(line({ choices: [], usage }));
    response.end("data: [DONE]\n\n");
  };
  more();
}

export interface Provider {
  baseUrl: string;
  /** From now on each answer has so many tokens, at so many a second; `Infinity`: all at once. */
  pace: (tokens: number, perSecond: number) => void;
  close: () => void;
}

export async function startProvider(): Promise<Provider> {
  let [tokens, perSecond] = [1, Number.POSITIVE_INFINITY];
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      if (request.url?.endsWith("/models") === true) {
        response.end(JSON.stringify({ object: "list", data: [{ id: "m", object: "model" }] }));
      } else write(response, tokens, perSecond);
    });
  });
  // On a busy machine the next answer may be asked for after a long while, on the same connection.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    pace: (count, rate) => {
      [tokens, perSecond] = [count, rate];
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
