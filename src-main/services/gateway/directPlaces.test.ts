import { expect, it } from "vitest";
import type { HostServerView, HostView } from "#shared/gateway/gatewayView.ts";
import type { ConfigFile } from "../ports.ts";
import { withDirectPlaces } from "./directPlaces.ts";

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
