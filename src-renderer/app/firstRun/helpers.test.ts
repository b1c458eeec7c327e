// The first run offers only what exists.
import { expect, it } from "vitest";
import type { ModelsView, ProviderView } from "#shared/models/model.ts";
import { helpersOf, smallModel } from "./helpers.ts";

const provider = (name: string, part: Partial<ProviderView>): ProviderView => ({
  id: name,
  kind: "openai-compatible",
  name,
  baseUrl: "http://127.0.0.1:1/v1",
  onThisMachine: true,
  state: { kind: "answers", atMs: 0 },
  models: [{ ref: { providerId: name, modelId: "m" }, name: "m", abilities: {}, enabled: true }],
  ...part,
});
const view = (part: Partial<ModelsView>): ModelsView => ({
  providers: [],
  found: [],
  downloads: [],
  defaultModel: null,
  localSupported: true,
  ...part,
});
const download = (transferBytes: number): ModelsView["downloads"][number] => ({
  id: String(transferBytes),
  name: "n",
  bytes: 1,
  transferBytes,
  licence: "MIT",
  source: "",
  sha256: "",
  state: { kind: "absent" },
});

it("names only reachable providers with an enabled model", () => {
  const off = provider("off", {
    models: [
      { ref: { providerId: "off", modelId: "x" }, name: "x", abilities: {}, enabled: false },
    ],
  });
  const dead = provider("dead", { state: { kind: "unchecked" } });
  const found = { name: "LM Studio", baseUrl: "http://127.0.0.1:1234/v1", models: 2 };
  const none = { ...found, name: "llama.cpp", models: 0 };
  expect(
    helpersOf(view({ providers: [off, dead, provider("up", {})], found: [found, none] })),
  ).toEqual([
    { name: "up", local: false, model: "m", count: 1 },
    { name: "LM Studio", local: false, model: null, count: 2 },
  ]);
});

it("offers the smallest download only if it can run and none is installed", () => {
  const downloads = [download(900), download(94)];
  expect(smallModel(view({ downloads }))).toEqual({ bytes: 94, licence: "MIT" });
  expect(smallModel(view({ downloads, localSupported: false }))).toBeNull();
  expect(smallModel(view({ downloads, providers: [provider("", { kind: "local" })] }))).toBeNull();
});
