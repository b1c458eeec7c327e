// The scenes of a host's tool call that is held, and of its result.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { wrapServers } from "../../e2e/support/agents.ts";
import { launch, removeFolder, tempFolder } from "../../e2e/support/app.ts";
import { Desk } from "../../e2e/support/desk.ts";
import { Host } from "../../e2e/support/host.ts";
import { projectNode } from "../../e2e/support/paths.ts";

/** A server of a few lines with one tool. */
const SERVER = `import readline from "node:readline";
const write = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize") write({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "github", version: "3.1.0" } } });
  else if (method === "tools/list") write({ id, result: { tools: [${JSON.stringify({
    name: "delete_branch",
    description: "Deletes a branch of a repository.",
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    inputSchema: {
      type: "object",
      required: ["owner", "repo", "branch"],
      properties: {
        owner: { type: "string" },
        repo: { type: "string" },
        branch: { type: "string" },
        force: { type: "boolean" },
      },
    },
    outputSchema: {
      type: "object",
      properties: { deleted: { type: "boolean" }, commits: { type: "integer" } },
    },
  })}] } });
  else if (id !== undefined) write({ id, result: { content: [{ type: "text", text: "Deleted branch release/2026-10 of acme/storefront.\\n3 commits are on no other branch." }], structuredContent: { deleted: true, commits: "three" } } });
});
`;
const ARGUMENTS = { owner: "acme", repo: "storefront", branch: "release/2026-10", force: true };
const META = { _meta: { "claudecode/toolUseId": "toolu_01", fastmcp: { version: "1.0" } } };

/** @type {import("./stage.mjs").Scene[]} */
export const toolCall = [
  {
    shows: ["tool-call", "tool-call-json", "tool-result", "tool-result-ended"],
    async play(shot) {
      const profile = await tempFolder();
      const file = path.join(profile, "home/.cursor/mcp.json");
      const script = path.join(profile, "home/github.mjs");
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(script, SERVER);
      const own = { mcpServers: { github: { command: projectNode, args: [script] } } };
      await writeFile(file, JSON.stringify(own));
      const desk = new Desk(await launch({ profile }));
      /** @type {Host | null} */
      let host = null;
      try {
        await desk.ready();
        await wrapServers(desk, "Cursor");
        const { id, policy } = await desk.server("github");
        await desk.do("servers.policy", id, { ...policy, holdTools: "all", reviewResults: true });
        const { mcpServers } = JSON.parse(await readFile(file, "utf8"));
        host = new Host(mcpServers.github, profile);
        // The time that this host waits was measured.
        const clientInfo = { name: "opencode", version: "1.18.33" };
        await host.request("initialize", {
          protocolVersion: "2025-11-25",
          capabilities: {},
          clientInfo,
        });
        await host.request("tools/list");
        const called = host.call("delete_branch", ARGUMENTS, META);
        await desk.room("Inbox").click();
        await desk.rows().first().click();
        const primary = desk.page.getByTestId("primary");
        await desk.page.getByLabel(/^branch/).waitFor();
        await primary.and(desk.page.locator(":enabled")).waitFor();
        await shot(desk, "tool-call");
        await desk.page.keyboard.press("2");
        await shot(desk, "tool-call-json");
        await desk.page.keyboard.press("1");
        await desk.decide(primary);
        await desk.request(({ attempts }) => attempts[0]?.state.kind === "done");
        await primary.and(desk.page.locator(":enabled")).waitFor();
        await shot(desk, "tool-result");
        await desk.decide(primary);
        await called;
        await desk.rows().first().click();
        await shot(desk, "tool-result-ended");
      } finally {
        await host?.close();
        await desk.close();
        await removeFolder(profile);
      }
    },
  },
];
