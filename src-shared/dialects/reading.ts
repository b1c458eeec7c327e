// Shared by the dialects for reading bodies: errors that name the field, splitting off fields, plain texts.
import { z } from "zod";
import type { Json, JsonObject } from "../json.ts";
import { isJsonObject } from "../json.ts";
import type {
  CompletionDocument,
  Dialect,
  DialectError,
  DialectName,
  ReadBody,
} from "./dialect.ts";
import { textBlock, without } from "./plain.ts";

export const json: z.ZodType<Json> = z.json();
export const loose = <S extends z.ZodRawShape>(shape: S) => z.looseObject(shape).catchall(json);

/** The first error of a body, with its path. */
export function invalid(error: z.ZodError): DialectError {
  const [issue] = error.issues;
  const path = issue?.path.map(String).join(".") ?? "";
  return invalidField(path, issue?.message ?? "Invalid");
}

/** Why a tool or an option is refused. */
export const RUNS_AT_PROVIDER = "It would run at the provider, where nobody can review it";

export const KEEPS_NONE = "Countersign keeps no responses: use false";

export const OTHER_MODEL = "Another model than the approved one would respond";

export const FUNCTIONS_ONLY =
  "Only functions are supported: others run at the provider, or their calls can't be reviewed";

export const invalidField = (param: string, message: string): DialectError => ({
  status: 400,
  code: "invalid_request",
  param,
  message: param === "" ? message : `${param}: ${message}`,
});

/**
 * The reader, but what would not be sent on exactly as it came is refused: a field that the desk uses itself, mostly.
 * @param mayPass whether the body asks for nothing that Countersign refuses, whatever else it is
 */
export const exactly =
  (
    name: DialectName,
    read: (body: Json) => ReadBody,
    write: Dialect["body"],
    mayPass: (body: JsonObject) => boolean,
  ): Dialect["read"] =>
  (body) => {
    const done = readExactly(body, read, write);
    if (done.ok || !isJsonObject(body) || !mayPass(body)) return done;
    const document = unreadDocument(name, body, done.error.message);
    return { ...done, unread: { document, stream: body["stream"] === true } };
  };

function readExactly(body: Json, read: (body: Json) => ReadBody, write: Dialect["body"]): ReadBody {
  let path: readonly string[] | null = [];
  try {
    const done = read(body);
    if (!done.ok) return done;
    const { stream: _stream, ...given } = body as JsonObject;
    path = difference(given, write(done.document, false), []);
    if (path === null) return done;
  } catch {
    // A reader or writer stumbles on what only looks like a block of the desk.
  }
  return {
    ok: false,
    error: invalidField((path ?? []).join("."), "It can't be sent on unchanged"),
  };
}

/** The desk shows such a body as text. */
const unreadDocument = (
  dialect: DialectName,
  body: JsonObject,
  unread: string,
): CompletionDocument => ({
  messages: [
    {
      role: "user",
      content: [textBlock(JSON.stringify(body["messages"] ?? body["input"] ?? null))],
    },
  ],
  completion: {
    dialect,
    model: String(body["model"]),
    fields: without(body, "model", "stream"),
    unread,
  },
});

/** The model that a program names. */
export const modelName = z.string().min(1).max(500);

/** Where two values differ first; null if they don't. The order of fields does not matter. */
function difference(
  one: Json | undefined,
  other: Json | undefined,
  path: readonly string[],
): readonly string[] | null {
  if (one === other) return null;
  const isBoth =
    (Array.isArray(one) && Array.isArray(other)) || (isJsonObject(one) && isJsonObject(other));
  if (!isBoth) return path;
  const [left, right] = [one as JsonObject, other as JsonObject];
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  for (const name of names) {
    const own = (object: JsonObject): Json | undefined =>
      Object.hasOwn(object, name) ? object[name] : undefined;
    const found = difference(own(left), own(right), [...path, name]);
    if (found !== null) return found;
  }
  return null;
}
