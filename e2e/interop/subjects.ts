// Every server family and transport of the suite. The table in docs/interop.md has a row for each.
import path from "node:path";
import process from "node:process";
import { cacheDir } from "../../scripts/setup/paths.mjs";
import { everythingScript } from "../support/httpServers.ts";
import { installed, projectNode } from "../support/paths.ts";
import { built } from "./builtSubjects.ts";
import { here, npmVersion, pinned } from "./pins.ts";
import type { GivesUp, Subject, Tool } from "./subject.ts";

/** A test token; the servers get it in their environment. */
export const TOKEN = "interop-token-4711";

const prompted = (name: string, more: object = {}): Tool => ({
  name,
  args: (prompt) => ({ prompt, ...more }),
});

const python = (folder: "fastmcp2" | "fastmcp3", ...args: string[]) => ({
  command: path.join(cacheDir, "interop", folder, "bin/python"),
  args: [here(`servers/${folder}/server.py`), ...args],
});
const node = (script: string, ...args: string[]) => ({
  command: projectNode,
  args: [script, ...args],
});
const small = (script: string, ...args: string[]) =>
  node(here(`servers/typescript/${script}`), ...args);

const LOGS: Subject["logs"] = [
  ["debug", /调试/],
  ["info", /开始采样: 请简单介绍一下 MCP 协议/],
  ["warning", /警告/],
  ["error", /错误/],
  ["info", /采样完成/],
];

/** A tool that waits a second. */
const impatient = {
  by: "timeout",
  clock: "tool",
  afterMs: 1000,
  tool: prompted("impatient"),
  told: "server-cancelled",
  says: /^gave up$/,
} as const;

/** The SDK's default timeout (`DEFAULT_REQUEST_TIMEOUT_MSEC`), for servers that set no other. */
const sdkClock = (tool: Tool): GivesUp => ({
  by: "timeout",
  clock: "SDK",
  afterMs: 60_000,
  tool,
  told: "server-cancelled",
  says: /Request timed out/,
});

/** The exact versions of a Python server's relevant packages. */
const pythonVersion = (folder: string): string =>
  ["fastmcp", "mcp"]
    .map((name) => {
      const pin = new RegExp(`^${name}==(.+)$`, "m");
      return `${name} ${pinned(`servers/${folder}/requirements.txt`, pin)}`;
    })
    .join(", ");

const fastmcp = {
  needs: null,
  ask: prompted("echo-real-sampling", {
    system_prompt: "你是一位助手。",
    max_tokens: 120,
    temperature: 0.7,
  }),
  rejected: /Error calling tool 'echo-real-sampling': User rejected sampling request/,
  givesUp: { ...impatient, told: "call-ended" },
  logs: LOGS,
} satisfies Partial<Subject>;

const fastmcp3 = {
  ...fastmcp,
  family: "FastMCP 3 (Python)",
  version: pythonVersion("fastmcp3"),
  revision: "2025-11-25",
  withTools: prompted("with-tools"),
  typed: true,
} satisfies Partial<Subject>;

const fastmcp2 = {
  ...fastmcp,
  family: "FastMCP 2.10 (Python)",
  version: pythonVersion("fastmcp2"),
  revision: "2025-06-18",
  dropsAfterCancel: true,
} satisfies Partial<Subject>;

const everything = {
  family: "server-everything",
  version: npmVersion("@modelcontextprotocol/server-everything"),
  needs: null,
  revision: "2025-11-25",
  ask: prompted("trigger-sampling-request", { maxTokens: 100 }),
  givesUp: sdkClock(prompted("trigger-sampling-request", { maxTokens: 100 })),
  shows: (prompt: string) => `Resource trigger-sampling-request context: ${prompt}`,
  rejected: /User rejected sampling request/,
} satisfies Partial<Subject>;

const NO_WITH_CODE = /"code":-1,"message":"[^"]*User rejected sampling request"/;
const v1 = {
  family: "TypeScript SDK, first generation",
  version: `@modelcontextprotocol/sdk ${npmVersion("@modelcontextprotocol/sdk")}`,
  needs: null,
  revision: "2025-11-25",
  ask: prompted("ask"),
  rejected: NO_WITH_CODE,
  givesUp: impatient,
  withTools: prompted("with-tools"),
} satisfies Partial<Subject>;

const v2 = {
  family: "TypeScript SDK, second generation",
  version: `@modelcontextprotocol/server ${npmVersion("@modelcontextprotocol/server")}`,
  needs: null,
} satisfies Partial<Subject>;
const embedded = {
  ...v2,
  revision: "2026-07-28",
  embedded: true,
  ask: prompted("ask"),
  withTools: prompted("with-tools"),
  givesUp: { by: "expiry", afterMs: 1000, tool: prompted("impatient"), says: /^gave up$/ },
  rejected: /rejected/,
} satisfies Partial<Subject>;

const v2024 = {
  family: "TypeScript SDK of 2024",
  version: `@modelcontextprotocol/sdk ${npmVersion("sdk-2024")}`,
  needs: null,
  revision: "2024-11-05",
  ask: prompted("ask"),
  rejected: NO_WITH_CODE,
  givesUp: { ...impatient, told: "call-ended" },
} satisfies Partial<Subject>;

const bearer = { Authorization: `Bearer ${TOKEN}` };
const env = { COUNTERSIGN_TOKEN: TOKEN };

const plain: readonly Subject[] = [
  { ...fastmcp3, transport: "stdio", command: () => python("fastmcp3", "stdio") },
  {
    ...fastmcp3,
    transport: "Streamable HTTP",
    command: (port) => ({ ...python("fastmcp3", "http", String(port)), env }),
    http: { path: "/mcp/", headers: bearer },
  },
  {
    ...fastmcp3,
    transport: "HTTP+SSE",
    command: (port) => ({ ...python("fastmcp3", "sse", String(port)), env }),
    http: { path: "/sse/", headers: bearer },
  },
  {
    ...everything,
    transport: "stdio",
    command: () => node(everythingScript, "stdio"),
  },
  {
    ...everything,
    transport: "Streamable HTTP",
    command: (port) => ({
      ...node(everythingScript, "streamableHttp"),
      env: { PORT: String(port) },
    }),
    http: { path: "/mcp" },
  },
  {
    ...everything,
    transport: "HTTP+SSE",
    command: (port) => ({ ...node(everythingScript, "sse"), env: { PORT: String(port) } }),
    http: { path: "/sse" },
  },
  {
    family: "toolWithSampleServer (the SDK's example)",
    version: v1.version,
    transport: "stdio",
    needs: null,
    revision: "2025-11-25",
    command: () =>
      node(installed("@modelcontextprotocol/sdk/dist/esm/examples/server/toolWithSampleServer.js")),
    ask: { name: "summarize", args: (text) => ({ text }) },
    givesUp: sdkClock({ name: "summarize", args: (text) => ({ text }) }),
    shows: (prompt) => prompt,
    rejected: /User rejected sampling request/,
  },
  { ...v1, transport: "stdio", command: () => small("v1.mjs", "stdio") },
  {
    ...v1,
    transport: "Streamable HTTP",
    command: (port) => small("v1.mjs", "http", String(port)),
    http: { path: "/mcp" },
  },
  {
    ...v1,
    transport: "HTTP+SSE",
    command: (port) => small("v1.mjs", "sse", String(port)),
    http: { path: "/sse" },
  },
  {
    ...v2,
    transport: "stdio",
    revision: "2025-11-25",
    command: () => small("v2.mjs", "stdio"),
    ask: prompted("push"),
    rejected: NO_WITH_CODE,
    givesUp: impatient,
    withTools: embedded.withTools,
  },
  {
    ...embedded,
    transport: "stdio",
    inLongRun: true,
    era: "modern",
    command: () => small("v2.mjs", "stdio"),
  },
  {
    ...embedded,
    transport: "Streamable HTTP",
    command: (port) => small("v2.mjs", "http", String(port)),
    http: { path: "/mcp" },
  },
  { ...v2024, transport: "stdio", command: () => small("v2024.mjs", "stdio") },
  {
    ...v2024,
    transport: "HTTP+SSE",
    command: (port) => small("v2024.mjs", "sse", String(port)),
    http: { path: "/sse" },
  },
  {
    ...fastmcp2,
    transport: "HTTP+SSE",
    command: (port) => python("fastmcp2", "sse", String(port)),
    http: { path: "/sse/" },
  },
];

/** Everything the table has a row for. */
export const allSubjects: readonly Subject[] = [...plain, ...built];

/** Why a toolchain's servers cannot be run, as `npm run interop` found; `npm test` builds none. */
const reasons = JSON.parse(process.env["COUNTERSIGN_INTEROP"] ?? "{}") as Record<
  string,
  string | null
>;

/** What this run tries: without toolchains, only servers on Node and Python. */
export const subjects: readonly Subject[] = allSubjects.filter(
  ({ needs }) => needs === null || reasons[needs] === null,
);
