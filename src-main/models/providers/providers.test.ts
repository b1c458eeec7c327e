// Keys from the environment, tests of a provider, switches, removal with undo, programs that come and go.
import { hasher } from "../../core/serviceTesting.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ModelsView, ProviderView } from "#shared/models/model.ts";
import { ok } from "#shared/outcome.ts";
import { testCatalog } from "../testing/catalog.ts";
import {
  answersStatus,
  startScriptedModelServer,
  type ScriptedModelServer,
} from "../testing/scriptedModelServer.ts";
import { ModelsService } from "../models.ts";
import type { StoredModels } from "../storedModels.ts";
import { isEnabled, switched } from "../modelSwitches.ts";
import { Secrets } from "../../profile/encryption/secrets.ts";

let server: ScriptedModelServer;
beforeEach(async () => {
  server = await startScriptedModelServer(lists("alpha", "beta"));
});
afterEach(() => server.close());

function lists(...ids: string[]) {
  return answersStatus(200, { object: "list", data: ids.map((id) => ({ id })), has_more: false });
}

interface Given {
  env?: Record<string, string>;
  shell?: Record<string, string>;
  stored?: Partial<StoredModels>;
}

function open({ env = {}, shell = {}, stored = {} }: Given = {}) {
  const secrets = new Secrets("/nowhere/secrets.json", null, () => undefined);
  let kept: StoredModels = {
    providers: [],
    files: [],
    disabled: [],
    defaultModel: null,
    ...stored,
  };
  const waiting: (() => void)[] = [];
  const pushed: ModelsView[] = [];
  const catalog = testCatalog({ places: [{ name: "Ollama", baseUrl: server.baseUrl }] });
  const service = new ModelsService({
    store: {
      load: () => ({ value: kept, faults: [] }),
      save(models) {
        kept = models;
        return ok(null);
      },
    },
    keyed: hasher,
    secrets,
    environment: {
      peek: (name) => env[name] ?? null,
      read: async (name) => env[name] ?? shell[name] ?? null,
    },
    pool: catalog,
    local: {
      supported: true,
      setPicked: () => undefined,
      check: async () => ok({ modelId: "", name: "", abilities: {} }),
      fileOf: () => null,
      removeFetched: () => ok(null),
      downloads: () => [],
      startDownload: () => ok(null),
      cancelDownload: () => ok(null),
      onDownload: () => undefined,
      close: async () => undefined,
    } as unknown as ConstructorParameters<typeof ModelsService>[0]["local"],
    audience: {
      set(_key, read) {
        pushed.push(read() as ModelsView);
        for (const tell of waiting.splice(0)) tell();
      },
    },
    fault: () => undefined,
    speeds: () => [],
    newId: () => "p1",
    nowMs: () => 7,
  });
  const until = async (test: (view: ModelsView) => boolean): Promise<ModelsView> => {
    while (!test(service.view())) await new Promise<void>((resolve) => waiting.push(resolve));
    return service.view();
  };
  const settled = async (): Promise<ProviderView> => {
    const view = await until(({ providers }) =>
      ["answers", "failed"].includes(providers[1]?.state.kind ?? ""),
    );
    return view.providers[1] as ProviderView;
  };
  return { service, secrets, pushed, until, settled, kept: () => kept };
}

const claude = (more: object = {}) => ({
  kind: "anthropic" as const,
  name: "Anthropic",
  baseUrl: server.baseUrl,
  key: null,
  ...more,
});

describe("a key from the environment", () => {
  it("is read at each start and never stored", async () => {
    const env = { ANTHROPIC_API_KEY: "sk-ant-0123456789ab" };
    const { service, settled, secrets, kept, pushed } = open({ env });
    expect(await service.variables()).toEqual(["ANTHROPIC_API_KEY"]);
    await service.addProvider(claude({ variable: "ANTHROPIC_API_KEY" }));
    expect(await settled()).toMatchObject({ variable: "ANTHROPIC_API_KEY", keyEnds: "89ab" });
    expect(server.seen[0]?.headers["x-api-key"]).toBe("sk-ant-0123456789ab");
    expect(secrets.everything()).toEqual([]);
    expect(JSON.stringify([kept(), pushed])).not.toContain("0123456789");
    const [stored] = kept().providers;
    if (stored === undefined) throw new Error("nothing kept");
    const next = open({ env: {}, stored: { providers: [stored] } });
    await next.service.refresh();
    expect((await next.settled()).state).toMatchObject({
      failure: { kind: "model-no-variable", variable: "ANTHROPIC_API_KEY" },
    });
  });

  it("may be set only by the login shell", async () => {
    const { service, settled } = open({ shell: { ANTHROPIC_API_KEY: "sk-from-shell" } });
    await service.addProvider(claude({ variable: "ANTHROPIC_API_KEY" }));
    expect((await settled()).state.kind).toBe("answers");
    expect(server.seen[0]?.headers["x-api-key"]).toBe("sk-from-shell");
  });

  it("is only one that the kind of provider knows", async () => {
    const { service, kept } = open({ env: { GITHUB_TOKEN: "secret" } });
    const refused = await service.addProvider(claude({ variable: "GITHUB_TOKEN" }));
    expect(refused).toMatchObject({ failure: { kind: "invalid-argument" } });
    expect(await service.variables()).toEqual([]);
    expect(kept().providers).toEqual([]);
  });

  it("is not used for another address", async () => {
    const { service, settled, kept } = open({ env: { ANTHROPIC_API_KEY: "sk-ant" } });
    await service.addProvider(claude({ variable: "ANTHROPIC_API_KEY" }));
    await settled();
    const seen = server.seen.length;
    await service.updateProvider("p1", claude({ baseUrl: `${server.baseUrl}/elsewhere` }));
    expect(kept().providers[0]).toHaveProperty("variable", undefined);
    expect((await settled()).state).toMatchObject({ failure: { kind: "model-no-key" } });
    expect(server.seen).toHaveLength(seen);
  });
});

describe("a test of a provider", () => {
  it("tells how many models there are, and stores nothing", async () => {
    const { service, secrets, kept } = open();
    expect(await service.tryProvider(claude({ key: "sk" }), null)).toEqual(ok(2));
    expect(server.seen[0]?.headers["x-api-key"]).toBe("sk");
    expect([secrets.everything(), kept().providers]).toEqual([[], []]);
  });

  it("reports errors before anything is stored, and sends nothing without a required key", async () => {
    const { service } = open();
    expect(await service.tryProvider(claude(), null)).toMatchObject({
      failure: { kind: "model-no-key" },
    });
    expect(server.seen).toEqual([]);
    server.answer(answersStatus(401, { error: { message: "bad" } }));
    expect(await service.tryProvider(claude({ key: "sk" }), null)).toMatchObject({
      failure: { kind: "model-wrong-key" },
    });
  });

  it("uses the stored key only at its own address", async () => {
    const { service, settled } = open();
    await service.addProvider(claude({ key: "sk-stored" }));
    await settled();
    expect(await service.tryProvider(claude(), "p1")).toEqual(ok(2));
    const moved = claude({ baseUrl: `${server.baseUrl}/elsewhere` });
    expect(await service.tryProvider(moved, "p1")).toMatchObject({
      failure: { kind: "model-no-key" },
    });
  });
});

it("restores what was removed, with key, switches and place", async () => {
  const { service, settled, secrets, kept, until } = open();
  await service.addProvider(claude({ key: "sk-stored" }));
  await settled();
  const beta = { providerId: "p1", modelId: "beta" };
  service.enable({ providerId: "p1", modelId: "alpha" }, false);
  service.setDefault(beta);
  const before = kept();
  service.removeProvider("p1");
  expect(secrets.everything()).toEqual([]);
  expect(service.view().removed).toEqual({ id: "p1", name: "Anthropic" });
  expect(service.restoreProvider("p1")).toEqual(ok(null));
  expect(kept()).toEqual(before);
  expect(secrets.get("provider:p1")).toBe("sk-stored");
  await until(({ providers }) => providers[1]?.state.kind === "answers");
  service.removeProvider("p1");
  service.dropRemoved();
  expect(service.view().removed).toBeUndefined();
  expect(service.restoreProvider("p1")).toMatchObject({ ok: false });
});

describe("switches", () => {
  const lists: Pick<StoredModels, "providers" | "disabled"> = {
    providers: [{ id: "a", kind: "openai", name: "A", baseUrl: "https://a.test" }],
    disabled: [{ providerId: "b", modelId: "x" }],
  };
  const on = (state: typeof lists, modelId: string) =>
    isEnabled(state, { providerId: "a", modelId });

  it("turn one, several, all and future models on or off", () => {
    const some = switched(lists, "a", ["x", "y"], false);
    expect([on(some, "x"), on(some, "y"), on(some, "z")]).toEqual([false, false, true]);
    const none = switched(some, "a", "all", false);
    expect([on(none, "x"), on(none, "new")]).toEqual([false, false]);
    const one = switched(none, "a", ["x"], true);
    expect([on(one, "x"), on(one, "y"), on(one, "new")]).toEqual([true, false, false]);
    expect(on(switched(one, "a", ["x"], false), "x")).toBe(false);
    const every = switched(one, "a", "all", true);
    expect([on(every, "x"), on(every, "new")]).toEqual([true, true]);
    expect(every).toEqual(lists);
  });
});

describe("while somebody looks", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());
  /** Waits for real time: the loopback responds by itself. */
  const real = async (test: () => boolean): Promise<void> => {
    while (!test()) await new Promise((resolve) => setImmediate(resolve));
  };

  it("programs are polled less and less often, and not at all while nobody is looking", async () => {
    const { service, pushed } = open();
    service.watch(true);
    server.answer(lists("alpha"));
    await vi.advanceTimersByTimeAsync(2_000);
    await real(() => pushed.length === 1);
    expect(pushed.at(-1)?.found).toEqual([{ name: "Ollama", baseUrl: server.baseUrl, models: 1 }]);
    server.answer(lists("alpha", "beta"));
    await real(() => vi.getTimerCount() > 0);
    await vi.advanceTimersByTimeAsync(2_000);
    await real(() => pushed.length === 2);
    expect(pushed.at(-1)?.found[0]?.models).toBe(2);
    // Nothing has changed: polled, not reported, and later the next time.
    await real(() => vi.getTimerCount() > 0);
    await vi.advanceTimersByTimeAsync(2_000);
    await real(() => server.seen.length === 2 && vi.getTimerCount() > 0);
    await vi.advanceTimersByTimeAsync(2_900);
    expect(server.seen).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(200);
    await real(() => server.seen.length === 3);
    expect(pushed).toHaveLength(2);
    service.watch(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.seen).toHaveLength(3);
  });
});
