// Checks on JSON from outside: nesting depth, `__proto__` and numbers that JSON cannot carry. A document that fails
// is refused when it is made or edited: hashing, cloning and rendering all recurse, and a document must not be
// truncated after it was approved.
import type { Json } from "../../json.ts";
import { placeOf } from "../document/flag.ts";
import type { Flag, FlagCode, Path } from "../document/flag.ts";

/** The deepest nesting accepted; the outermost container counts as 1. */
export const MAX_DEPTH = 200;

/** True when arrays and objects nest deeper than `limit`. Iterative, so safe at any depth. */
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

/** True when an object anywhere in `value` has an own field of that name. Iterative. */
export function hasField(value: unknown, name: string): boolean {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const item = waiting.pop();
    if (typeof item !== "object" || item === null) continue;
    if (!Array.isArray(item) && Object.hasOwn(item, name)) return true;
    for (const field of Object.values(item)) {
      if (typeof field === "object" && field !== null) waiting.push(field);
    }
  }
  return false;
}

/** Flags for what keeps a document from being shown, hashed and sent unchanged. */
export function shapeFlags(document: unknown): Flag[] {
  const deep = isDeeperThan(document, MAX_DEPTH)
    ? placeWhere(document, (item, depth) => depth > MAX_DEPTH && typeof item === "object")
    : null;
  const proto = hasField(document, "__proto__")
    ? placeWhere(document, (item) => typeof item === "object" && Object.hasOwn(item, "__proto__"))
    : null;
  // JSON has no such number: 1e999 parses as Infinity and would be sent as null.
  const number = placeWhere(document, (item) => typeof item === "number" && !Number.isFinite(item));
  const at = (code: FlagCode, path: Path | null): Flag[] =>
    path === null ? [] : [{ severity: "error", code, path, detail: placeOf(path) }];
  return [
    ...at("too-deep", deep),
    ...at("proto-member", proto && [...proto, "__proto__"]),
    ...at("number-beyond", number),
  ];
}

interface Place {
  item: object | number;
  depth: number;
  step: string | number;
  within: Place | null;
}

/** Path of a container or number that is wanted (the root is at depth 1), or null. Iterative. */
function placeWhere(
  value: unknown,
  isWanted: (item: object | number, depth: number) => boolean,
): Path | null {
  const waiting: Place[] = [];
  const wait = (item: unknown, depth: number, step: string | number, within: Place | null) => {
    if (typeof item === "number" || (typeof item === "object" && item !== null)) {
      waiting.push({ item, depth, step, within });
    }
  };
  wait(value, 1, "", null);
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { item, depth } = place;
    if (isWanted(item, depth)) return pathOf(place);
    if (typeof item === "number") continue;
    const isList = Array.isArray(item);
    for (const [name, field] of Object.entries(item)) {
      wait(field, depth + 1, isList ? Number(name) : name, place);
    }
  }
  return null;
}

function pathOf(place: Place): Path {
  const path: Path = [];
  for (let at = place; at.within !== null; at = at.within) path.push(at.step);
  return path.toReversed();
}

/** Placeholder for a value nested too deep, in a request that is refused for it. */
export const DEPTH_CUT = "countersign-cut:too-deep";

/** A container one level above the limit, so that the depth check still fails after the cut. */
export const cutOff = (): Json => [DEPTH_CUT];
