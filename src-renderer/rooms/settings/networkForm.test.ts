// Credentials belong to the proxy that they are entered for, under the name that main uses.
import { expect, it } from "vitest";
import { defaultNetwork } from "#shared/settings/network.ts";
import { wordsOf } from "#words/index.ts";
import { networkForm, networkFormValues, proxyName } from "./networkForm.ts";

it("names a proxy as main does", () => {
  expect(proxyName("proxy.corp:3128")).toBe("proxy.corp:3128");
  expect(proxyName(" http://proxy.corp ")).toBe("proxy.corp:80");
  expect(proxyName("https://proxy.corp/")).toBe("proxy.corp:443");
  expect(proxyName("socks5://[::1]")).toBe("[::1]:1080");
  expect([proxyName(""), proxyName("ftp://x"), proxyName("http://")]).toEqual([null, null, null]);
});

it("sends what was entered, and removes credentials that were cleared", () => {
  const form = networkForm(wordsOf("en"));
  const typed = { ...networkFormValues(defaultNetwork), kind: "address" as const };
  expect(form.safeParse(typed).error?.issues).toMatchObject([
    { path: ["url"], message: "Enter the proxy address." },
  ]);
  const whole = { ...typed, url: " http://proxy.corp:3128", bypass: " a.test ", user: "me" };
  expect(form.parse({ ...whole, password: "p:w" })).toEqual({
    patch: {
      proxy: { kind: "address", url: "http://proxy.corp:3128", bypass: "a.test" },
      login: { proxy: "proxy.corp:3128", user: "me" },
    },
    password: "p:w",
  });
  expect(form.parse(whole).password).toBeNull();
  expect(form.parse({ ...whole, user: "" })).toMatchObject({
    patch: { login: null },
    password: "",
  });
  expect(form.parse({ ...whole, kind: "none" })).toEqual({
    patch: { proxy: { kind: "none" }, login: null },
    password: "",
  });
});
