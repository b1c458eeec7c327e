// What a host accepts it still accepts when it is wrapped. The schemas are those of the hosts' own loaders, which
// e2e/hosts/loaders.spec.ts asks.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { JsonObject } from "../../json.ts";
import { hostServers, wrappedText } from "./hostConfig.ts";
import { entryAt } from "./hostEntryText.ts";

const RELAY = {
  command: "/usr/bin/node",
  args: ["/p/relay.mjs", "id"],
  env: { COUNTERSIGN_TOKEN: "t" },
};
const ADDRESS = { url: "http://127.0.0.1:4100/mcp/id", headers: { Authorization: "Bearer t" } };

const texts = z.record(z.string(), z.string());
const ms = z.number().int().positive().optional();
const command = {
  command: z.string().min(1),
  args: z.array(z.string()).optional(),
  env: texts.optional(),
};
const never = z.undefined().optional();

interface Host {
  file: string;
  list: string[];
  /** Accepts an entry. */
  schema: z.ZodType;
  starts(entry: JsonObject): unknown;
  reaches?(entry: JsonObject): unknown;
}
const line = (entry: JsonObject) => [entry["command"], ...((entry["args"] ?? []) as string[])];

const claude = z.union([
  z.object({ type: z.literal("stdio").optional(), ...command, timeout: ms }),
  z.object({
    type: z.enum(["http", "streamable-http", "sse", "ws"]),
    url: z.string(),
    headers: texts.optional(),
    timeout: ms,
  }),
]);
const copilot = z.union([
  z.object({
    type: z.enum(["local", "stdio"]).optional(),
    ...command,
    timeout: z.number().optional(),
  }),
  z.object({
    type: z.enum(["http", "sse", "streamable-http"]).optional(),
    url: z.string(),
    headers: texts.optional(),
    timeout: z.number().optional(),
  }),
]);
/** `url` comes before `command`, and no field may be unknown. */
const gemini = z.strictObject({
  command: z.string().optional(),
  args: z.array(z.string()).optional(),
  env: texts.optional(),
  cwd: z.string().optional(),
  url: z.string().optional(),
  httpUrl: z.string().optional(),
  headers: texts.optional(),
  type: z.enum(["sse", "http", "stdio"]).optional(),
  timeout: z.number().optional(),
  trust: z.boolean().optional(),
});
const opencode = z.union([
  z.object({
    type: z.literal("local"),
    command: z.array(z.string()),
    environment: texts.optional(),
    timeout: ms,
  }),
  z.object({ type: z.literal("remote"), url: z.string(), headers: texts.optional(), timeout: ms }),
]);
const codex = z.union([
  z.object({
    ...command,
    url: never,
    http_headers: never,
    oauth_resource: never,
    bearer_token_env_var: never,
  }),
  z.object({
    url: z.string(),
    http_headers: texts.optional(),
    command: never,
    args: never,
    env: never,
    cwd: never,
  }),
]);

const HOSTS: Record<string, Host> = {
  "Claude Code": {
    file: "/h/.claude.json",
    list: ["mcpServers"],
    schema: claude,
    starts: line,
    reaches: ({ type, url }) => (type === "http" ? url : null),
  },
  "a project of Claude Code": {
    file: "/h/.claude.json",
    list: ["projects", "/p", "mcpServers"],
    schema: claude,
    starts: line,
  },
  "a project's .mcp.json, also for Copilot CLI": {
    file: "/p/.mcp.json",
    list: ["mcpServers"],
    schema: z.intersection(claude, copilot),
    starts: line,
  },
  "Copilot CLI": {
    file: "/h/.copilot/mcp-config.json",
    list: ["mcpServers"],
    schema: copilot,
    starts: line,
    reaches: ({ type, url }) => (type === "http" ? url : null),
  },
  "Gemini CLI": {
    file: "/h/.gemini/settings.json",
    list: ["mcpServers"],
    schema: gemini,
    starts: (entry) => (entry["url"] ?? entry["httpUrl"]) === undefined && line(entry),
    reaches: ({ httpUrl }) => httpUrl,
  },
  "Qwen Code": {
    file: "C:\\Users\\me\\.qwen\\settings.json",
    list: ["mcpServers"],
    schema: gemini,
    starts: (entry) => (entry["url"] ?? entry["httpUrl"]) === undefined && line(entry),
    reaches: ({ httpUrl }) => httpUrl,
  },
  opencode: {
    file: "/p/opencode.json",
    list: ["mcp"],
    schema: opencode,
    starts: (entry) => entry["command"],
    reaches: ({ type, url }) => type === "remote" && url,
  },
  Codex: {
    file: "/h/.codex/config.toml",
    list: ["mcp_servers"],
    schema: codex,
    starts: line,
    reaches: ({ url }) => url,
  },
  "an unknown host": {
    file: "/x/servers.json",
    list: ["mcpServers"],
    schema: copilot,
    starts: line,
  },
};

/** Any fields that some host knows, in any combination. */
const maybe = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const url = fc.constantFrom("http://a.example/mcp", "https://b.example/sse?x=1");
const entries: fc.Arbitrary<JsonObject> = fc.record({
  type: fc.option(fc.constantFrom("stdio", "local", "http", "sse", "remote", "streamable-http"), {
    nil: undefined,
    freq: 2,
  }),
  transport: maybe(fc.constantFrom("stdio", "sse", "streamable-http")),
  transportType: maybe(fc.constantFrom("stdio", "sse")),
  command: fc.option(fc.constantFrom<string | string[]>("npx", "node", ["node", "a.mjs"]), {
    nil: undefined,
    freq: 2,
  }),
  args: maybe(fc.constantFrom<string[]>([], ["-y", "b"])),
  env: maybe(fc.constantFrom({ K: "1" }, { TOKEN: "${T}" })),
  environment: maybe(fc.constant({ L: "2" })),
  cwd: maybe(fc.constant("/w")),
  url: fc.option(url, { nil: undefined, freq: 2 }),
  httpUrl: maybe(url),
  serverUrl: maybe(url),
  headers: maybe(fc.constant({ A: "b" })),
  http_headers: maybe(fc.constant({ A: "b" })),
  oauth: maybe(fc.constant({ scopes: ["a"] })),
  oauth_resource: maybe(fc.constant("r")),
  timeout: maybe(fc.constantFrom(4000, 7_200_000)),
  tools: maybe(fc.constant(["*"])),
});

const nested = (list: readonly string[], entry: JsonObject): JsonObject =>
  list.toReversed().reduce<JsonObject>((inner, name) => ({ [name]: inner }), { a: entry });
const toml = (entry: JsonObject): string =>
  `[mcp_servers.a]\n${Object.entries(entry)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? `${name} = { ${Object.entries(value)
            .map(([key, of]) => `${key} = ${JSON.stringify(of)}`)
            .join(", ")} }`
        : `${name} = ${JSON.stringify(value)}`,
    )
    .join("\n")}\n`;

describe.each(Object.entries(HOSTS))("%s", (_name, { file, list, schema, starts, reaches }) => {
  const accepts = (entry: unknown) => schema.safeParse(entry).success;
  it("accepts a wrapped entry if it accepted the entry, and starts the relay or reaches the address", () => {
    let tried = 0;
    fc.assert(
      fc.property(entries, fc.boolean(), (generated, isOneLine) => {
        const entry = JSON.parse(JSON.stringify(generated)) as JsonObject;
        if (!accepts(entry)) return;
        const text = file.endsWith(".toml")
          ? toml(entry)
          : JSON.stringify(nested(list, entry), null, isOneLine ? 0 : 2);
        const path = [...list, "a"];
        const read = hostServers(file, text);
        const server = read.ok ? read.value.inputs[0] : undefined;
        const wrapped = wrappedText(file, text, path, RELAY);
        // What is not understood is not changed, and the view says so.
        if (server === undefined || server.isForeign === true) {
          expect(server === undefined ? null : wrapped).toBeNull();
          return;
        }
        tried += 1;
        const after = entryAt(file, wrapped ?? "", path);
        expect(accepts(after), wrapped ?? "").toBe(true);
        expect(starts(after ?? {})).toEqual([RELAY.command, ...RELAY.args]);
        const variables = list[0] === "mcp" ? "environment" : "env";
        expect(after?.[variables]).toMatchObject(RELAY.env);
        expect(hostServers(file, wrapped ?? "")).toMatchObject({
          value: {
            inputs: [{ input: { endpoint: { command: RELAY.command, args: RELAY.args } } }],
            faults: [],
          },
        });
        const over = wrappedText(file, text, path, ADDRESS);
        if (reaches === undefined || over === null) return;
        const address = entryAt(file, over, path);
        expect(accepts(address), over).toBe(true);
        expect(reaches(address ?? {})).toBe(ADDRESS.url);
        expect(hostServers(file, over)).toMatchObject({ value: { faults: [] } });
      }),
      { numRuns: 300 },
    );
    expect(tried).toBeGreaterThan(0);
  });
});

it("asks the file's name whose it is, never the entry", () => {
  const local = { type: "local", command: "npx", args: ["-y", "a"], tools: ["*"], env: { K: "v" } };
  const text = JSON.stringify({ mcpServers: { a: local } });
  for (const file of ["/h/.copilot/mcp-config.json", "/x/picked.json"]) {
    const wrapped = wrappedText(file, text, ["mcpServers", "a"], RELAY) ?? "";
    expect(entryAt(file, wrapped, ["mcpServers", "a"])).toMatchObject({
      type: "local",
      command: RELAY.command,
      args: RELAY.args,
      env: RELAY.env,
      tools: ["*"],
    });
  }
  // A place that this host does not read, a form of another host, and a host that nobody knows.
  const foreign = (file: string, whole: object) => {
    const read = hostServers(file, JSON.stringify(whole));
    return read.ok && read.value.inputs.every(({ isForeign }) => isForeign);
  };
  const list = { type: "local", command: ["npx"] };
  expect(foreign("/h/.cursor/mcp.json", { servers: { a: { command: "npx" } } })).toBe(true);
  expect(foreign("/h/.cursor/mcp.json", { mcpServers: { a: list } })).toBe(true);
  expect(foreign("/p/opencode.json", { mcpServers: { a: { command: "npx" } } })).toBe(true);
  expect(foreign("/x/picked.json", { mcp: { a: list } })).toBe(true);
  expect(foreign("/x/picked.json", { mcpServers: { a: { url: "http://a.example" } } })).toBe(true);
  expect(
    foreign("/h/.gemini/settings.json", {
      mcpServers: { a: { command: "npx", url: "http://a.example" } },
    }),
  ).toBe(true);
});

it("changes only the bytes of the entry, whatever else stands in its line", () => {
  const entries = fc.constantFrom(
    '{"command":"node","args":["1.mjs"]}',
    '{ "command": "npx", "args": [ "a" , "b" ], "env": {} /* mine */ }',
    '{\n      "command": "npx",\n      "env": { "K": "v" }\n    }',
    '{"type":"http",\r\n"url":"http://a.example/x"}',
  );
  const around = fc.constantFrom<[string, string]>(
    ['{"n":3,"mcpServers":{"a":', '},"list":[1,2,3],"more":{"x":1}}'],
    [
      '{\n  "n":   3, "mcpServers": {\n    "a": ',
      ',\n    "b": {"command":"x","args":[ 1,2]}\n  } }',
    ],
    ['{"mcpServers": {"b": {"command":"x"}, "a": ', ', "c": {"command":   "y"}}, "list":[1,\n2]}'],
    ['\uFEFF{ "mcpServers":{ "a":\n', ' } ,\n "x" : [1,2] }'],
  );
  fc.assert(
    fc.property(entries, around, (entry, [before, after]) => {
      const text = before + entry + after;
      const wrapped = wrappedText("/h/.cursor/mcp.json", text, ["mcpServers", "a"], RELAY) ?? "";
      expect(wrapped.startsWith(before), wrapped).toBe(true);
      expect(wrapped.endsWith(after), wrapped).toBe(true);
      expect(entryAt("/h/.cursor/mcp.json", wrapped, ["mcpServers", "a"])).toMatchObject(RELAY);
      if (!before.includes("\n") && !entry.includes("\n"))
        expect(wrapped.slice(0, -after.length)).not.toContain("\n");
    }),
  );
});

it("refuses what it could not replace: a field or an entry that stands twice", () => {
  const twice = '{"mcpServers":{"a":{"command":"npx","env":{},"command":"node"}}}';
  const entries = '{"mcpServers":{"a":{"command":"npx"},"a":{"command":"node"}}}';
  for (const text of [twice, entries])
    expect(wrappedText("/h/.cursor/mcp.json", text, ["mcpServers", "a"], RELAY)).toBeNull();
});

it("leaves no field that contradicts the relay", () => {
  const entry = {
    transport: "streamable-http",
    transportType: "http",
    url: "http://127.0.0.1:9/mcp",
  };
  const text = JSON.stringify({ mcpServers: { a: entry } });
  const wrapped = wrappedText("/h/.cursor/mcp.json", text, ["mcpServers", "a"], RELAY) ?? "";
  expect(entryAt("/h/.cursor/mcp.json", wrapped, ["mcpServers", "a"])).toEqual(RELAY);
});
