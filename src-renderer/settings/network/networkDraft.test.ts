// The login belongs to the proxy that it is entered for, by the name that main knows it by.
import { expect, it } from "vitest";
import { defaultNetwork } from "../../../src-shared/settings/network.ts";
import { networkDraftOf, networkPatchOf, proxyName } from "./networkDraft.ts";

it("names a proxy as main does", () => {
  expect(proxyName("proxy.corp:3128")).toBe("proxy.corp:3128");
  expect(proxyName(" http://proxy.corp ")).toBe("proxy.corp:80");
  expect(proxyName("https://proxy.corp/")).toBe("proxy.corp:443");
  expect(proxyName("socks5://[::1]")).toBe("[::1]:1080");
  expect([proxyName(""), proxyName("ftp://x"), proxyName("http://")]).toEqual([null, null, null]);
});

it("sends what was entered, and removes a login that is no longer there", () => {
  const draft = { ...networkDraftOf(defaultNetwork), kind: "address" as const };
  expect(networkPatchOf(draft)).toBeNull();
  const whole = { ...draft, url: "http://proxy.corp:3128", bypass: " a.test ", user: "me" };
  expect(networkPatchOf({ ...whole, password: "p:w" })).toEqual({
    patch: {
      proxy: { kind: "address", url: "http://proxy.corp:3128", bypass: "a.test" },
      login: { proxy: "proxy.corp:3128", user: "me" },
    },
    password: "p:w",
  });
  expect(networkPatchOf(whole)?.password).toBeNull();
  expect(networkPatchOf({ ...whole, user: "" })).toMatchObject({
    patch: { login: null },
    password: "",
  });
  expect(networkPatchOf({ ...whole, kind: "none" })).toEqual({
    patch: { proxy: { kind: "none" }, login: null },
    password: "",
  });
});
