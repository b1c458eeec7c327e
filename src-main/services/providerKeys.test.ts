// Which key a provider is asked with: only the one that was entered for its address, and that can be sent.
import { expect, it } from "vitest";
import { fail, ok } from "../../src-shared/outcome.ts";
import { openSecrets } from "../store/secrets.ts";
import type { ProviderPool, StoredProvider } from "./modelPorts.ts";
import { ProviderChecks } from "./providerChecks.ts";
import { provided } from "./providerEntry.ts";
import { ProviderKeys } from "./providerKeys.ts";

const provider = (baseUrl = "https://a.test", variable?: string): StoredProvider => ({
  ...{ id: "p", kind: "openai-compatible", name: "P", baseUrl },
  ...(variable === undefined ? {} : { variable }),
});
const open = (env: Record<string, string> = {}, shell = async () => env["KEY"] ?? null) => {
  const secrets = openSecrets("/nowhere/secrets.json", null, () => undefined);
  const keys = new ProviderKeys(secrets, { peek: (name) => env[name] ?? null, read: shell });
  return { secrets, keys };
};

it("gives no key to another address than it was entered for", async () => {
  const { secrets, keys } = open();
  keys.keep(provider(), "sk-a");
  expect([keys.now(provider()), await keys.read(provider())]).toEqual(["sk-a", "sk-a"]);
  // Countersign adds the version path by itself.
  expect(keys.now(provider("https://a.test/v1"))).toBe("sk-a");
  for (const other of ["https://b.test", "http://a.test", "https://a.test/v2"]) {
    expect([keys.now(provider(other)), await keys.read(provider(other))]).toEqual([null, null]);
  }
  secrets.set("provider:p", "sk-old");
  expect(keys.now(provider())).toBe("sk-old");
  keys.bind(provider());
  expect([keys.now(provider()), keys.now(provider("https://b.test"))]).toEqual(["sk-old", null]);
});

it.each(["sk-a\nb", "sk a", "sk-\u00e4", "sk-\u0000"])("refuses the key %j", async (key) => {
  const input = { name: "P", baseUrl: "https://a.test", key };
  expect(provided("p", input)).toEqual(fail({ kind: "model-key-unusable" }));
  const { secrets, keys } = open({ KEY: key });
  secrets.set("provider:p", key);
  expect(keys.now(provider())).toBeNull();
  expect(await keys.ready(provider())).toEqual(fail({ kind: "model-key-unusable" }));
  const read = provider("https://a.test", "KEY");
  expect(keys.now(read)).toBeNull();
  const failure = { kind: "model-key-unusable" as const, variable: "KEY" };
  expect(await keys.ready(read)).toEqual(fail(failure));
});

it("puts nothing back that was moved or removed while the login shell was read", async () => {
  for (const after of [[], [provider("https://b.test")], [provider("https://a.test", "KEY")]]) {
    let providers = [provider("https://a.test", "KEY")];
    const put: string[] = [];
    const { keys } = open({}, async () => {
      providers = after;
      return "sk-shell";
    });
    const pool = {
      put: (one: StoredProvider, key: string | null) => void put.push(`${one.baseUrl} ${key}`),
      list: async () => ok([]),
    } as unknown as ProviderPool;
    const checks = new ProviderChecks({
      ...{ pool, keys, nowMs: () => 0, providers: () => providers },
      ...{ complete: () => undefined, changed: () => undefined },
    });
    await checks.one("p");
    expect(put).toEqual(after[0]?.variable === undefined ? [] : ["https://a.test sk-shell"]);
  }
});
