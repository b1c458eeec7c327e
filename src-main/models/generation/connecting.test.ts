// The user may set how long connecting to one model may take.
import net, { type AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { testCatalog } from "../testing/catalog.ts";
import { createGenerator } from "./generate.ts";
import { createFetch } from "../net/fetch.ts";

it("gives up connecting to a model after the time set for it, and tells that time", async () => {
  // It accepts the connection and never answers: the TLS handshake never completes.
  const silent = net.createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as AddressInfo;
  const routes = { of: async () => [null], context: () => null };
  const catalog = testCatalog({ fetch: createFetch(routes) });
  const baseUrl = `https://127.0.0.1:${port}/v1`;
  catalog.put({ id: "p", kind: "openai-compatible", name: "Silent", baseUrl }, null);
  const model = { providerId: "p", modelId: "m" };
  catalog.setWaits(model, { connectSeconds: 1 });
  const result = await createGenerator(catalog).generate({
    model,
    document: {
      messages: [{ role: "user", content: { type: "text", text: "Hello?" } }],
      maxTokens: 10,
    },
    media: () => null,
    signal: new AbortController().signal,
    onPiece: () => undefined,
    putMedia: () => "countersign-media:0",
  });
  expect(result).toMatchObject({
    kind: "failed",
    failure: { kind: "model-timeout", stage: "connect", afterMs: 1000 },
  });
  expect(result.tookMs).toBeLessThan(9000);
  silent.close();
});
