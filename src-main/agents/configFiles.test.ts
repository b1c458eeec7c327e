// Where configs are on each system, and how real files there are read.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ConfigFiles } from "./configFiles.ts";
import { configPlaces, unreadPlaces } from "./configPlaces.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), "countersign-home-"));
});
afterEach(() => rmSync(home, { recursive: true }));

const put = (file: string, text: string): void => {
  const whole = path.join(home, file);
  mkdirSync(path.dirname(whole), { recursive: true });
  writeFileSync(whole, text);
};
const find = () => new ConfigFiles({ platform: "linux", home, env: {} }).find();

it("finds the files of every installed program, and no others", async () => {
  put(".config/Claude/claude_desktop_config.json", "1");
  put(".claude.json", "2");
  put(".config/Code/User/mcp.json", "3");
  put(".config/Code/User/profiles/a1/mcp.json", "4");
  put(".var/app/com.visualstudio.code/config/Code/User/mcp.json", "5");
  put(".cursor/mcp.json", "6");
  put(".codeium/windsurf/mcp_config.json", "7");
  put(".config/other/mcp.json", "no");
  const files = await find();
  expect(files.map((file) => [file.program, "text" in file ? file.text : null])).toEqual([
    ["Claude Desktop", "1"],
    ["Claude Code", "2"],
    ["VS Code", "3"],
    ["VS Code", "4"],
    ["VS Code", "5"],
    ["Cursor", "6"],
    ["Windsurf", "7"],
  ]);
});

it("names files with servers that no host reads, and where these belong", async () => {
  const servers = JSON.stringify({ mcpServers: { notes: { command: "node" } } });
  put(".claude/.mcp.json", servers);
  put(".claude/settings.json", servers);
  put(".claude/settings.local.json", JSON.stringify({ permissions: {} }));
  put(".cursor/.mcp.json", servers);
  put(".codex/mcp.json", servers);
  // Claude Code reads it in this folder.
  put(".mcp.json", servers);
  const at = (program: string, name: string, reads: string) => {
    const [file, instead] = [path.join(home, name), path.join(home, reads)];
    const failure = { kind: "config-not-read", program, file, reads: instead };
    return { program, file, failure };
  };
  expect(await find()).toEqual([
    at("Claude Code", ".claude/.mcp.json", ".claude.json"),
    at("Claude Code", ".claude/settings.json", ".claude.json"),
    at("Cursor", ".cursor/.mcp.json", ".cursor/mcp.json"),
    at("Codex", ".codex/mcp.json", ".codex/config.toml"),
  ]);
});

it("takes no file that a host reads for one that none does", () => {
  for (const platform of ["linux", "darwin", "win32"] as const) {
    const machine = { platform, home: platform === "win32" ? "C:\\Users\\a" : "/h", env: {} };
    const read = new Set(configPlaces(machine).map(({ file }) => file));
    const unread = unreadPlaces(machine);
    expect(unread.filter(({ file }) => read.has(file))).toEqual([]);
    expect(unread.filter(({ reads }) => !read.has(reads))).toEqual([]);
  }
});

it("finds nothing on a bare machine", async () => {
  expect(await find()).toEqual([]);
});

it("says what cannot be read, without waiting for it", async () => {
  mkdirSync(path.join(home, ".claude.json"));
  mkdirSync(path.join(home, ".cursor"));
  // Endless, like a pipe that nobody writes to.
  symlinkSync("/dev/zero", path.join(home, ".cursor/mcp.json"));
  expect((await find()).map((file) => ("failure" in file ? file.failure : null))).toEqual([
    { kind: "config-unreadable", file: path.join(home, ".claude.json"), detail: "not a file" },
    { kind: "config-unreadable", file: path.join(home, ".cursor/mcp.json"), detail: "not a file" },
  ]);
});

it("knows the folders of macOS and Windows", () => {
  const mac = configPlaces({ platform: "darwin", home: "/Users/a", env: {} }).map((p) => p.file);
  expect(mac).toContain("/Users/a/Library/Application Support/Claude/claude_desktop_config.json");
  expect(mac).toContain("/Users/a/Library/Application Support/Code/User/mcp.json");
  expect(mac).toContain("/Users/a/.cursor/mcp.json");
  const env = { APPDATA: "C:\\Users\\a\\AppData\\Roaming" };
  const windows = configPlaces({ platform: "win32", home: "C:\\Users\\a", env }).map((p) => p.file);
  expect(windows).toContain("C:\\Users\\a\\AppData\\Roaming\\Claude\\claude_desktop_config.json");
  expect(windows).toContain(
    "C:\\Users\\a\\AppData\\Local\\Packages\\Claude_pzs8sxrjxfjjc\\LocalCache\\Roaming\\Claude\\claude_desktop_config.json",
  );
  expect(windows).toContain("C:\\Users\\a\\AppData\\Roaming\\Code\\User\\mcp.json");
  expect(windows).toContain("C:\\Users\\a\\.codeium\\windsurf\\mcp_config.json");
});

it("follows the folders that the environment names", () => {
  const env = { XDG_CONFIG_HOME: "/x", CLAUDE_CONFIG_DIR: "/y" };
  const files = configPlaces({ platform: "linux", home: "/h", env }).map((p) => p.file);
  expect(files).toContain("/x/Claude/claude_desktop_config.json");
  expect(files).toContain("/y/.claude.json");
});
