// Files with which an agent could undo its hook or give itself more: settings, hooks, plugins and MCP servers of every
// agent that is known, anywhere, and the profile. And what a project's own settings do to hooks.
import { settingsIn } from "./hookConfig.ts";
import type { AgentId } from "./agent.ts";

/** Folders of an agent, at home or in a project: everything in them. */
const FOLDERS = new Set([
  ".claude",
  ".codex",
  ".opencode",
  ".gemini",
  ".qwen",
  ".copilot",
  ".cursor",
  ".codeium",
  ".cline",
  ".continue",
  ".agents",
  "claudecode",
  "claude-code",
  "gemini-cli",
]);

const FILES = [
  /(^|\/)\.?mcp\.json$/,
  /(^|\/)mcp[-_]config\.json$/,
  /(^|\/)\.claude\.json/,
  /(^|\/)claude_desktop_config\.json$/,
  /(^|\/)opencode\.jsonc?$/,
  /(^|\/)(\.config|\.local\/share|application support|appdata\/[^/]+)\/opencode(\/|$)/,
  /(^|\/)\.github\/(hooks|copilot)(\/|$)/,
  /(^|\/)\.vscode(\/(settings|tasks|launch)\.json)?$/,
  /(^|\/)[^/]*code[^/]*\/user\/(profiles\/[^/]+\/)?settings\.json$/,
  /^\/etc\/(codex|opencode|qwen-code|cursor)(\/|$)/,
];

/** Folders in an agent's folder that are not its settings: worktrees are projects, the others it only stores. */
const HARMLESS: Readonly<Record<string, readonly string[]>> = {
  ".claude": ["worktrees", "plans", "projects", "todos"],
  ".codex": ["worktrees", "sessions"],
};

/** `real`: absolute, links resolved. `own`: real paths of files and folders guarded with everything in them. */
export function isGuarded(real: string, ...own: readonly string[]): boolean {
  const path = folded(real);
  if (own.map(folded).some((place) => path === place || path.startsWith(`${place}/`))) return true;
  const steps = path.split("/");
  const leadsBack = steps.includes("..");
  const isSetting = (step: string, at: number): boolean =>
    FOLDERS.has(step) && (leadsBack || HARMLESS[step]?.includes(steps[at + 1] ?? "") !== true);
  return steps.some(isSetting) || FILES.some((file) => file.test(path));
}

/**
 * As the most forgiving file system reads it: case, composition, invisible characters, and Windows' separators, streams
 * and trailing dots make no difference.
 */
const folded = (path: string): string =>
  path
    .normalize("NFKC")
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toUpperCase()
    .toLowerCase()
    .replaceAll("\\", "/")
    .split("/")
    .map((step, at) => (at === 0 ? step : step.replace(/:.*$/, "").replace(/(?<=[^.])[. ]+$/, "")))
    .filter((step, at) => step !== "" || at === 0)
    .join("/");

/** Files in a project's folder that an agent reads settings from. */
export const PROJECT_FILES: Record<AgentId, readonly string[]> = {
  "claude-code": [".claude/settings.json", ".claude/settings.local.json"],
  codex: [".codex/config.toml", ".codex/hooks.json"],
  opencode: [
    "opencode.json",
    "opencode.jsonc",
    ".opencode/opencode.json",
    ".opencode/opencode.jsonc",
  ],
  "gemini-cli": [".gemini/settings.json"],
  "qwen-code": [".qwen/settings.json"],
  "copilot-cli": [".github/copilot/settings.json", ".github/copilot/settings.local.json"],
  cursor: [".cursor/hooks.json"],
  "vs-code": [".vscode/settings.json", ".claude/settings.json", ".claude/settings.local.json"],
};

/** Keys that switch hooks off, bring hooks of their own, or set variables or programs that the agent starts with. */
const NAMED = new Set([
  "disableAllHooks",
  "allowManagedHooksOnly",
  "allowedHttpHookUrls",
  "hooks",
  "env",
  "apiKeyHelper",
  "statusLine",
  "enabledPlugins",
  "features",
  "notify",
  "shell_environment_policy",
  "plugin",
  "hooksConfig",
  "policyPaths",
  "tools",
  "permissions",
  "chat.hookFilesLocations",
  "chat.useHooks",
]);

/** The keys of a project's settings that the user is told of; null where the file can't be read as settings. */
export function projectSettings(file: string, text: string): string[] | null {
  const root = settingsIn(file, text);
  return root === null ? null : Object.keys(root).filter((key) => NAMED.has(key));
}
