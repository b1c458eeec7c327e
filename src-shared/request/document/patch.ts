// The changes of a request since it was last sent to the window. Content that doesn't change is sent once. Parts are
// compared by identity, so that the cost doesn't depend on the length of texts.
import type { Path } from "./flag.ts";
import type { HeldRequest } from "../life/heldRequest.ts";

export interface RequestPatch {
  kind: "request-patch";
  id: string;
  /** The request is new: the first entry of `set` is all of it. */
  whole: boolean;
  /** Paths with a new value; null inside it where `same` fills in. */
  set: [Path, unknown][];
  /** A path, and the path of the same part in the request before, or in the `set` of a new one. */
  same: [Path, Path][];
  gone: Path[];
}

/** Deeper containers are not compared field by field but sent as a whole. */
const DEPTH = 5;
/** Depth of the texts of a document: `attempts[0].document.messages[0].content[0].text`. */
const CONTENT_DEPTH = 8;
/** Shorter texts are cheaper to send than to look up. */
const WORTH_CHARACTERS = 1000;

/** The patch from `before` to `after`; `before` is null when the window has nothing yet. */
export function patchOf(before: HeldRequest | null, after: HeldRequest): RequestPatch {
  const patch: RequestPatch = {
    kind: "request-patch",
    id: after.id,
    whole: before === null,
    set: [],
    same: [],
    gone: [],
  };
  if (before === null) {
    const { asked, ...rest } = after;
    const known = new Map<unknown, Path>();
    remember(asked, ["asked"], known);
    const holes = withHoles(rest, [], known, patch.same);
    patch.set.push([[], { ...(holes as object), asked }]);
  } else {
    new Differences(before, patch).compare(before, after, []);
  }
  return patch;
}

/** The request after the patch; null when there is no request to apply it to. Unchanged parts stay the same objects. */
export function patched(before: HeldRequest | undefined, patch: RequestPatch): HeldRequest | null {
  const source: unknown = patch.whole ? patch.set[0]?.[1] : before;
  if (source === undefined) return null;
  const others = patch.whole ? patch.set.slice(1) : patch.set;
  let request: unknown = source;
  const copies = new Set<unknown>();
  for (const [path, value] of others) request = put(request, path, value, copies);
  for (const [path, from] of patch.same) request = put(request, path, at(source, from), copies);
  for (const path of patch.gone) request = put(request, path, undefined, copies);
  // The cast is safe: both ends of the bridge are the same version of the program.
  return request as HeldRequest;
}

class Differences {
  readonly #before: HeldRequest;
  readonly #patch: RequestPatch;
  #known: Map<unknown, Path> | null = null;

  constructor(before: HeldRequest, patch: RequestPatch) {
    this.#before = before;
    this.#patch = patch;
  }

  compare(before: unknown, after: unknown, path: Path): void {
    if (before === after) return;
    if (path.length < DEPTH && areAlike(before, after)) {
      // The casts are safe: `areAlike` found both to be containers.
      this.#members(before as Container, after as Container, path);
      return;
    }
    this.#known ??= contentOf(this.#before);
    this.#patch.set.push([path, withHoles(after, path, this.#known, this.#patch.same)]);
  }

  #members(before: Container, after: Container, path: Path): void {
    for (const name of Object.keys(after)) {
      const field = after[name];
      if (field !== undefined) this.compare(own(before, name), field, [...path, step(after, name)]);
    }
    for (const name of Object.keys(before)) {
      const isGone = before[name] !== undefined && own(after, name) === undefined;
      if (isGone) this.#patch.gone.push([...path, step(before, name)]);
    }
  }
}

type Container = Record<string, unknown>;
const isContainer = (value: unknown): value is Container =>
  typeof value === "object" && value !== null;

/** Own fields only: a name from outside may be one that every object inherits. */
const own = (container: Container, name: string): unknown =>
  Object.hasOwn(container, name) ? container[name] : undefined;

/** Whether to compare field by field: two objects, or two arrays where the later one is not shorter. */
function areAlike(before: unknown, after: unknown): boolean {
  if (!isContainer(before) || !isContainer(after)) return false;
  if (!Array.isArray(before) || !Array.isArray(after)) {
    return Array.isArray(before) === Array.isArray(after);
  }
  return after.length >= before.length;
}

const step = (container: unknown, name: string): string | number =>
  Array.isArray(container) ? Number(name) : name;

/** The path of every part of the content that may occur again elsewhere. */
function contentOf(request: HeldRequest): Map<unknown, Path> {
  const known = new Map<unknown, Path>();
  const { asked, proposed, attempts, phase } = request;
  remember(asked, ["asked"], known);
  remember(proposed, ["proposed"], known);
  attempts.forEach((attempt, index) => {
    remember(attempt.document, ["attempts", index, "document"], known);
    const { state } = attempt;
    if ("generated" in state) {
      remember(state.generated, ["attempts", index, "state", "generated"], known);
    }
  });
  if ("document" in phase) remember(phase.document, ["phase", "document"], known);
  return known;
}

/** Adds the value, its fields and items, and every text long enough to be looked up. */
function remember(value: unknown, path: Path, known: Map<unknown, Path>): void {
  const worth =
    isContainer(value) || (typeof value === "string" && value.length > WORTH_CHARACTERS);
  if (!worth || known.has(value)) return;
  known.set(value, path);
  if (!isContainer(value) || path.length >= CONTENT_DEPTH) return;
  for (const name of Object.keys(value)) remember(value[name], [...path, step(value, name)], known);
}

/** `value` with null in place of every known part; their paths are added to `same`. */
function withHoles(
  value: unknown,
  path: Path,
  known: ReadonlyMap<unknown, Path>,
  same: [Path, Path][],
): unknown {
  const from = known.get(value);
  if (from !== undefined) {
    same.push([path, from]);
    return null;
  }
  if (!isContainer(value) || path.length >= CONTENT_DEPTH) return value;
  let copy: Container | unknown[] | null = null;
  for (const name of Object.keys(value)) {
    const field = value[name];
    const holed = withHoles(field, [...path, step(value, name)], known, same);
    if (holed === field) continue;
    copy ??= Array.isArray(value) ? [...(value as unknown[])] : { ...value };
    // A copy of a container is a container.
    define(copy as Container, name, holed);
  }
  return copy ?? value;
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, name) => (isContainer(inner) ? own(inner, String(name)) : undefined),
    value,
  );
}

/** A copy of the containers along the path with `value` at its end; `copies` are containers already copied. */
function put(container: unknown, path: Path, value: unknown, copies: Set<unknown>): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  const copy = copies.has(container) ? container : copyOf(container);
  copies.add(copy);
  // A copy of a container is a container.
  const members = copy as Container;
  const next = put(own(members, String(name)), rest, value, copies);
  if (next === undefined) delete members[String(name)];
  else define(members, String(name), next);
  return copy;
}

function copyOf(container: unknown): unknown {
  if (Array.isArray(container)) return [...(container as unknown[])];
  return isContainer(container) ? { ...container } : {};
}

/** Not by assignment, which would set the prototype for a field named __proto__. */
function define(members: Container, name: string, value: unknown): void {
  Object.defineProperty(members, name, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}
