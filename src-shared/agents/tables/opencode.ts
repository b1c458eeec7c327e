// opencode, measured on 1.18.33. The events are those that Countersign's own plugin writes.
import { isJsonObject } from "../../json.ts";
import type { JsonObject } from "../../json.ts";
import type { Action, AgentTable, HookEvent } from "../agent.ts";
import { parsePatch } from "../patch.ts";
import { editable, folderIn, nameIn, optional, OTHER, readTool, textIn } from "./reading.ts";
import type { ToolReader } from "./reading.ts";
import { objectOf, objectsIn, sumOf } from "./output.ts";
import { blocked, SILENT } from "./verdicts.ts";

const search = (input: JsonObject): Action => ({
  kind: "search",
  query: textIn(input, "pattern"),
  ...optional("path", input["path"]),
});

const TOOLS: Record<string, ToolReader> = {
  bash: {
    shape: { command: "text", description: "text?", timeout: "number?", workdir: "text?" },
    read: (input) => ({
      kind: "command",
      command: editable(input, "command"),
      ...optional("claim", input["description"]),
      ...optional("folder", input["workdir"]),
    }),
  },
  edit: {
    shape: { filePath: "text", oldString: "text", newString: "text", replaceAll: "boolean?" },
    read: (input) => ({
      kind: "edit",
      changes: [
        {
          kind: "replace",
          path: textIn(input, "filePath"),
          replacements: [
            {
              from: textIn(input, "oldString"),
              to: editable(input, "newString"),
              all: input["replaceAll"] === true,
            },
          ],
        },
      ],
    }),
  },
  write: {
    shape: { filePath: "text", content: "text" },
    read: (input) => ({
      kind: "write",
      path: textIn(input, "filePath"),
      content: editable(input, "content"),
    }),
  },
  apply_patch: {
    shape: { patchText: "text" },
    read(input) {
      const changes = parsePatch("opencode", textIn(input, "patchText"));
      return changes === null
        ? OTHER
        : { kind: "edit", changes, patch: editable(input, "patchText") };
    },
  },
  read: {
    shape: { filePath: "text", offset: "number?", limit: "number?" },
    read: (input) => ({ kind: "read", path: textIn(input, "filePath") }),
  },
  glob: { shape: { pattern: "text", path: "text?" }, read: search },
  grep: { shape: { pattern: "text", path: "text?", include: "text?" }, read: search },
  webfetch: {
    shape: { url: "text", format: "text?", timeout: "number?" },
    read: (input) => ({ kind: "fetch", url: textIn(input, "url") }),
  },
  websearch: {
    shape: {
      query: "text",
      numResults: "number?",
      livecrawl: "text?",
      type: "text?",
      contextMaxCharacters: "number?",
    },
    read: (input) => ({ kind: "search", query: textIn(input, "query") }),
  },
};

const EVENTS: AgentTable["events"] = {
  "tool.execute.before": "before",
  "tool.execute.after": "after",
};

/** `{ hook_event_name, session_id, call_id, tool, args, cwd }`. */
function readEvent(given: JsonObject): HookEvent | null {
  const name = nameIn(given["hook_event_name"]);
  const role = name !== null && Object.hasOwn(EVENTS, name) ? EVENTS[name] : undefined;
  const session = nameIn(given["session_id"]);
  const callId = nameIn(given["call_id"]);
  const tool = nameIn(given["tool"]);
  const folder = folderIn(given["cwd"]);
  const input = given["args"];
  if (name === null || role === undefined || !isJsonObject(input)) return null;
  if (session === null || callId === null || tool === null || folder === null) return null;
  return { role, name, session, callId, tool, input, folder };
}

export const opencode: AgentTable = {
  id: "opencode",
  name: "opencode",
  isMeasured: true,
  readEvent,
  actionOf: (tool, input) => readTool(TOOLS, tool, input),
  events: EVENTS,
  takesEdits: ["before"],
  outputOf({ role }, verdict) {
    if (role !== "before" || verdict.kind === "pass") return SILENT;
    // The plugin throws what the script wrote, and opencode's model reads that.
    if (verdict.kind === "reject") return blocked(verdict.reason);
    if (verdict.input === undefined) return SILENT;
    return { stdout: JSON.stringify({ args: verdict.input }), stderr: "", exit: 0 };
  },
  programs: ["opencode", "opencode.exe"],
  needs: ["restart"],
  trust: null,
  run: {
    once: (prompt) => ["run", "--format", "json", prompt],
    unasked: (prompt) => ["run", "--format", "json", "--auto", prompt],
    tools: { shell: "bash", subagents: "task" },
    waits: [],
    tokensIn: (output) =>
      sumOf(
        objectsIn(output)
          .filter(({ type }) => type === "step_finish")
          .map(({ part }) => objectOf(objectOf(part)["tokens"])["total"]),
      ),
  },
  // It waits without limit: the script's own limit is what ends a wait.
  hook: {
    form: "plugin",
    unitMs: null,
    limitMs: 600_000,
    blocksOnFailure: true,
    hasPermission: false,
    hasCallFolder: false,
  },
};
