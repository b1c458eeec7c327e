// The formats of hosts' config files, by the name and folder of the file: which entry a host accepts was measured with
// its own loader (e2e/hosts/loaders.spec.ts). The content of a file never decides whose it is.

/** How a host writes a server. */
export interface HostFormat {
  /** Where the servers are, as the path of their object; `*` is any name. */
  lists: readonly (readonly string[])[];
  /** Whether a command is a text with `args`, or a list of both. */
  command: "text" | "list";
  variables: "env" | "environment";
  /**
   * `type` of a command and of a Streamable HTTP address; null for none. A command has it only where it `isNeeded`, or
   * where the entry had one.
   */
  types: { command: string | null; http: string | null; isNeeded?: true };
  /** The fields of an address; null if the host can't reach one, or nobody knows how. */
  address: { url: string; headers: string } | null;
  /** The host's own limit for a call. `isEndless`: without the field it waits for more than a day. */
  limit: { field: string; unitMs: number; isEndless?: true } | null;
}

const standard: HostFormat = {
  lists: [["mcpServers"]],
  command: "text",
  variables: "env",
  types: { command: "stdio", http: "http" },
  address: { url: "url", headers: "headers" },
  limit: null,
};

const claudeCode: HostFormat = {
  ...standard,
  lists: [["mcpServers"], ["projects", "*", "mcpServers"]],
  limit: { field: "timeout", unitMs: 1, isEndless: true },
};
const vsCode: HostFormat = {
  ...standard,
  lists: [["servers"], ["mcp.servers"], ["mcp", "servers"]],
};
/** Gemini CLI and Qwen Code: a `url` is HTTP+SSE, and `type` says nothing of a command. */
const gemini: HostFormat = {
  ...standard,
  types: { command: null, http: null },
  address: { url: "httpUrl", headers: "headers" },
  limit: { field: "timeout", unitMs: 1 },
};
const opencode: HostFormat = {
  lists: [["mcp"]],
  command: "list",
  variables: "environment",
  types: { command: "local", http: "remote", isNeeded: true },
  address: { url: "url", headers: "headers" },
  limit: { field: "timeout", unitMs: 1 },
};
const codex: HostFormat = {
  lists: [["mcp_servers"]],
  command: "text",
  variables: "env",
  types: { command: null, http: null },
  address: { url: "url", headers: "http_headers" },
  limit: { field: "tool_timeout_sec", unitMs: 1000 },
};
const copilot: HostFormat = {
  ...standard,
  types: { command: "local", http: "http" },
  limit: { field: "timeout", unitMs: 1 },
};

/** By the end of the path, with `/` between folders. `.mcp.json` is Claude Code's and Copilot CLI's. */
const FORMATS: readonly (readonly [RegExp, HostFormat])[] = [
  [/(^|\/)(\.claude|\.mcp)\.json$/, claudeCode],
  [/(^|\/)claude_desktop_config\.json$/, { ...standard, address: null }],
  [/(^|\/)\.cursor\/mcp\.json$/, standard],
  [/(^|\/)(\.vscode|User|User\/profiles\/[^/]+)\/(mcp|settings)\.json$/, vsCode],
  [/(^|\/)\.codeium\/(windsurf\/)?mcp_config\.json$/, windsurf()],
  [/(^|\/)config\.toml$/, codex],
  [/(^|\/)opencode\.jsonc?$/, opencode],
  [/(^|\/)\.(gemini|qwen)\/settings\.json$/, gemini],
  [/(^|\/)mcp-config\.json$|(^|\/)\.github\/mcp\.json$/, copilot],
];

function windsurf(): HostFormat {
  return {
    ...standard,
    types: { command: "stdio", http: null },
    address: { url: "serverUrl", headers: "headers" },
  };
}

/**
 * What every host with `mcpServers` reads: a command's `type` stays as it is, so only commands can be wrapped in a file
 * that no known host reads.
 */
export const COMMON: HostFormat = {
  ...standard,
  types: { command: null, http: null },
  address: null,
};

/** The format of a file; `COMMON` if no known host reads one of this name. */
export const formatOf = (file: string): HostFormat =>
  FORMATS.find(([end]) => end.test(file.replaceAll("\\", "/")))?.[1] ?? COMMON;

/** Whether the host reads servers at this place of its file. */
export const isRead = ({ lists }: HostFormat, path: readonly (string | number)[]): boolean =>
  lists.some(
    (list) =>
      list.length === path.length - 1 &&
      list.every((step, at) => step === "*" || step === path[at]) &&
      typeof path.at(-1) === "string",
  );
