// Where Claude Code starts a server itself although the user's own entry of that name is wrapped: what a project says
// comes first (code.claude.com/docs/en/mcp, "Scope hierarchy and precedence").
import path from "node:path";
import { hostServers } from "../../../src-shared/gateway/hostConfig.ts";
import type { DirectPlace, HostView } from "../../../src-shared/gateway/gatewayView.ts";
import { jsonIn } from "../../../src-shared/gateway/hostEntryText.ts";
import { isJsonObject } from "../../../src-shared/json.ts";
import type { ConfigFile, ConfigFiles } from "../ports.ts";
import { notWrappable } from "./hostServers.ts";

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
  const root = jsonIn(config.text);
  const projects = isJsonObject(root) && isJsonObject(root["projects"]) ? root["projects"] : {};
  const all = new Set([...Object.keys(projects), ...folders].filter((one) => path.isAbsolute(one)));
  const files = await configs.read([...all].map((folder) => path.join(folder, ".mcp.json")));
  const places = [
    ...directIn(config, "own").filter(({ at }) => at[0] === "projects"),
    ...files.flatMap((file) => directIn(file, "project")),
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

/** The servers that a file has its host start directly. */
function directIn(config: ConfigFile, kind: DirectPlace["kind"]) {
  const read = "failure" in config ? null : hostServers(config.file, config.text);
  if (read?.ok !== true) return [];
  return read.value.inputs
    .filter((server) => notWrappable(server) !== "wrapped" && !server.isOff)
    .map(({ name, path: at }) => ({ name, at, place: { kind, file: config.file } }));
}
