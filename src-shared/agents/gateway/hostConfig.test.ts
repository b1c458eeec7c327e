import { expect, it } from "vitest";
import { callLimitIn, hostServers, wrappedText } from "./hostConfig.ts";
import { entryText, revertedText } from "./hostEntryText.ts";

const relay = {
  command: "/usr/bin/node",
  args: ["/p/relay.mjs", "id-1"],
  env: { COUNTERSIGN_TOKEN: "t" },
};

const CURSOR = `{
  // Mine.
  "mcpServers": {
    "notes": { "command": "npx", "args": ["-y", "notes"], "env": { "KEY": "k" }, "disabled": false },
    "other": { "command": "uvx" }
  },
  "theme": 1.0
}
`;

it("changes one entry of a JSON config, keeps the rest, and restores the exact bytes", () => {
  const path = ["mcpServers", "notes"];
  const wrapped = wrappedText("mcp.json", CURSOR, path, relay) ?? "";
  expect(wrapped).toContain("// Mine.");
  expect(wrapped).toContain('"theme": 1.0');
  expect(wrapped).toContain('"disabled": false');
  expect(wrapped).not.toContain('"KEY"');
  expect(hostServers("mcp.json", wrapped)).toMatchObject({
    value: {
      inputs: [
        { input: { endpoint: { command: "/usr/bin/node", args: ["/p/relay.mjs", "id-1"] } } },
        { input: { endpoint: { command: "uvx" } } },
      ],
    },
  });
  expect(revertedText("mcp.json", wrapped, CURSOR, path)).toBe(CURSOR);
  // Another edit of the user's survives.
  const edited = wrapped.replace('"theme": 1.0', '"theme": 2');
  expect(revertedText("mcp.json", edited, CURSOR, path)).toBe(
    CURSOR.replace('"theme": 1.0', '"theme": 2'),
  );
});

it("writes opencode's list and raises its limit", () => {
  const text = `{ "mcp": { "raw": { "type": "local", "command": ["node", "raw.mjs"], "timeout": 4000 } } }`;
  const wrapped = wrappedText("opencode.json", text, ["mcp", "raw"], relay) ?? "";
  expect(JSON.parse(wrapped)).toEqual({
    mcp: {
      raw: {
        type: "local",
        command: ["/usr/bin/node", "/p/relay.mjs", "id-1"],
        timeout: 3_600_000,
        environment: { COUNTERSIGN_TOKEN: "t" },
      },
    },
  });
});

const CODEX = `# My models.
model = "test-model"

[mcp_servers.raw] # the raw one
command = "node"
args = ["raw.mjs"]
tool_timeout_sec = 4
env = { LOG = "/tmp/log" }

[model_providers.loop]
name = "loop" # stays
`;

it("keeps the comments of Codex's TOML, raises its limit, and reverts one entry", () => {
  const path = ["mcp_servers", "raw"];
  const read = hostServers("config.toml", CODEX);
  expect(read).toMatchObject({
    ok: true,
    value: {
      inputs: [{ name: "raw", input: { endpoint: { command: "node", args: ["raw.mjs"] } } }],
    },
  });
  const wrapped = wrappedText("config.toml", CODEX, path, relay) ?? "";
  expect(wrapped).toContain("# My models.");
  expect(wrapped).toContain("# the raw one");
  expect(wrapped).toContain("tool_timeout_sec = 3600");
  expect(wrapped).toContain('name = "loop" # stays');
  expect(wrapped).not.toContain("LOG");
  expect(entryText("config.toml", wrapped, path)).toContain("/p/relay.mjs");
  const reverted = revertedText("config.toml", wrapped, CODEX, path) ?? "";
  expect(hostServers("config.toml", reverted)).toEqual(read);
  expect(reverted).toContain('LOG = "/tmp/log"');
});

it("reports what is wrong with a file", () => {
  expect(hostServers("config.toml", "model = ")).toMatchObject({
    ok: false,
    failure: { kind: "config-not-json" },
  });
  expect(hostServers("config.toml", 'model = "x"')).toMatchObject({
    ok: false,
    failure: { kind: "config-no-servers" },
  });
  expect(wrappedText("mcp.json", CURSOR, ["mcpServers", "gone"], relay)).toBeNull();
});

it("reads which variables Codex passes on", () => {
  const text = '[mcp_servers.git]\ncommand = "npx"\nenv_vars = ["GIT_TOKEN", 7]\n';
  expect(hostServers("config.toml", text)).toMatchObject({
    value: { inputs: [{ forwarded: ["GIT_TOKEN"] }] },
  });
  const wrapped = wrappedText("config.toml", text, ["mcp_servers", "git"], relay);
  expect(wrapped).toContain('env_vars = ["GIT_TOKEN", 7]');
});

it("reads the limit of a call if the host's config has an effective one", () => {
  const toml = '[mcp_servers.notes]\ncommand = "node"\ntool_timeout_sec = 90\n';
  expect(callLimitIn("/h/config.toml", toml, ["mcp_servers", "notes"])).toBe(90_000);
  const json = (entry: object): string => JSON.stringify({ mcp: { notes: entry } });
  const path = ["mcp", "notes"];
  const opencode = { type: "local", command: ["node"], timeout: 5000 };
  expect(callLimitIn("/p/opencode.json", json(opencode), path)).toBe(5000);
  const claude = { command: "node", timeout: 30_000 };
  const [file, at] = ["/h/.claude.json", ["mcpServers", "notes"]];
  const config = JSON.stringify({ mcpServers: { notes: claude, endless: { command: "node" } } });
  expect(callLimitIn(file, config, at)).toBe(30_000);
  expect(callLimitIn(file, wrappedText(file, config, at, relay) ?? "", at)).toBe(3_600_000);
  // Without the field it waits for more than a day.
  const endless = ["mcpServers", "endless"];
  expect(
    callLimitIn(file, wrappedText(file, config, endless, relay) ?? "", endless),
  ).toBeUndefined();
  // Other hosts have no such field.
  const other = { command: "node", timeout: 5000 };
  expect(callLimitIn("/h/.cursor/mcp.json", json(other), path)).toBeUndefined();
  expect(callLimitIn("/h/.gemini/settings.json", json(other), path)).toBe(5000);
  expect(callLimitIn("/h/.gemini/settings.json", "{", path)).toBeUndefined();
  expect(callLimitIn("/h/.gemini/settings.json", json({ timeout: "1" }), path)).toBeUndefined();
});
