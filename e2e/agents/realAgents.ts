// Real agents in a project and a home of their own, with a scripted model. The app finds their configs, because it has the
// same home. Nothing is set up here: that is done in the window.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { hostBinary, hostVersion } from "../../scripts/setup/hosts.mjs";
import type { HostName } from "../../scripts/setup/hosts.mjs";
import type { AgentId } from "../../src-shared/agents/agent.ts";
import { tableOf } from "../../src-shared/agents/tables.ts";
import type { AgentModel, ToolCall } from "./agentModel.ts";
import { trustHooks } from "./codexServer.ts";

/** How long an agent may take to start and to ask, on a machine that does much else. */
export const AGENT_MS = 60_000;

export interface Run {
  pid: number;
  /** Ends it, with the programs below it. */
  stop(): void;
  isOver(): boolean;
  ended: Promise<{ code: number | null; output: string }>;
}

export interface More {
  args?: string[];
  env?: Record<string, string>;
  /** A command that runs the agent, whose own words follow. */
  under?: string[];
  /** With a user, whom it can ask; it doesn't end by itself. Claude Code alone. */
  inTerminal?: boolean;
}

/** A terminal whose user types nothing. */
const TERMINAL = [
  "bash",
  "-c",
  'tail -f /dev/null | script -qec "stty rows 50 cols 120; exec $(printf "%q " "$@")" /dev/null',
  "bash",
];

export interface RealAgent {
  id: RunAgentId;
  /** As users know it. */
  name: string;
  profile: string;
  project: string;
  /** Of its package. */
  program: HostName;
  /** The file with its hooks, whether or not it exists. */
  config: string;
  /** What its user has set for it, without the home. */
  env: Record<string, string>;
  /** It asks its user by itself, in the form that `start` runs it. */
  command(text: string): ToolCall;
  read(file: string): ToolCall;
  /** Replaces a text that stands once in the file. */
  edit(file: string, from: string, to: string): ToolCall;
  /** The tool of an edit as a row names it; below the head of a session the row says only what it is. */
  editTool: RegExp;
  write(file: string, text: string): ToolCall;
  /** Null where the model to which edits are offered has no such tool. */
  spawns(word: string): ToolCall;
  /** What its user does after the set-up, so that the hook runs. */
  trust(): Promise<void>;
  /** Runs the conversation of the script with this word. */
  start(word: string, more?: More): Run;
}

function run(
  name: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string | undefined>,
  under: readonly string[] = [],
): Run {
  const [program, ...first] = [...under, hostBinary(name)];
  const child = spawn(program ?? "", [...first, ...args], {
    cwd,
    // opencode reads its project folder from there.
    env: { PATH: process.env["PATH"], PWD: cwd, NO_COLOR: "1", LOOP_KEY: "dummy", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  let isOver = false;
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString("utf8");
    });
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.once("exit", (code) => {
      isOver = true;
      resolve({ code, output });
    });
  });
  const pid = child.pid ?? 0;
  return {
    pid,
    isOver: () => isOver,
    ended,
    stop() {
      try {
        process.kill(-pid, "SIGKILL");
      } catch {
        // It has ended.
      }
    },
  };
}

interface World {
  model: AgentModel;
  home: string;
  /** Absolute, of a file of the project. */
  at(file: string): string;
}

/** What differs from agent to agent. */
interface Parts extends Omit<RealAgent, "id" | "name" | "profile" | "project" | "trust" | "start"> {
  trust?: RealAgent["trust"];
  /** The words after its program, but for those of a test. */
  words(prompt: string, more: More): string[];
}

/** An agent in a profile's own home. Each of its files has a line of Countersign's nobody has to know about. */
type Make = (world: World) => Promise<Parts>;

const LOOKS = { description: "Look around" };
const promptOf = (word: string): string => `SCRIPT:${word}`;

/** Its tools by name, each with the fields that it takes in the order of what it is given. */
interface Tools {
  command: [tool: string, command: string];
  read: [tool: string, file: string];
  edit: [tool: string, file: string, from: string, to: string];
  write: [tool: string, file: string, text: string];
  spawns: [tool: string, prompt: string];
}

const TOLD = { description: "As I was told" };

/** @param more what else its tools have to be given */
function toolsOf(
  { at }: World,
  { command, read, edit, write, spawns }: Tools,
  more: { edit?: object; spawns?: object },
): Pick<RealAgent, keyof Tools> {
  return {
    command: (text) => ({ tool: command[0], input: { [command[1]]: text, ...TOLD } }),
    read: (file) => ({ tool: read[0], input: { [read[1]]: at(file) } }),
    edit: (file, from, to) => ({
      tool: edit[0],
      input: { [edit[1]]: at(file), ...more.edit, [edit[2]]: from, [edit[3]]: to },
    }),
    write: (file, text) => ({ tool: write[0], input: { [write[1]]: at(file), [write[2]]: text } }),
    spawns: (word) => ({
      tool: spawns[0],
      input: { ...more.spawns, [spawns[1]]: promptOf(word) },
    }),
  };
}

const withoutV1 = ({ baseUrl }: AgentModel): string => baseUrl.replace(/\/v1$/, "");

async function writeIn(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}

const claudeCode: Make = async (world) => {
  const { model, home } = world;
  const config = path.join(home, ".claude/settings.json");
  // As its user has it, in a form that no program would write.
  const own = { type: "command", command: "true" };
  const settings = { model: "sonnet", hooks: { PreToolUse: [{ matcher: "Bash", hooks: [own] }] } };
  await writeIn(config, `${JSON.stringify(settings, null, 3)}\n\n`);
  return {
    program: "claude",
    config,
    env: {
      ANTHROPIC_BASE_URL: withoutV1(model),
      ANTHROPIC_API_KEY: "dummy",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      ENABLE_TOOL_SEARCH: "false",
    },
    ...toolsOf(
      world,
      {
        command: ["Bash", "command"],
        read: ["Read", "file_path"],
        edit: ["Edit", "file_path", "old_string", "new_string"],
        write: ["Write", "file_path", "content"],
        spawns: ["Agent", "prompt"],
      },
      { spawns: { ...LOOKS, subagent_type: "general-purpose" } },
    ),
    editTool: /Edit/,
    words: (prompt, { inTerminal }) => [
      ...(inTerminal === true ? [] : ["-p"]),
      prompt,
      "--model",
      "claude-sonnet-4-5",
    ],
  };
};

/** Offered apply_patch. Without MCP tools and sub-agents, which it would look for. */
const PATCHING_MODEL = "gpt-5.5";

const patchOf = (file: string, lines: readonly string[]): ToolCall => ({
  tool: "apply_patch",
  input: ["*** Begin Patch", file, ...lines, "*** End Patch", ""].join("\n"),
});

const codex: Make = async ({ model, home, at }) => {
  const folder = path.join(home, ".codex");
  const settings = path.join(folder, "config.toml");
  const own = `model = "${PATCHING_MODEL}"
model_provider = "loop"

[model_providers.loop]
name = "loop"
base_url = "${model.baseUrl}"
env_key = "LOOP_KEY"
wire_api = "responses"
`;
  await writeIn(settings, own);
  const env = { CODEX_HOME: folder };
  const flags = ["--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox"];
  return {
    program: "codex",
    config: path.join(folder, "hooks.json"),
    env,
    command: (text) => ({ tool: "exec_command", input: { cmd: text } }),
    read: (file) => ({ tool: "exec_command", input: { cmd: `cat ${file}` } }),
    editTool: /apply_patch|Edit/,
    edit: (file, from, to) => patchOf(`*** Update File: ${file}`, ["@@", `-${from}`, `+${to}`]),
    write: (file, text) =>
      patchOf(
        `*** Add File: ${file}`,
        text
          .trimEnd()
          .split("\n")
          .map((line) => `+${line}`),
      ),
    spawns: (word) => ({
      tool: "spawn_agent",
      input: { message: promptOf(word), agent_type: "default" },
    }),
    async trust() {
      const trusted = await trustHooks(at("."), { HOME: home, ...env });
      // In place of what was trusted before.
      await writeFile(settings, own + trusted);
    },
    words: (prompt) => ["exec", ...flags, prompt],
  };
};

const opencode: Make = async (world) => {
  const { model, home, at } = world;
  const provider = {
    npm: "@ai-sdk/openai-compatible",
    name: "loop",
    options: { baseURL: model.baseUrl, apiKey: "{env:LOOP_KEY}" },
    models: { "test-model": { name: "test" } },
  };
  const settings = {
    model: "loop/test-model",
    small_model: "loop/test-model",
    autoupdate: false,
    share: "disabled",
    provider: { loop: provider },
  };
  const folder = path.join(home, ".config/opencode");
  // As after its first run, which installs types for plugins from npm: 20 s, without a network 80 s.
  await mkdir(path.join(folder, "node_modules"), { recursive: true });
  const dependencies = { "@opencode-ai/plugin": hostVersion("opencode") };
  const lock = { lockfileVersion: 3, packages: { "": { dependencies } } };
  await writeIn(path.join(folder, "package.json"), JSON.stringify({ dependencies }));
  await writeIn(path.join(folder, "package-lock.json"), JSON.stringify(lock));
  await writeIn(at("opencode.json"), JSON.stringify(settings, null, 2));
  return {
    program: "opencode",
    config: path.join(folder, "plugin/countersign.js"),
    env: {
      XDG_CONFIG_HOME: path.join(home, ".config"),
      XDG_DATA_HOME: path.join(home, "data"),
      XDG_CACHE_HOME: path.join(home, "cache"),
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_AUTOUPDATE: "1",
    },
    ...toolsOf(
      world,
      {
        command: ["bash", "command"],
        read: ["read", "filePath"],
        edit: ["edit", "filePath", "oldString", "newString"],
        write: ["write", "filePath", "content"],
        spawns: ["task", "prompt"],
      },
      { spawns: { ...LOOKS, subagent_type: "general" } },
    ),
    editTool: /edit/i,
    words: (prompt) => ["run", prompt],
  };
};

/** Files and commands as both of its descendants have them. */
const IN_GEMINI: Pick<Tools, "command" | "read" | "write"> = {
  command: ["run_shell_command", "command"],
  read: ["read_file", "file_path"],
  write: ["write_file", "file_path", "content"],
};

const YOLO = ["--approval-mode", "yolo", "-p"];

const geminiCli: Make = async (world) => {
  const { model, home } = world;
  const config = path.join(home, ".gemini/settings.json");
  const auth = { selectedType: "gemini-api-key" };
  await writeIn(config, `// Mine.\n${JSON.stringify({ security: { auth } })}\n`);
  return {
    ...toolsOf(
      world,
      {
        ...IN_GEMINI,
        edit: ["replace", "file_path", "old_string", "new_string"],
        spawns: ["invoke_agent", "prompt"],
      },
      { edit: { instruction: "As I was told" }, spawns: { agent_name: "generalist" } },
    ),
    program: "gemini",
    config,
    env: {
      GEMINI_API_KEY: "dummy",
      GOOGLE_GEMINI_BASE_URL: withoutV1(model),
      GEMINI_CLI_TRUST_WORKSPACE: "true",
    },
    editTool: /replace|Edit/,
    words: (prompt) => ["-m", "gemini-2.5-flash", ...YOLO, prompt],
  };
};

const qwenCode: Make = async (world) => {
  const { model, home } = world;
  const config = path.join(home, ".qwen/settings.json");
  // `$version`: otherwise it writes it in at its first start.
  const settings = {
    $version: 4,
    security: { auth: { selectedType: "openai" } },
    tools: { toolSearch: { enabled: false } },
  };
  await writeIn(config, `${JSON.stringify(settings, null, 4)}\n`);
  return {
    ...toolsOf(
      world,
      {
        ...IN_GEMINI,
        edit: ["edit", "file_path", "old_string", "new_string"],
        spawns: ["agent", "prompt"],
      },
      { spawns: { ...LOOKS, subagent_type: "general-purpose" } },
    ),
    program: "qwen",
    config,
    env: { OPENAI_API_KEY: "dummy", OPENAI_BASE_URL: model.baseUrl, OPENAI_MODEL: "test-model" },
    editTool: /edit/i,
    words: (prompt) => [...YOLO, prompt],
  };
};

const copilotCli: Make = async (world) => {
  const { model, home } = world;
  await mkdir(path.join(home, ".copilot"), { recursive: true });
  return {
    program: "copilot",
    config: path.join(home, ".copilot/hooks/countersign.json"),
    env: {
      COPILOT_OFFLINE: "true",
      COPILOT_PROVIDER_BASE_URL: model.baseUrl,
      COPILOT_PROVIDER_TYPE: "openai",
      COPILOT_PROVIDER_API_KEY: "dummy",
      COPILOT_MODEL: "test-model",
    },
    ...toolsOf(
      world,
      {
        command: ["bash", "command"],
        read: ["view", "path"],
        edit: ["edit", "path", "old_str", "new_str"],
        write: ["create", "path", "file_text"],
        spawns: ["task", "prompt"],
      },
      { spawns: { ...LOOKS, agent_type: "general-purpose", name: "look" } },
    ),
    editTool: /edit/i,
    words: (prompt) => ["--allow-all-tools", "-p", prompt],
  };
};

/** Those that run here: from npm, without a window. */
const MAKES = {
  "claude-code": claudeCode,
  codex,
  opencode,
  "gemini-cli": geminiCli,
  "qwen-code": qwenCode,
  "copilot-cli": copilotCli,
} satisfies Partial<Record<AgentId, Make>>;
export type RunAgentId = keyof typeof MAKES;
export const RUN_AGENTS = Object.keys(MAKES) as RunAgentId[];

/** In this profile, which the app is opened with. */
export async function realAgent(
  id: RunAgentId,
  model: AgentModel,
  profile: string,
): Promise<RealAgent> {
  const [project, home] = [path.join(profile, "project"), path.join(profile, "home")];
  for (const folder of [project, home]) await mkdir(folder, { recursive: true });
  const at = (file: string): string => path.join(project, file);
  const { words, ...parts } = await MAKES[id]({ model, home, at });
  return {
    trust: () => Promise.resolve(),
    ...parts,
    id,
    name: tableOf(id).name,
    profile,
    project,
    start(word, more = {}) {
      const { args = [], env = {}, inTerminal = false } = more;
      const all = [...words(promptOf(word), more), ...args];
      const own = { HOME: home, ...parts.env, ...env };
      return inTerminal
        ? run(parts.program, all, project, { ...own, TERM: "xterm-256color" }, TERMINAL)
        : run(parts.program, all, project, own, more.under);
    },
  };
}

/** The script of the hook and the entry's own file, as the agent's config names them. */
export async function hookFiles(agent: RealAgent): Promise<{ script: string; entry: string }> {
  const text = await readFile(agent.config, "utf8");
  const [, script = "", id = ""] =
    /'([^']*hook\.cjs)' ([\w-]+)/.exec(text) ?? /\["([^"]*hook\.cjs)","([\w-]+)"/.exec(text) ?? [];
  if (!existsSync(script)) throw new Error(`${agent.config} names no script: ${text}`);
  return { script, entry: path.join(path.dirname(script), `${id}.json`) };
}
