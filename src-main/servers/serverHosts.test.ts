// Hosts of servers at addresses; local commands have none.
import { expect, it } from "vitest";
import type { ServerView } from "#shared/servers/server.ts";
import { ServerHosts } from "./serverHosts.ts";

it("caches the hosts until something changes", () => {
  const views: Pick<ServerView, "endpoint">[] = [
    { endpoint: { kind: "stdio", command: "x", args: [], cwd: null, env: [] } },
    { endpoint: { kind: "http", url: "https://MCP.acmetools.dev:8443/mcp", headers: [] } },
  ];
  const hosts = new ServerHosts(() => views);
  expect(hosts.list()).toEqual(["mcp.acmetools.dev"]);
  views.push({ endpoint: { kind: "sse", url: "http://b.example/sse", headers: [] } });
  expect(hosts.list()).toEqual(["mcp.acmetools.dev"]);
  hosts.changed();
  expect(hosts.list()).toEqual(["mcp.acmetools.dev", "b.example"]);
});
