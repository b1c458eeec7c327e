// The stored network settings, and what is never sent: a password belongs to one proxy.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { beforeEach, expect, it } from "vitest";
import { ok } from "#shared/outcome.ts";
import { defaultNetwork, type NetworkSettings } from "#shared/settings/network.ts";
import { Secrets } from "../../profile/encryption/secrets.ts";
import { makeAuthority } from "../testing/network.ts";
import { NetworkService } from "./networkService.ts";

let secrets: Secrets;
beforeEach(() => {
  secrets = new Secrets("/nowhere/secrets.json", null, () => undefined);
});

function open(stored = defaultNetwork) {
  let changes = 0;
  const store = {
    load: () => ({ value: stored, faults: [] }),
    save(settings: NetworkSettings) {
      stored = settings;
      return ok(null);
    },
  };
  const system = { env: {}, askSystem: async () => "DIRECT" };
  const service = new NetworkService(store, secrets, system);
  service.onChange(() => (changes += 1));
  return { service, stored: () => stored, changes: () => changes };
}

it("keeps a login and its password until the proxy or the name changes", async () => {
  const { service, stored, changes } = open();
  const login = { proxy: "proxy.corp:3128", user: "me" };
  expect(service.set({ login }, "p:w")).toEqual(ok(null));
  expect(service.password).toBe("p:w");
  expect(JSON.stringify(stored())).not.toContain("p:w");
  service.set({ proxy: { kind: "none" } }, null);
  expect(service.password).toBe("p:w");
  expect(await service.look(["https://a.test"])).toMatchObject({
    settings: { proxy: { kind: "none" }, login },
    passwordKept: true,
    routes: [{ address: "https://a.test", proxy: null }],
  });
  service.set({ login: { ...login, proxy: "other.corp:3128" } }, null);
  expect(service.password).toBeNull();
  service.set({ login }, "again");
  service.set({}, "");
  expect(service.password).toBeNull();
  expect(changes()).toBe(5);
});

it("accepts a file only if it has certificates", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "countersign-certificates-"));
  const [pem, letter] = [path.join(folder, "a.pem"), path.join(folder, "letter.txt")];
  await writeFile(pem, (await makeAuthority("Corporate Root")).ca.cert);
  await writeFile(letter, "Dear Sir");
  const { service, stored } = open();
  expect(service.addCertificate(pem)).toEqual(ok(null));
  expect(service.addCertificate(pem)).toEqual(ok(null));
  expect(service.addCertificate(letter)).toMatchObject({
    failure: { kind: "certificate-unusable", reason: "no-certificate" },
  });
  expect(stored().certificates).toEqual([pem]);
  service.dropCertificate(pem);
  expect(stored().certificates).toEqual([]);
  await rm(folder, { recursive: true });
});

const by = (url: string) => ({ kind: "address" as const, url, bypass: "" });

it("takes a login out of the proxy's address, before it is written or shown", async () => {
  const { service, stored } = open();
  const proxy = by("http://me:p%40ss@proxy.corp:8080");
  expect(service.set({ proxy, login: null }, "")).toEqual(ok(null));
  const login = { proxy: "proxy.corp:8080", user: "me" };
  expect(stored()).toMatchObject({ proxy: by("http://proxy.corp:8080"), login });
  expect(service.password).toBe("p@ss");
  expect(JSON.stringify([await service.look([]), stored()])).not.toMatch(/p(@|%40)ss/);
  // Another name in the address: the former password is not sent there.
  service.set({ proxy: by("you@other.corp") }, null);
  expect(stored()).toMatchObject({
    proxy: by("other.corp"),
    login: { proxy: "other.corp:80", user: "you" },
  });
  expect(service.password).toBeNull();
});

it.each(["http://me:p/w@proxy.corp:8080", "http://me:12/w@proxy:8080", "http://:pw@proxy"])(
  "refuses %s, since its secret part is unclear",
  (url) => {
    const { service, stored } = open();
    expect(service.set({ proxy: by(url) }, null)).toMatchObject({
      failure: { kind: "model-proxy", reason: "unreadable" },
    });
    expect(stored()).toEqual(defaultNetwork);
    const loaded = open({ ...defaultNetwork, proxy: by(url) });
    expect(JSON.stringify(loaded.service.settings)).not.toMatch(/me:|w@/);
  },
);

it("moves a login that a file holds in the address", () => {
  const { service, stored } = open({ ...defaultNetwork, proxy: by("socks5://me:pw@proxy") });
  const login = { proxy: "proxy:1080", user: "me" };
  for (const settings of [service.settings, stored()]) {
    expect(settings).toEqual({ ...defaultNetwork, proxy: by("socks5://proxy"), login });
  }
  expect(service.password).toBe("pw");
});

it("uses a password only for the proxy and name that it was entered for", () => {
  const login = { proxy: "proxy.corp:3128", user: "me" };
  open().service.set({ login }, "pw");
  const at = (other: Partial<typeof login>) =>
    open({ ...defaultNetwork, login: { ...login, ...other } }).service.password;
  expect(at({})).toBe("pw");
  expect([at({ proxy: "other.corp:3128" }), at({ user: "you" })]).toEqual([null, null]);
  secrets.set("network:proxy-password", "unbound");
  expect(at({ user: "you" })).toBeNull();
});
