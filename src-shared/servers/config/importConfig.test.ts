// Configs as other programs really write them; one bad server never affects the others.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseConfig } from "./importConfig.ts";
import type { ImportedConfig } from "./importConfig.ts";
import { serverInputSchema } from "./input.ts";
import { isSecretHeader, isSecretVariable } from "./secretNames.ts";

const read = (config: unknown): ImportedConfig => {
  const text = typeof config === "string" ? config : JSON.stringify(config);
  const parsed = parseConfig(text);
  if (!parsed.ok) throw new Error(parsed.failure.kind);
  return parsed.value;
};
const endpoints = (config: unknown) => read(config).inputs.map(({ input }) => input.endpoint);
const one = (server: unknown) => endpoints({ mcpServers: { one: server } })[0];
const stdio = { kind: "stdio", command: "npx", args: [], cwd: null, env: [] };

describe("programs", () => {
  it("Claude Desktop and Cursor", () => {
    const config = `{
      // my servers
      "mcpServers": {
        "files": {
          "command": "npx",
          "args": ["-y", "@modelcontextprotocol/server-filesystem", "/home/a b"],
          "env": { "GITHUB_TOKEN": "ghp_1", "DEBUG": "1", "PORT": 3000, "OFF": null },
        },
      },
    }`;
    expect(read(config)).toEqual({
      inputs: [
        {
          name: "files",
          path: ["mcpServers", "files"],
          placeholders: [],
          ignored: [],
          isOff: false,
          input: {
            name: "files",
            era: "auto",
            endpoint: {
              kind: "stdio",
              command: "npx",
              args: ["-y", "@modelcontextprotocol/server-filesystem", "/home/a b"],
              cwd: null,
              env: [
                { name: "GITHUB_TOKEN", secret: true, value: "ghp_1" },
                { name: "DEBUG", secret: false, value: "1" },
                { name: "PORT", secret: false, value: "3000" },
              ],
            },
          },
        },
      ],
      faults: [],
    });
  });

  it("Claude Code, with servers of single projects", () => {
    const config = {
      numStartups: 5,
      mcpServers: { notes: { type: "stdio", command: "notes" } },
      projects: {
        "/work/a": {
          mcpServers: {
            notes: { command: "notes" },
            web: { type: "http", url: "https://x.example" },
          },
        },
        "/work/b": { history: [] },
      },
    };
    expect(read(config).inputs.map(({ input }) => [input.name, input.endpoint])).toEqual([
      ["notes", { ...stdio, command: "notes" }],
      ["notes 2", { ...stdio, command: "notes", cwd: "/work/a" }],
      ["web", { kind: "http", url: "https://x.example", headers: [] }],
    ]);
  });

  it("VS Code, with inputs", () => {
    const config = {
      inputs: [{ type: "promptString", id: "key", password: true }],
      servers: {
        api: {
          type: "http",
          url: "https://api.example/mcp",
          headers: { Authorization: "Bearer ${input:key}", "X-Team": "${env:TEAM}" },
        },
        local: { type: "stdio", command: "uvx", args: ["x"], envFile: "${workspaceFolder}/.env" },
      },
    };
    expect(read(config).inputs).toMatchObject([
      {
        placeholders: [
          { text: "${input:key}", by: "hosts" },
          { text: "${env:TEAM}", by: "hosts" },
        ],
        input: {
          endpoint: {
            kind: "http",
            headers: [
              { name: "Authorization", secret: true, value: "Bearer ${input:key}" },
              { name: "X-Team", secret: false, value: "${env:TEAM}" },
            ],
          },
        },
      },
      { placeholders: [], ignored: ["envFile"], input: { endpoint: { command: "uvx" } } },
    ]);
    expect(endpoints({ mcp: config })).toHaveLength(2);
  });

  it("Windsurf, Gemini CLI, Zed, OpenCode, Continue", () => {
    expect(one({ serverUrl: "https://w.example/sse" })).toMatchObject({ kind: "sse" });
    expect(one({ httpUrl: "https://g.example/sse" })).toMatchObject({ kind: "http" });
    expect(
      endpoints({
        context_servers: { z: { command: { path: "zed", args: ["a"], env: { K: "v" } } } },
      }),
    ).toEqual([
      { ...stdio, command: "zed", args: ["a"], env: [{ name: "K", secret: false, value: "v" }] },
    ]);
    expect(
      endpoints({
        mcp: { o: { type: "local", command: ["npx", "-y", "o"], environment: { A: "b" } } },
      }),
    ).toEqual([{ ...stdio, args: ["-y", "o"], env: [{ name: "A", secret: false, value: "b" }] }]);
    expect(endpoints({ mcpServers: [{ name: "c", command: "npx" }, { command: "npx" }] })).toEqual([
      stdio,
      stdio,
    ]);
  });

  it("a snippet without its braces, a bare map, a single server", () => {
    expect(endpoints('"mcpServers": { "a": { "command": "npx" } }')).toEqual([stdio]);
    expect(endpoints({ a: { command: "npx" }, other: 1 })).toEqual([stdio]);
    expect(read({ command: "/usr/bin/notes" }).inputs[0]?.input.name).toBe("notes");
    expect(read({ url: "https://a.example/mcp" }).inputs[0]?.input.name).toBe("a.example");
  });
});

describe("addresses", () => {
  it.each([
    [{ url: "https://a.example/mcp" }, "http"],
    [{ url: "https://a.example/sse" }, "sse"],
    [{ url: "https://a.example/sse/?k=1" }, "sse"],
    [{ url: "https://a.example/mcp?next=/sse" }, "http"],
    [{ url: "https://a.example/sse", type: "http" }, "http"],
    [{ url: "https://a.example/mcp", type: "sse" }, "sse"],
    [{ url: "https://a.example/mcp", type: "streamable-http" }, "http"],
    [{ url: "https://a.example/mcp", type: "streamableHttp" }, "http"],
    [{ url: "https://a.example/mcp", transport: "streamable_http" }, "http"],
    [{ url: "https://a.example/sse", type: "remote" }, "sse"],
  ])("%j is %s", (server, kind) => {
    expect(one(server)).toMatchObject({ kind, url: server.url });
  });
});

describe("secrets", () => {
  it.each([
    "API_KEY",
    "OPENAI_API_KEY",
    "apiKey",
    "GITHUB_TOKEN",
    "GITHUBTOKEN",
    "DB_PASSWORD",
    "PGPASSWORD",
    "CLIENT_SECRET",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_ACCESS_KEY_ID",
    "GITHUB_PAT",
    "SESSION_COOKIE",
    "TOKEN",
    "KEY_2",
  ])("%s is a secret", (name) => {
    expect(isSecretVariable(name)).toBe(true);
  });
  it.each([
    "PATH",
    "HOME",
    "KEYBOARD",
    "MONKEY",
    "MAX_TOKENS",
    "PORT",
    "LOG_LEVEL",
    "AUTHOR",
    "PATTERN",
    "AUTH_URL",
  ])("%s is not a secret", (name) => {
    expect(isSecretVariable(name)).toBe(false);
  });
  it("include headers", () => {
    expect(
      ["authorization", "Proxy-Authorization", "Cookie", "X-API-Key", "X-Auth-Token"].every(
        isSecretHeader,
      ),
    ).toBe(true);
    expect(isSecretHeader("User-Agent")).toBe(false);
  });
});

describe("faults", () => {
  it.each<[unknown, string, string]>([
    [1, "", "not an object"],
    [{}, "command", "missing"],
    [{ command: 1 }, "command", "number"],
    [{ command: "" }, "command", "Too small: expected string to have >=1 characters"],
    [{ command: "a", args: [{}] }, "args[0]", "object"],
    [{ command: "a", env: { X: [] } }, "env.X", "array"],
    [{ command: "a", env: "X=1" }, "env", "string"],
    [{ command: "a", cwd: 1 }, "cwd", "number"],
    [{ type: "ws", url: "wss://x" }, "type", "ws"],
    [{ type: "http" }, "url", "missing"],
    [{ url: "file:///etc/passwd" }, "url", "Invalid URL"],
    [{ url: "not an address" }, "url", "Invalid URL"],
    [{ url: "https://x", headers: { A: {} } }, "headers.A", "object"],
  ])("%j is reported, and the others are read", (bad, path, detail) => {
    expect(read({ mcpServers: { bad, good: { command: "npx" } } })).toMatchObject({
      inputs: [{ name: "good" }],
      faults: [{ kind: "config-bad-server", server: "bad", path, detail }],
    });
  });

  it.each([
    ['{\n  "mcpServers": {\n    "a": { "command" "npx" }\n  }\n}', 3, 22, "ColonExpected"],
    ["", 1, 1, "ValueExpected"],
    ["hello", 1, 1, "InvalidSymbol"],
    ['"mcpServers": {', 1, 16, "CloseBraceExpected"],
    ["[".repeat(100_000), 1, 1, "TooDeep"],
  ])("%j is not JSON, at its place", (text, line, column, detail) => {
    expect(parseConfig(text)).toEqual({
      ok: false,
      failure: { kind: "config-not-json", line, column, detail },
    });
  });

  it.each([
    "{}",
    "[]",
    "1",
    '"x"',
    '{"mcpServers":{}}',
    '{"mcpServers":7}',
    '{"editor.tabSize":2}',
  ])("%s contains no server", (text) => {
    const parsed = parseConfig(text);
    expect(parsed.ok ? parsed.value : parsed.failure.kind).toMatch(/config-no/);
  });

  it("keeps both servers of a duplicate name", () => {
    const text = '{"mcpServers":{"a":{"command":"x"},"a":{"command":"y"}}}';
    expect(read(text).inputs.map(({ input }) => input.name)).toEqual(["a", "a 2"]);
  });
});

describe("any JSON", () => {
  const server = fc.record(
    {
      command: fc.jsonValue(),
      args: fc.jsonValue(),
      env: fc.dictionary(fc.string(), fc.jsonValue()),
      type: fc.oneof(fc.constantFrom("stdio", "http", "sse"), fc.jsonValue()),
      url: fc.oneof(fc.webUrl(), fc.jsonValue()),
      headers: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  it("gives valid inputs, and a fault for each other server", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(server, fc.jsonValue())), (mcpServers) => {
        const names = Object.keys(mcpServers);
        const parsed = parseConfig(JSON.stringify({ mcpServers }));
        const { inputs, faults } = parsed.ok ? parsed.value : { inputs: [], faults: [] };
        expect(inputs.length + faults.length).toBe(names.length);
        expect(inputs.every(({ input }) => serverInputSchema.safeParse(input).success)).toBe(true);
        expect(new Set(inputs.map(({ input }) => input.name)).size).toBe(inputs.length);
      }),
    );
  });
  it("always gives a result, for any text", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(typeof parseConfig(text).ok).toBe("boolean");
      }),
    );
  });
});

const only = (server: unknown) => {
  const [found] = read({ mcpServers: { one: server } }).inputs;
  if (found === undefined) throw new Error("not read");
  return found;
};

describe("what is not taken as it is", () => {
  it("names each placeholder by who would fill it in, and nothing in a password", () => {
    const { placeholders } = only({
      command: "%PROGRAMFILES(X86)%\\node",
      args: ["x.mjs", "$TEAM", "a=${B:-c}", "{file:~/k}", "cost $5", "a$b", "100%", "%d %s"],
      env: { API_TOKEN: "$API_TOKEN", PLACE: "%APPDATA%", PASSWORD: "p4$word%of%", D: "{env:D}" },
    });
    expect(placeholders).toEqual([
      { text: "%PROGRAMFILES(X86)%", by: "windows" },
      { text: "$TEAM", by: "gemini" },
      { text: "${B:-c}", by: "hosts" },
      { text: "{file:~/k}", by: "opencode" },
      { text: "$API_TOKEN", by: "gemini" },
      { text: "%APPDATA%", by: "windows" },
      { text: "{env:D}", by: "opencode" },
    ]);
    const url = "https://a.example/%ABC%20d?x=${{ secrets.X }}";
    expect(only({ url, headers: { A: "Bearer $TOK" } }).placeholders).toEqual([
      { text: "${{ secrets.X }}", by: "hosts" },
      { text: "$TOK", by: "gemini" },
    ]);
  });

  it("takes the variables of every field, and names the field whose variable another one has", () => {
    const both = { command: "node", env: { K: "1" }, environment: { L: "2" } };
    expect(only(both)).toMatchObject({
      ignored: [],
      input: {
        endpoint: {
          env: [
            { name: "L", value: "2" },
            { name: "K", value: "1" },
          ],
        },
      },
    });
    expect(only({ ...both, env: { L: "3" } })).toMatchObject({
      ignored: ["env"],
      input: { endpoint: { env: [{ name: "L", value: "2" }] } },
    });
    // Of two addresses, two transports or both kinds of server, what is not used is named.
    expect(only({ url: "http://a.example", httpUrl: "http://b.example" }).ignored).toEqual(["url"]);
    expect(only({ command: "node", url: "http://a.example", headers: { A: "b" } }).ignored).toEqual(
      ["url", "headers"],
    );
    expect(
      only({ type: "http", url: "http://a.example", command: "node", env: {} }).ignored,
    ).toEqual(["command", "env"]);
    expect(only({ type: "http", transport: "sse", url: "http://a.example" }).ignored).toEqual([
      "transport",
    ]);
    expect(
      only({ type: "http", transport: "streamable-http", url: "http://a.example" }).ignored,
    ).toEqual([]);
  });

  it.each([
    "type",
    "transport",
    "transportType",
    "transport_type",
    "transport-type",
    "protocol",
    "connectionType",
  ])("reads the transport under %s", (key) => {
    expect(only({ [key]: "sse", url: "http://a.example/x" })).toMatchObject({
      ignored: [],
      input: { endpoint: { kind: "sse" } },
    });
    expect(only({ [key]: "streamableHttp", url: "http://a.example/sse" })).toMatchObject({
      input: { endpoint: { kind: "http" } },
    });
  });

  it("reads an address within the transport, and whether the entry is off", () => {
    const transport = { type: "sse", url: "http://a.example/x", headers: { A: "b" } };
    expect(only({ transport })).toMatchObject({
      ignored: [],
      input: { endpoint: { kind: "sse", url: "http://a.example/x", headers: [{ name: "A" }] } },
    });
    expect(only({ command: "node", disabled: true }).isOff).toBe(true);
    expect(only({ command: "node", enabled: false }).isOff).toBe(true);
    expect(only({ command: "node", enabled: true }).isOff).toBe(false);
  });
});
