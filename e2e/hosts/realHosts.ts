// Real hosts with one server in their own config files, as their users have them: wrapped in the window, started, undone.
import { spawn } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { hostBinary } from "../../scripts/setup/hosts.mjs";
import { expect } from "../fixtures.ts";
import { undoAgent, wrapServers } from "../support/agents.ts";
import { tempFolder } from "../support/app.ts";
import type { Desk } from "../support/desk.ts";
import { projectNode, projectRoot } from "../support/paths.ts";

export interface Run {
  ended: Promise<{ code: number | null; output: string }>;
}

export interface RealHost {
  /** As it names itself. */
  claims: string;
  profile: string;
  file: string;
  /** The file with its limit for a call lowered to this many seconds. */
  limited(text: string, seconds: number): string;
  /** Wraps its only server. */
  wrap(desk: Desk): Promise<void>;
  /** One turn of its model. */
  start(): Run;
  /** Undoes that; fails if its own entry is not as it was. */
  undo(desk: Desk): Promise<void>;
}

/** How long a host may take to start and to ask, on a machine that does much else. */
export const HOST_MS = 120_000;

const askingScript = path.join(projectRoot, "e2e/hosts/asking.mjs");

function run(name: string, args: string[], cwd: string, env: Record<string, string>): Run {
  const { HOME: _home, ...own } = process.env;
  const child = spawn(hostBinary(name), args, {
    cwd,
    // opencode reads its project folder from there.
    env: { ...own, PWD: cwd, LOOP_KEY: "dummy", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString("utf8");
    });
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.once("exit", (code) => resolve({ code, output }));
  });
  return { ended };
}

async function undoOnly(desk: Desk, name: string): Promise<void> {
  await undoAgent(desk, name);
  await expect(desk.page.getByText("Direct").first()).toBeVisible();
}

/** opencode, with a config file in its project. */
export async function opencodeHost(baseUrl: string): Promise<RealHost> {
  const profile = await tempFolder();
  const [project, home] = [path.join(profile, "project"), path.join(profile, "home")];
  for (const folder of [project, home]) await mkdir(folder, { recursive: true });
  const file = path.join(project, "opencode.json");
  const config = {
    model: "loop/test-model",
    small_model: "loop/test-model",
    autoupdate: false,
    share: "disabled",
    provider: {
      loop: {
        npm: "@ai-sdk/openai-compatible",
        name: "loop",
        options: { baseURL: baseUrl, apiKey: "{env:LOOP_KEY}" },
        models: { "test-model": { name: "test" } },
      },
    },
    mcp: {
      asking: {
        type: "local",
        command: [projectNode, askingScript],
        environment: { ASKING_FOR: "{env:WHO} in secret" },
      },
    },
  };
  await writeFile(file, JSON.stringify(config, null, 2));
  return {
    claims: "opencode",
    profile,
    file,
    limited: (text, seconds) => text.replace(/"timeout": \d+/, `"timeout": ${seconds * 1000}`),
    async wrap(desk) {
      await desk.app.evaluate(({ dialog }, picked) => {
        dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [picked] });
      }, file);
      await desk.room("Agents").click();
      await desk.page.getByRole("button", { name: "Connect another agent…" }).first().click();
      await desk.page.getByRole("button", { name: "Open config file…" }).click();
      await wrapServers(desk, "opencode.json");
    },
    start: () =>
      run("opencode", ["run", "Go."], project, {
        HOME: home,
        XDG_CONFIG_HOME: path.join(home, ".config"),
        XDG_DATA_HOME: path.join(home, "data"),
        XDG_CACHE_HOME: path.join(home, "cache"),
        OPENCODE_DISABLE_MODELS_FETCH: "1",
        OPENCODE_DISABLE_AUTOUPDATE: "1",
        WHO: "Ada",
      }),
    async undo(desk) {
      await undoOnly(desk, "opencode.json");
      // opencode has added its own line meanwhile: that stays, and the entry is as it was.
      const { $schema: _added, ...rest } = JSON.parse(await readFile(file, "utf8")) as object & {
        $schema?: string;
      };
      expect(rest).toEqual(config);
    },
  };
}

/** Codex, with the config file of its user. */
export async function codexHost(baseUrl: string): Promise<RealHost> {
  const profile = await tempFolder();
  const home = path.join(profile, "home");
  await mkdir(path.join(home, ".codex"), { recursive: true });
  const file = path.join(home, ".codex/config.toml");
  const config = `# Mine.
model = "test-model"
model_provider = "loop"

[model_providers.loop]
name = "loop"
base_url = "${baseUrl}"
env_key = "LOOP_KEY"
wire_api = "responses"

[mcp_servers.asking] # asks
command = ${JSON.stringify(projectNode)}
args = [${JSON.stringify(askingScript)}]
`;
  await writeFile(file, config);
  const flags = ["--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox"];
  return {
    claims: "codex-mcp-client",
    profile,
    file,
    limited: (text, seconds) =>
      text.replace(/tool_timeout_sec = \d+/, `tool_timeout_sec = ${seconds}`),
    async wrap(desk) {
      await wrapServers(desk, "Codex");
    },
    start: () =>
      run("codex", ["exec", ...flags, "Go."], home, {
        HOME: home,
        CODEX_HOME: path.join(home, ".codex"),
      }),
    async undo(desk) {
      await undoOnly(desk, "Codex");
      expect(await readFile(file, "utf8")).toBe(config);
    },
  };
}
