// How deep foreign JSON may nest. What is deeper is refused at intake: hashing, cloning and drawing all
// recurse, and a server must not be able to end them with a stack overflow.
import type { Json } from "../json.ts";

/** Containers within containers, the outermost one counting as 1. */
export const MAX_DEPTH = 200;

/** True when arrays and objects nest deeper than `limit`. Iterative: it works at any depth. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  let level: object[] = [value];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    const next: object[] = [];
    for (const container of level) {
      for (const item of Array.isArray(container) ? container : Object.values(container)) {
        if (typeof item === "object" && item !== null) next.push(item);
      }
    }
    level = next;
  }
  return false;
}

/** True when an object anywhere in `value` has a member of its own of that name. Iterative. */
export function hasMember(value: unknown, name: string): boolean {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const item = waiting.pop();
    if (typeof item !== "object" || item === null) continue;
    if (!Array.isArray(item) && Object.hasOwn(item, name)) return true;
    for (const member of Object.values(item)) {
      if (typeof member === "object" && member !== null) waiting.push(member);
    }
  }
  return false;
}

/** Where the first number stands that JSON cannot carry (1e999 is read as Infinity); null: nowhere. Iterative. */
export function unkeptNumberIn(value: unknown): (string | number)[] | null {
  interface Open {
    value: unknown;
    from: Open | null;
    key: string | number;
  }
  const waiting: Open[] = [{ value, from: null, key: "" }];
  for (let open = waiting.pop(); open !== undefined; open = waiting.pop()) {
    const item = open.value;
    if (typeof item === "number" && !Number.isFinite(item)) {
      const path: (string | number)[] = [];
      for (let at = open; at.from !== null; at = at.from) path.unshift(at.key);
      return path;
    }
    if (typeof item !== "object" || item === null) continue;
    const isList = Array.isArray(item);
    for (const [key, member] of Object.entries(item)) {
      if (typeof member !== "number" && typeof member !== "object") continue;
      waiting.push({ value: member, from: open, key: isList ? Number(key) : key });
    }
  }
  return null;
}

/** Stands in place of what was deeper than the limit, in a request that is refused for it. */
export const DEPTH_CUT = "countersign-cut:too-deep";

/** A container at the level above the limit, so that what was cut is still seen as too deep. */
export const cutOff = (): Json => [DEPTH_CUT];
