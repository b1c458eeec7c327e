// Claude Code, measured on 2.1.332; the fields of its tools are those of its sdk-tools.d.ts.
import { isJsonObject } from "../../json.ts";
import type { Json, JsonObject } from "../../json.ts";
import type { Action, AgentTable, HookEvent, InputPath, Question, Replacement } from "../agent.ts";
import {
  editable,
  folderIn,
  hasShape,
  mcpCallOf,
  nameIn,
  optional,
  OTHER,
  readTool,
  textIn,
  sessionNameIn,
} from "./reading.ts";
import type { ToolReader } from "./reading.ts";
import { objectOf, objectsIn, sumOf } from "./output.ts";
import { beforeTool, permissionAsked, SILENT } from "./verdicts.ts";

const EDIT = { old_string: "text", new_string: "text", replace_all: "boolean?" } as const;

const replacementOf = (input: JsonObject, at: InputPath = []): Replacement => ({
  from: textIn(input, "old_string"),
  to: editable(input, "new_string", at),
  all: input["replace_all"] === true,
});

const edited = (input: JsonObject, replacements: Replacement[]): Action => ({
  kind: "edit",
  changes: [{ kind: "replace", path: textIn(input, "file_path"), replacements }],
});

function command(input: JsonObject): Action {
  // A command outside of the sandbox is not the command that a rule or a user knows by its text.
  if (input["dangerouslyDisableSandbox"] === true) return OTHER;
  return {
    kind: "command",
    command: editable(input, "command"),
    ...optional("claim", input["description"]),
  };
}

const search = (input: JsonObject): Action => ({
  kind: "search",
  query: textIn(input, "pattern"),
  ...optional("path", input["path"]),
});

/**
 * Some of its forms have fields that are not in its sdk-tools.d.ts, and its model may bring answers of its own: both are
 * `other`.
 */
function asked(input: JsonObject): Action {
  const { questions: given, metadata = {}, ...more } = input;
  if (Object.keys(more).length > 0 || !hasShape(metadata, { source: "text?" })) return OTHER;
  if (!Array.isArray(given) || given.length === 0 || given.length > 4) return OTHER;
  const questions = given.map(questionOf).filter((question) => question !== null);
  return questions.length === given.length && areUnique(questions.map(({ text }) => text))
    ? { kind: "question", questions }
    : OTHER;
}

function questionOf(given: Json): Question | null {
  if (!isJsonObject(given)) return null;
  const { options, ...rest } = given;
  if (!hasShape(rest, { question: "text", header: "text", multiSelect: "boolean?" })) return null;
  if (!Array.isArray(options) || options.length < 2 || options.length > 4) return null;
  const isOption = (option: Json): option is JsonObject =>
    hasShape(option, { label: "text", description: "text", preview: "text?" });
  if (!options.every(isOption)) return null;
  const read = options.map((option) => ({
    label: textIn(option, "label"),
    description: textIn(option, "description"),
    ...optional("preview", option["preview"]),
  }));
  if (!areUnique(read.map(({ label }) => label))) return null;
  const many = rest["multiSelect"] === true;
  return { text: textIn(rest, "question"), header: textIn(rest, "header"), options: read, many };
}

/** Each can be a key of an object that stands for itself alone. */
const areUnique = (texts: readonly string[]): boolean =>
  new Set(texts).size === texts.length &&
  texts.every((text) => text.trim() !== "" && text !== "__proto__");

const TOOLS: Record<string, ToolReader> = {
  Bash: {
    shape: {
      command: "text",
      description: "text?",
      timeout: "number?",
      run_in_background: "boolean?",
      dangerouslyDisableSandbox: "boolean?",
    },
    read: command,
  },
  Monitor: {
    shape: { command: "text", description: "text", timeout_ms: "number" },
    read: command,
  },
  Edit: {
    shape: { file_path: "text", ...EDIT },
    read: (input) => edited(input, [replacementOf(input)]),
  },
  Write: {
    shape: { file_path: "text", content: "text" },
    read: (input) => ({
      kind: "write",
      path: textIn(input, "file_path"),
      content: editable(input, "content"),
    }),
  },
  Read: {
    shape: {
      file_path: "text",
      offset: "number?",
      limit: "number?",
      pages: "text?",
      allow_large: "boolean?",
    },
    read: (input) => ({ kind: "read", path: textIn(input, "file_path") }),
  },
  LS: {
    shape: { path: "text", ignore: "texts?" },
    read: (input) => ({ kind: "read", path: textIn(input, "path") }),
  },
  Glob: { shape: { pattern: "text", path: "text?" }, read: search },
  Grep: {
    shape: {
      pattern: "text",
      path: "text?",
      glob: "text?",
      output_mode: "text?",
      "-A": "number?",
      "-B": "number?",
      "-C": "number?",
      context: "number?",
      "-n": "boolean?",
      "-i": "boolean?",
      "-o": "boolean?",
      type: "text?",
      head_limit: "number?",
      offset: "number?",
      multiline: "boolean?",
    },
    read: search,
  },
  WebFetch: {
    shape: { url: "text", prompt: "text", offset: "number?" },
    read: (input) => ({
      kind: "fetch",
      url: textIn(input, "url"),
      ...optional("claim", input["prompt"]),
    }),
  },
  WebSearch: {
    shape: { query: "text", allowed_domains: "texts?", blocked_domains: "texts?" },
    read: (input) => ({ kind: "search", query: textIn(input, "query") }),
  },
  // Both fields are its own: what its model writes there is dropped, and without a plan there is neither.
  ExitPlanMode: {
    shape: { plan: "text", planFilePath: "text?" },
    read: (input) => ({
      kind: "plan",
      plan: editable(input, "plan"),
      ...optional("path", input["planFilePath"]),
    }),
  },
};

function multiEdit(input: JsonObject): Action {
  const { file_path: path, edits, ...more } = input;
  if (typeof path !== "string" || !Array.isArray(edits) || Object.keys(more).length > 0)
    return OTHER;
  const isRead = (edit: Json): edit is JsonObject => hasShape(edit, EDIT);
  if (edits.length === 0 || !edits.every(isRead)) return OTHER;
  return edited(
    input,
    edits.map((edit, at) => replacementOf(edit, ["edits", at])),
  );
}

const EVENTS: AgentTable["events"] = {
  PreToolUse: "before",
  PermissionRequest: "permission",
  PostToolUse: "after",
  PostToolUseFailure: "after",
  UserPromptSubmit: "prompt",
  SessionEnd: "ended",
};

/** Whose prompts name a session, as `source` says; the others the agent writes itself. Codex and Qwen Code don't say it. */
const FROM_PEOPLE = new Set<unknown>(["user", "sdk", undefined]);

/** Empty where it can't be read. */
const sourceIn = (server: Json | undefined): { source?: string } =>
  server === undefined ? {} : { source: (isJsonObject(server) && nameIn(server["source"])) || "" };

/** The events of Claude Code, in the form that Codex has too. */
export function readHookEvent(given: JsonObject): HookEvent | null {
  const name = nameIn(given["hook_event_name"]);
  const role = name !== null && Object.hasOwn(EVENTS, name) ? EVENTS[name] : undefined;
  const session = nameIn(given["session_id"]);
  const folder = folderIn(given["cwd"]);
  if (name === null || role === undefined || session === null || folder === null) return null;
  if (role === "ended" || role === "prompt") {
    const told: HookEvent = { role, name, session, callId: null, tool: "", input: {}, folder };
    if (role === "ended") return told;
    const prompt = given["prompt"];
    if (typeof prompt !== "string") return null;
    const asked = FROM_PEOPLE.has(given["source"]) ? prompt : undefined;
    const sessionName = sessionNameIn(given["session_title"], asked);
    return sessionName === null ? told : { ...told, sessionName };
  }
  const tool = nameIn(given["tool_name"]);
  const input = given["tool_input"];
  const callId = given["tool_use_id"] === undefined ? null : nameIn(given["tool_use_id"]);
  if (tool === null || !isJsonObject(input)) return null;
  // Without its id an event of a call can't be joined to the other ones.
  if (callId === null && (role !== "permission" || given["tool_use_id"] !== undefined)) return null;
  const subagent = given["agent_id"] === undefined ? undefined : nameIn(given["agent_id"]);
  if (subagent === null) return null;
  return {
    role,
    name,
    session,
    callId,
    tool,
    input,
    folder,
    ...sourceIn(given["mcp_server"]),
    ...(subagent === undefined ? {} : { subagent }),
    ...(name === "PostToolUseFailure" ? { failed: true } : {}),
  };
}

const RUN = ["--output-format", "json", "-p"];
const TOKENS = ["inputTokens", "outputTokens", "cacheReadInputTokens", "cacheCreationInputTokens"];

export const claudeCode: AgentTable = {
  id: "claude-code",
  name: "Claude Code",
  isMeasured: true,
  readEvent: readHookEvent,
  actionOf(tool, input) {
    if (tool === "MultiEdit") return multiEdit(input);
    if (tool === "AskUserQuestion") return asked(input);
    return mcpCallOf(tool) ?? readTool(TOOLS, tool, input);
  },
  events: EVENTS,
  takesEdits: ["before", "permission"],
  outputOf({ role }, verdict) {
    if (verdict.kind === "pass") return SILENT;
    if (role === "before") return beforeTool(verdict);
    return role === "permission" ? permissionAsked(verdict) : SILENT;
  },
  programs: ["claude", "claude.exe"],
  needs: ["restart"],
  trust: null,
  run: {
    once: (prompt, command) => [...RUN, prompt, "--allowedTools", `Bash(${command})`],
    unasked: (prompt) => [...RUN, prompt, "--dangerously-skip-permissions"],
    tools: { shell: "Bash", subagents: "Agent" },
    // It ends only once they have.
    waits: [],
    // With those of its sub-agents.
    tokensIn: (output) =>
      sumOf(
        Object.values(objectOf(objectsIn(output).at(-1)?.["modelUsage"])).flatMap((model) =>
          TOKENS.map((name) => objectOf(model)[name]),
        ),
      ),
  },
  // An hour was waited out: with a hook that never answers it was given up after 3,600 s, at which the tool ran.
  hook: {
    form: "groups",
    unitMs: 1000,
    limitMs: 3_600_000,
    blocksOnFailure: true,
    hasPermission: true,
    hasCallFolder: false,
  },
};
