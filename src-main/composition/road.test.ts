// A server at an address uses the same proxies and certificates as a provider.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { defaultNetwork } from "#shared/settings/network.ts";
import { AddressGuard } from "../servers/mcp/oauth/addresses.ts";
import { guardedFetch } from "../servers/mcp/oauth/guardedFetch.ts";
import { routedFetch } from "../servers/mcp/transports/networkRoute.ts";
import { openNetwork } from "../models/net/network.ts";
import { makeAuthority, startProxy, startWeb } from "../models/testing/network.ts";

it("sends MCP requests through the proxy, and never takes the proxy for the server", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "countersign-road-"));
  const authority = await makeAuthority("Corporate Root");
  const pem = path.join(folder, "corporate.pem");
  await writeFile(pem, authority.ca.cert);
  const web = await startWeb(
    (_request, response) => void response.end("mcp"),
    await authority.sign("server.test"),
  );
  const proxy = await startProxy();
  let system = `PROXY 127.0.0.1:${proxy.port}`;
  const network = openNetwork({
    settings: () => ({ ...defaultNetwork, certificates: [pem] }),
    password: () => null,
    env: {},
    askSystem: async () => system,
    bundles: [],
  });
  const send = routedFetch((url) => network.agentFor(url));
  const peers: string[] = [];
  const peer = (ip: string): void => void peers.push(ip);
  const response = await send(`https://server.test:${web.port}/mcp`, { method: "POST" }, { peer });
  expect(await response.text()).toBe("mcp");
  expect(proxy.asked).toEqual([`CONNECT server.test:${web.port}`]);
  expect(peers).toEqual([]);
  // A sign-in uses the same route, also where only the proxy can resolve the issuer's name.
  const guard = new AddressGuard(new URL("https://mcp.test/"), () =>
    Promise.reject(new Error("ENOTFOUND")),
  );
  const guarded = guardedFetch(guard, new AbortController().signal, send);
  const issuer = `https://server.test:${web.port}/.well-known/oauth-authorization-server`;
  expect(await (await guarded(issuer)).text()).toBe("mcp");
  expect(proxy.asked).toHaveLength(2);
  // Addresses that this machine must not contact are not requested from the proxy either.
  await expect(guarded("https://169.254.169.254/")).rejects.toMatchObject({
    failure: { kind: "sign-in-private-address" },
  });
  expect(proxy.asked).toHaveLength(2);
  // Without a proxy the name is resolved here, and the certificate is still checked.
  system = "DIRECT";
  const lookup = (_host: string, _options: object, done: (e: null, ip: object[]) => void): void =>
    done(null, [{ address: "127.0.0.1", family: 4 }]);
  const straight = await send(`https://server.test:${web.port}/mcp`, {}, { lookup, peer } as never);
  expect(await straight.text()).toBe("mcp");
  expect(peers).toEqual(["127.0.0.1"]);
  const none = routedFetch(() => Promise.reject(new Error("no way")));
  await expect(none("https://server.test/")).rejects.toMatchObject({ code: "EPROXY" });
  await Promise.all([web.close(), proxy.close(), rm(folder, { recursive: true })]);
});
