// Agents whose hooks let Countersign decide about their own tools: what a table says of each, and what it reads.
import type { JsonObject } from "../json.ts";

export const AGENT_IDS = [
  "claude-code",
  "codex",
  "opencode",
  "gemini-cli",
  "qwen-code",
  "copilot-cli",
  "cursor",
  "vs-code",
] as const;
export type AgentId = (typeof AGENT_IDS)[number];

/** Steps from the tool's input to a value in it. */
export type InputPath = (string | number)[];

/** A text of the input that may be edited where the agent takes edits, and where it stands. */
export interface EditableText {
  at: InputPath;
  text: string;
}

/** One text of a file replaced by another. */
export interface Replacement {
  from: string;
  to: EditableText;
  /** Every place that has it; otherwise there has to be exactly one. Such a replacement is not editable. */
  all: boolean;
}

/** What an edit does to one file. Paths as the agent wrote them, absolute or relative to its folder. */
export type FileChange =
  | { kind: "replace"; path: string; replacements: Replacement[] }
  /** A file of `apply_patch`; `moveTo`: it gets this name as well. */
  | { kind: "patch"; path: string; hunks: PatchHunk[]; moveTo?: string }
  | { kind: "add"; path: string; content: string }
  | { kind: "delete"; path: string };

/** Lines of a hunk, in order. `after`: the `@@` lines before it, which say where it stands. */
export interface PatchHunk {
  after: string[];
  lines: { sign: " " | "+" | "-"; text: string }[];
  /** It stands at the end of the file. */
  atEnd: boolean;
}

/** A question of an agent to its user. An answer in own words is always possible, too. */
export interface Question {
  /** Unique among those asked together: the answer is known by it. */
  text: string;
  header: string;
  options: { label: string; description: string; preview?: string }[];
  /** Any number of answers; otherwise exactly one. */
  many: boolean;
}

/** What a call of an agent's own tool is, as its table reads it. What no table knows is `other`. */
export type Action =
  /** `claim`: the agent's own words about it. `folder`: where it says that the command runs. */
  | { kind: "command"; command: EditableText; claim?: string; folder?: string }
  /** `patch`: the one text that all changes were read from, edited as a whole. */
  | { kind: "edit"; changes: FileChange[]; patch?: EditableText }
  | { kind: "write"; path: string; content: EditableText }
  | { kind: "read"; path: string }
  | { kind: "fetch"; url: string; claim?: string }
  | { kind: "search"; query: string; path?: string }
  | { kind: "mcp-call"; server: string; tool: string }
  | { kind: "question"; questions: Question[] }
  /** `path`: the file that the agent keeps it in. */
  | { kind: "plan"; plan: EditableText; path?: string }
  | { kind: "other" };
/** In the order in which they are offered. */
export const ACTION_KINDS = [
  "command",
  "edit",
  "write",
  "read",
  "fetch",
  "search",
  "mcp-call",
  "question",
  "plan",
  "other",
] as const satisfies readonly Action["kind"][];
export type ActionKind = Action["kind"];

/**
 * `before`: every call of a tool, before it runs. `permission`: only those that the agent would ask its user about.
 * `after`: the tool has run, or failed. `prompt`: the session's user has asked for something. `ended`: the session.
 */
export type EventRole = "before" | "permission" | "after" | "prompt" | "ended";

/** What a session is called, on one line and cut: the agent's own title, or the first words of a prompt. */
export interface SessionName {
  by: "title" | "prompt";
  text: string;
}

/** An event of an agent's hook, in one form for all agents. */
export interface HookEvent {
  role: EventRole;
  /** The agent's own name of the event. */
  name: string;
  session: string;
  /** Null where the agent does not say it. */
  callId: string | null;
  /** Empty for `prompt` and `ended`. */
  tool: string;
  input: JsonObject;
  /** Where the agent says it works, absolute; null where it does not say. */
  folder: string | null;
  /** Of an MCP server's tool: which of its configs the agent has the server from, in its own word. Absent: it doesn't say. */
  source?: string;
  /** The sub-agent that calls the tool. */
  subagent?: string;
  /** Of `after`: the tool reported an error. */
  failed?: boolean;
  /** Of `prompt`, where it says how its session is called. */
  sessionName?: SessionName;
}

/** What the agent is told about an action. */
export type Verdict =
  /** `input`: replaces the tool's input. */
  | { kind: "allow"; input?: JsonObject }
  /** Nothing is said: the agent decides by its own permissions. */
  | { kind: "pass" }
  /** `reason`: for the agent, word for word. */
  | { kind: "reject"; reason: string };

/** What the hook's process prints, and its exit code. */
export interface HookOutput {
  stdout: string;
  stderr: string;
  exit: number;
}

export interface AgentTrust {
  /** A name in the folder of the file with its hooks. */
  file: string;
  /** Whether its user trusts each hook with this id. `hooks`, `kept`: the texts of both files. */
  isTrusted(hooks: string, kept: string, id: string): boolean;
}

/** How an agent is started without a person, and asked to run one command. */
export interface AgentRun {
  /** Its arguments. Its own permissions allow this command, and no other one. */
  once(prompt: string, command: string): string[];
  /** Its arguments with its own permissions skipped, where it has that. */
  unasked(prompt: string): string[];
  /** Its tools as its model knows them. `subagents`: what starts one; null where it has none. */
  tools: { shell: string; subagents: string | null };
  /** Its other tools by which it waits for a sub-agent, by their names in events. */
  waits: readonly string[];
  /** The tokens of its model, as what it wrote to stdout says; null where that doesn't. */
  tokensIn(output: string): number | null;
}

/** An agent, as measured on the versions that its recorded inputs name, or else as documented. */
export interface AgentTable {
  id: AgentId;
  /** As users know it. */
  name: string;
  /** False: it was never run with a hook here. All that is known of it then is what its events show. */
  isMeasured: boolean;
  /** It runs the hooks of this agent, and has no entry of its own. */
  readsHooksOf?: AgentId;
  /** Reads what the agent hands to its hook; null where it has not this agent's shape. */
  readEvent(given: JsonObject): HookEvent | null;
  actionOf(tool: string, input: JsonObject): Action;
  /** It asks its user before it tells of the call itself: `permission` comes ahead of `before`. */
  asksFirst?: true;
  /** What its own question and the call that it is about have in common, where their inputs differ; null: all of it. */
  askedIn?(tool: string, input: JsonObject): string | null;
  /** Its events that are read, by their own names, in the order in which entries are written. */
  events: Readonly<Record<string, EventRole>>;
  /** The events at which it takes an edited input. Of a plan it takes none before it asks about it. */
  takesEdits: readonly EventRole[];
  /** What its hook prints for a verdict at an event. */
  outputOf(event: Pick<HookEvent, "role" | "name">, verdict: Verdict): HookOutput;
  /** A file of ours below its config's folder, by which it does not ask again about what the desk has allowed. */
  policy?: { path: string; text: string };
  /** Base names of its programs, to recognize it by its process. */
  programs: readonly string[];
  /** What its user has to do once the hook was written. */
  needs: readonly ("trust" | "trusted-folder" | "restart")[];
  /** Where it keeps its user's trust in hooks; null where that is not known. */
  trust: AgentTrust | null;
  /** How it is started without a person; null where it can't be. */
  run: AgentRun | null;
  hook: {
    /** In its config: within groups with a matcher, each in the list of its event, or a plugin as a file of its own. */
    form: "groups" | "list" | "plugin";
    /** A hook in the list of its event. `timeout` in its unit. */
    listed?: (command: string, timeout: number, isWindows: boolean) => JsonObject;
    /** One unit of `timeout` in milliseconds; null where the entry has none, because the agent waits without limit. */
    unitMs: number | null;
    /** The longest wait that was measured to be honoured, else ten minutes. */
    limitMs: number;
    /** It blocks a call whose hook can't be started, fails or takes too long. */
    blocksOnFailure: boolean;
    /** It asks the desk at the event `permission`. */
    hasPermission: boolean;
    /** Its events have the folder of the call, which its model chooses; its hook starts in that of the session. */
    hasCallFolder: boolean;
  };
}
