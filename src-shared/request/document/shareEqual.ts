// Lets a copy share the parts that it has in common with an original, to save memory.
import type { Json } from "../../json.ts";

/**
 * `copy`, with every part that equals the part of `original` at the same path replaced by that part; `original`
 * itself when all of it is equal. Equal means the same JSON with fields in the same order. Changes neither.
 * Recursive: both may be nested a few hundred levels deep at most.
 */
export function shareEqual<T>(copy: T, original: unknown): T {
  // The cast is safe: the result is equal to `copy`.
  const whole = isSame(copy as Json, original as Json)
    ? original
    : shared(copy as Json, original as Json);
  return whole as T;
}

/** Allocates nothing: usually everything is equal, and there may be a hundred thousand parts. */
function isSame(copy: Json | undefined, original: Json | undefined): boolean {
  if (copy === original) return true;
  if (!isContainer(copy) || !isContainer(original)) return false;
  if (Array.isArray(copy)) {
    if (!Array.isArray(original) || copy.length !== original.length) return false;
    return copy.every((item, at) => isSame(item, original[at]));
  }
  if (Array.isArray(original)) return false;
  const names = Object.keys(copy);
  const others = Object.keys(original);
  return (
    names.length === others.length &&
    names.every((name, at) => name === others[at] && isSame(copy[name], original[name]))
  );
}

function shared(copy: Json | undefined, original: Json | undefined): Json | undefined {
  // Of two equal strings the original's, so that the copy's can be collected.
  if (copy === original) return original;
  if (!isContainer(copy) || !isContainer(original)) return copy;
  if (Array.isArray(copy)) return Array.isArray(original) ? sharedList(copy, original) : copy;
  return Array.isArray(original) ? copy : sharedMembers(copy, original);
}

const isContainer = (
  value: Json | undefined,
): value is Exclude<Json, string | number | boolean> & object =>
  typeof value === "object" && value !== null;

function sharedList(copy: Json[], original: Json[]): Json[] {
  const items = copy.map((item, at) => shared(item, original[at]) as Json);
  const whole =
    items.length === original.length && items.every((item, at) => item === original[at]);
  if (whole) return original;
  return items.every((item, at) => item === copy[at]) ? copy : items;
}

type Fields = { [name: string]: Json | undefined };

function sharedMembers(copy: Fields, original: Fields): Fields {
  const names = Object.keys(copy);
  const others = Object.keys(original);
  let whole = names.length === others.length;
  let any = false;
  const members = names.map((name, at): [string, Json | undefined] => {
    const own = Object.hasOwn(original, name);
    const field = own ? shared(copy[name], original[name]) : copy[name];
    whole &&= own && others[at] === name && field === original[name];
    any ||= typeof field === "object" && field !== copy[name];
    return [name, field];
  });
  if (whole) return original;
  // fromEntries defines fields, so that one named __proto__ does not set the prototype.
  return any ? Object.fromEntries(members) : copy;
}
