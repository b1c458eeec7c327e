// Reads what agents write about their tools. Exact, or nothing: a field that is not known may change what happens.
import { isJsonObject } from "../../json.ts";
import type { Json, JsonObject } from "../../json.ts";
import { collapsed } from "../../request/document/blocks.ts";
import type { Action, EditableText, HookEvent, InputPath, SessionName } from "../agent.ts";

/** The longest name, id or path that an agent's event may have, in UTF-16 units. */
const MAX_NAME = 8192;
/** How much of a title or a prompt is read, in UTF-16 units. */
const SESSION_NAME_MAX = 80;
/** Control characters, those that change the direction, and others that can't be seen. */
const HIDDEN = /\p{C}/gu;

type FieldType = "text" | "number" | "boolean" | "texts" | "numbers";
/** The fields of a tool's input. `?`: it may be absent. */
type Shape = Record<string, FieldType | `${FieldType}?`>;

const isOf: Record<FieldType, (value: Json) => boolean> = {
  text: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  boolean: (value) => typeof value === "boolean",
  texts: (value) => Array.isArray(value) && value.every((item) => typeof item === "string"),
  numbers: (value) => Array.isArray(value) && value.every((item) => typeof item === "number"),
};

/** Whether the input has these fields, each of its type, and no others. */
export function hasShape(input: Json | undefined, shape: Shape): input is JsonObject {
  if (!isJsonObject(input)) return false;
  if (!Object.keys(input).every((name) => Object.hasOwn(shape, name))) return false;
  return Object.entries(shape).every(([name, wanted]) => {
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    if (value === undefined) return wanted.endsWith("?");
    return isOf[wanted.replace("?", "") as FieldType](value);
  });
}

/** The text of a field that is known to be one; empty if it is absent. */
export const textIn = (input: JsonObject, name: string): string =>
  typeof input[name] === "string" ? input[name] : "";

export const editable = (
  input: JsonObject,
  name: string,
  before: InputPath = [],
): EditableText => ({
  at: [...before, name],
  text: textIn(input, name),
});

/** A field with what its action calls it; nothing where the input lacks it. */
export const optional = <Name extends string>(
  name: Name,
  value: Json | undefined,
): Partial<Record<Name, string>> =>
  typeof value === "string" && value !== ""
    ? ({ [name]: value } as Partial<Record<Name, string>>)
    : {};

/** The text, if it is one that a name, id or path can be. */
export const nameIn = (value: Json | undefined): string | null =>
  typeof value === "string" && value !== "" && value.length <= MAX_NAME ? value : null;

/** The same, absolute: what a relative one counts from is not said. */
export const folderIn = (value: Json | undefined): string | null => {
  const folder = nameIn(value);
  return folder !== null && /^(\/|[a-z]:[\\/]|\\\\)/i.test(folder) ? folder : null;
};

/** The title, else the first words of the prompt, without what can't be seen; null where neither has any. */
export function sessionNameIn(
  title: Json | undefined,
  prompt: Json | undefined,
): SessionName | null {
  const wordsOf = (text: Json | undefined): string =>
    typeof text === "string"
      ? collapsed(collapsed(text, SESSION_NAME_MAX).replaceAll(HIDDEN, " "), SESSION_NAME_MAX)
      : "";
  const [titled, asked] = [wordsOf(title), wordsOf(prompt)];
  if (titled !== "") return { by: "title", text: titled };
  return asked === "" ? null : { by: "prompt", text: asked };
}

/** An event of a prompt, which names its session; null for one that is no text. */
export function promptOf(event: HookEvent, prompt: Json | undefined): HookEvent | null {
  if (typeof prompt !== "string") return null;
  const sessionName = sessionNameIn(undefined, prompt);
  return sessionName === null ? event : { ...event, sessionName };
}

export const OTHER: Action = { kind: "other" };

/** One tool: the fields it has, and what a call with them is. */
export interface ToolReader {
  shape: Shape;
  read(input: JsonObject): Action;
}

/** The action of a call by the readers of the agent's tools; `other` without one, or with another shape. */
export function readTool(
  readers: Readonly<Record<string, ToolReader>>,
  tool: string,
  input: JsonObject,
): Action {
  const reader = Object.hasOwn(readers, tool) ? readers[tool] : undefined;
  return reader !== undefined && hasShape(input, reader.shape) ? reader.read(input) : OTHER;
}

/**
 * `mcp__SERVER__TOOL`. A name in which two places could part server and tool is no call that is known; nor is one whose
 * parts are empty.
 */
export function mcpCallOf(tool: string): Action | null {
  const [, server, name] = /^mcp__((?:(?!__).)+)__((?:(?!__).)+)$/s.exec(tool) ?? [];
  if (server === undefined || name === undefined) return null;
  return server.endsWith("_") || name.startsWith("_")
    ? null
    : { kind: "mcp-call", server, tool: name };
}

/** The name of an MCP tool in that form; null where the form does not part it as it was. */
export function mcpName(server: Json | undefined, tool: Json | undefined): string | null {
  const name = `mcp__${String(server)}__${String(tool)}`;
  const read = mcpCallOf(name);
  return read?.kind === "mcp-call" && read.server === server && read.tool === tool ? name : null;
}
