// Shared by the dialects for reading bodies: errors that name the field, splitting off fields, plain texts.
import { z } from "zod";
import type { Json } from "../json.ts";
import type { DialectError } from "./dialect.ts";

export const json: z.ZodType<Json> = z.json();
export const loose = <S extends z.ZodRawShape>(shape: S) => z.looseObject(shape).catchall(json);

/** The first error of a body, with its path. */
export function invalid(error: z.ZodError): DialectError {
  const [issue] = error.issues;
  const path = issue?.path.map(String).join(".") ?? "";
  return invalidField(path, issue?.message ?? "Invalid");
}

export const invalidField = (param: string, message: string): DialectError => ({
  ...{ status: 400, code: "invalid_request", param },
  message: param === "" ? message : `${param}: ${message}`,
});
