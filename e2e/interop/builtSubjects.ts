// The families whose servers `npm run interop` builds or fetches itself, since they need more than Node and Python.
import path from "node:path";
import process from "node:process";
import { cacheDir } from "../../scripts/setup/paths.mjs";
import { pinned } from "./pins.ts";
import type { Answer, Subject, Tool } from "./subject.ts";

const prompted = (name: string): Tool => ({ name, args: (prompt) => ({ prompt }) });
const madeOf = (...parts: string[]): string => path.join(cacheDir, "interop", ...parts);

const impatient = {
  by: "timeout",
  clock: "tool",
  afterMs: 1000,
  tool: prompted("impatient"),
  told: "server-cancelled",
  says: /^gave up$/,
} as const;

const go = {
  family: "Go SDK",
  version: `go-sdk ${pinned("servers/go/go.mod", /go-sdk v(\S+)/)}`,
  needs: "go",
  revision: "2025-11-25",
  ask: prompted("ask"),
  rejected: /code -1: calling "sampling\/createMessage": User rejected sampling request/,
  // Its result is sent a few milliseconds before its cancellation: whichever is read first counts.
  givesUp: { ...impatient, told: "either" },
  withTools: prompted("with-tools"),
} satisfies Partial<Subject>;
const goServer = (...args: string[]) => ({ command: madeOf("go/server"), args });

const java = (version: string, revision: string): Subject => ({
  family: "Java SDK",
  version,
  transport: "stdio",
  needs: "java",
  revision,
  command: () => ({
    command: "java",
    args: [
      "-cp",
      [madeOf("java", version, "work/target/classes"), madeOf("java", version, "lib/*")].join(":"),
      "Main",
    ],
  }),
  ask: prompted("ask"),
  rejected: /code -1: User rejected sampling request/,
  // Its SDK's default: ten seconds, without a message.
  givesUp: {
    by: "timeout",
    clock: "SDK",
    afterMs: 10_000,
    tool: prompted("ask"),
    told: "call-ended",
    says: /^gave up: /,
  },
});

/** A response that names a command of Azure's storage: the server's result shows that it was read. */
const command = (tool: string, got: RegExp): Answer => ({
  text: JSON.stringify({ tool, parameters: {} }),
  got,
});

const azure: Subject = {
  family: "Azure MCP Server (C# SDK)",
  version: `@azure/mcp ${pinned("servers/azure/package.json", /"@azure\/mcp": "([^"]+)"/)}`,
  transport: "stdio",
  needs: "dotnet",
  revision: "2025-11-25",
  command: () => ({
    command: madeOf(`azure/node_modules/@azure/mcp-${process.platform}-${process.arch}/dist/azmcp`),
    args: ["server", "start", "--mode", "namespace"],
  }),
  ask: { name: "storage", args: (intent) => ({ intent, learn: true }) },
  shows: () => "This is a list of available commands for the storage server.",
  answers: {
    approved: command("storage_blob_get", /Missing Required options: --account, --container/),
    edited: command("storage_blob_container_get", /Missing Required options: --account(?!,)/),
    again: command("storage_blob_get", /Missing Required options: --account, --container/),
  },
  givesUp: { by: "end" },
  // It treats a rejection as no choice, and lists its commands.
  rejected: /Here are the available command and their parameters for 'storage' tool/,
};

export const built: readonly Subject[] = [
  azure,
  { ...go, transport: "stdio", command: () => goServer("stdio") },
  {
    ...go,
    transport: "Streamable HTTP",
    command: (port) => goServer("http", String(port)),
    http: { path: "/" },
  },
  {
    ...go,
    transport: "HTTP+SSE",
    command: (port) => goServer("sse", String(port)),
    http: { path: "/" },
  },
  java(pinned("servers/java/pom.xml", /<mcp\.version>(.+)<\/mcp\.version>/), "2025-11-25"),
  java("1.1.5", "2024-11-05"),
  {
    family: "Rust SDK",
    version: `rmcp ${pinned("servers/rust/Cargo.toml", /rmcp = \{ version = "=([^"]+)"/)}`,
    transport: "stdio",
    needs: "rust",
    revision: "2025-11-25",
    command: () => ({ command: madeOf("rust/debug/interop-rmcp"), args: [] }),
    ask: prompted("ask"),
    rejected: /code -1: User rejected sampling request/,
    givesUp: impatient,
  },
];
