// Which fields of an imported policy allow a server more than the defaults; the user confirms them first.
import type { Json } from "../../json.ts";
import { entryOf, LIMIT_NAMES } from "../../rules/limits/limits.ts";
import { defaultPolicy } from "../policy/policy.ts";
import type { ServerPolicy } from "../policy/policy.ts";

/** A field of a policy, such as `limits.perMinute`, with its value and the default. */
export interface LoosenedField {
  path: string;
  value: Json;
  usual: Json;
}

const ENDLESS = LIMIT_NAMES.filter((name) => entryOf(name).endless === true);
/** Fields that can only restrict a server, whatever their value; for example, limits that are unlimited by default. */
const STRICTER = new RegExp(
  `^(control|ambiguous|tools|context|holdTools|reviewResults|elicitation|limits\\.(${ENDLESS.join("|")}|budgets\\..*)|models\\.allowed)$`,
);

export function loosenedFields(policy: ServerPolicy): LoosenedField[] {
  return differing("", policy as unknown as Json, defaultPolicy as unknown as Json);
}

function differing(path: string, value: Json, usual: Json): LoosenedField[] {
  if (isObject(value) && isObject(usual)) {
    return Object.entries(value).flatMap(([name, field]) =>
      differing(path === "" ? name : `${path}.${name}`, field, usual[name] ?? null),
    );
  }
  const isLess = typeof value === "number" && typeof usual === "number" && value <= usual;
  const isSame = JSON.stringify(value) === JSON.stringify(usual);
  return isLess || isSame || STRICTER.test(path) ? [] : [{ path, value, usual }];
}

const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
