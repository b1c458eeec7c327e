// Each host's own loader reads entries before and after they are wrapped: what it accepts, it still accepts. What is
// learnt here is the table in src-shared/agents/gateway/hostFormats.test.ts.
import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { hostBinary } from "../../scripts/setup/hosts.mjs";
import { hostServers, wrappedText } from "../../src-shared/agents/gateway/hostConfig.ts";
import { expect, test } from "../fixtures.ts";
import { tempFolder } from "../support/app.ts";

test.describe.configure({ timeout: 5 * 60_000 });

const RELAY = { command: process.execPath, args: ["-e", "0"], env: { COUNTERSIGN_TOKEN: "t" } };
const url = "http://127.0.0.1:9/mcp";

interface Loader {
  program: string;
  file: string;
  list: string;
  args: string[];
  /** Whether the host has taken its only entry, `subject`. */
  accepts(code: number, output: string): boolean;
  env?: Record<string, string>;
  entries: object[];
}

const commands = [
  { command: "node", args: ["-e", "0"] },
  { type: "stdio", command: "node", args: ["-e", "0"], env: { K: "v" } },
  { command: "node", timeout: 4000 },
];
const addresses = [
  { type: "http", url, headers: { A: "b" } },
  { type: "sse", url, timeout: 4000 },
];
const isListed = (code: number, output: string) =>
  code === 0 && /\bsubject\b/.test(output) && !output.includes("mcpServers.subject");

const LOADERS: Loader[] = [
  {
    program: "claude",
    file: ".claude.json",
    list: "mcpServers",
    args: ["mcp", "list"],
    accepts: isListed,
    entries: [...commands, ...addresses, { transport: "sse", command: "node", url: "http://x" }],
  },
  {
    program: "copilot",
    file: ".copilot/mcp-config.json",
    list: "mcpServers",
    args: ["mcp", "list"],
    accepts: isListed,
    env: { COPILOT_OFFLINE: "true" },
    entries: [
      ...commands,
      ...addresses,
      { url },
      { type: "local", command: "node", args: ["-e", "0"], tools: ["*"], env: { K: "v" } },
      { type: "streamable-http", url, tools: ["*"] },
    ],
  },
  ...["gemini", "qwen"].map((program) => ({
    program,
    file: `.${program}/settings.json`,
    list: "mcpServers",
    args: ["mcp", "list"],
    accepts: isListed,
    env: { GEMINI_API_KEY: "x", OPENAI_API_KEY: "x", GEMINI_CLI_TRUST_WORKSPACE: "true" },
    entries: [...commands, { httpUrl: url, headers: { A: "b" } }, { url, timeout: 4000 }],
  })),
  {
    program: "opencode",
    file: "project/opencode.json",
    list: "mcp",
    args: ["debug", "config"],
    accepts: (code, output) => code === 0 && !output.includes("is invalid"),
    env: { OPENCODE_DISABLE_MODELS_FETCH: "1", OPENCODE_DISABLE_AUTOUPDATE: "1" },
    entries: [
      { type: "local", command: ["node", "-e", "0"], environment: { K: "v" }, enabled: false },
      { type: "remote", url, headers: { A: "b" }, timeout: 4000 },
    ],
  },
  {
    program: "codex",
    file: ".codex/config.toml",
    list: "mcp_servers",
    args: ["mcp", "list"],
    accepts: isListed,
    entries: [
      { command: "node", args: ["-e", "0"], cwd: "/tmp", env_vars: ["A"] },
      { url, http_headers: { A: "b" }, oauth_resource: "r" },
    ],
  },
];

/** JSON is TOML within one line, but for `:`. */
const tomlValue = (value: unknown): string => JSON.stringify(value).replaceAll(/"(\w+)":/g, "$1=");
const textOf = ({ file, list }: Loader, entry: object): string =>
  file.endsWith(".toml")
    ? `[${list}.subject]\n${Object.entries(entry)
        .map(([name, value]) => `${name} = ${tomlValue(value)}\n`)
        .join("")}`
    : JSON.stringify({ [list]: { subject: entry } });

for (const loader of LOADERS) {
  test(`${loader.program}: its own loader accepts a wrapped entry wherever it accepted the entry @hosts`, async () => {
    const { program, list, args, accepts, env } = loader;
    const home = await tempFolder();
    const file = path.join(home, loader.file);
    const project = path.join(home, "project");
    for (const folder of [path.dirname(file), project]) await mkdir(folder, { recursive: true });
    const load = async (text: string): Promise<{ isAccepted: boolean; output: string }> => {
      await writeFile(file, text);
      return new Promise((resolve) => {
        const child = execFile(
          hostBinary(program),
          args,
          {
            cwd: project,
            env: {
              PATH: process.env["PATH"],
              HOME: home,
              PWD: project,
              NO_COLOR: "1",
              CODEX_HOME: path.join(home, ".codex"),
              ...env,
            },
          },
          (error, stdout, stderr) => {
            const output = stdout + stderr;
            resolve({ isAccepted: accepts(error === null ? 0 : 1, output), output });
          },
        );
        child.stdin?.end();
      });
    };
    let accepted = 0;
    for (const entry of loader.entries) {
      const text = textOf(loader, entry);
      if (!(await load(text)).isAccepted) continue;
      const read = hostServers(file, text);
      const wrapped = wrappedText(file, text, [list, "subject"], RELAY);
      if (read.ok && read.value.inputs[0]?.isForeign === true) continue;
      accepted += 1;
      const { isAccepted, output } = await load(wrapped ?? "");
      expect(isAccepted, `${text}\n${wrapped ?? ""}\n${output}`).toBe(true);
    }
    expect(accepted).toBeGreaterThan(1);
  });
}
