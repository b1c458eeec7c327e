import { expect, it } from "vitest";
import type { HostServerView, HostView } from "#shared/agents/gateway/gatewayView.ts";
import type { ConfigFile } from "../../servers/importing.ts";
import { isDirectIn, isFrom, withDirectPlaces } from "./directPlaces.ts";

const FILE = "/home/a/.claude.json";
const direct = { command: "node", args: ["notes.mjs"] };
const relayed = { ...direct, env: { COUNTERSIGN_TOKEN: "t" } };
const config = (file: string, value: object): ConfigFile => ({
  program: "",
  file,
  text: JSON.stringify(value),
});
const servers: HostServerView[] = [
  {
    name: "notes",
    path: ["mcpServers", "notes"],
    where: "",
    isOff: false,
    sessions: 0,
    state: "through",
    serverId: "s",
  },
];
const view: HostView = { program: "Claude Code", file: FILE, servers, faults: [] };

it("finds where a project starts a server of that name itself", async () => {
  const disk = new Map(
    Object.entries({
      "/p/one/.mcp.json": { notes: direct, other: direct },
      "/p/two/.mcp.json": { notes: relayed },
      "/p/open/.mcp.json": { notes: direct },
      "/p/off/.mcp.json": { notes: { ...direct, disabled: true } },
    }).map(([file, mcpServers]) => [file, config(file, { mcpServers })]),
  );
  const own = config(FILE, {
    mcpServers: { notes: relayed },
    projects: { "/p/one": {}, "/p/two": { mcpServers: { notes: direct } }, "/p/off": {}, odd: {} },
  });
  const configs = {
    read: (files: readonly string[]) =>
      Promise.resolve(files.flatMap((file) => disk.get(file) ?? [])),
  };
  const found = await withDirectPlaces(view, own, ["/p/open"], configs);
  expect(found.servers[0]?.alsoDirect).toEqual([
    { kind: "own", file: FILE, project: "/p/two" },
    { kind: "project", file: "/p/one/.mcp.json" },
    { kind: "project", file: "/p/open/.mcp.json" },
  ]);
});

it("finds servers of that name in Claude Code's plugins that are on", async () => {
  const installed = (folder: string) => [{ scope: "user", installPath: folder }];
  const disk: Record<string, object> = {
    "/home/a/.claude/plugins/installed_plugins.json": {
      version: 2,
      plugins: {
        "bare@market": installed("/plugins/bare"),
        "inside@market": installed("/plugins/inside"),
        "off@market": installed("/plugins/off"),
        "odd@market": [null, { installPath: "relative" }, { installPath: 1 }],
        older: { installPath: "/plugins/older" },
      },
    },
    "/home/a/.claude/settings.json": { enabledPlugins: { "off@market": false } },
    "/plugins/bare/.mcp.json": { notes: direct, other: direct },
    "/plugins/inside/.claude-plugin/plugin.json": { name: "inside", mcpServers: { notes: direct } },
    "/plugins/off/.mcp.json": { notes: direct },
    "/plugins/older/.mcp.json": { mcpServers: { notes: direct } },
  };
  const configs = {
    read: (files: readonly string[]) =>
      Promise.resolve(
        files.flatMap((file) => {
          const value = disk[file];
          return value === undefined ? [] : [config(file, value)];
        }),
      ),
  };
  const own = config(FILE, { mcpServers: { notes: relayed } });
  const found = await withDirectPlaces(view, own, [], configs);
  expect(found.servers[0]?.alsoDirect).toEqual([
    { kind: "plugin", file: "/plugins/bare/.mcp.json" },
    { kind: "plugin", file: "/plugins/inside/.claude-plugin/plugin.json" },
    { kind: "plugin", file: "/plugins/older/.mcp.json" },
  ]);
});

it("knows which entry an agent means by its word for where a server is from", () => {
  const user = { file: FILE, path: ["mcpServers", "notes"] };
  const local = { file: FILE, path: ["projects", "/p/one", "mcpServers", "notes"] };
  const project = { file: "/p/one/.mcp.json", path: ["mcpServers", "notes"] };
  for (const [source, folder, meant] of [
    ["user", "/p/one", [user]],
    ["local", "/p/one/src", [local]],
    ["local", "/p", []],
    ["project", "/p/one/src", [project]],
    ["project", "/p/oneself", []],
    ["dynamic", "/p/one", []],
    ["", "/p/one", []],
  ] as const)
    expect([user, local, project].filter((one) => isFrom(one, source, folder))).toEqual(meant);
});

it("finds any entry of that name in a project where the agent doesn't say which one it calls", async () => {
  const toml = '[mcp_servers.notes]\ncommand = "node"\nenv = { COUNTERSIGN_TOKEN = "t" }\n';
  const disk: Record<string, ConfigFile> = {
    // Whatever it looks like: this file is not the one that was wrapped.
    "/p/toml/.codex/config.toml": { program: "", file: "/p/toml/.codex/config.toml", text: toml },
    "/p/json/.mcp.json": config("/p/json/.mcp.json", { mcpServers: { notes: relayed } }),
    "/p/faulty/.mcp.json": config("/p/faulty/.mcp.json", { mcpServers: { notes: { args: 1 } } }),
    "/p/broken/.mcp.json": { program: "", file: "/p/broken/.mcp.json", text: "{" },
    "/p/other/.mcp.json": config("/p/other/.mcp.json", { mcpServers: { other: direct } }),
    "/p/none/.codex/config.toml": config("/p/none/.codex/hooks.json", { hooks: {} }),
  };
  const configs = {
    read: (files: readonly string[]) => Promise.resolve(files.flatMap((file) => disk[file] ?? [])),
  };
  const isIn = (folder: string, wrapped: string[] = []): Promise<boolean> =>
    isDirectIn([".codex/config.toml"], { server: "notes", folder }, wrapped, configs);
  for (const folder of ["/p/toml", "/p/toml/src/deep", "/p/json", "/p/faulty", "/p/broken"])
    expect([folder, await isIn(folder)]).toEqual([folder, true]);
  for (const folder of ["/p/other", "/p/none", "/p"])
    expect([folder, await isIn(folder)]).toEqual([folder, false]);
  expect(await isIn("/p/toml", ["/p/toml/.codex/config.toml"])).toBe(false);
});
