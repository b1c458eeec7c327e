// What has changed of a sample since the window last heard of it: content that never changes travels once, however
// often the sample does. Parts are told apart by identity, so looking for a change costs nothing by the character.
import type { Path } from "./flag.ts";
import type { Sample } from "../life/sample.ts";

export interface SamplePatch {
  kind: "sample-patch";
  id: string;
  /** The sample is new: the first of `set` is all of it. */
  whole: boolean;
  /** Members and items that are new or another; `null` where `same` fills them. */
  set: [Path, unknown][];
  /** Places, and where what belongs there stands already: in the sample before, or in a new one's `set`. */
  same: [Path, Path][];
  gone: Path[];
}

/** Containers deeper than this are compared and sent whole. */
const DEPTH = 5;
/** So deep stand the texts of a document: `attempts[0].document.messages[0].content[0].text`. */
const CONTENT_DEPTH = 8;
/** Texts shorter than this are cheaper to send than to look for. */
const WORTH_CHARACTERS = 1000;

/** @param before what the window has; null: nothing */
export function patchOf(before: Sample | null, after: Sample): SamplePatch {
  const patch: SamplePatch = {
    kind: "sample-patch",
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

/** The sample after the patch; null when it is made for another one. Parts that did not change stay the same objects. */
export function patched(before: Sample | undefined, patch: SamplePatch): Sample | null {
  const source: unknown = patch.whole ? patch.set[0]?.[1] : before;
  if (source === undefined) return null;
  const others = patch.whole ? patch.set.slice(1) : patch.set;
  let sample: unknown = source;
  const copies = new Set<unknown>();
  for (const [path, value] of others) sample = put(sample, path, value, copies);
  for (const [path, from] of patch.same) sample = put(sample, path, at(source, from), copies);
  for (const path of patch.gone) sample = put(sample, path, undefined, copies);
  // Both ends of the bridge are the same program.
  return sample as Sample;
}

class Differences {
  readonly #before: Sample;
  readonly #patch: SamplePatch;
  #known: Map<unknown, Path> | null = null;

  constructor(before: Sample, patch: SamplePatch) {
    this.#before = before;
    this.#patch = patch;
  }

  compare(before: unknown, after: unknown, path: Path): void {
    if (before === after) return;
    if (path.length < DEPTH && areAlike(before, after)) {
      // Both were seen to be containers.
      this.#members(before as Container, after as Container, path);
      return;
    }
    this.#known ??= contentOf(this.#before);
    this.#patch.set.push([path, withHoles(after, path, this.#known, this.#patch.same)]);
  }

  #members(before: Container, after: Container, path: Path): void {
    for (const name of Object.keys(after)) {
      const member = after[name];
      if (member !== undefined)
        this.compare(own(before, name), member, [...path, step(after, name)]);
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

/** A member of its own: a name may be one that every object inherits. */
const own = (container: Container, name: string): unknown =>
  Object.hasOwn(container, name) ? container[name] : undefined;

/** Two objects, or two lists of which the later one is not shorter: compared field by field. */
function areAlike(before: unknown, after: unknown): boolean {
  if (!isContainer(before) || !isContainer(after)) return false;
  if (!Array.isArray(before) || !Array.isArray(after)) {
    return Array.isArray(before) === Array.isArray(after);
  }
  return after.length >= before.length;
}

const step = (container: unknown, name: string): string | number =>
  Array.isArray(container) ? Number(name) : name;

/** Where each part of the content stands that another part may be the same as. */
function contentOf(sample: Sample): Map<unknown, Path> {
  const known = new Map<unknown, Path>();
  const { asked, proposed, attempts, phase } = sample;
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

/** The document, its messages, their blocks, and every text that is worth it. */
function remember(value: unknown, path: Path, known: Map<unknown, Path>): void {
  const worth =
    isContainer(value) || (typeof value === "string" && value.length > WORTH_CHARACTERS);
  if (!worth || known.has(value)) return;
  known.set(value, path);
  if (!isContainer(value) || path.length >= CONTENT_DEPTH) return;
  for (const name of Object.keys(value)) remember(value[name], [...path, step(value, name)], known);
}

/** `value` with null in place of every known part; `same` gets their places. */
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
    const member = value[name];
    const holed = withHoles(member, [...path, step(value, name)], known, same);
    if (holed === member) continue;
    copy ??= Array.isArray(value) ? [...(value as unknown[])] : { ...value };
    // A copy of a container is one.
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

/** A copy of the containers on the way, with `value` at the end; `copies` are those made already. */
function put(container: unknown, path: Path, value: unknown, copies: Set<unknown>): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  const copy = copies.has(container) ? container : copyOf(container);
  copies.add(copy);
  // A copy of a container is one.
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

/** Not by assignment: a member called __proto__ is an ordinary one. */
function define(members: Container, name: string, value: unknown): void {
  Object.defineProperty(members, name, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}
