// The check of real agents with a scripted model: it passes as they are set up, and says so where the hook was taken out.
import { copyFile, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { hostBinary } from "../../scripts/setup/hosts.mjs";
import { expect, test } from "../fixtures.ts";
import type { ToolCall } from "./agentModel.ts";
import { World } from "./world.ts";

const PROGRAMS = { "claude-code": "claude", codex: "codex", opencode: "opencode" } as const;

/** What the user has set for the agent, and where its program is. */
const userOf = ({ agent, model }: World, program: string): Record<string, string> => ({
  PATH: `${path.dirname(hostBinary(program))}:${process.env["PATH"] ?? ""}`,
  LOOP_KEY: "dummy",
  ANTHROPIC_BASE_URL: model.baseUrl.replace(/\/v1$/, ""),
  ANTHROPIC_API_KEY: "dummy",
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  ENABLE_TOOL_SEARCH: "false",
  // It skips its permissions for no other administrator.
  IS_SANDBOX: "1",
  CODEX_HOME: path.join(agent.profile, "home/.codex"),
  XDG_DATA_HOME: path.join(agent.profile, "home/data"),
  XDG_CACHE_HOME: path.join(agent.profile, "home/cache"),
  OPENCODE_DISABLE_MODELS_FETCH: "1",
  OPENCODE_DISABLE_AUTOUPDATE: "1",
});

/** Does what a check asks for, by itself or in a sub-agent. */
const obeys =
  ({ agent }: World) =>
  (prompt: string): ToolCall[][] => {
    const [command] = /touch canary-\w+/.exec(prompt) ?? [];
    if (command === undefined) return [];
    const isAbove = prompt.includes("sub-agent") && !prompt.includes("SCRIPT:below");
    // Codex ends its sub-agents with itself.
    const waits = agent.id === "codex" ? [[agent.command("sleep 3")]] : [];
    return isAbove ? [[agent.spawns(`below ${command}`)], ...waits] : [[agent.command(command)]];
  };

/** Its settings are those of its user, wherever it works, and its model has sub-agents. */
async function settle({ agent }: World): Promise<void> {
  const home = path.join(agent.profile, "home");
  const own = path.join(agent.project, "opencode.json");
  if (agent.id === "opencode")
    await copyFile(own, path.join(home, ".config/opencode/opencode.json"));
  if (agent.id !== "codex") return;
  const file = path.join(home, ".codex/config.toml");
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replace(/^model = .*$/m, 'model = "test-model"'));
}

for (const id of ["claude-code", "codex", "opencode"] as const)
  test(`${id}: a check passes, and fails once its hook is taken out @hosts`, async ({
    open,
    later,
  }) => {
    test.setTimeout(15 * 60_000);
    const world = await World.open(id, later);
    const { agent, model } = world;
    const { name } = agent;
    model.obey(obeys(world));
    const desk = await open({ profile: agent.profile, env: userOf(world, PROGRAMS[id]) });
    const tools = { actions: "changes", absent: "block" } as const;
    const setup = { tools, servers: [], calls: false };
    const changes = await desk.do("agents.previewSetup", name, setup);
    const hashes = Object.fromEntries(changes.map(({ file, hash }) => [file, hash]));
    await desk.do("agents.setUp", name, setup, hashes);
    await agent.trust();
    await settle(world);
    const came = async (): Promise<string[]> =>
      (await desk.do("agents.check", name)).results.map((one) => one.came);
    const stateOf = async (): Promise<string | undefined> =>
      (await desk.do("agents.list")).find((row) => row.name === name)?.tools?.state.kind;
    expect(await came()).toEqual(["held", "held", "held", "held"]);
    expect(await stateOf()).toBe(id === "codex" ? "opens" : "held");
    await expect(desk.rows()).toHaveCount(0);

    await writeFile(agent.config, id === "opencode" ? "" : "{}");
    expect(await came()).toContain("ran");
    expect(await stateOf()).toBe("not-held");
  });
