// Equal content held once: a copy that came by another way gives up what it has in common with the original.
import type { Json } from "../../json.ts";

/**
 * `copy`, with every part that equals the part of `original` at the same place replaced by that very part; `original`
 * itself where all of it is equal. Equal means the same JSON with its members in the same order. Changes neither.
 * Both at most some hundred levels deep.
 */
export function shareEqual<T>(copy: T, original: unknown): T {
  // What is returned is equal to `copy`, so it has its type.
  const whole = isSame(copy as Json, original as Json)
    ? original
    : shared(copy as Json, original as Json);
  return whole as T;
}

/** Makes nothing on the way: mostly all of it is equal, and there may be a hundred thousand parts. */
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
  // Of two equal strings the older one, so that the newer one can be forgotten.
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

type Members = { [name: string]: Json | undefined };

function sharedMembers(copy: Members, original: Members): Members {
  const names = Object.keys(copy);
  const others = Object.keys(original);
  let whole = names.length === others.length;
  let any = false;
  const members = names.map((name, at): [string, Json | undefined] => {
    const own = Object.hasOwn(original, name);
    const member = own ? shared(copy[name], original[name]) : copy[name];
    whole &&= own && others[at] === name && member === original[name];
    any ||= typeof member === "object" && member !== copy[name];
    return [name, member];
  });
  if (whole) return original;
  // fromEntries defines members, so a member called __proto__ stays an ordinary one.
  return any ? Object.fromEntries(members) : copy;
}
