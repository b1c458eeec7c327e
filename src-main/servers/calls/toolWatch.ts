// Compares a server's tool descriptions with those that the user last accepted. A difference stays reported until the
// user has seen it, even if the description changes back: a server may alternate between two descriptions.
import { TOOL_PARTS } from "#shared/servers/identity/toolParts.ts";
import type { ToolChanged, ToolPart } from "#shared/servers/identity/toolParts.ts";
import type { KnownTool, ToolDifference, ToolTexts } from "#shared/servers/identity/known.ts";
import type { ToolView } from "#shared/servers/server.ts";
import type { Hasher } from "../../core/ports.ts";

/** Of one server, as hosts read them. */
const SEEN_MAX = 10_000;
/** UTF-16 units per tool and per server. Longer descriptions are compared by hash only. */
const TOOL_TEXT_MAX = 64 * 1024;
const SERVER_TEXT_MAX = 2 * 1024 * 1024;

interface Listed {
  hashes: Partial<Record<ToolPart, string>>;
  texts: ToolTexts;
}

export class ToolWatch {
  readonly #hasher: Hasher;
  #known: Map<string, KnownTool> | null;
  #listed: Map<string, Listed> | null = null;
  /** What hosts have read, where it is not in the list. */
  readonly #seen = new Map<string, Listed>();
  /** How much more text of these is kept. */
  #seenRoom = SERVER_TEXT_MAX;
  /** Parts of tools that differed at any time since the user last looked. */
  readonly #differed = new Map<string, Set<ToolPart>>();

  constructor(known: readonly KnownTool[] | undefined, hasher: Hasher) {
    this.#known = known === undefined ? null : byName(known);
    this.#hasher = hasher;
  }

  /** The accepted descriptions, to be stored; undefined before the first list. */
  get known(): KnownTool[] | undefined {
    return this.#known === null ? undefined : [...this.#known.values()];
  }

  /** Takes in a list of tools. The first list ever is accepted as is; returns true if it has to be stored. */
  list(tools: readonly ToolView[], atMs: number): boolean {
    this.#listed = new Map(tools.map((tool) => [tool.name, this.#read(tool)]));
    this.#seen.clear();
    if (this.#known === null) {
      this.accept(atMs);
      return true;
    }
    for (const [name, one] of this.#listed) this.#compare(name, one);
    return false;
  }

  /**
   * Takes in a part of the list, as a host reads it. Each tool is accepted as it is seen first; returns true if that
   * has to be stored.
   */
  see(tools: readonly ToolView[], atMs: number): boolean {
    const known = (this.#known ??= new Map());
    let isNew = false;
    for (const tool of tools) {
      const { name } = tool;
      const into = this.#listed?.has(name) === true ? this.#listed : this.#seen;
      const [one, before] = [this.#read(tool), into.get(name)];
      if (before !== undefined && isSame(one, before)) continue;
      this.#compare(name, one);
      if (before === undefined && into.size >= SEEN_MAX) continue;
      const length = lengthOf(one);
      const fits = length <= Math.min(TOOL_TEXT_MAX, this.#seenRoom);
      if (fits) this.#seenRoom -= length;
      const { hashes } = one;
      const texts = fits ? one.texts : {};
      into.set(name, { hashes, texts });
      if (known.has(name)) continue;
      known.set(name, { name, atMs, hashes, ...(fits ? { texts } : {}) });
      isNew = true;
    }
    return isNew;
  }

  #compare(name: string, { hashes }: Listed): void {
    const known = this.#known?.get(name);
    if (known === undefined) return;
    const parts = TOOL_PARTS.filter((part) => hashes[part] !== known.hashes[part]);
    if (parts.length === 0) return;
    const before = this.#differed.get(name) ?? new Set();
    this.#differed.set(name, new Set([...before, ...parts]));
  }

  #now(name: string): Listed | undefined {
    return this.#listed?.get(name) ?? this.#seen.get(name);
  }

  /** Tools whose description differs now, or did since the user last looked. */
  changed(): ToolChanged[] {
    return [...this.#differed].map(([name, parts]) => {
      const known = this.#known?.get(name);
      const now = this.#now(name)?.hashes;
      const back = now !== undefined && TOOL_PARTS.every((p) => now[p] === known?.hashes[p]);
      return {
        name,
        parts: TOOL_PARTS.filter((part) => parts.has(part)),
        knownAtMs: known?.atMs ?? 0,
        ...(back ? { back } : {}),
      };
    });
  }

  added(): string[] {
    return [...(this.#listed?.keys() ?? [])].filter((name) => this.#known?.has(name) !== true);
  }
  gone(): string[] {
    if (this.#listed === null) return [];
    return [...(this.#known?.keys() ?? [])].filter((name) => this.#listed?.has(name) !== true);
  }

  /** A hash of the current list and its differences. */
  get state(): string {
    const now = [...(this.#listed ?? []), ...this.#seen].map(([name, { hashes }]) => [
      name,
      hashes,
    ]);
    return this.#hasher.hash({ now, changed: this.changed() });
  }

  /** Accepts the current list, once the user has looked. */
  accept(atMs: number): void {
    let room = SERVER_TEXT_MAX;
    const now = [...(this.#listed ?? []), ...this.#seen];
    const entries = now.map(([name, { hashes, texts }]): KnownTool => {
      const length = lengthOf({ texts });
      const fits = length <= TOOL_TEXT_MAX && length <= room;
      if (fits) room -= length;
      return { name, atMs, hashes, ...(fits ? { texts } : {}) };
    });
    // What hosts read may be a part of the list.
    const others = this.#listed === null ? (this.#known?.values() ?? []) : [];
    this.#known = byName([...others, ...entries]);
    this.#differed.clear();
  }

  difference(name: string): ToolDifference | null {
    const known = this.#known?.get(name);
    const now = this.#now(name);
    if (known === undefined && now === undefined) return null;
    return {
      name,
      knownAtMs: known?.atMs ?? 0,
      before: known?.texts ?? null,
      now: now?.texts ?? null,
    };
  }

  #read(tool: ToolView): Listed {
    const { title, description, inputSchema, outputSchema, annotations } = tool;
    const given: Partial<Record<ToolPart, unknown>> = {
      title,
      description,
      schema: inputSchema,
      output: outputSchema,
      annotations,
    };
    const listed: Listed = { hashes: {}, texts: {} };
    for (const part of TOOL_PARTS) {
      const value = given[part];
      if (value === undefined) continue;
      try {
        listed.hashes[part] = this.#hasher.hash(value);
        listed.texts[part] = typeof value === "string" ? value : JSON.stringify(value, null, 2);
      } catch {
        // Too deeply nested to hash, so it cannot be compared.
        listed.hashes[part] = "too deep";
        listed.texts[part] = "…";
      }
    }
    return listed;
  }
}

const lengthOf = ({ texts }: Pick<Listed, "texts">): number =>
  Object.values(texts).reduce((sum, text) => sum + text.length, 0);

const isSame = (one: Listed, other: Listed): boolean =>
  TOOL_PARTS.every((part) => one.hashes[part] === other.hashes[part]);

const byName = (tools: readonly KnownTool[]): Map<string, KnownTool> =>
  new Map(tools.map((tool) => [tool.name, tool]));
