// Where other programs keep their MCP servers, per platform. Only builds paths.
import path from "node:path";
import type { AgentId } from "#shared/agents/agent.ts";

export interface ConfigPlace {
  program: string;
  /** An absolute path; a `*` stands for every name in that one folder. */
  file: string;
}

export interface Machine {
  platform: NodeJS.Platform;
  home: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** Editors based on VS Code use the same layout. */
const VS_CODES = [
  { program: "VS Code", folder: "Code", flatpak: "com.visualstudio.code" },
  { program: "VS Code Insiders", folder: "Code - Insiders", flatpak: null },
  { program: "VSCodium", folder: "VSCodium", flatpak: "com.vscodium.codium" },
];

/** Every possible path, whether or not the file exists. */
export function configPlaces(machine: Machine): ConfigPlace[] {
  const { join } = machine.platform === "win32" ? path.win32 : path.posix;
  const { home, env } = machine;
  const configs = userConfigs(machine);
  const claudeCode = env["CLAUDE_CONFIG_DIR"] ?? home;
  return [
    ...claudeFolders(machine).map((folder) => ({
      program: "Claude Desktop",
      file: join(folder, "claude_desktop_config.json"),
    })),
    { program: "Claude Code", file: join(claudeCode, ".claude.json") },
    ...VS_CODES.flatMap(({ program, folder, flatpak }) => {
      const users = [
        join(configs, folder, "User"),
        ...(flatpak !== null && machine.platform === "linux"
          ? [join(home, ".var", "app", flatpak, "config", folder, "User")]
          : []),
      ];
      return users.flatMap((user) => [
        { program, file: join(user, "mcp.json") },
        { program, file: join(user, "profiles", "*", "mcp.json") },
        // Before mcp.json (VS Code 1.102), servers were in the settings.
        { program, file: join(user, "settings.json") },
      ]);
    }),
    { program: "Cursor", file: join(home, ".cursor", "mcp.json") },
    { program: "Windsurf", file: join(home, ".codeium", "windsurf", "mcp_config.json") },
    { program: "Windsurf", file: join(home, ".codeium", "mcp_config.json") },
    { program: "Codex", file: join(env["CODEX_HOME"] ?? join(home, ".codex"), "config.toml") },
    ...["opencode.json", "opencode.jsonc"].map((name) => ({
      program: "opencode",
      file: join(env["XDG_CONFIG_HOME"] ?? join(home, ".config"), "opencode", name),
    })),
    { program: "Gemini CLI", file: join(home, ".gemini", "settings.json") },
    {
      program: "Copilot CLI",
      file: join(env["COPILOT_HOME"] ?? join(home, ".copilot"), "mcp-config.json"),
    },
    { program: "Qwen Code", file: join(home, ".qwen", "settings.json") },
  ];
}

/** The file in which an agent looks for its hooks, or loads them from, and the folder that it has made if it was used. */
export function hookPlaces({
  platform,
  home,
  env,
}: Machine): Record<AgentId, { file: string; folder: string }> {
  const { join } = platform === "win32" ? path.win32 : path.posix;
  const claude = env["CLAUDE_CONFIG_DIR"] ?? join(home, ".claude");
  const codex = env["CODEX_HOME"] ?? join(home, ".codex");
  const opencode = join(env["XDG_CONFIG_HOME"] ?? join(home, ".config"), "opencode");
  const copilot = env["COPILOT_HOME"] ?? join(home, ".copilot");
  const at = (folder: string, ...names: string[]) => ({ file: join(folder, ...names), folder });
  return {
    "claude-code": at(claude, "settings.json"),
    codex: at(codex, "hooks.json"),
    opencode: at(opencode, "plugin", "countersign.js"),
    "gemini-cli": at(join(home, ".gemini"), "settings.json"),
    "qwen-code": at(join(home, ".qwen"), "settings.json"),
    "copilot-cli": at(copilot, "hooks", "countersign.json"),
    cursor: at(join(home, ".cursor"), "hooks.json"),
    // It reads Claude Code's.
    "vs-code": {
      file: join(claude, "settings.json"),
      folder: join(userConfigs({ platform, home, env }), "Code"),
    },
  };
}

/** The settings of an agent's model. Of several, the first that exists is read last, and wins. */
export function callsPlaces(machine: Machine): Partial<Record<AgentId, readonly string[]>> {
  const { join } = machine.platform === "win32" ? path.win32 : path.posix;
  const places = hookPlaces(machine);
  return {
    "claude-code": [places["claude-code"].file],
    codex: [join(places.codex.folder, "config.toml")],
    opencode: ["opencode.jsonc", "opencode.json"].map((name) => join(places.opencode.folder, name)),
  };
}

/** Files and folders that a program changes whenever it is used, by its name; none that Countersign changes. */
export function usedPlaces(machine: Machine): Record<string, readonly string[]> {
  const { join } = machine.platform === "win32" ? path.win32 : path.posix;
  const { home, env } = machine;
  const within = (folder: string, ...names: string[]) => names.map((name) => join(folder, name));
  const windows = (folder: string) =>
    within(join(userConfigs(machine), folder), "logs", "Cookies", join("User", "globalStorage"));
  const data = env["XDG_DATA_HOME"] ?? join(home, ".local", "share");
  return {
    "Claude Code": within(
      env["CLAUDE_CONFIG_DIR"] ?? join(home, ".claude"),
      "history.jsonl",
      "projects",
      "todos",
      "shell-snapshots",
      "statsig",
    ),
    "Claude Desktop": claudeFolders(machine).flatMap((folder) => within(folder, "Cookies", "logs")),
    Codex: within(
      env["CODEX_HOME"] ?? join(home, ".codex"),
      "history.jsonl",
      "sessions",
      join("log", "codex-tui.log"),
      "version.json",
    ),
    opencode: within(join(data, "opencode"), "opencode.db", "log", "storage"),
    "Gemini CLI": within(join(home, ".gemini"), "tmp", "history"),
    "Qwen Code": within(join(home, ".qwen"), "tmp", "projects", "todos"),
    "Copilot CLI": within(
      env["COPILOT_HOME"] ?? join(home, ".copilot"),
      "session-state",
      "history-session-state",
      "logs",
      "command-history-state.json",
    ),
    Cursor: windows("Cursor"),
    Windsurf: windows("Windsurf"),
    ...Object.fromEntries(VS_CODES.map(({ program, folder }) => [program, windows(folder)])),
  };
}

/** A file that people take for a program's config. */
export interface UnreadPlace extends ConfigPlace {
  /** What the program reads instead. */
  reads: string;
}

/**
 * Files in which people put servers although no host reads them there: a name of another program, or of another folder
 * of the same one. `~/.mcp.json` is none of them: Claude Code reads it in the home folder.
 */
export function unreadPlaces(machine: Machine): UnreadPlace[] {
  const { join } = machine.platform === "win32" ? path.win32 : path.posix;
  const { home, env } = machine;
  const opencode = join(env["XDG_CONFIG_HOME"] ?? join(home, ".config"), "opencode");
  const wrong = (program: string, folder: string, names: readonly string[], reads: string) =>
    names.map((name) => ({ program, file: join(folder, name), reads }));
  return [
    ...wrong(
      "Claude Code",
      env["CLAUDE_CONFIG_DIR"] ?? join(home, ".claude"),
      [".mcp.json", "mcp.json", "settings.json", "settings.local.json", "mcp_servers.json"],
      join(env["CLAUDE_CONFIG_DIR"] ?? home, ".claude.json"),
    ),
    ...claudeFolders(machine).flatMap((folder) =>
      wrong(
        "Claude Desktop",
        folder,
        ["mcp.json", ".mcp.json", "config.json"],
        join(folder, "claude_desktop_config.json"),
      ),
    ),
    ...wrong(
      "Cursor",
      join(home, ".cursor"),
      [".mcp.json", "settings.json", "mcp_config.json"],
      join(home, ".cursor", "mcp.json"),
    ),
    ...wrong(
      "Windsurf",
      join(home, ".codeium", "windsurf"),
      ["mcp.json", ".mcp.json"],
      join(home, ".codeium", "windsurf", "mcp_config.json"),
    ),
    ...wrong(
      "Codex",
      env["CODEX_HOME"] ?? join(home, ".codex"),
      ["mcp.json", ".mcp.json", "config.json", "mcp_servers.json"],
      join(env["CODEX_HOME"] ?? join(home, ".codex"), "config.toml"),
    ),
    ...wrong("opencode", opencode, ["mcp.json", ".mcp.json"], join(opencode, "opencode.json")),
    ...(["gemini", "qwen"] as const).flatMap((name) =>
      wrong(
        name === "gemini" ? "Gemini CLI" : "Qwen Code",
        join(home, `.${name}`),
        ["mcp.json", ".mcp.json", "mcp_servers.json"],
        join(home, `.${name}`, "settings.json"),
      ),
    ),
    ...wrong(
      "Copilot CLI",
      env["COPILOT_HOME"] ?? join(home, ".copilot"),
      ["mcp.json", ".mcp.json"],
      join(env["COPILOT_HOME"] ?? join(home, ".copilot"), "mcp-config.json"),
    ),
  ];
}

/** The user's folder for application data: Roaming, Application Support, or XDG's config folder. */
function userConfigs({ platform, home, env }: Machine): string {
  if (platform === "win32") return env["APPDATA"] ?? path.win32.join(home, "AppData", "Roaming");
  if (platform === "darwin") return path.posix.join(home, "Library", "Application Support");
  return env["XDG_CONFIG_HOME"] ?? path.posix.join(home, ".config");
}

/** Claude Desktop from the Windows Store has a virtualized Roaming folder of its own. */
function claudeFolders(machine: Machine): string[] {
  const usual = userConfigs(machine);
  if (machine.platform !== "win32") return [path.posix.join(usual, "Claude")];
  const local = machine.env["LOCALAPPDATA"] ?? path.win32.join(machine.home, "AppData", "Local");
  const packaged = ["Packages", "Claude_pzs8sxrjxfjjc", "LocalCache", "Roaming", "Claude"];
  return [path.win32.join(usual, "Claude"), path.win32.join(local, ...packaged)];
}
