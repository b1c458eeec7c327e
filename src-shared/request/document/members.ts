// Reads a request leniently: a field of a wrong type is flagged and left out of the editable document (`asked` keeps
// it); everything else is taken over unchanged.
import type { Json, JsonObject } from "../../json.ts";
import { isJsonObject } from "../../json.ts";
import type { Flag, Path } from "./flag.ts";
import type { Block, Message } from "./message.ts";
import { isBlock, textBlock } from "./blocks.ts";

/** Reads one value; undefined when it has another type. Faults further inside go to `flags`. */
type Reader = (value: Json, path: Path, flags: Flag[]) => Json | undefined;

const string: Reader = (value) => (typeof value === "string" ? value : undefined);
const number: Reader = (value) => (typeof value === "number" ? value : undefined);
const object: Reader = (value) => (isJsonObject(value) ? value : undefined);

/** An array; items of another type are flagged and left out. */
const arrayOf =
  (item: Reader): Reader =>
  (value, path, flags) => {
    if (!Array.isArray(value)) return undefined;
    return value.flatMap((entry, index) => {
      const read = readOr(item, entry, [...path, index], flags);
      return read === undefined ? [] : [read];
    });
  };

/**
 * An object; the named fields are read, others taken over. Undefined when a required field is missing or of a wrong
 * type.
 */
const objectOf =
  (members: Record<string, Reader>, required: string[] = []): Reader =>
  (value, path, flags) => {
    if (!isJsonObject(value)) return undefined;
    const read = readMembers(value, members, path, flags);
    return required.every((name) => read[name] !== undefined) ? read : undefined;
  };

function readOr(reader: Reader, value: Json, path: Path, flags: Flag[]): Json | undefined {
  const inner: Flag[] = [];
  const read = reader(value, path, inner);
  if (read === undefined) flags.push(wrongType(value, path));
  // Not spread: a server can cause more flags than a call can have arguments.
  else for (const flag of inner) flags.push(flag);
  return read;
}

const wrongType = (value: Json, path: Path): Flag => ({
  severity: "note",
  code: path.at(-1) === "temperature" ? "temperature-not-number" : "field-wrong-type",
  path,
  detail: typeName(value),
});

function typeName(value: Json): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function readMembers(
  value: JsonObject,
  members: Record<string, Reader>,
  path: Path,
  flags: Flag[],
): JsonObject {
  const read = Object.entries(value).flatMap(([key, item]): [string, Json][] => {
    if (item === undefined) return [];
    const reader = Object.hasOwn(members, key) ? members[key] : undefined;
    const kept = reader === undefined ? item : readOr(reader, item, [...path, key], flags);
    return kept === undefined ? [] : [[key, kept]];
  });
  // fromEntries defines fields, so that one named __proto__ does not set the prototype.
  return Object.fromEntries(read);
}

/** Fields of `params` beside `messages` (2026-07-28, "CreateMessageRequestParams"). */
const PARAMS: Record<string, Reader> = {
  systemPrompt: string,
  modelPreferences: objectOf({
    hints: arrayOf(objectOf({ name: string })),
    costPriority: number,
    speedPriority: number,
    intelligencePriority: number,
  }),
  includeContext: string,
  maxTokens: number,
  temperature: number,
  stopSequences: arrayOf(string),
  metadata: object,
  tools: arrayOf(objectOf({ name: string, description: string, inputSchema: object }, ["name"])),
  toolChoice: objectOf({ mode: string }),
};

/** The fields of `params` of the right type, with `messages` untouched. */
export const readParams = (params: JsonObject, flags: Flag[]): JsonObject =>
  readMembers(params, PARAMS, [], flags);

/** Fields of `params` in any protocol version; others are flagged. */
export const PARAM_NAMES: ReadonlySet<string> = new Set([
  ...Object.keys(PARAMS),
  "messages",
  "task", // 2025-11-25, "TaskAugmentedRequestParams"
  "_meta",
]);

/**
 * Reads a message as far as possible, flagging what is odd. A role that is not a string becomes empty, a bare string
 * becomes a text block, any other content becomes a block with an empty type that the user must fix or remove before
 * approving.
 */
export function readMessage(message: Json, path: Path, flags: Flag[]): Message {
  if (!isJsonObject(message)) {
    flags.push(odd("message-not-object", path, message));
    return { role: "", content: partOf(message) };
  }
  const { role, content } = message;
  if (typeof role !== "string") flags.push(wrongType(role ?? null, [...path, "role"]));
  const at = [...path, "content"];
  return {
    ...message,
    role: typeof role === "string" ? role : "",
    content: Array.isArray(content)
      ? content.map((item, i) => readBlock(item, [...at, i], flags))
      : readBlock(content ?? null, at, flags),
  };
}

function readBlock(value: Json, path: Path, flags: Flag[]): Block {
  if (isBlock(value)) return value;
  flags.push(odd("content-not-block", path, value));
  return isJsonObject(value) ? { ...value, type: "" } : partOf(value);
}

const partOf = (value: Json): Block =>
  typeof value === "string" ? textBlock(value) : { type: "" };

/** Longest value that a flag quotes, in UTF-16 units; the ledger has all of it. */
const DETAIL_LENGTH = 200;

const odd = (code: Flag["code"], path: Path, value: Json): Flag => ({
  severity: "note",
  code,
  path,
  detail: JSON.stringify(value).slice(0, DETAIL_LENGTH),
});
