// The models service over the real catalogue and real HTTP servers; only disk and keychain are fakes.
import { hasher } from "../core/serviceTesting.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ModelRef, ModelsView, ProviderView } from "#shared/models/model.ts";
import { fail, ok, type Failure, type Outcome } from "#shared/outcome.ts";
import type { Catalog } from "./catalog.ts";
import { testCatalog } from "./testing/catalog.ts";
import type { Provider } from "./providers/provider.ts";
import type { Place } from "./providers/discover.ts";
import {
  answersStatus,
  startScriptedModelServer,
  type ScriptedModelServer,
} from "./testing/scriptedModelServer.ts";
import { readBaseUrl } from "./providers/modelAddress.ts";
import { defaultPolicy } from "#shared/servers/policy/policy.ts";
import { chooseModel } from "./chooseModel.ts";
import { ModelsService } from "./models.ts";
import type { LocalModels } from "./local/files/localModels.ts";
import { LOCAL_PROVIDER_ID, type StoredModels } from "./storedModels.ts";
import { Secrets } from "../profile/encryption/secrets.ts";

let server: ScriptedModelServer;
beforeEach(async () => {
  server = await startScriptedModelServer(modelList("alpha", "beta"));
});
afterEach(() => server.close());

function modelList(...ids: string[]) {
  return answersStatus(200, { object: "list", data: ids.map((id) => ({ id, object: "model" })) });
}

class FakeStore {
  models: StoredModels = { providers: [], files: [], disabled: [], defaultModel: null };
  broken = false;
  load() {
    return { value: this.models, faults: [] };
  }
  save(models: StoredModels): Outcome<null, Failure> {
    if (this.broken) return fail({ kind: "internal", detail: "read-only disk" });
    this.models = models;
    return ok(null);
  }
}

const memorySecrets = () => new Secrets("/nowhere/secrets.json", null, () => undefined);

/** A fake of the files on this machine: one that was found, and one that may be picked. */
class FakeLocalModels {
  readonly supported = true;
  picked: readonly string[] = [];
  setPicked(files: readonly string[]) {
    this.picked = files;
  }
  async check(path: string) {
    if (!path.endsWith(".gguf")) {
      return fail({ kind: "model-file-invalid" as const, file: path, detail: "no" });
    }
    return ok({ modelId: "picked", name: "picked", abilities: {} });
  }
  fileOf(modelId: string) {
    if (modelId === "found") return { path: "/f/found.gguf", from: "found" as const };
    return this.picked.length > 0 ? { path: this.picked[0] ?? "", from: "picked" as const } : null;
  }
  removeFetched() {
    return ok(null);
  }
  downloads() {
    return [];
  }
  startDownload() {
    return ok(null);
  }
  cancelDownload() {
    return ok(null);
  }
  onDownload() {}
  async close() {}
}

/** The app's environment, and what only the login shell sets. */
let variables: Record<string, string> = {};
let shell: Record<string, string> = {};
beforeEach(() => {
  variables = {};
  shell = {};
});

function open(store = new FakeStore(), secrets = memorySecrets(), places: Place[] = []) {
  const local = new FakeLocalModels();
  const provider: Provider = {
    kind: "local",
    patience: { firstTokenMs: 1, idleMs: 1 },
    list: async () =>
      ok(
        ["found", ...local.picked.map(() => "picked")].map((modelId) => ({
          modelId,
          name: modelId,
          abilities: { tools: false },
        })),
      ),
    languageModel: (model) => fail({ kind: "model-gone", model, detail: "" }),
  };
  const catalog = testCatalog({ local: provider, places });
  const pushed: ModelsView[] = [];
  const waiting: { test(view: ModelsView): boolean; resolve(view: ModelsView): void }[] = [];
  let lastId = 0;
  const service = new ModelsService({
    store,
    keyed: hasher,
    secrets,
    environment: {
      peek: (name) => variables[name] ?? null,
      read: async (name) => variables[name] ?? shell[name] ?? null,
    },
    pool: catalog,
    local: local as unknown as LocalModels,
    audience: {
      set(_key, read) {
        const view = read() as ModelsView;
        pushed.push(view);
        for (const item of waiting.splice(0)) {
          if (item.test(view)) item.resolve(view);
          else waiting.push(item);
        }
      },
    },
    fault: () => undefined,
    speeds: () => [],
    newId: () => `p${(lastId += 1)}`,
    nowMs: () => 7,
  });
  /** The first view from now on that passes. */
  const until = (test: (view: ModelsView) => boolean): Promise<ModelsView> =>
    test(service.view())
      ? Promise.resolve(service.view())
      : new Promise((resolve) => waiting.push({ test, resolve }));
  return { service, store, secrets, catalog, local, pushed, until };
}

function providerIn(view: ModelsView, id: string): ProviderView {
  const found = view.providers.find((item) => item.id === id);
  if (found === undefined) throw new Error(`no provider ${id}`);
  return found;
}

const settled = (id: string) => (view: ModelsView) =>
  ["answers", "failed"].includes(providerIn(view, id).state.kind);
const names = (provider: ProviderView) => provider.models.map((model) => model.name);

async function added(key: string | null = null, baseUrl = server.baseUrl) {
  const parts = open();
  const outcome = await parts.service.addProvider({ name: "Mine", baseUrl, key });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
  const view = await parts.until(settled(outcome.value));
  return { ...parts, id: outcome.value, view, provider: providerIn(view, outcome.value) };
}

describe("a provider", () => {
  it("is stored, asked for its models, and shown", async () => {
    const { provider, store, pushed } = await added();
    expect(provider).toEqual({
      id: "p1",
      kind: "openai-compatible",
      name: "Mine",
      baseUrl: server.baseUrl,
      onThisMachine: true,
      state: { kind: "answers", atMs: 7 },
      models: ["alpha", "beta"].map((modelId) => ({
        ref: { providerId: "p1", modelId },
        name: modelId,
        abilities: {},
        enabled: true,
      })),
    });
    expect(store.models.providers).toHaveLength(1);
    expect(pushed.map((view) => providerIn(view, "p1").state.kind)).toContain("checking");
  });

  it("gets its key, of which only the end is shown", async () => {
    const { provider, store, secrets, pushed } = await added("sk-0123456789abcdef");
    expect(server.seen[0]?.headers.authorization).toBe("Bearer sk-0123456789abcdef");
    expect(provider.keyEnds).toBe("cdef");
    expect(secrets.get("provider:p1")).toBe("sk-0123456789abcdef");
    expect(JSON.stringify([store.models, pushed])).not.toContain("0123456789");
  });

  it("with a short key shows nothing of it", async () => {
    expect((await added("short")).provider.keyEnds).toBe("");
  });

  it("keeps its key over a new name, loses it with a new address", async () => {
    const { service, secrets, id, until } = await added("sk-0123456789abcdef");
    await service.updateProvider(id, { name: "Renamed", baseUrl: server.baseUrl, key: null });
    await until((view) => providerIn(view, id).name === "Renamed");
    expect(secrets.get("provider:p1")).not.toBeNull();
    const elsewhere = await startScriptedModelServer(modelList("gamma"));
    await service.updateProvider(id, { name: "Moved", baseUrl: elsewhere.baseUrl, key: null });
    await until((view) => names(providerIn(view, id)).includes("gamma"));
    expect(secrets.get("provider:p1")).toBeNull();
    expect(elsewhere.seen[0]?.headers.authorization).toBeUndefined();
    await elsewhere.close();
  });

  it("finds the version path that the user left out", async () => {
    server.answer((seen, response) =>
      seen.url === "/v1/models"
        ? modelList("alpha")(seen, response)
        : answersStatus(404, "Not found")(seen, response),
    );
    const { provider, store } = await added(null, new URL(server.baseUrl).origin);
    expect(names(provider)).toEqual(["alpha"]);
    expect(store.models.providers[0]?.baseUrl).toBe(server.baseUrl);
  });

  it("that fails says how, and keeps what it had", async () => {
    const { service, id, until } = await added();
    server.answer(answersStatus(401, { error: { message: "No key" } }));
    await service.check(id);
    const provider = providerIn(await until(settled(id)), id);
    expect(provider.state).toEqual({
      kind: "failed",
      atMs: 7,
      failure: { kind: "model-wrong-key", status: 401, detail: "No key" },
    });
    expect(names(provider)).toEqual(["alpha", "beta"]);
  });

  it("that returns anything other than a list is reported as such", async () => {
    server.answer(answersStatus(200, "<html>"));
    expect((await added()).provider.state).toMatchObject({
      failure: { kind: "model-malformed-answer" },
    });
  });

  it("that gives no list has the models that the user named, before it was asked and after", async () => {
    server.answer(answersStatus(404, "Not found"));
    const { service, pushed, until } = open();
    const input = { name: "Mine", baseUrl: server.baseUrl, key: null, modelNames: ["mine"] };
    const outcome = await service.addProvider(input);
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
    const failed = await until(settled(outcome.value));
    for (const view of [...pushed, failed])
      expect(names(providerIn(view, outcome.value))).toEqual(["mine"]);
    expect(providerIn(failed, outcome.value).state).toMatchObject({ kind: "failed" });
    // Also for a request that names no model.
    const asked = { messages: [], maxTokens: 1 };
    const [{ ref } = { ref: null }] = providerIn(failed, outcome.value).models;
    expect(chooseModel(service.view(), defaultPolicy, asked)).toEqual(ref);
    server.answer(modelList("alpha"));
    await service.check(outcome.value);
    expect(names(providerIn(service.view(), outcome.value))).toEqual(["mine", "alpha"]);
  });

  it("is removed with its key, its switches and its place as the default", async () => {
    const { service, store, secrets, catalog, id } = await added("sk-0123456789abcdef");
    const model = { providerId: id, modelId: "alpha" };
    service.enable({ providerId: id, modelId: "beta" }, false);
    service.setDefault(model);
    expect(service.removeProvider(id)).toEqual({ ok: true, value: null });
    expect(store.models).toEqual({ providers: [], files: [], disabled: [], defaultModel: null });
    expect(secrets.everything()).toEqual([]);
    expect(catalog.resolve(model)).toMatchObject({ ok: false, failure: { kind: "model-gone" } });
    expect(service.removeProvider(id)).toMatchObject({ ok: false });
  });

  it("is not added when it cannot be stored", async () => {
    const { service, store, secrets } = open();
    store.broken = true;
    const outcome = await service.addProvider({ name: "x", baseUrl: server.baseUrl, key: "k" });
    expect(outcome).toMatchObject({ ok: false, failure: { detail: "read-only disk" } });
    expect(secrets.everything()).toEqual([]);
    expect(service.view().providers).toHaveLength(1);
  });

  it("never sends a key to the old address if the new one could not be stored", async () => {
    const { service, store, secrets, id } = await added("sk-0123456789abcdef");
    store.broken = true;
    const elsewhere = { name: "Moved", baseUrl: "http://127.0.0.1:9/v1", key: "sk-elsewhere" };
    expect(await service.updateProvider(id, elsewhere)).toMatchObject({ ok: false });
    expect(secrets.get("provider:p1")).toBe("sk-0123456789abcdef");
    // Killed between the two files: the key is there already, the address is not.
    secrets.set("provider:p1", "sk-elsewhere", elsewhere.baseUrl);
    const next = open(store, secrets);
    await next.service.refresh();
    expect(server.seen.at(-1)?.headers.authorization).toBeUndefined();
  });

  it("is there again after a restart", async () => {
    const { store, secrets, id } = await added("sk-0123456789abcdef");
    const next = open(store, secrets);
    expect(providerIn(next.service.view(), id).state).toEqual({ kind: "unchecked" });
    await next.service.refresh();
    expect(names(providerIn(next.service.view(), id))).toEqual(["alpha", "beta"]);
    expect(server.seen.at(-1)?.headers.authorization).toBe("Bearer sk-0123456789abcdef");
  });
});

describe("programs on this machine", () => {
  it("are found, and no longer offered once added", async () => {
    const place = { name: "Ollama", baseUrl: server.baseUrl };
    const nobody = { name: "LM Studio", baseUrl: "http://127.0.0.1:9/v1" };
    const { service } = open(new FakeStore(), memorySecrets(), [place, nobody]);
    await service.refresh();
    expect(service.view().found).toEqual([{ ...place, models: 2 }]);
    const { port, host } = new URL(server.baseUrl);
    const shared = { name: "llama.cpp", baseUrl: server.baseUrl, ownedBy: "llamacpp" };
    const { service: other } = open(new FakeStore(), memorySecrets(), [shared]);
    await other.refresh();
    // Something else listens on llama.cpp's usual port: it is not called llama.cpp.
    expect(other.view().found).toEqual([{ name: host, baseUrl: server.baseUrl, models: 2 }]);
    await service.addProvider({
      name: "Ollama",
      baseUrl: `http://localhost:${port}/v1/`,
      key: null,
    });
    expect(service.view().found).toEqual([]);
  });
});

describe("the default model", () => {
  const found: ModelRef = { providerId: LOCAL_PROVIDER_ID, modelId: "found" };

  it("is the first that is turned on, until the user chooses", async () => {
    const { service, id } = await added();
    await service.refresh();
    expect(service.view().defaultModel).toEqual(found);
    service.enable(found, false);
    expect(service.view().defaultModel).toEqual({ providerId: id, modelId: "alpha" });
    service.setDefault({ providerId: id, modelId: "beta" });
    expect(service.view().defaultModel).toEqual({ providerId: id, modelId: "beta" });
    service.setDefault(null);
    service.enable(found, true);
    expect(service.view().defaultModel).toEqual(found);
  });

  it("stays while its provider is down, and is replaced once it is really gone", async () => {
    const { service, id } = await added();
    await service.refresh();
    const chosen = { providerId: id, modelId: "beta" };
    service.setDefault(chosen);
    server.answer(answersStatus(500, "down"));
    await service.check(id);
    expect(service.view().defaultModel).toEqual(chosen);
    server.answer(modelList("alpha"));
    await service.check(id);
    expect(service.view().defaultModel).toEqual(found);
  });

  it("cannot be one of a provider that does not exist", () => {
    const { service } = open();
    expect(service.setDefault({ providerId: "x", modelId: "y" })).toMatchObject({ ok: false });
  });
});

describe("files", () => {
  it("that are picked are stored and listed; removed from the list, not deleted", async () => {
    const { service, store, until } = open();
    expect(await service.addFile("/f/own.gguf")).toEqual({
      ok: true,
      value: { providerId: LOCAL_PROVIDER_ID, modelId: "picked" },
    });
    expect(store.models.files).toEqual(["/f/own.gguf"]);
    expect(names(providerIn(service.view(), LOCAL_PROVIDER_ID))).toEqual(["found", "picked"]);
    expect(service.removeFile("picked")).toMatchObject({ ok: true });
    await until((view) => !names(providerIn(view, LOCAL_PROVIDER_ID)).includes("picked"));
    expect(store.models.files).toEqual([]);
  });

  it("that are not models, or not the app's to delete, are refused", async () => {
    const { service, store } = open();
    expect(await service.addFile("/f/letter.txt")).toMatchObject({
      failure: { kind: "model-file-invalid" },
    });
    expect(store.models.files).toEqual([]);
    expect(service.removeFile("found")).toMatchObject({ ok: false });
  });
});

describe("the user's facts on a model", () => {
  const patienceOf = (catalog: Catalog, ref: ModelRef) => {
    const ready = catalog.resolve(ref);
    if (!ready.ok) throw new Error(ready.failure.kind);
    return ready.value.patience;
  };

  it("override other sources, are stored, and can be withdrawn", async () => {
    const { service, store, id } = await added();
    const ref = { providerId: id, modelId: "alpha" };
    const alpha = () => providerIn(service.view(), id).models.find(({ name }) => name === "alpha");
    expect(service.override(ref, { contextTokens: 4096 }).ok).toBe(true);
    expect(alpha()).toMatchObject({
      abilities: { contextTokens: 4096 },
      origins: { contextTokens: { source: "person" } },
    });
    expect(store.models.overrides).toEqual([{ model: ref, abilities: { contextTokens: 4096 } }]);
    service.override(ref, null);
    expect(alpha()?.abilities.contextTokens).not.toBe(4096);
    expect(alpha()?.withoutPerson).toBeUndefined();
    expect(service.override({ providerId: "gone", modelId: "x" }, {}).ok).toBe(false);
  });

  it("set how long the model may be silent, from the next request on and over a restart", async () => {
    const { service, catalog, store, id } = await added();
    const ref = { providerId: id, modelId: "alpha" };
    const usual = patienceOf(catalog, ref);
    service.wait(ref, { idleSeconds: 3 });
    expect(patienceOf(catalog, ref)).toEqual({ ...usual, idleMs: 3000 });
    expect(patienceOf(catalog, { ...ref, modelId: "beta" })).toEqual(usual);
    expect(patienceOf(open(store).catalog, ref)).toEqual({ ...usual, idleMs: 3000 });
    service.wait(ref, null);
    expect(patienceOf(catalog, ref)).toEqual(usual);
    expect(store.models.waits).toEqual([]);
  });

  it("are not used if they could not be stored", async () => {
    const { service, catalog, store, id } = await added();
    const ref = { providerId: id, modelId: "alpha" };
    const usual = patienceOf(catalog, ref);
    store.broken = true;
    expect(service.wait(ref, { firstTokenSeconds: 1 }).ok).toBe(false);
    expect(patienceOf(catalog, ref)).toEqual(usual);
  });
});

describe("readBaseUrl", () => {
  it.each([
    ["http://127.0.0.1:11434/v1/", "http://127.0.0.1:11434/v1"],
    ["  https://api.example.com/openai/v1  ", "https://api.example.com/openai/v1"],
    ["https://api.example.com/v1/chat/completions", "https://api.example.com/v1"],
    ["https://api.example.com/v1/models", "https://api.example.com/v1"],
    ["http://localhost:8080", "http://localhost:8080"],
  ])("accepts %s", (text, expected) => {
    expect(readBaseUrl(text)).toEqual({ ok: true, value: expected });
  });

  it.each([
    "ftp://x/y",
    "file:///etc/passwd",
    "no address",
    "https://me:secret@host/v1",
    "https://host/v1?key=x",
  ])("refuses %s", (text) => {
    const outcome = readBaseUrl(text);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: "invalid-argument" } });
    expect(JSON.stringify(outcome)).not.toContain("secret");
  });
});
