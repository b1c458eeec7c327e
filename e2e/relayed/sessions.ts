// The servers whose sessions are recorded, and what their host does with each.
import path from "node:path";
import { cacheDir } from "../../scripts/setup/paths.mjs";
import { projectNode, projectRoot } from "../support/paths.ts";
import type { Mask } from "./comparing.ts";
import type { Responses, Step } from "./recordedHost.ts";

type Json = Record<string, unknown>;

export interface RecordedSubject {
  name: string;
  version: string;
  revision: "2025-11-25" | "2026-07-28";
  command: string;
  args: string[];
  env: Record<string, string>;
  steps: Step[];
  masks: Mask[];
  /** The toolchain that makes it ready. */
  needs?: "go" | "npm";
}

const built = (...parts: string[]): string => path.join(cacheDir, "interop", ...parts);
const fromNpm = (name: string): string =>
  built("npm/node_modules/@modelcontextprotocol", name, "dist/index.js");

const call = (name: string, args: Json, more: Json = {}): Step => ({
  request: "tools/call",
  params: { name, arguments: args, ...more },
});

/** Beside what each server is good for: every host asks this, and some servers refuse parts of it. */
const LISTS: Step[] = [
  { request: "tools/list" },
  { request: "resources/list" },
  { request: "resources/templates/list" },
  { request: "prompts/list" },
];
const ODD: Step[] = [
  { request: "ping" },
  { request: "x/unknown", params: { "2": 1, "1": [null, "é\u2028", 1e-7], deep: { a: {} } } },
  { notify: "notifications/x/unknown", params: { any: true } },
  call("there-is-no-such-tool", {}),
];

const session = (...steps: Step[]): Step[] => [
  {
    request: "initialize",
    params: {
      protocolVersion: "2025-11-25",
      capabilities: {
        roots: { listChanged: true },
        sampling: {},
        elicitation: { form: {}, url: {} },
      },
      clientInfo: { name: "recorded-host", version: "1.0.0" },
    },
  },
  { notify: "notifications/initialized" },
  ...steps,
];

export const responses = (folder: string): Responses => ({
  "roots/list": { roots: [{ uri: `file://${folder}`, name: "project" }] },
  ping: {},
  "elicitation/create": { action: "accept", content: { name: "Wien", people: 2_000_000 } },
});

const everything: Step[] = session(
  // Its conditional tools come a moment later, one message each; this is the last of them.
  { until: "notifications/message" },
  ...LISTS,
  call("echo", { message: "Grüße \u0000 \ud83d\ude00 </script>" }),
  call("get-sum", { a: 1.5, b: -2 }),
  call("get-structured-content", { location: "Chicago" }),
  call("get-annotated-message", { messageType: "error", includeImage: true }),
  call("get-resource-links", { count: 3 }),
  call("get-resource-reference", { resourceType: "Blob", resourceId: 2 }),
  call("get-tiny-image", {}),
  call("get-sum", { a: "not a number" }),
  call("get-roots-list", {}),
  call(
    "trigger-long-running-operation",
    { duration: 1, steps: 4 },
    { _meta: { progressToken: 7, "x/own": 1 } },
  ),
  {
    cancel: "tools/call",
    params: { name: "trigger-long-running-operation", arguments: { duration: 1, steps: 2 } },
  },
  // It goes on all the same, to its second and last step.
  { until: "notifications/progress" },
  { request: "logging/setLevel", params: { level: "debug" } },
  { request: "logging/setLevel", params: { level: "loud" } },
  { request: "resources/read", params: { uri: "demo://resource/static/document/features.md" } },
  { request: "resources/read", params: { uri: "demo://resource/dynamic/blob/1" } },
  { request: "resources/read", params: { uri: "demo://nothing" } },
  { request: "resources/subscribe", params: { uri: "demo://resource/dynamic/text/1" } },
  { request: "resources/unsubscribe", params: { uri: "demo://resource/dynamic/text/1" } },
  { request: "prompts/get", params: { name: "args-prompt", arguments: { city: "Graz" } } },
  {
    request: "prompts/get",
    params: { name: "resource-prompt", arguments: { resourceType: "Text", resourceId: "1" } },
  },
  { request: "prompts/get", params: { name: "none" } },
  {
    request: "completion/complete",
    params: {
      ref: { type: "ref/prompt", name: "completable-prompt" },
      argument: { name: "department", value: "E" },
    },
  },
  {
    together: [1, 2, 3, 4].map((n) => ({
      request: "tools/call",
      params: { name: "get-sum", arguments: { a: n, b: n } },
    })),
  },
  ...ODD,
);

const filesystem = (folder: string): Step[] =>
  session(
    { until: "roots/list" },
    ...LISTS,
    call("list_allowed_directories", {}),
    call("list_directory", { path: folder }),
    call("read_text_file", { path: path.join(folder, "notes.md") }),
    call("read_text_file", { path: path.join(folder, "large.txt") }),
    call("read_text_file", { path: "/etc/hostname" }),
    call("write_file", { path: path.join(folder, "new.txt"), content: "one\r\ntwo\n" }),
    call("edit_file", {
      path: path.join(folder, "new.txt"),
      edits: [{ oldText: "two", newText: "zwei" }],
    }),
    call("directory_tree", { path: folder }),
    { notify: "notifications/roots/list_changed" },
    { until: "roots/list" },
    ...ODD,
  );

const memory: Step[] = session(
  ...LISTS,
  call("create_entities", {
    entities: [{ name: "Ada", entityType: "person", observations: ["wrote programs"] }],
  }),
  call("create_relations", { relations: [{ from: "Ada", to: "Ada", relationType: "knows" }] }),
  call("add_observations", { observations: [{ entityName: "None", contents: ["x"] }] }),
  call("read_graph", {}),
  call("search_nodes", { query: "ada" }),
  { request: "resources/read", params: { uri: "memory://knowledge-graph" } },
  call("delete_entities", { entityNames: ["Ada"] }),
  ...ODD,
);

const git = (folder: string): Step[] => [
  ...LISTS,
  call("git_log", { repo_path: folder }),
  call("git_status", { repo_path: folder }),
  call("git_add", { repo_path: folder, files: ["notes.md"] }),
  call("git_diff_staged", { repo_path: folder }),
  call("git_create_branch", { repo_path: folder, branch_name: "side" }),
  call("git_checkout", { repo_path: folder, branch_name: "nowhere" }),
  call("git_show", { repo_path: folder, revision: "HEAD" }),
  call("git_status", { repo_path: "/nowhere" }),
  ...ODD,
];

const fastmcp: Step[] = session(
  ...LISTS,
  { request: "logging/setLevel", params: { level: "warning" } },
  call("form", { prompt: "Which city?" }),
  call("link", { prompt: "Look at it.", url: "https://example.com/a?b=c" }),
  call("form", { prompt: 3 }),
  ...ODD,
);

const goSdk: Step[] = [
  ...LISTS,
  ...["simple_text", "image_content", "audio_content", "embedded_resource"].map((name) =>
    call(`test_${name}`, {}),
  ),
  call("test_multiple_content_types", {}),
  call("test_error_handling", {}),
  call("test_tool_with_progress", {}, { _meta: { progressToken: "p" } }),
  { request: "resources/read", params: { uri: "test://static-text" } },
  { request: "resources/read", params: { uri: "test://static-binary" } },
  { request: "prompts/get", params: { name: "test_simple_prompt" } },
  {
    request: "completion/complete",
    params: {
      ref: { type: "ref/prompt", name: "test_prompt_with_arguments" },
      argument: { name: "arg1", value: "p" },
    },
  },
  ...ODD,
];

/** @param folder the host's working folder, made anew for each session */
export function recordedSubjects(folder: string): RecordedSubject[] {
  const node = { command: projectNode, env: {}, masks: [], revision: "2025-11-25" as const };
  const python = built("git/bin/mcp-server-git");
  return [
    {
      ...node,
      name: "server-everything (TypeScript SDK)",
      version: "2026.8.31",
      steps: everything,
      args: [
        path.join(
          projectRoot,
          "node_modules/@modelcontextprotocol/server-everything/dist/index.js",
        ),
        "stdio",
      ],
      // The time in its dynamic resources, as text and as Base64.
      masks: [
        [/created at [\d:]+(?: [AP]M)?/g, "created at …"],
        [/"blob":"UmVzb3VyY2Ug[^"]*"/g, '"blob":"…"'],
      ],
    },
    {
      ...node,
      name: "server-filesystem (TypeScript SDK)",
      version: "2026.8.31",
      args: [fromNpm("server-filesystem"), folder],
      needs: "npm",
      steps: filesystem(folder),
    },
    {
      ...node,
      name: "server-memory (TypeScript SDK)",
      version: "2026.8.31",
      steps: memory,
      args: [fromNpm("server-memory")],
      needs: "npm",
      env: { MEMORY_FILE_PATH: path.join(folder, "memory.json") },
    },
    ...(["2025-11-25", "2026-07-28"] as const).map((revision): RecordedSubject => {
      const steps = git(folder);
      return {
        name: "mcp-server-git (Python SDK 2)",
        version: "2026.10.19",
        revision,
        command: python,
        args: ["--repository", folder],
        env: {},
        masks: [],
        steps:
          revision === "2025-11-25"
            ? session(...steps)
            : [{ request: "server/discover" }, ...steps],
      };
    }),
    {
      name: "own tools on FastMCP 3 (Python)",
      version: "3.4.10",
      revision: "2025-11-25",
      command: built("fastmcp3/bin/python"),
      args: [path.join(projectRoot, "e2e/interop/servers/fastmcp3/server.py"), "stdio"],
      env: {},
      masks: [],
      steps: fastmcp,
    },
    ...(["2025-11-25", "2026-07-28"] as const).map((revision): RecordedSubject => ({
      name: "everything-server (Go SDK)",
      version: "1.8.0",
      revision,
      command: built("go/everything-server"),
      args: [],
      env: {},
      masks: [],
      needs: "go",
      steps:
        revision === "2025-11-25" ? session(...goSdk) : [{ request: "server/discover" }, ...goSdk],
    })),
  ];
}
