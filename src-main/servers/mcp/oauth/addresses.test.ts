// Which addresses a server may send this machine to.
import { describe, expect, it } from "vitest";
import { AddressGuard, isConfidentialUrl, zoneOf } from "./addresses.ts";
import { SignInError } from "./failure.ts";

it.each([
  ["8.8.8.8", "public"],
  ["2606:4700::1111", "public"],
  ["127.0.0.1", "loopback"],
  ["127.9.9.9", "loopback"],
  ["0.0.0.0", "loopback"],
  ["::1", "loopback"],
  ["::", "loopback"],
  ["::ffff:127.0.0.1", "loopback"],
  ["::ffff:7f00:1", "loopback"],
  ["::127.0.0.1", "loopback"],
  ["64:ff9b::7f00:1", "loopback"],
  ["2002:7f00:1::", "loopback"],
  ["10.1.2.3", "private"],
  ["172.31.255.255", "private"],
  ["172.32.0.1", "public"],
  ["192.168.0.1", "private"],
  ["100.64.0.1", "private"],
  ["198.19.0.1", "private"],
  ["224.0.0.1", "private"],
  ["255.255.255.255", "private"],
  ["::ffff:10.0.0.1", "private"],
  ["64:ff9b::a00:1", "private"],
  ["fd00::1", "private"],
  ["ff02::1", "private"],
  ["169.254.169.254", "link-local"],
  ["::ffff:169.254.169.254", "link-local"],
  ["fe80::1", "link-local"],
  ["fe80::1%eth0", "link-local"],
  ["nonsense", "private"],
])("%s is %s", (ip, reach) => expect(zoneOf(ip)).toBe(reach));

it.each([
  ["https://a.example/", true],
  ["http://a.example/", false],
  ["http://localhost:3000/", true],
  ["http://127.0.0.1:3000/", true],
  ["http://[::1]:3000/", true],
  ["http://localhost.example/", false],
  ["http://127.0.0.1.example/", false],
  ["ftp://127.0.0.1/", false],
])("traffic to %s is safe: %s", (url, safe) => expect(isConfidentialUrl(new URL(url))).toBe(safe));

const NAMES: Record<string, string[]> = {
  "mcp.example": ["93.184.216.34"],
  "both.example": ["93.184.216.34", "10.0.0.9"],
  "intern.example": ["10.0.0.9"],
  "sneaky.example": ["127.0.0.1"],
  "cloud.example": ["169.254.169.254"],
  localhost: ["::1", "127.0.0.1"],
};
const resolve = (host: string): Promise<string[]> => Promise.resolve(NAMES[host] ?? []);

async function verdict(server: string, url: string): Promise<string> {
  const guard = new AddressGuard(new URL(server), resolve);
  try {
    await guard.allowedAddresses(new URL(url));
    return "goes";
  } catch (error) {
    return error instanceof SignInError ? error.failure.kind : String(error);
  }
}

describe("addresses that a server names", () => {
  const PRIVATE = "sign-in-private-address";
  it.each([
    ["https://mcp.example", "https://mcp.example/x", "goes"],
    ["https://mcp.example", "https://intern.example/", PRIVATE],
    ["https://mcp.example", "https://both.example/", PRIVATE],
    ["https://mcp.example", "https://sneaky.example/", PRIVATE],
    ["https://mcp.example", "https://cloud.example/", PRIVATE],
    ["https://mcp.example", "http://localhost:8080/", PRIVATE],
    ["https://mcp.example", "http://127.0.0.1:631/", PRIVATE],
    ["https://mcp.example", "https://[::ffff:7f00:1]/", PRIVATE],
    ["https://mcp.example", "http://mcp.example/", "sign-in-not-encrypted"],
    ["https://mcp.example", "https://gone.example/", "sign-in-unreachable"],
    // Anybody may run a server that also has a public address.
    ["https://both.example", "https://intern.example/", PRIVATE],
    ["https://intern.example", "https://intern.example/", "goes"],
    ["https://intern.example", "http://localhost/", PRIVATE],
    ["http://localhost:3000", "http://127.0.0.1:4000/", "goes"],
    ["http://localhost:3000", "https://intern.example/", "goes"],
    ["http://localhost:3000", "https://cloud.example/", PRIVATE],
  ])("%s: %s %s", async (server, url, expected) => {
    expect(await verdict(server, url)).toBe(expected);
  });
});

it("allows no more to a server whose name leads inwards once it has answered from outside", async () => {
  const guard = new AddressGuard(new URL("https://intern.example"), resolve);
  await guard.allowedAddresses(new URL("https://intern.example/"));
  guard.addServerAddress("8.8.8.8");
  await expect(guard.allowedAddresses(new URL("https://intern.example/"))).rejects.toThrow(
    SignInError,
  );
});

it("resolves a name again if it was not found at first", async () => {
  let found = false;
  const guard = new AddressGuard(new URL("https://mcp.example"), () =>
    found ? Promise.resolve(["8.8.8.8"]) : Promise.reject(new Error("EAI_AGAIN")),
  );
  await expect(guard.allowedAddresses(new URL("https://mcp.example/"))).rejects.toThrow(
    SignInError,
  );
  found = true;
  expect(await guard.allowedAddresses(new URL("https://mcp.example/"))).toEqual(["8.8.8.8"]);
});
