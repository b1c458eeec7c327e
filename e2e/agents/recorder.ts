// Stands between an agent and Countersign, and keeps the body of each request as the agent sent it.
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";

/** @param target where everything is sent on to: `http://127.0.0.1:PORT` */
export async function startRecorder(target: string) {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      if (request.method === "POST") bodies.push(body.toString("utf8"));
      const { port } = new URL(target);
      const { host: _host, ...headers } = request.headers;
      const onward = httpRequest(
        { host: "127.0.0.1", port, method: request.method, path: request.url, headers },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        },
      );
      onward.on("error", () => response.destroy());
      response.on("close", () => onward.destroy());
      onward.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}`,
    bodies,
    close(): Promise<void> {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
