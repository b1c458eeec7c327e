// opencode and Codex with their own model behind the endpoint, run as their users run them.
import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { hostBinary } from "../../scripts/setup/hosts.mjs";
import { noteQuiet } from "./clients.ts";
import type { Outcome, Row } from "./table.ts";
import type { Use, World } from "./world.ts";

/** An agent that tries again for ever is ended. */
const LONGEST_MS = 40_000;

interface Agent {
  name: "opencode" | "codex";
  args: (prompt: string) => string[];
  /** Its own files below `home`; its environment. */
  prepare: (home: string) => Promise<Record<string, string>>;
}

const opencode: Agent = {
  name: "opencode",
  args: (prompt) => ["run", prompt],
  prepare: async (home) => {
    const options = { baseURL: "{env:OPENAI_BASE_URL}", apiKey: "{env:OPENAI_API_KEY}" };
    const desk = { npm: "@ai-sdk/openai-compatible", name: "desk", options };
    const config = {
      model: "desk/scripted-1",
      small_model: "desk/scripted-1",
      autoupdate: false,
      share: "disabled",
      provider: { desk: { ...desk, models: { "scripted-1": { name: "scripted" } } } },
    };
    await writeFile(path.join(home, "opencode.json"), JSON.stringify(config));
    return {
      XDG_CONFIG_HOME: path.join(home, ".config"),
      XDG_DATA_HOME: path.join(home, "data"),
      XDG_CACHE_HOME: path.join(home, "cache"),
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_AUTOUPDATE: "1",
    };
  },
};

const codex: Agent = {
  name: "codex",
  args: (prompt) => [
    "exec",
    "--skip-git-repo-check",
    "--dangerously-bypass-approvals-and-sandbox",
    prompt,
  ],
  prepare: async (home) => ({ CODEX_HOME: path.join(home, ".codex") }),
};

/** Codex takes the address from its config only. */
const codexConfig = (baseUrl: string): string => `model = "scripted-1"
model_provider = "desk"

[model_providers.desk]
name = "desk"
base_url = "${baseUrl}"
env_key = "OPENAI_API_KEY"
wire_api = "responses"
`;

export const AGENTS: readonly Agent[] = [opencode, codex];

interface Run {
  ended: Promise<string>;
  stop: () => void;
}

async function start(
  agent: Agent,
  world: World,
  home: string,
  use: Use,
  prompt: string,
): Promise<Run> {
  await mkdir(path.join(home, ".codex"), { recursive: true });
  const environment = world.environment(use);
  const own = await agent.prepare(home);
  if (agent.name === "codex")
    await writeFile(
      path.join(home, ".codex/config.toml"),
      codexConfig(environment["OPENAI_BASE_URL"] ?? ""),
    );
  const { PATH = "" } = process.env;
  const child = spawn(hostBinary(agent.name), agent.args(prompt), {
    cwd: home,
    env: { PATH, HOME: home, PWD: home, ...environment, ...own },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  // It has programs of its own below: the group is ended.
  const stop = (): void => {
    try {
      process.kill(-(child.pid ?? 0), "SIGTERM");
    } catch {
      // It has ended.
    }
  };
  const timer = setTimeout(stop, LONGEST_MS);
  const ended = new Promise<string>((resolve) => {
    child.once("exit", () => {
      clearTimeout(timer);
      resolve(output);
    });
  });
  return { ended, stop };
}

export async function runAgent(
  agent: Agent,
  version: string,
  world: World,
  home: string,
): Promise<Row> {
  const outcomes: Row["outcomes"] = {};
  const go = (use: Use, prompt: string): Promise<Run> => start(agent, world, home, use, prompt);
  const says = async (prompt: string, wanted: string): Promise<Outcome> => {
    const { ended } = await go("WATCHED", prompt);
    const output = await ended;
    const passed = output.includes(wanted);
    return passed ? { passed } : { passed, words: output.slice(-200) };
  };
  outcomes.stream = await says("Stream.", "Hello from the model.");
  outcomes.tools = await says("USE TOOL.", "It says:");
  outcomes.cancel = await cancelled(await go("WATCHED", "NEVER END."), world);
  await noteQuiet(world, outcomes);
  await world.clear();
  outcomes.reject = await counted(world, "HELD", async () => {
    const { ended } = await go("HELD", `Reject me, ${agent.name}.`);
    const rows = await world.rejectUntil(ended);
    return { output: await ended, said: "User rejected the request", rows };
  });
  await world.spend("LIMITED");
  for (const [step, use, said] of [
    ["limit", "LIMITED", "Too many requests within a minute"],
    ["budget", "BUDGET", "budget is used up"],
  ] as const) {
    outcomes[step] = await counted(world, use, async () => {
      const { ended } = await go(use, `${step}.`);
      return { output: await ended, said, rows: null };
    });
  }
  return { client: `${agent.name} ${version}`, outcomes };
}

/** Ended by its user while the model writes. */
async function cancelled({ ended, stop }: Run, world: World): Promise<Outcome> {
  const isOver = ended.then(() => true);
  while (world.model.open() === 0) {
    const over = await Promise.race([
      isOver,
      new Promise<false>((resolve) => setTimeout(() => resolve(false), 100)),
    ]);
    if (over) return { passed: false, words: (await ended).slice(-200) };
  }
  stop();
  await ended;
  return { passed: true };
}

/** What an agent says, and how often it tried. */
async function counted(
  world: World,
  use: Use,
  act: () => Promise<{ output: string; said: string; rows: number | null }>,
): Promise<Outcome> {
  const before = await world.requestsOf(use);
  const { output, said, rows } = await act();
  const tries = (await world.requestsOf(use)) - before;
  const requests = `${tries} ${tries === 1 ? "request" : "requests"}`;
  const told = output.includes(said) ? "" : ", without the reason";
  const inRows = rows === null ? "" : ` in ${rows} ${rows === 1 ? "row" : "rows"}`;
  return { passed: tries > 0, words: `${requests}${inRows}${told}` };
}
