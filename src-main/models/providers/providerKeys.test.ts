// Which key a provider gets: only the one that was entered for its address, and that can be sent.
import { hasher } from "../../core/serviceTesting.ts";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { joinedAwsKeys } from "#shared/models/providers/awsKeys.ts";
import { fail, ok, type Failure } from "#shared/outcome.ts";
import { Secrets, type Cipher } from "../../profile/encryption/secrets.ts";
import type { Catalog } from "../catalog.ts";
import type { StoredProvider } from "../storedModels.ts";
import { ProviderChecks } from "./providerChecks.ts";
import { keepsKey, provided } from "./providerEntry.ts";
import { ProviderKeys } from "./providerKeys.ts";

const provider = (baseUrl = "https://a.test", variable?: string): StoredProvider => ({
  id: "p",
  kind: "openai-compatible",
  name: "P",
  baseUrl,
  ...(variable === undefined ? {} : { variable }),
});
const open = (env: Record<string, string> = {}, shell = async () => env["KEY"] ?? null) => {
  const secrets = new Secrets("/nowhere/secrets.json", null, () => undefined);
  const keys = new ProviderKeys(
    secrets,
    { peek: (name) => env[name] ?? null, read: shell },
    hasher,
  );
  return { secrets, keys };
};

it("gives a key only to the address that it was entered for", async () => {
  const { secrets, keys } = open();
  keys.keep(provider(), "sk-a");
  expect([keys.now(provider()), await keys.read(provider())]).toEqual(["sk-a", "sk-a"]);
  // Countersign adds the version path itself.
  expect(keys.now(provider("https://a.test/v1"))).toBe("sk-a");
  for (const other of ["https://b.test", "http://a.test", "https://a.test/v2"]) {
    expect([keys.now(provider(other)), await keys.read(provider(other))]).toEqual([null, null]);
  }
  secrets.set("provider:p", "sk-unbound");
  expect(keys.now(provider())).toBeNull();
});

it.each(["sk-a\nb", "sk a", "sk-\u00e4", "sk-\u0000"])("refuses the key %j", async (key) => {
  const input = { name: "P", baseUrl: "https://a.test", key };
  expect(provided("p", input)).toEqual(fail({ kind: "model-key-unusable" }));
  const { secrets, keys } = open({ KEY: key });
  secrets.set("provider:p", key, "https://a.test");
  expect(keys.now(provider())).toBeNull();
  expect(await keys.ready(provider())).toEqual(fail({ kind: "model-key-unusable" }));
  const read = keys.chosen(provider("https://a.test", "KEY"));
  expect(keys.now(read)).toBeNull();
  const failure = { kind: "model-key-unusable" as const, variable: "KEY" };
  expect(await keys.ready(read)).toEqual(fail(failure));
});

it("restores nothing that was moved or removed while the login shell was read", async () => {
  for (const after of [[], [provider("https://b.test")], [provider("https://a.test", "KEY")]]) {
    const put: string[] = [];
    const { keys } = open({}, async () => {
      providers = after.map((one) => keys.chosen(one));
      return "sk-shell";
    });
    let providers = [keys.chosen(provider("https://a.test", "KEY"))];
    const pool = {
      put: (one: StoredProvider, key: string | null) => void put.push(`${one.baseUrl} ${key}`),
      list: async () => ok([]),
    } as unknown as Catalog;
    const checks = new ProviderChecks({
      pool,
      keys,
      nowMs: () => 0,
      providers: () => providers,
      complete: () => undefined,
      changed: () => undefined,
    });
    await checks.one("p");
    expect(put).toEqual(after[0]?.variable === undefined ? [] : ["https://a.test sk-shell"]);
  }
});

it("reads a variable only for its own address, or the one that the user chose it for", async () => {
  const { keys, secrets } = open({ XAI_API_KEY: "sk-x", KEY: "sk-x" }, async () => "sk-x");
  const elsewhere = { kind: "model-variable-elsewhere" as const, variable: "XAI_API_KEY" };
  const allowed = async (one: StoredProvider): Promise<boolean> => {
    const found = [keys.now(one), await keys.read(one)];
    expect(new Set(found).size).toBe(1);
    return found[0] === "sk-x";
  };
  // An author of the providers file changes the address, or names another variable.
  expect(await allowed(provider("https://api.x.ai/v1", "XAI_API_KEY"))).toBe(true);
  for (const [address, variable] of [
    ["https://attacker.test/v1", "XAI_API_KEY"],
    ["https://api.x.ai.attacker.test/v1", "XAI_API_KEY"],
    ["https://api.groq.com/openai/v1", "XAI_API_KEY"],
    ["https://api.x.ai/v1", "KEY"],
  ] as const) {
    expect(await allowed(provider(address, variable)), `${variable} ${address}`).toBe(false);
  }
  const unmarked = provider("https://proxy.test/v1", "XAI_API_KEY");
  expect(await keys.ready(unmarked)).toEqual(fail(elsewhere));
  const own = keys.chosen(unmarked);
  expect(await allowed(own)).toBe(true);
  for (const moved of [{ baseUrl: "https://attacker.test/v1" }, { variable: "KEY" }, { id: "q" }]) {
    expect(await allowed({ ...own, ...moved })).toBe(false);
  }
  // Nobody can make such a mark without the key.
  const other = new ProviderKeys(
    secrets,
    { peek: () => "sk-x", read: async () => "sk-x" },
    { hash: (value) => `other ${hasher.hash(value)}` },
  );
  expect(await allowed(other.chosen(unmarked))).toBe(false);
});

it("knows the regions of Amazon Bedrock", () => {
  const { keys } = open();
  const at = (host: string): boolean =>
    keys.mayRead({ ...bedrock("AWS_BEARER_TOKEN_BEDROCK"), baseUrl: `https://${host}` });
  expect(at("bedrock-runtime.eu-west-1.amazonaws.com")).toBe(true);
  expect(at("bedrock-runtime.x.attacker.test#.amazonaws.com")).toBe(false);
  expect(at("bedrock-runtime.attacker.test/.amazonaws.com")).toBe(false);
});

const bedrock = (variable?: string): StoredProvider => ({
  ...provider("https://bedrock-runtime.eu-west-1.amazonaws.com", variable),
  kind: "bedrock",
});

it("keeps a session token as a secret of its own, uses it with the key, and deletes it with it", () => {
  const { secrets, keys } = open();
  const temporary = joinedAwsKeys({ secret: "secret-1", sessionToken: "token-1" });
  keys.keep(bedrock(), temporary);
  // Wherever secrets are masked, each is found literally.
  expect(secrets.everything().sort()).toEqual(["secret-1", "token-1"]);
  expect(keys.now(bedrock())).toBe(temporary);
  expect(keys.now(provider("https://b.test"))).toBeNull();
  keys.keep(bedrock(), "secret-2");
  expect(keys.now(bedrock())).toBe("secret-2");
  keys.keep(bedrock(), temporary);
  keys.drop("p");
  expect([keys.now(bedrock()), secrets.everything()]).toEqual([null, []]);
});

it("stores a secret and its session token both or not at all", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "countersign-keys-"));
  const faults: Failure[] = [];
  const cipher: Cipher = {
    encrypt: (text) => Buffer.from(text),
    decrypt: (bytes) => Buffer.from(bytes).toString(),
  };
  const file = path.join(folder, "secrets.json");
  const secrets = new Secrets(file, cipher, (failure) => faults.push(failure));
  const keys = new ProviderKeys(secrets, { peek: () => null, read: async () => null }, hasher);
  const first = joinedAwsKeys({ secret: "secret-1", sessionToken: "token-1" });
  expect(keys.keep(bedrock(), first).ok).toBe(true);
  // The file's folder is gone: nothing can be written.
  rmSync(folder, { recursive: true });
  writeFileSync(folder, "");
  for (const next of [joinedAwsKeys({ secret: "secret-2", sessionToken: "token-2" }), "secret-3"]) {
    expect(keys.keep(bedrock(), next).ok).toBe(false);
    expect(keys.now(bedrock())).toBe(first);
  }
  // What was removed but is still in the file is reported.
  expect(faults).toEqual([]);
  keys.drop("p");
  expect(faults).not.toEqual([]);
  rmSync(folder);
});

it("keeps no signing key whose id is removed", () => {
  const input = { name: "P", baseUrl: bedrock().baseUrl, key: null, keyId: "" };
  const current = { ...bedrock(), keyId: "AKIAIOSFODNN7EXAMPLE" };
  expect(keepsKey(input, current, bedrock())).toBe(false);
  expect(keepsKey(input, current, current)).toBe(true);
  expect(keepsKey(input, bedrock(), bedrock())).toBe(true);
});

it("reads AWS's three variables if its secret is to be read, and none of them otherwise", async () => {
  const env = {
    AWS_ACCESS_KEY_ID: "ASIAX",
    AWS_SECRET_ACCESS_KEY: "s",
    AWS_SESSION_TOKEN: "t",
    AWS_BEARER_TOKEN_BEDROCK: "b",
  };
  const asked: string[] = [];
  const values = new Map(Object.entries(env));
  const look = (name: string): string | null => {
    asked.push(name);
    return values.get(name) ?? null;
  };
  const secrets = new Secrets("/nowhere/secrets.json", null, () => undefined);
  const keys = new ProviderKeys(secrets, { peek: look, read: async (name) => look(name) }, hasher);
  const signed = bedrock("AWS_SECRET_ACCESS_KEY");
  const all = joinedAwsKeys({ keyId: "ASIAX", secret: "s", sessionToken: "t" });
  expect([keys.now(signed), await keys.read(signed)]).toEqual([all, all]);
  asked.length = 0;
  expect(keys.now(bedrock("AWS_BEARER_TOKEN_BEDROCK"))).toBe("b");
  expect(asked).toEqual(["AWS_BEARER_TOKEN_BEDROCK"]);
  values.delete("AWS_ACCESS_KEY_ID");
  const failure = { kind: "model-no-variable" as const, variable: "AWS_ACCESS_KEY_ID" };
  expect(await keys.ready(signed)).toEqual(fail(failure));
  // The form may name it instead.
  expect((await keys.ready({ ...signed, keyId: "AKIAX" })).ok).toBe(true);
  values.set("AWS_SESSION_TOKEN", "t\nx-other: 1");
  expect(keys.now(signed)).toBeNull();
});
