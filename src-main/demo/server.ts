// The demo server: a small but real MCP server of protocol version 2025-11-25, built around sampling.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { registerMaterial } from "./material.ts";
import { registerPlanTrip } from "./planTrip.ts";
import { registerSimpleTools } from "./simpleTools.ts";

/** Builds the server; connect it to a transport to run it. */
export function createDemoServer(version: string): McpServer {
  const server = new McpServer(
    { name: "countersign-demo", title: "Countersign demo server", version },
    {
      capabilities: { logging: {} },
      instructions:
        "Every tool of this server sends sampling requests, so the client needs the sampling capability.",
    },
  );
  registerSimpleTools(server);
  registerPlanTrip(server);
  registerMaterial(server);
  return server;
}

/** The version that the demo server reports. It changes with its tools, not with each release of the app. */
export const DEMO_VERSION = "1.0.0";
