// Which conversation a program's request continues, by what the program says of it. It is the program's word: whoever uses it
// adds which program it was. Requests of programs that say nothing are known by their prefix.
import { isJsonObject, jsonIn } from "../../json.ts";
import type { Json, JsonObject } from "../../json.ts";
import { comparedText } from "./parts.ts";
import type { Part } from "./parts.ts";

/** By their names in lower case, as Node has them. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What an agent asks its model beside its turns: a name for the session, a summary of it. */
export type SideRequest = "title" | "summary";

export interface Conversation {
  /** What the program calls its session, which sub-agents may share; null if it says nothing. */
  session: string | null;
  /** One agent in it; null if nothing tells its sub-agents apart. */
  thread: string | null;
  /** The first message of its user, as it is compared. */
  first: string | null;
  side: SideRequest | null;
}

type Said = (headers: RequestHeaders, settings: JsonObject) => string | null;

const NAME = /^[\w.:-]{1,200}$/;
const nameIn = (value: unknown): string | null =>
  typeof value === "string" && NAME.test(value) ? value : null;

const header =
  (name: (typeof CONVERSATION_HEADERS)[number]): Said =>
  (headers) =>
    nameIn(headers[name]);
const nothing: Said = () => null;

/** Claude Code says it in `user_id`: as JSON, once at the end of a longer name. */
const claudeSession: Said = (_headers, { metadata }) => {
  const user = isJsonObject(metadata) ? metadata["user_id"] : null;
  if (typeof user !== "string" || user.length > 2000) return null;
  const parsed = jsonIn(user);
  return isJsonObject(parsed)
    ? nameIn(parsed["session_id"])
    : nameIn(/_session_([\w-]+)$/.exec(user)?.[1]);
};

/** Only sub-agents of Claude Code say which they are. */
const claudeAgent: Said = (headers, settings) =>
  header("x-claude-code-agent-id")(headers, settings) ?? "main";

/** The headers in which programs say it. */
export const CONVERSATION_HEADERS = [
  "x-claude-code-session-id",
  "x-claude-code-agent-id",
  "session-id",
  "thread-id",
  "x-session-id",
] as const;

/** The first that says a session counts: Claude Code (header, body), Codex, opencode, any other. */
const PROGRAMS: readonly { session: Said; thread: Said }[] = [
  { session: header("x-claude-code-session-id"), thread: claudeAgent },
  { session: claudeSession, thread: nothing },
  { session: header("session-id"), thread: header("thread-id") },
  // A sub-agent has a session of its own.
  { session: header("x-session-id"), thread: header("x-session-id") },
  { session: (_headers, settings) => nameIn(settings["prompt_cache_key"]), thread: nothing },
];

interface Side {
  side: SideRequest;
  /** How one of its system texts begins. */
  system?: RegExp;
  /** The only field of the JSON that it asks for. */
  schema?: string;
  /** How the last text of its user begins. */
  last?: RegExp;
  /** Claude Code offers its tools to the summary, too. */
  hasTools: boolean;
}
const SIDES: readonly Side[] = [
  // Claude Code
  { side: "title", last: /^<session>\n/, schema: "title", hasTools: false },
  { side: "summary", last: /^CRITICAL: Respond with TEXT ONLY\. Do NOT call /, hasTools: true },
  // Codex
  {
    side: "summary",
    last: /^You are performing a CONTEXT CHECKPOINT COMPACTION\./,
    hasTools: false,
  },
  // opencode
  { side: "title", system: /^You are a title generator\./, hasTools: false },
  { side: "summary", system: /^You are a context summarization agent\./, hasTools: false },
];

/** @param text a program's body, or a document of one @param parts of this text */
export function conversationOf(
  headers: RequestHeaders,
  text: string,
  parts: readonly Part[],
): Conversation {
  const settings = settingsIn(text, parts);
  const program = PROGRAMS.find(({ session }) => session(headers, settings) !== null);
  const first = parts.find(({ kind, role }) => kind === "message" && role === "user");
  return {
    session: program?.session(headers, settings) ?? null,
    thread: program?.thread(headers, settings) ?? null,
    first: first === undefined ? null : comparedText(text, first),
    side: sideOf(text, parts, settings),
  };
}

/** Equal for turns of one conversation; null where the program says nothing of it. */
export function conversationKey({ session, thread, first }: Conversation): string | null {
  if (session === null) return null;
  return JSON.stringify(thread === null ? [session, first] : [session, thread, null]);
}

/** Settings that are read here. */
const READ: ReadonlySet<string> = new Set(["metadata", "prompt_cache_key", "output_config"]);

function settingsIn(text: string, parts: readonly Part[]): JsonObject {
  const found: JsonObject = {};
  for (const { kind, path, at, end } of parts) {
    const name = String(path.at(-1));
    const value = kind === "setting" && READ.has(name) ? jsonIn(`{${text.slice(at, end)}}`) : null;
    if (isJsonObject(value)) found[name] = value[name];
  }
  return found;
}

function sideOf(text: string, parts: readonly Part[], settings: JsonObject): SideRequest | null {
  const hasTools = parts.some(({ kind }) => kind === "tool");
  const systems = parts.filter(({ kind }) => kind === "system").flatMap((one) => texts(text, one));
  const message = parts.findLast(({ kind }) => kind === "message");
  const last = message?.role === "user" ? texts(text, message).at(-1) : undefined;
  const found = SIDES.find(
    (side) =>
      (side.hasTools || !hasTools) &&
      (side.system === undefined || systems.some((one) => side.system?.test(one) === true)) &&
      (side.schema === undefined || side.schema === onlyField(settings)) &&
      (side.last === undefined || (last !== undefined && side.last.test(last))),
  );
  return found?.side ?? null;
}

/** The field of the JSON that a body of Messages asks for, if it is one. */
function onlyField({ output_config: output }: JsonObject): string | null {
  const format = isJsonObject(output) ? output["format"] : null;
  const schema = isJsonObject(format) ? format["schema"] : null;
  const properties = isJsonObject(schema) ? schema["properties"] : null;
  const names = isJsonObject(properties) ? Object.keys(properties) : [];
  return names.length === 1 ? (names[0] ?? null) : null;
}

/** The texts of a part, not those that a tool said. */
function texts(text: string, { at, end }: Part): string[] {
  const value = jsonIn(text.slice(at, end));
  const inBlock = (block: Json | undefined): string[] => {
    if (typeof block === "string") return [block];
    const said = isJsonObject(block) ? block["text"] : undefined;
    return typeof said === "string" ? [said] : [];
  };
  if (!isJsonObject(value)) return inBlock(value);
  const { content } = value;
  return Array.isArray(content) ? content.flatMap(inBlock) : inBlock(content ?? value);
}
