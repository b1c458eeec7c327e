// An agent's call of one of its own tools, held before it runs, and the verdict about it. Without zod, because lists need
// this at startup.
import { AGENT_IDS } from "../../../agents/agent.ts";
import type { AgentId, SessionName } from "../../../agents/agent.ts";
import { isJsonObject } from "../../../json.ts";
import type { Json, JsonObject } from "../../../json.ts";
import type { RequestDocument, ResponseDocument } from "../../document/message.ts";

/** A file that the action names, as main found it. Its content is not in the document, only its hash. */
export interface ActionFile {
  /** As the agent wrote it. */
  path: string;
  /** The absolute path that this leads to, links resolved; of a new file, that of the folder resolved. */
  real: string;
  /** A link leads elsewhere than `path` says. */
  isLinked?: true;
  state: "text" | "absent" | "binary" | "too-large" | "unreadable";
  bytes?: number;
  /** SHA-256 (hex) of its content. */
  sha256?: string;
  /** How the action would change it, as a unified diff with three lines around each change. */
  diff?: string;
  /** It belongs to an agent's settings, hooks or plugins, or to Countersign's profile: no rule and no permission passes. */
  isGuarded?: true;
}

export interface ActionRequest {
  agent: { id: AgentId; version: string | null };
  /** `permission`: the agent asks. `before`: it would not, or it is not known. */
  event: "before" | "permission";
  session: {
    id: string;
    /** The real path of the folder of its first event; null where the agent does not say one. */
    folder: string | null;
    /** The agent's own word; absent where it has not told one. */
    name?: SessionName;
  };
  callId: string | null;
  tool: string;
  /** As the agent handed it over. */
  input: JsonObject;
  /** Where the agent says it works, links resolved. */
  folder: string | null;
  /** The git branch of that folder, where its repository says one. */
  branch?: string;
  files: ActionFile[];
  /** The agent takes an edited input at this event. */
  takesEdits: boolean;
  subagent?: string;
  /** Settings of the project that switch hooks off or set variables, on the first action of a session. */
  projectSettings?: { file: string; keys: string[] }[];
}

/** `pass`: the agent decides by its own permissions. Rejecting is not a response but an ending. */
export type ActionResponse = { verdict: "allow"; input?: JsonObject } | { verdict: "pass" };

/** Reads an action from params or from a held document. Null if it is invalid or its content was deleted. */
export function actionIn(document: RequestDocument | Json): ActionRequest | null {
  const held: unknown = document;
  if (!isJsonObject(held)) return null;
  const { agent, session, tool, input, files, event } = held;
  const isKnown = isJsonObject(agent) && AGENT_IDS.some((id) => id === agent["id"]);
  if (!isKnown || !isJsonObject(session) || typeof session["id"] !== "string") return null;
  if (typeof tool !== "string" || !isJsonObject(input) || !Array.isArray(files)) return null;
  if (event !== "before" && event !== "permission") return null;
  return held as unknown as ActionRequest;
}

/** Reads a response; null if it is invalid. */
export function actionResponseIn(document: ResponseDocument | Json): ActionResponse | null {
  const held: unknown = document;
  if (!isJsonObject(held)) return null;
  const { verdict, input, ...more } = held;
  if (Object.keys(more).length > 0) return null;
  if (verdict === "pass") return input === undefined ? { verdict } : null;
  if (verdict !== "allow") return null;
  if (input === undefined) return { verdict };
  return isJsonObject(input) ? { verdict, input } : null;
}

/** As a document of the desk. */
export const heldActionResponse = (response: ActionResponse): ResponseDocument =>
  response as unknown as ResponseDocument;

/** The held action with another input. */
export const withInput = (action: RequestDocument, input: JsonObject): RequestDocument =>
  ({ ...action, input }) as RequestDocument;
