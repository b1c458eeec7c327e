// A key never occurs in a reported failure: not where a gateway echoes it, and not where it cannot be sent.
import { afterEach, beforeEach, expect, it } from "vitest";
import type { ModelFailure } from "#shared/outcome.ts";
import { testCatalog } from "../testing/catalog.ts";
import { failureMasker } from "./maskFailures.ts";
import { createGenerator } from "./generate.ts";
import {
  startScriptedModelServer,
  type ScriptedModelServer,
} from "../testing/scriptedModelServer.ts";

const KEY = "sk-secret.(0123456789)";
let server: ScriptedModelServer;
beforeEach(async () => {
  server = await startScriptedModelServer((seen, response) => {
    response.writeHead(400, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: { message: `You sent ${seen.headers.authorization}` } }));
  });
});
afterEach(() => server.close());

function catalogWith(key: string) {
  const catalog = testCatalog();
  const { baseUrl } = server;
  catalog.put({ id: "p", kind: "openai-compatible", name: "P", baseUrl }, key);
  return catalog;
}

async function generated(key: string) {
  return createGenerator(catalogWith(key)).generate({
    document: { messages: [{ role: "user", content: [{ type: "text", text: "Hi" }] }] },
    model: { providerId: "p", modelId: "m" },
    signal: new AbortController().signal,
    media: () => null,
    putMedia: () => "",
    onPiece: () => undefined,
  } as unknown as Parameters<ReturnType<typeof createGenerator>["generate"]>[0]);
}

it("masks a key that the provider echoes, in a list and in a generation", async () => {
  const told = [await catalogWith(KEY).list("p"), await generated(KEY)];
  expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([
    `Bearer ${KEY}`,
    `Bearer ${KEY}`,
  ]);
  for (const one of told) {
    expect(one).toMatchObject({ failure: { detail: "You sent Bearer [key]" } });
  }
});

it("masks a key that cannot be sent, even if the error quotes it", async () => {
  const broken = `${KEY}\nsecond`;
  const told = JSON.stringify([await catalogWith(broken).list("p"), await generated(broken)]);
  expect(server.seen).toEqual([]);
  expect(told).not.toContain("sk-secret");
});

it("masks what is left of a key in a cut text, and no words that look like a short one", () => {
  const told = (key: string, detail: string): ModelFailure =>
    failureMasker(key)({ kind: "model-other", status: 400, detail });
  expect(told(KEY, "Bearer sk-secret… (9 more characters)")).toEqual({
    kind: "model-other",
    status: 400,
    detail: "Bearer [key]… (9 more characters)",
  });
  expect(told("other", "another model-other: other")).toMatchObject({
    kind: "model-other",
    detail: "another model-other: [key]",
  });
});
