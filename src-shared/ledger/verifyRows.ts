// Verifies the chain of rows and the checkpoints that sign it.
import { isJsonObject } from "../json.ts";
import { onceIn } from "../jsonText.ts";
import { FORGOTTEN, Found, forgottenIn, isCount, isHash, parsed, unvouchedIn } from "./found.ts";
import type { RowsRead } from "./found.ts";
import { LEDGER, LEDGER_BEGUN, NO_HASH, UNVOUCHED, digestOf, hashOf } from "./row.ts";
import type { LedgerRow } from "./row.ts";
import { checkpointText } from "./verification.ts";
import type {
  Checkpoint,
  Cryptography,
  Known,
  LedgerSource,
  Link,
  Unread,
  Verification,
} from "./verification.ts";

const SIGNATURE = /^[0-9a-f]{128}$/;

/** The checkpoints by row. Throws `Found` if one is malformed. */
export function readCheckpoints(given: Iterable<Unread<Checkpoint>>): Map<number, Checkpoint> {
  const read = new Map<number, Checkpoint>();
  for (const { seq, hash, atMs, previous, key, signature } of given) {
    const whole =
      isCount(seq) &&
      isHash(hash) &&
      isCount(atMs) &&
      isCount(previous) &&
      isHash(key) &&
      !read.has(seq);
    if (!whole || typeof signature !== "string" || !SIGNATURE.test(signature)) {
      throw new Found({ kind: "checkpoint-malformed", seq: isCount(seq) ? seq : null });
    }
    read.set(seq, { seq, hash, atMs, previous, key, signature });
  }
  return read;
}

/** Walks along the chain. Each method throws `Found` at the first fault. */
export class Walk implements RowsRead {
  readonly referred = new Map<string, number>();
  readonly forgotten = new Map<string, number>();
  /** How many contents rows have referred to. */
  references = 0;
  /** Media that rows have referred to: many requests can have one. */
  readonly #media = new Set<string>();
  readonly #source: LedgerSource;
  readonly #result: Verification;
  readonly #checkpoints: Map<number, Checkpoint>;
  readonly #cryptography: Cryptography;
  readonly #known: Known;
  /** Hash of the previous row, and number of the next. */
  #hash = NO_HASH;
  #next = 1;
  /** The first row that no checkpoint covers yet. */
  #unsigned: number | null = null;
  /** Like `#unsigned`, but after a gap: only a checkpoint can prove these rows. */
  #unproven: number | null = null;
  #lastSigned: Checkpoint | null = null;
  /** Checkpoints whose rows have been reached. */
  readonly #met = new Set<number>();

  constructor(
    source: LedgerSource,
    result: Verification,
    checkpoints: Map<number, Checkpoint>,
    cryptography: Cryptography,
    known: Known,
  ) {
    this.#source = source;
    this.#result = result;
    this.#checkpoints = checkpoints;
    this.#cryptography = cryptography;
    this.#known = known;
  }

  step(link: Link): void {
    if (link.kind === "row") this.#row(link.row);
    else if (link.kind === "omitted") this.#omitted(link.seq, link.digest);
    else this.#gap(link.seq, link.hash);
  }

  /** Checks that need all rows. */
  end(): void {
    const last = this.#next - 1;
    if (last === 0) throw new Found({ kind: "no-beginning", seq: 1 });
    this.#complete(last);
    if (this.#unproven !== null) throw new Found({ kind: "row-unproven", seq: this.#unproven });
    const { key } = this.#known;
    const signer = this.#lastSigned?.key ?? null;
    if (key !== undefined && signer !== key) {
      const seq = this.#lastSigned?.seq ?? last;
      throw new Found({ kind: "checkpoint-of-other-key", seq, key: signer });
    }
  }

  /** Checks that every known head, and every checkpoint named by another, is there. */
  #complete(last: number): void {
    const all = [...this.#checkpoints.values()].sort((a, b) => a.seq - b.seq);
    const known = [...all, ...(this.#known.head === undefined ? [] : [this.#known.head])];
    const beyond = known.find(({ seq }) => seq > last);
    if (beyond !== undefined) {
      throw new Found({ kind: "end-missing", seq: beyond.seq, found: last });
    }
    const unmet = all.find(({ seq }) => !this.#met.has(seq));
    if (unmet !== undefined) throw new Found({ kind: "checkpoint-differs", seq: unmet.seq });
    // An export can omit checkpoints together with their rows.
    if (this.#source.kind === "export") return;
    for (const [index, { previous }] of all.entries()) {
      const before = all[index - 1]?.seq ?? 0;
      if (previous !== before) throw new Found({ kind: "checkpoint-missing", seq: previous });
    }
  }

  #row(given: Unread<LedgerRow>): void {
    const row = wellFormed(given, this.#next, this.#hash);
    this.#expect(row.seq);
    if (row.prev !== this.#hash) throw new Found({ kind: "row-unlinked", seq: row.seq });
    if (row.seq === 1) this.#begin(row);
    const hash = this.#chained(digestOf(row, this.#cryptography.sha256));
    if (row.hash !== hash) {
      const kind = isHash(row.hash) ? "row-changed" : "row-malformed";
      throw new Found({ kind, seq: row.seq });
    }
    this.#refer(row);
    this.#arrived(hash);
    this.#result.rows += 1;
  }

  #begin(row: LedgerRow): void {
    const name = beginning(row);
    if (name === null || (this.#source.ledger !== null && this.#source.ledger !== name)) {
      throw new Found({ kind: "no-beginning", seq: 1 });
    }
    this.#result.ledger = name;
    if ((this.#known.ledger ?? name) !== name) {
      throw new Found({ kind: "other-ledger", seq: 1, ledger: name });
    }
  }

  #omitted(seq: unknown, digest: unknown): void {
    if (!isCount(seq) || !isHash(digest)) {
      throw new Found({ kind: "row-malformed", seq: this.#next });
    }
    this.#expect(seq);
    this.#arrived(this.#chained(digest));
    this.#result.omitted += 1;
  }

  #gap(seq: unknown, hash: unknown): void {
    if (!isCount(seq) || !isHash(hash) || seq < this.#next) {
      throw new Found({ kind: "row-malformed", seq: this.#next });
    }
    // Rows after a gap do not chain back to those before it, so the row right before the gap must be signed.
    if (this.#unsigned !== null) throw new Found({ kind: "row-unproven", seq: this.#unsigned });
    this.#unproven ??= seq + 1;
    this.#next = seq;
    this.#result.gaps += 1;
    this.#arrived(hash);
  }

  #expect(seq: number): void {
    if (seq !== this.#next) throw new Found({ kind: "row-missing", seq: this.#next, found: seq });
  }

  #chained(digest: string): string {
    return hashOf(this.#hash, digest, this.#cryptography.sha256);
  }

  /** Compares the hash of row `#next` with what is known of it. */
  #arrived(hash: string): void {
    const seq = this.#next;
    this.#unsigned ??= seq;
    const { head } = this.#known;
    if (head?.seq === seq && head.hash !== hash) throw new Found({ kind: "head-differs", seq });
    const checkpoint = this.#checkpoints.get(seq);
    if (checkpoint !== undefined) this.#vouched(checkpoint, hash);
    this.#hash = hash;
    this.#next = seq + 1;
    this.#result.head = { seq, hash };
  }

  #vouched(checkpoint: Checkpoint, hash: string): void {
    const { seq, key, signature } = checkpoint;
    if (checkpoint.hash !== hash) throw new Found({ kind: "checkpoint-differs", seq });
    const text = checkpointText(this.#result.ledger ?? this.#source.ledger ?? "", checkpoint);
    if (!this.#cryptography.signed(text, key, signature)) {
      throw new Found({ kind: "checkpoint-forged", seq });
    }
    this.#signedBy(checkpoint);
  }

  #signedBy(checkpoint: Checkpoint): void {
    this.#unsigned = null;
    this.#unproven = null;
    this.#met.add(checkpoint.seq);
    this.#lastSigned = checkpoint;
    this.#result.signedSeq = checkpoint.seq;
    this.#result.key = checkpoint.key;
  }

  /** Collects the contents that a row refers to, and its records of deletion and of unknown origin. */
  #refer({ seq, kind, facts, content, media, atMs }: LedgerRow): void {
    if (content !== null) this.#referTo(content, seq);
    for (const medium of media === "" ? [] : media.split(" ")) {
      if (!this.#media.has(medium)) this.#referTo(medium, seq);
      this.#media.add(medium);
    }
    const unvouched = kind === UNVOUCHED ? unvouchedIn(facts) : null;
    if (unvouched !== null) this.#result.unvouched.push(unvouched);
    if (kind !== FORGOTTEN) return;
    for (const commitment of forgottenIn(facts)) this.forgotten.set(commitment, atMs);
  }

  #referTo(commitment: string, seq: number): void {
    if (this.referred.has(commitment)) return;
    this.referred.set(commitment, seq);
    this.references += 1;
  }
}

/** Fields must not contain line breaks, otherwise different rows could have the same digest. */
const isLine = (value: unknown): value is string =>
  typeof value === "string" && !value.includes("\n");

/** Commitments separated by one space; empty if there are none. */
const MEDIA = /^(?:[0-9a-f]{64}(?: [0-9a-f]{64})*)?$/;

/** The row with checked columns, but for its hash, which is computed anyway. Throws `Found` if one is malformed. */
function wellFormed(row: Unread<LedgerRow>, expected: number, before: string): LedgerRow {
  const { seq, sample: request, atMs, kind, facts, content, media, prev, hash } = row;
  const fine =
    isLine(request) &&
    isLine(kind) &&
    isLine(facts) &&
    isJsonObject(onceIn(facts)) &&
    (content === null || isHash(content)) &&
    typeof media === "string" &&
    (media === "" || MEDIA.test(media)) &&
    (prev === before || isHash(prev)) &&
    typeof hash === "string";
  if (!fine || !isCount(seq) || !isCount(atMs)) {
    throw new Found({ kind: "row-malformed", seq: isCount(seq) ? seq : expected });
  }
  return { seq, sample: request, atMs, kind, facts, content, media, prev, hash };
}

/** The ledger's name in its first row; null if the row is not a valid first row. */
const beginning = ({ kind, sample: request, facts }: LedgerRow): string | null =>
  kind === LEDGER_BEGUN && request === LEDGER ? nameIn(facts) : null;

/** The `ledger` field of the first row's facts. */
function nameIn(facts: string): string | null {
  const given = parsed(facts);
  const name = given !== null && "ledger" in given ? given.ledger : null;
  return typeof name === "string" ? name : null;
}
