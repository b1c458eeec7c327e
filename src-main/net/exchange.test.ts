import http from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { exchange } from "./exchange.ts";

let server: http.Server;
beforeAll(async () => {
  server = http.createServer((request, response) => {
    response.writeHead(request.method === "DELETE" ? 202 : 404);
    response.end(request.method === "DELETE" ? "" : "not here");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => void server.close());

it.each(["GET", "DELETE"])(
  "an abort at any moment around the end of a response to %s throws nowhere",
  async (method) => {
    const thrown: unknown[] = [];
    const note = (error: unknown): void => void thrown.push(error);
    process.on("uncaughtException", note);
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const agent = new http.Agent({ keepAlive: true });
    for (let turns = 0; turns < 60; turns += 1) {
      const ending = new AbortController();
      const sent = exchange(
        {
          url,
          method,
          headers: {},
          body: null,
          agent: turns % 2 === 0 ? agent : undefined,
          signal: ending.signal,
          connectMs: 10_000,
          decompress: false,
        },
        {
          begun: () => undefined,
          answered: () => undefined,
          abortError: () => new Error("aborted"),
          bodyError: (error) => error,
        },
      );
      const settled = sent.then(
        () => true,
        () => true,
      );
      if (turns >= 30) await settled;
      for (let n = 0; n < turns % 30; n += 1) await turn();
      ending.abort();
      expect(await settled).toBe(true);
    }
    for (let n = 0; n < 20; n += 1) await turn();
    process.off("uncaughtException", note);
    agent.destroy();
    expect(thrown).toEqual([]);
  },
);
