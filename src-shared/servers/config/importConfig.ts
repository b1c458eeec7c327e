// Reads servers from other programs' config formats: `mcpServers` (Claude Desktop, Claude Code, Cursor, Windsurf,
// Gemini CLI, LM Studio …), `servers` (VS Code), `context_servers` (Zed), or a bare map.
import { getNodePath, getNodeValue } from "jsonc-parser";
import type { Node } from "jsonc-parser";
import type { ConfigFailure, Outcome } from "../../outcome.ts";
import { fail, ok } from "../../outcome.ts";
import { fieldOf, fieldsOf, readJsonText } from "./jsonText.ts";
import { readServer } from "./readServer.ts";
import type { ReadServer } from "./readServer.ts";

/** A valid server. `input` satisfies `serverInputSchema`. */
export type ImportedServer = ReadServer & {
  /** The name in the config. */
  name: string;
  /** JSON path of the entry. */
  path: (string | number)[];
  /** Names of variables that the host passes on from its own environment (Codex, `env_vars`). */
  forwarded?: string[];
  /** It is not known how the host reads this entry, so it can't be rewritten. */
  isForeign?: boolean;
};

export interface ImportedConfig {
  inputs: ImportedServer[];
  /** One failure per invalid server; the valid ones are imported anyway. */
  faults: ConfigFailure[];
}

/**
 * Parses a config; comments and trailing commas are allowed. Fails as a whole only if the text is not JSON (with line
 * and column) or contains no server.
 */
export function parseConfig(text: string): Outcome<ImportedConfig, ConfigFailure> {
  const tree = readJsonText(text);
  if (!tree.ok) return tree;
  const named = serversIn(tree.value);
  if (named.length === 0) return fail({ kind: "config-no-servers" });
  const config: ImportedConfig = { inputs: [], faults: [] };
  const taken = new Set<string>();
  for (const { name, node, folder } of named) {
    const read = readServer(name, getNodeValue(node), folder);
    if (!read.ok) {
      config.faults.push(read.failure);
      continue;
    }
    const unique = freeName(read.value.input.name, taken);
    taken.add(unique);
    const input = { ...read.value.input, name: unique };
    config.inputs.push({ ...read.value, name, path: getNodePath(node), input });
  }
  return ok(config);
}

interface Named {
  name: string;
  node: Node;
  /** The project's folder, for a project-specific config (Claude Code). */
  folder: string | null;
}

/** Collects servers from every place where a known program keeps them. */
function serversIn(root: Node): Named[] {
  const mcp = fieldOf(root, "mcp");
  const maps = ["mcpServers", "servers", "context_servers", "mcp.servers"].map((name) =>
    fieldOf(root, name),
  );
  const known = [...maps, fieldOf(mcp, "servers"), fieldOf(mcp, "mcpServers")];
  const projects = fieldsOf(fieldOf(root, "projects")).flatMap((project) =>
    namedIn(fieldOf(project.node, "mcpServers"), project.name),
  );
  const found = [...known.flatMap((node) => namedIn(node, null)), ...projects];
  if (found.length > 0 || known.some((node) => node !== undefined)) return found;
  if (looksLikeServer(root)) return [{ name: "", node: root, folder: null }];
  const bare = mcp?.type === "object" ? mcp : root;
  return fieldsOf(bare).flatMap(({ name, node }) =>
    looksLikeServer(node) ? [{ name, node, folder: null }] : [],
  );
}

/** Servers by name, or a list of servers with a `name` field (Continue). */
function namedIn(node: Node | undefined, folder: string | null): Named[] {
  if (node?.type !== "array") {
    return fieldsOf(node).map((field) => ({ ...field, folder }));
  }
  return (node.children ?? []).map((child, i) => {
    const name: unknown = fieldOf(child, "name")?.value;
    return { name: typeof name === "string" ? name : `${i + 1}`, node: child, folder };
  });
}

const looksLikeServer = (node: Node): boolean =>
  ["command", "url", "serverUrl", "httpUrl"].some((name) => {
    const type = fieldOf(node, name)?.type;
    return type === "string" || type === "array";
  });

/** Two projects can use the same name; the later one gets a number. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  let n = 2;
  while (taken.has(`${name.slice(0, 90)} ${n}`)) n += 1;
  return `${name.slice(0, 90)} ${n}`;
}
