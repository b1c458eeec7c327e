// Which system texts and tools of programs the user has accepted as their own: by keyed hash, and their texts to show what has
// changed. Encrypted in a file of the profile; without a keychain nothing is written, and nothing is accepted after a restart.
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { placeOf } from "#shared/findings/accepted.ts";
import type { AcceptedCount, ComparedPart, OwnPart } from "#shared/findings/accepted.ts";
import { jsonIn } from "#shared/json.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { Hasher } from "../core/ports.ts";
import { cipherOf } from "../profile/encryption/cipher.ts";
import type { Cipher } from "../profile/encryption/secrets.ts";
import { readJson, writeJson } from "../profile/jsonFile.ts";

/** The most parts of a program that are kept, and the most UTF-16 units that their texts have together. */
const PARTS_MAX = 2000;
const UNITS_MAX = 8_000_000;

const partSchema = z.strictObject({
  kind: z.enum(["system", "tool"]),
  place: z.string(),
  name: z.string(),
  text: z.string(),
  hash: z.string(),
});
const storedSchema = z.strictObject({
  atMs: z.number(),
  parts: z.array(partSchema).min(1).max(PARTS_MAX),
});
type Stored = z.infer<typeof storedSchema>;
type StoredPart = Stored["parts"][number];

interface Kept {
  atMs: number;
  /** Without their texts. */
  parts: Omit<StoredPart, "text">[];
  hashes: ReadonlySet<string>;
  /** All of it, encrypted. */
  sealed: string;
}

export interface AcceptedPromptsParts {
  file: string;
  /** Null: nothing is written. */
  cipher: Cipher | null;
  /** Under the profile's own key. */
  keyed: Hasher;
}

export class AcceptedPrompts {
  readonly #parts: AcceptedPromptsParts;
  readonly #cipher: Cipher;
  /** By program. */
  #kept: ReadonlyMap<string, Kept>;
  readonly faults: Failure[] = [];

  constructor(parts: AcceptedPromptsParts) {
    this.#parts = parts;
    this.#cipher = parts.cipher ?? cipherOf([randomBytes(32)]);
    const kept = new Map<string, Kept>();
    if (parts.cipher !== null) {
      const { value, faults } = readJson(parts.file, z.record(z.string(), z.string()), {});
      this.faults = faults;
      for (const [id, sealed] of Object.entries(value)) {
        const stored = this.#opened(id, sealed);
        if (stored !== null) kept.set(id, keptOf(stored, sealed));
      }
    }
    this.#kept = kept;
  }

  /** Null: nothing of the program is accepted. */
  countOf(programId: string): AcceptedCount | null {
    const kept = this.#kept.get(programId);
    if (kept === undefined) return null;
    const tools = kept.parts.filter(({ kind }) => kind === "tool").length;
    const texts = kept.parts.filter(({ kind, place }) => kind === "system" && !isInside(place));
    return { texts: texts.length, tools, atMs: kept.atMs };
  }

  /** Whether exactly this part was accepted, at its place; null: nothing of the program is. */
  of(programId: string): ((part: OwnPart) => boolean) | null {
    const kept = this.#kept.get(programId);
    if (kept === undefined) return null;
    return (part) => kept.hashes.has(this.#hash(programId, placeOf(part), part.text));
  }

  /** The parts of a request that are not accepted, with what they differ from. */
  compare(programId: string, parts: readonly OwnPart[]): ComparedPart[] {
    const isAccepted = this.of(programId);
    const others = parts.filter((part) => isAccepted?.(part) !== true);
    const sealed = others.length === 0 ? undefined : this.#kept.get(programId)?.sealed;
    const stored = sealed === undefined ? null : this.#opened(programId, sealed);
    return others.map((part) => ({
      kind: part.kind,
      name: part.name,
      path: part.path,
      text: part.text,
      before: mostLike(part, stored?.parts ?? []),
    }));
  }

  /**
   * Accepts these parts in addition to those accepted before.
   * @param record writes it to the ledger; unless it does, nothing is accepted
   */
  accept(
    programId: string,
    parts: readonly OwnPart[],
    atMs: number,
    record: () => Outcome<unknown, Failure>,
  ): Outcome<null, Failure> {
    const before = this.#kept.get(programId);
    const stored = before === undefined ? null : this.#opened(programId, before.sealed);
    const all = new Map((stored?.parts ?? []).map((part) => [part.hash, part]));
    for (const part of parts) {
      const [place, { kind, name, text }] = [placeOf(part), part];
      const hash = this.#hash(programId, place, text);
      all.set(hash, { kind, place, name, text, hash });
    }
    const units = [...all.values()].reduce((sum, { text }) => sum + text.length, 0);
    if (all.size > PARTS_MAX || units > UNITS_MAX) return fail({ kind: "accepted-too-much" });
    const next: Stored = { atMs, parts: [...all.values()] };
    if (next.parts.length === 0) return ok(null);
    const bytes = this.#cipher.encrypt(JSON.stringify(next), secretName(programId));
    const sealed = Buffer.from(bytes).toString("base64");
    const recorded = record();
    if (!recorded.ok) return recorded;
    return this.#save(new Map(this.#kept).set(programId, keptOf(next, sealed)));
  }

  /** Nothing of the program is accepted any more. */
  delete(programId: string): Outcome<null, Failure> {
    if (!this.#kept.has(programId)) return ok(null);
    const rest = new Map(this.#kept);
    rest.delete(programId);
    return this.#save(rest);
  }

  #save(next: ReadonlyMap<string, Kept>): Outcome<null, Failure> {
    const entries = [...next].map(([id, { sealed }]) => [id, sealed] as const);
    const saved =
      this.#parts.cipher === null
        ? ok(null)
        : writeJson(this.#parts.file, Object.fromEntries(entries));
    if (saved.ok) this.#kept = next;
    return saved;
  }

  #hash(programId: string, place: string, text: string): string {
    return this.#parts.keyed.hash(["accepted", programId, place, text]);
  }

  /** Null if another program wrote it, or if the key has changed. */
  #opened(programId: string, sealed: string): Stored | null {
    try {
      const text = this.#cipher.decrypt(Buffer.from(sealed, "base64"), secretName(programId));
      const stored = storedSchema.parse(jsonIn(text));
      const isOurs = stored.parts.every(
        (part) => part.hash === this.#hash(programId, part.place, part.text),
      );
      return isOurs ? stored : null;
    } catch {
      return null;
    }
  }
}

const secretName = (programId: string): string => `accepted-prompt ${programId}`;

/** Among the fields of the document, where a system prompt is again. */
const isInside = (place: string): boolean => place.includes(".");

function keptOf({ atMs, parts }: Stored, sealed: string): Kept {
  const named = parts.map(({ text: _text, ...part }) => part);
  return { atMs, parts: named, hashes: new Set(parts.map(({ hash }) => hash)), sealed };
}

/** The text of the same place and name that has the longest beginning and end in common with the part's. */
function mostLike(part: OwnPart, accepted: readonly StoredPart[]): string | null {
  const place = placeOf(part);
  let best: string | null = null;
  let most = -1;
  for (const { kind, name, place: there, text } of accepted) {
    if (kind !== part.kind || name !== part.name || there !== place) continue;
    const shared = sharedUnits(text, part.text);
    if (shared >= most) [best, most] = [text, shared];
  }
  return best;
}

function sharedUnits(one: string, other: string): number {
  const max = Math.min(one.length, other.length);
  let start = 0;
  while (start < max && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < max - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return start + end;
}
