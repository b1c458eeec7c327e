// A small proxy for one scenario: it embeds a request for elicitation, which Countersign does not declare, to see
// what a client does with `requestState`. Put as a request for sampling the same question can be asked of it.
import http from "node:http";
import type net from "node:net";
import { isJsonObject } from "../../src-shared/json.ts";
import type { Json } from "../../src-shared/json.ts";

const QUESTION = {
  method: "sampling/createMessage",
  params: {
    messages: [{ role: "user", content: { type: "text", text: "Confirm?" } }],
    maxTokens: 10,
  },
};

/** The same JSON with every embedded elicitation exchanged; nothing else is touched. */
function exchanged(value: Json): Json {
  if (Array.isArray(value)) return value.map(exchanged);
  if (!isJsonObject(value)) return value;
  if (value["method"] === "elicitation/create") return QUESTION;
  return Object.fromEntries(
    Object.entries(value).map(([key, member = null]) => [key, exchanged(member)]),
  );
}

async function textOf(request: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** Serves on loopback what `target` serves. */
export async function proxied(target: string): Promise<{ url: string; close(): void }> {
  const server = http.createServer((request, response) => {
    const forward = async (): Promise<void> => {
      const { host: _host, connection: _connection, ...headers } = request.headers;
      const answer = await fetch(target, {
        method: request.method ?? "POST",
        headers: Object.entries(headers).map(([name, value]): [string, string] => [
          name,
          String(value),
        ]),
        body: request.method === "POST" ? await textOf(request) : null,
      });
      const type = answer.headers.get("content-type") ?? "";
      const text = await answer.text();
      const body = type.startsWith("application/json")
        ? JSON.stringify(exchanged(JSON.parse(text)))
        : text;
      response.writeHead(answer.status, { "content-type": type }).end(body);
    };
    forward().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as net.AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
