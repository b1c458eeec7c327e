// Signs the ledger's last row from time to time, with a key that lies in the system's key store, and keeps what was
// signed last there as well: so a cut end shows, and a ledger that somebody else has made.
import { createPrivateKey, generateKeyPairSync, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { z } from "zod";
import { LEDGER_BEGUN } from "../../src-shared/ledger/row.ts";
import { parsed } from "../../src-shared/ledger/found.ts";
import { checkpointText } from "../../src-shared/ledger/verification.ts";
import type { Checkpoint, Known } from "../../src-shared/ledger/verification.ts";
import { fail, ok } from "../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../src-shared/outcome.ts";
import type { Secrets } from "../services/ports.ts";
import { appendFact, headOf } from "./chain.ts";
import type { LedgerFile } from "./ledgerFile.ts";
import { firstOf, inTransaction, rowsOf } from "./sql.ts";
import type { Database } from "./sql.ts";
import { asBytes, textOf } from "./texts.ts";

const KEY_NAME = "ledger.signing-key";
const HEAD_NAME = "ledger.signed";
/** A checkpoint is due after so many rows, or so long after the first that is not signed. */
const ROWS = 200;
const AFTER_MS = 10 * 60_000;
/** Not in the midst of what is being decided. */
const SOON_MS = 1000;

const keySchema = z.looseObject({ x: z.string(), d: z.string() });
const signedSchema = z.object({ ledger: z.string(), seq: z.number(), hash: z.string() });
type Signed = z.infer<typeof signedSchema>;

interface Key {
  privateKey: KeyObject;
  /** Hex of the 32 bytes. */
  publicKey: string;
}

export interface CheckpointParts {
  file: LedgerFile;
  secrets: Secrets;
  nowMs(): number;
  fault(failure: Failure): void;
}

export class Checkpoints {
  readonly #parts: CheckpointParts;
  readonly #key: Key | null;
  #signed: Signed | null;
  #rows = 0;
  #timer: NodeJS.Timeout | null = null;
  #soon = false;

  /** Nothing is signed where the system has no key store: a key beside the ledger would prove nothing. */
  constructor(parts: CheckpointParts) {
    this.#parts = parts;
    this.#key = parts.secrets.storage === "encrypted" ? keyOf(parts.secrets) : null;
    this.#signed = this.#key === null ? null : readSigned(parts.secrets);
  }

  /** Looks whether what was signed last is still there, says and records where it is not, and signs. */
  begin(): void {
    if (this.#key === null) return;
    const signed = this.#signed;
    const looked = this.#parts.file.use((database) => {
      if (signed === null || holds(database, signed)) return null;
      const found = headOf(database).seq;
      const facts = { by: "countersign", known: signed, found };
      inTransaction(database, () => appendFact(database, "rows-lost", facts, this.#parts.nowMs()));
      return found;
    });
    // Where the file cannot be used, the desk says so with its first row.
    if (!looked.ok) return;
    if (signed !== null && looked.value !== null) {
      this.#parts.fault({ kind: "ledger-lost-rows", seq: signed.seq, found: looked.value });
    }
    this.sign();
  }

  /** What the file has to hold. */
  known(): Known {
    if (this.#key === null) return {};
    const { publicKey: key } = this.#key;
    if (this.#signed === null) return {};
    const { ledger, seq, hash } = this.#signed;
    return { key, ledger, head: { seq, hash } };
  }

  /** A row was appended. */
  appended(): void {
    if (this.#key === null) return;
    this.#rows += 1;
    if (this.#rows >= ROWS && !this.#soon) this.#later(SOON_MS);
    else if (this.#timer === null) this.#later(AFTER_MS);
  }

  /**
   * Signs the last row, unless it is signed already. Gives the checkpoint of the last row; null where nothing can be
   * signed.
   */
  sign(): Outcome<Checkpoint | null, Failure> {
    const key = this.#key;
    this.#settle();
    if (key === null) return ok(null);
    const done = this.#parts.file.use((database) =>
      inTransaction(database, () => signHead(database, key, this.#parts.nowMs())),
    );
    if (!done.ok) return fail(done.failure);
    if (done.value === null) return ok(null);
    const { ledger, checkpoint } = done.value;
    const { seq, hash } = checkpoint;
    if (this.#signed?.hash !== hash) {
      this.#signed = { ledger, seq, hash };
      const kept = this.#parts.secrets.set(HEAD_NAME, JSON.stringify(this.#signed));
      if (!kept.ok) this.#parts.fault(kept.failure);
    }
    return ok(checkpoint);
  }

  /** Signs what is not signed yet. Call before the file is closed. */
  close(): void {
    if (this.#rows > 0) this.sign();
    this.#settle();
  }

  #later(afterMs: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#soon = afterMs === SOON_MS;
    this.#timer = setTimeout(() => void this.sign(), afterMs);
    this.#timer.unref();
  }

  #settle(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#soon = false;
    this.#rows = 0;
  }
}

/** The key that is kept, or a new one; null where none can be kept. */
function keyOf(secrets: Secrets): Key | null {
  const kept = readKey(secrets.get(KEY_NAME));
  if (kept !== null) return kept;
  const jwk = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
  const text = JSON.stringify(jwk);
  return secrets.set(KEY_NAME, text).ok ? readKey(text) : null;
}

function readKey(text: string | null): Key | null {
  const jwk = keySchema.safeParse(text === null ? null : parsed(text));
  if (!jwk.success) return null;
  const { x, d } = jwk.data;
  try {
    const key = { kty: "OKP", crv: "Ed25519", x, d };
    return {
      privateKey: createPrivateKey({ format: "jwk", key }),
      publicKey: Buffer.from(x, "base64url").toString("hex"),
    };
  } catch {
    return null;
  }
}

function readSigned(secrets: Secrets): Signed | null {
  const text = secrets.get(HEAD_NAME);
  const read = signedSchema.safeParse(text === null ? null : parsed(text));
  return read.success ? read.data : null;
}

/** The name that the first row gives the ledger. */
function nameOf(database: Database): string | null {
  const facts = firstOf(
    database,
    `SELECT ${asBytes("facts")} FROM event WHERE seq = 1 AND kind = ?`,
    LEDGER_BEGUN,
  );
  const named = signedSchema.pick({ ledger: true }).safeParse(parsed(textOf(facts) ?? ""));
  return named.success ? named.data.ledger : null;
}

const holds = (database: Database, { ledger, seq, hash }: Signed): boolean =>
  nameOf(database) === ledger &&
  textOf(firstOf(database, `SELECT ${asBytes("hash")} FROM event WHERE seq = ?`, seq)) === hash;

/** Within a transaction. Null where there is no row. */
function signHead(
  database: Database,
  { privateKey, publicKey: key }: Key,
  atMs: number,
): { ledger: string; checkpoint: Checkpoint } | null {
  const { seq, hash } = headOf(database);
  const ledger = nameOf(database);
  if (ledger === null) return null;
  const last = lastOf(database);
  if (last?.seq === seq && last.key === key) return { ledger, checkpoint: last };
  // Of a row that another key has signed there is nothing more to say.
  if (last?.seq === seq) return null;
  const said = { seq, hash, atMs, previous: last?.seq ?? 0 };
  const bytes = Buffer.from(checkpointText(ledger, said), "utf8");
  const signature = sign(null, bytes, privateKey).toString("hex");
  database
    .prepare(
      "INSERT INTO checkpoint (seq, hash, at_ms, previous, key, signature) VALUES (?, ?, ?, ?, ?, ?)",
    )
    .run(seq, hash, atMs, said.previous, key, signature);
  return { ledger, checkpoint: { ...said, key, signature } };
}

function lastOf(database: Database): Checkpoint | null {
  const texts = ["hash", "key", "signature"].map(asBytes).join(", ");
  const [row] = rowsOf(
    database,
    `SELECT seq, at_ms, previous, ${texts} FROM checkpoint ORDER BY seq DESC LIMIT 1`,
  );
  if (row === undefined) return null;
  const [hash = "", key = "", signature = ""] = row.slice(3).map((one) => textOf(one) ?? "");
  const [seq = 0, atMs = 0, previous = 0] = row.slice(0, 3).map(Number);
  return { seq, hash, atMs, previous, key, signature };
}
