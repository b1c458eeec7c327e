// Checks a response against its request, except for patterns: those run in a worker of the window that can be
// terminated, never in main.
import type { Fault } from "../../../findings/arguments.ts";
import type { Json, JsonObject } from "../../../json.ts";
import { isUrlRequest } from "./request.ts";
import type { ElicitationRequest } from "./request.ts";
import type { ElicitationResponse, FormContent } from "./document.ts";
import type { Field } from "../../../forms/field.ts";
import { valueFault } from "../../../forms/valueFault.ts";
import { readForm } from "./readForm.ts";

/** By field name. */
export type FieldFaults = ReadonlyMap<string, Fault>;

/** The faults of the entered values. A missing required field is a fault, even in an untouched form. */
export function checkContent(fields: readonly Field[], content: FormContent): FieldFaults {
  const faults = new Map<string, Fault>();
  for (const { name, required, shape } of fields) {
    const value = Object.hasOwn(content, name) ? content[name] : undefined;
    const fault =
      value === undefined
        ? required
          ? { kind: "required" as const }
          : null
        : valueFault(shape, value);
    if (fault !== null) faults.set(name, fault);
  }
  const known = new Set(fields.map(({ name }) => name));
  for (const name of Object.keys(content)) {
    if (!known.has(name)) faults.set(name, { kind: "unexpected" });
  }
  return faults;
}

/** Empty if the response can be sent. Declining and cancelling are always valid. */
export function checkResponse(
  request: ElicitationRequest,
  response: ElicitationResponse,
): FieldFaults {
  if (response.action !== "accept") return new Map();
  if (!isUrlRequest(request))
    return checkContent(readForm(request.requestedSchema).fields, response.content ?? {});
  const names = Object.keys(response.content ?? {});
  return new Map(names.map((name) => [name, { kind: "unexpected" }]));
}

/** A schema with only the patterns, for the worker; null if there are none. */
export function patternSchema(fields: readonly Field[]): JsonObject | null {
  const patterns = fields.flatMap(({ name, shape }): [string, Json][] =>
    shape.kind === "text" && shape.pattern !== undefined
      ? [[name, { type: "string", pattern: shape.pattern }]]
      : [],
  );
  return patterns.length === 0
    ? null
    : { type: "object", properties: Object.fromEntries(patterns) };
}
