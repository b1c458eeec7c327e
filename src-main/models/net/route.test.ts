// The route of a request, from every setting that may decide it.
import { describe, expect, it } from "vitest";
import type { ProxySetting } from "#shared/settings/network.ts";
import { isBypassed, isOwn, readProxy, routeOf } from "./route.ts";

async function way(
  address: string,
  setting: ProxySetting,
  env: Record<string, string> = {},
  system = "DIRECT",
) {
  const { routes, from } = await routeOf(new URL(address), setting, env, async () => system);
  return { routes: routes.map((proxy) => proxy?.url.href ?? null), from };
}
const auto: ProxySetting = { kind: "auto" };

describe("routeOf", () => {
  it("takes the variable of the scheme, lower case first, then the one for all", async () => {
    const env = {
      HTTPS_PROXY: "http://big:1",
      https_proxy: "http://small:1",
      ALL_PROXY: "socks5://all",
    };
    expect(await way("https://a.test", auto, env)).toEqual({
      routes: ["http://small:1/"],
      from: { kind: "variable", name: "https_proxy" },
    });
    expect((await way("http://a.test", auto, env)).from).toEqual({
      kind: "variable",
      name: "ALL_PROXY",
    });
    expect((await way("http://a.test", auto, { https_proxy: "http://x" })).from.kind).toBe(
      "system",
    );
  });

  it("asks the system if no variable is set, and keeps its order", async () => {
    const said = "PROXY p:1;SOCKS5 s:2 ; HTTPS t:3; QUIC q:4; DIRECT";
    expect((await way("https://a.test", auto, {}, said)).routes).toEqual([
      "http://p:1/",
      "socks5h://s:2",
      "https://t:3/",
      null,
    ]);
    expect((await way("https://a.test", auto, {}, "nonsense")).routes).toEqual([null]);
  });

  it("obeys the list of exceptions", async () => {
    const env = { https_proxy: "http://p:1", NO_PROXY: "a.test" };
    expect(await way("https://b.a.test", auto, env)).toEqual({
      routes: [null],
      from: { kind: "bypass" },
    });
    const set: ProxySetting = { kind: "address", url: "p:1", bypass: "10.0.0.0/8" };
    expect((await way("https://10.1.2.3", set)).routes).toEqual([null]);
    expect((await way("https://11.1.2.3", set)).routes).toEqual(["http://p:1/"]);
  });

  it("uses no proxy that cannot be parsed, and connects directly when told so", async () => {
    expect((await way("https://a.test", auto, { https_proxy: "ftp://x" })).routes).toEqual([]);
    const none = await way("https://a.test", { kind: "none" }, { https_proxy: "http://p:1" });
    expect(none).toEqual({ routes: [null], from: { kind: "person" } });
  });
});

describe("isBypassed", () => {
  it.each([
    ["https://a.test", "a.test", true],
    ["https://b.a.test", "a.test", true],
    ["https://b.a.test", ".a.test", true],
    ["https://b.a.test", "*.a.test", true],
    ["https://xa.test", "a.test", false],
    ["https://a.test:8443", "a.test:8443", true],
    ["https://a.test", "a.test:8443", false],
    ["https://a.test", "b.test, A.TEST", true],
    ["https://a.test", "*", true],
    ["http://intranet", "<local>", true],
    ["http://10.0.0.1", "<local>", false],
    ["http://10.9.0.1", "10.0.0.0/8", true],
    ["http://10.9.0.1", "9.0.1", false],
    ["http://[fd00::1]", "fd00::/8", true],
    ["http://[fd00::1]:81", "[fd00::1]:81", true],
    ["http://10.9.0.1", "10.0.0.0/99", false],
    ["https://a.test", "", false],
  ])("%s by %s: %s", (address, list, expected) => {
    expect(isBypassed(new URL(address), list)).toBe(expected);
  });
});

it("knows this machine by its names", () => {
  expect(["localhost", "LOCALHOST.", "a.localhost", "127.3.2.1", "[::1]"].map(isOwn)).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(["localhost.test", "128.0.0.1", "127.test", "[::2]"].map(isOwn)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

it("names a proxy by host and port", () => {
  expect(readProxy("proxy.corp")?.name).toBe("proxy.corp:80");
  expect(readProxy("https://u:p@proxy.corp")?.name).toBe("proxy.corp:443");
  expect(readProxy("socks5://[::1]")?.name).toBe("[::1]:1080");
  expect([readProxy(""), readProxy("ftp://x"), readProxy("http://")]).toEqual([null, null, null]);
});
