// What a check needs of an agent's user, and of its model.
import { copyFile, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { hostBinary } from "../../scripts/setup/hosts.mjs";
import type { ToolCall } from "./agentModel.ts";
import type { World } from "./world.ts";

/** The environment of their user, in which Countersign starts them. */
export function envOf(...worlds: readonly World[]): Record<string, string> {
  const agents = worlds.map(({ agent }) => agent);
  const folders = agents.map(({ program }) => path.dirname(hostBinary(program)));
  const own: Record<string, string> = Object.assign({}, ...agents.map(({ env }) => env));
  return {
    ...own,
    PATH: [...folders, process.env["PATH"]].join(path.delimiter),
    LOOP_KEY: "dummy",
    // Claude Code skips its permissions for no other administrator.
    IS_SANDBOX: "1",
  };
}

/** Its model does what a check asks for, by itself or in a sub-agent. */
export function obeys({ agent, model }: World): void {
  model.obey((prompt, told): ToolCall[][] => {
    const [command] = /touch canary-\w+/.exec(prompt) ?? [];
    if (command === undefined) return [];
    const isAbove = prompt.includes("sub-agent") && !prompt.includes("SCRIPT:below");
    // Codex ends its sub-agents with itself.
    const [, below] = /"agent_id":\s*"([^"]+)"/.exec(told.join("\n")) ?? [];
    const waits =
      below === undefined ? [] : [[{ tool: "wait_agent", input: { targets: [below] } }]];
    return isAbove ? [[agent.spawns(`below ${command}`)], ...waits] : [[agent.command(command)]];
  });
}

/** The same, with the settings that it takes. Once its user trusts the hook. */
export async function obeysChecks(world: World): Promise<void> {
  const { agent } = world;
  obeys(world);
  const home = path.join(agent.profile, "home");
  // Its settings are those of its user, wherever it works, and its model has sub-agents.
  if (agent.id === "opencode") {
    const own = path.join(agent.project, "opencode.json");
    await copyFile(own, path.join(home, ".config/opencode/opencode.json"));
  }
  if (agent.id !== "codex") return;
  const file = path.join(home, ".codex/config.toml");
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replace(/^model = .*$/m, 'model = "test-model"'));
}
