// Where Claude Code starts a server itself although the user's own entry of that name is wrapped: what a project says
// comes first (code.claude.com/docs/en/mcp, "Scope hierarchy and precedence"), and plugins bring servers of their own
// (code.claude.com/docs/en/plugins-reference, "MCP servers").
import path from "node:path";
import { hostServers } from "#shared/agents/gateway/hostConfig.ts";
import type { DirectPlace, HostView } from "#shared/agents/gateway/gatewayView.ts";
import { jsoncIn } from "#shared/agents/gateway/hostEntryText.ts";
import { isJsonObject } from "#shared/json.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import type { ConfigFile } from "../../servers/importing.ts";
import type { ConfigFiles } from "../configFiles.ts";
import type { Wrap } from "../wrapStore.ts";
import { notWrappable } from "./hostServers.ts";

/**
 * Whether Claude Code means this entry by its word for where a server is from (measured on 2.1.332). It has others, as
 * for `--mcp-config`. @param folder where it works, links resolved
 */
export function isFrom(
  { file, path: at }: Pick<Wrap, "file" | "path">,
  source: string,
  folder: string,
): boolean {
  const isAbove = (place: string): boolean => foldersOf(folder).includes(place);
  if (source === "project")
    return path.basename(file) === ".mcp.json" && isAbove(path.dirname(file));
  if (path.basename(file) !== ".claude.json") return false;
  const [list, project] = at;
  return source === "user"
    ? list === "mcpServers"
    : source === "local" && list === "projects" && isAbove(String(project));
}

/** The folder and those above it. */
const foldersOf = (folder: string): string[] => {
  const above = path.dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersOf(above)];
};

/**
 * Whether a project may have its agent start a server of this name directly. @param files of a project
 * @param wrapped files whose entry is wrapped
 */
export async function isDirectIn(
  files: readonly string[],
  { server, folder }: { server: string; folder: string },
  wrapped: readonly string[],
  configs: Pick<ConfigFiles, "read">,
): Promise<boolean> {
  const names = [".mcp.json", ...files];
  const all = foldersOf(folder).flatMap((one) => names.map((name) => path.join(one, name)));
  const found = await configs.read(all.filter((file) => !wrapped.includes(file)));
  return found.some((one) => {
    const read = "failure" in one ? null : hostServers(one.file, one.text);
    // What can't be read may have it.
    if (read?.ok !== true) return read?.failure.kind !== "config-no-servers";
    const { faults, inputs } = read.value;
    const isFaulty = faults.some((fault) => "server" in fault && fault.server === server);
    return isFaulty || inputs.some(({ name, isOff }) => name === server && !isOff);
  });
}

/** @param folders in which sessions of hosts work, beside the projects that the file names */
export async function withDirectPlaces(
  view: HostView,
  config: ConfigFile,
  folders: readonly string[],
  configs: Pick<ConfigFiles, "read">,
): Promise<HostView> {
  const isWrapped = view.servers.some(({ serverId }) => serverId !== undefined);
  if ("failure" in config || path.basename(config.file) !== ".claude.json" || !isWrapped)
    return view;
  const root = jsoncIn(config.text);
  const projects = isJsonObject(root) && isJsonObject(root["projects"]) ? root["projects"] : {};
  const all = new Set([...Object.keys(projects), ...folders].filter((one) => path.isAbsolute(one)));
  const files = await configs.read([...all].map((folder) => path.join(folder, ".mcp.json")));
  const places = [
    ...directIn(config, "own").filter(({ at }) => at[0] === "projects"),
    ...files.flatMap((file) => directIn(file, "project")),
    ...(await inPlugins(path.dirname(config.file), configs)),
  ];
  const servers = view.servers.map((server) => {
    if (server.serverId === undefined || server.path[0] !== "mcpServers") return server;
    const alsoDirect = places
      .filter(({ name }) => name === server.name)
      .map(({ place, at }): DirectPlace => ({
        ...place,
        ...(place.kind === "own" ? { project: String(at[1]) } : {}),
      }));
    return alsoDirect.length === 0 ? server : { ...server, alsoDirect };
  });
  return { ...view, servers };
}

interface Place {
  name: string;
  at: readonly (string | number)[];
  place: DirectPlace;
}

/** The servers of the plugins that are installed and not turned off. @param home the folder of `.claude.json` */
async function inPlugins(home: string, configs: Pick<ConfigFiles, "read">): Promise<Place[]> {
  // With CLAUDE_CONFIG_DIR, `.claude.json` stands in the folder that `.claude` is otherwise.
  const folders = [path.join(home, ".claude"), home];
  const read = async (files: string[]) =>
    (await configs.read(files)).flatMap((one) => {
      const value = "failure" in one ? undefined : jsoncIn(one.text);
      return isJsonObject(value) ? [{ file: one.file, value }] : [];
    });
  const settings = await read(folders.map((folder) => path.join(folder, "settings.json")));
  const isOff = (plugin: string): boolean =>
    settings.some(({ value }) => objectIn(value["enabledPlugins"])[plugin] === false);
  const lists = await read(
    folders.map((folder) => path.join(folder, "plugins/installed_plugins.json")),
  );
  const installed = lists
    .flatMap(({ value }) => Object.entries(objectIn(value["plugins"])))
    .filter(([plugin]) => !isOff(plugin))
    // One place a plugin in version 1 of that file, several in version 2.
    .flatMap(([, where]) => (Array.isArray(where) ? where : [where]))
    .flatMap((where) => objectIn(where)["installPath"] ?? [])
    .filter((folder) => typeof folder === "string" && path.isAbsolute(folder));
  const files = await read(
    [...new Set(installed)].flatMap((folder) => [
      path.join(String(folder), ".mcp.json"),
      path.join(String(folder), ".claude-plugin/plugin.json"),
    ]),
  );
  return files.flatMap(({ file, value }) => {
    const isList = path.basename(file) === ".mcp.json" && value["mcpServers"] === undefined;
    const servers = objectIn(isList ? value : value["mcpServers"]);
    return Object.keys(servers).map((name): Place => ({
      name,
      at: [name],
      place: { kind: "plugin", file },
    }));
  });
}

const objectIn = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});

/** The servers that a file has its host start directly. */
function directIn(config: ConfigFile, kind: DirectPlace["kind"]): Place[] {
  const read = "failure" in config ? null : hostServers(config.file, config.text);
  if (read?.ok !== true) return [];
  return read.value.inputs
    .filter((server) => notWrappable(server) !== "wrapped" && !server.isOff)
    .map(({ name, path: at }) => ({ name, at, place: { kind, file: config.file } }));
}
