// mcp-proxy (PyPI) in front of a stdio server: an address for hosts over HTTP, and an entry for hosts that start programs.
import { spawn } from "node:child_process";
import path from "node:path";
import { cacheDir } from "../../scripts/setup/paths.mjs";
import { ensurePython } from "../../scripts/setup/python.mjs";
import { freePort } from "../support/httpServers.ts";
import type { Entry } from "../support/host.ts";

export interface McpProxy {
  url: string;
  /** From stdio to stdio it takes two: one that speaks HTTP to the other. */
  entry: Entry;
  close(): Promise<void>;
}

export async function startMcpProxy({ command, args = [] }: Entry): Promise<McpProxy> {
  await ensurePython(["mcp-proxy"]);
  const program = path.join(cacheDir, "interop/mcp-proxy/bin/mcp-proxy");
  const port = await freePort();
  const child = spawn(program, [`--port=${port}`, "--log-level=ERROR", "--", command, ...args], {
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const url = `http://127.0.0.1:${port}/mcp`;
  // It says nothing when it is ready.
  for (let tries = 0; tries < 300; tries += 1) {
    const found = await fetch(url).then(
      () => true,
      () => false,
    );
    if (found) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url,
    entry: { command: program, args: ["--transport=streamablehttp", "--log-level=ERROR", url] },
    async close() {
      child.kill();
      await ended;
    },
  };
}
