// Shared by the dialects for reading bodies: errors that name the field, splitting off fields, plain texts.
import { z } from "zod";
import type { Json, JsonObject } from "../json.ts";
import { isJsonObject } from "../json.ts";
import type { Dialect, DialectError } from "./dialect.ts";

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
  ...{ status: 400, code: "invalid_request", param },
  message: param === "" ? message : `${param}: ${message}`,
});

/** The reader, but what would not be sent on exactly as it came is refused: a field that the desk uses itself, mostly. */
export const exactly =
  (read: Dialect["read"], write: Dialect["body"]): Dialect["read"] =>
  (body) => {
    const done = read(body);
    if (!done.ok) return done;
    const { stream: _stream, ...given } = body as JsonObject;
    let path: readonly string[] | null = [];
    try {
      path = difference(given, write(done.document, false), []);
    } catch {
      // A writer stumbles on what only looks like a block of the desk.
    }
    if (path === null) return done;
    return { ok: false, error: invalidField(path.join("."), "It can't be sent on unchanged") };
  };

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
