// Signs the ledger's last row from time to time. The key and the row that it last signed are stored as one secret,
// which reveals a truncated ledger, or one made by somebody else. Rows that this app may not have written, and new
// keys, are recorded in a row before anything is signed.
import { createPrivateKey, generateKeyPairSync, sign } from "node:crypto";
import { z } from "zod";
import { LEDGER_BEGUN, UNVOUCHED } from "#shared/ledger/row.ts";
import { parsed } from "#shared/ledger/found.ts";
import { checkpointText } from "#shared/ledger/verification.ts";
import type { Checkpoint, Head, Known, LedgerFault } from "#shared/ledger/verification.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome, UnvouchedWhy } from "#shared/outcome.ts";
import type { Secrets } from "../../profile/encryption/secrets.ts";
import { appendFact, endOf } from "./chain.ts";
import type { LedgerFile } from "./ledgerFile.ts";
import { firstOf, inTransaction, rowsOf } from "../../store/sql.ts";
import type { Database } from "../../store/sql.ts";
import { asBytes, textOf } from "../../store/texts.ts";
import { cryptography } from "../verify/cryptography.ts";

const NAME = "ledger.signing";
/** A checkpoint is due after this many rows, or this long after the first unsigned one. */
const ROWS = 200;
const AFTER_MS = 10 * 60_000;
/** A short delay, so that signing does not slow down a decision. */
const SOON_MS = 1000;

const keySchema = z.object({ x: z.string(), d: z.string() });
const signedSchema = z.object({ ledger: z.string(), seq: z.number(), hash: z.string() });
const keptSchema = z.object({ key: keySchema, signed: signedSchema });
type Key = z.infer<typeof keySchema>;
type Signed = z.infer<typeof signedSchema>;

/** `walking`: unsigned rows are being verified on a thread. `stopped`: they are invalid, so nothing is signed. */
type State = "unread" | "signing" | "walking" | "stopped";

interface Parts {
  file: LedgerFile;
  secrets: Secrets;
  nowMs(): number;
  fault(failure: Failure): void;
  /** Verifies these rows on a thread; then call `walked`. */
  walk(after: Head, until: Head): void;
}

export class Checkpoints {
  readonly #parts: Parts;
  #key: Key | null = null;
  #signed: Signed | null = null;
  #state: State = "unread";
  #rows = 0;
  #timer: NodeJS.Timeout | null = null;
  #soon = false;

  /** Nothing is signed without a keychain: a key stored next to the ledger would prove nothing. */
  constructor(parts: Parts) {
    this.#parts = parts;
    if (parts.secrets.storage !== "encrypted") return;
    const kept = readKept(parts.secrets);
    this.#key = kept?.key ?? newKey();
    this.#signed = kept?.signed ?? null;
  }

  /** What the ledger must match when it is verified. */
  known(): Known {
    if (this.#key === null || this.#signed === null) return {};
    const { ledger, seq, hash } = this.#signed;
    return { key: publicOf(this.#key), ledger, head: { seq, hash } };
  }

  /** A row was appended. */
  appended(): void {
    if (this.#key === null) return;
    this.#rows += 1;
    if (this.#rows >= ROWS && !this.#soon) this.#later(SOON_MS);
    else if (this.#timer === null) this.#later(AFTER_MS);
  }

  /** Takes the result of `walk`: null if the rows are valid. */
  walked(fault: LedgerFault | null): void {
    if (this.#state !== "walking") return;
    this.#state = fault === null ? "signing" : "stopped";
    if (fault === null) this.sign();
    else this.#parts.fault({ kind: "ledger-not-signed", seq: fault.seq ?? 0 });
  }

  /**
   * Signs the last row unless it is signed already; the first call checks whether the last signed row is still there.
   * Returns the checkpoint of the last row; null if it cannot be signed, or not yet.
   */
  sign(): Outcome<Checkpoint | null, Failure> {
    const { file } = this.#parts;
    this.#settle();
    if (this.#key === null) return ok(null);
    const done = file.use((database) => {
      if (this.#state === "unread" && file.opened !== null)
        this.#look(database, file.opened, "unsigned");
      // The previous ledger was lost, and this process has begun a new one.
      if (this.#signed !== null && file.opened?.seq === 1 && !isOf(database, this.#signed)) {
        this.#state = "signing";
      }
      if (this.#state !== "signing") return null;
      const signed = inTransaction(database, () => this.#signEnd(database));
      if (!file.isForeign) return signed;
      this.#look(database, endOf(database), "other-program");
      file.settleForeign();
      return this.#state === "signing"
        ? inTransaction(database, () => this.#signEnd(database))
        : null;
    });
    return done.ok ? ok(done.value) : fail(done.failure);
  }

  /** Signs the remaining rows. Call before closing the file. */
  close(): void {
    if (this.#rows > 0) this.sign();
    this.#settle();
  }

  /** Checks whether all rows up to this one continue the last signed one; if not, records that in a row. */
  #look(database: Database, until: Head, why: "unsigned" | "other-program"): void {
    const signed = this.#signed;
    if (signed === null && until.seq <= 1) {
      this.#state = "signing";
    } else if (signed === null || !holds(database, signed)) {
      const key = newKey();
      const lost = signed === null ? "no-key" : "rows-lost";
      this.#doubt(database, { why: lost, first: 1, last: until.seq, key: publicOf(key) }, signed);
      this.#key = key;
      this.#signed = null;
      this.#state = "signing";
    } else {
      const after = this.#lastSigned(database, signed);
      const isSigned = after.seq >= until.seq;
      if (!isSigned || why === "other-program")
        this.#doubt(database, { why, first: after.seq + 1, last: until.seq }, null);
      this.#state = isSigned ? "signing" : "walking";
      if (!isSigned) this.#parts.walk(after, until);
    }
  }

  /** Records, in the ledger and in the window, which rows no key vouches for. */
  #doubt(
    database: Database,
    said: { why: UnvouchedWhy | "rows-lost"; first: number; last: number; key?: string },
    known: Signed | null,
  ): void {
    const { fault, nowMs } = this.#parts;
    const { why, first, last } = said;
    const facts = { by: "countersign", ...said, ...(known && { known }) };
    inTransaction(database, () => appendFact(database, UNVOUCHED, facts, nowMs()));
    if (why !== "rows-lost") fault({ kind: "ledger-unvouched", why, first, last });
    else fault({ kind: "ledger-lost-rows", seq: known?.seq ?? 0, found: last });
  }

  /** Call in a transaction. Null if there is no row to sign, or another program wrote it. */
  #signEnd(database: Database): Checkpoint | null {
    const { seq, hash } = endOf(database);
    const ledger = nameOf(database);
    if (ledger === null || this.#key === null || this.#parts.file.isForeign) return null;
    const key = publicOf(this.#key);
    const last = lastOf(database);
    const isSigned = last?.seq === seq;
    // The row was signed with another key; do not sign it twice.
    if (isSigned && last.key !== key) return null;
    if (!this.#keep({ ledger, seq, hash })) return null;
    if (isSigned) return last;
    const said = { seq, hash, atMs: this.#parts.nowMs(), previous: last?.seq ?? 0 };
    const bytes = Buffer.from(checkpointText(ledger, said), "utf8");
    const signature = sign(null, bytes, privateOf(this.#key)).toString("hex");
    database
      .prepare(
        "INSERT INTO checkpoint (seq, hash, at_ms, previous, key, signature) VALUES (?, ?, ?, ?, ?, ?)",
      )
      .run(seq, hash, said.atMs, said.previous, key, signature);
    return { ...said, key, signature };
  }

  /** Stores the new head before signing: otherwise, after a crash, the signature would seem to be by a lost key. */
  #keep(signed: Signed): boolean {
    const { secrets, fault } = this.#parts;
    if (this.#signed?.hash === signed.hash) return true;
    const text = JSON.stringify({ key: this.#key, signed });
    const kept = secrets.set(NAME, text);
    if (kept.ok) this.#signed = signed;
    else fault(kept.failure);
    return kept.ok;
  }

  /** The last signed row, or a later checkpoint of the same key, in case the app ended in between. */
  #lastSigned(database: Database, signed: Signed): Head {
    const last = this.#key === null ? null : lastOf(database, publicOf(this.#key));
    if (last === null || last.seq <= signed.seq) return signed;
    const isOurs = cryptography.signed(
      checkpointText(signed.ledger, last),
      last.key,
      last.signature,
    );
    return isOurs && holds(database, { ...last, ledger: signed.ledger }) ? last : signed;
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

function newKey(): Key {
  return keySchema.parse(generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" }));
}

/** Hex of the 32 bytes. */
const publicOf = ({ x }: Key): string => Buffer.from(x, "base64url").toString("hex");

const privateOf = (key: Key): ReturnType<typeof createPrivateKey> =>
  createPrivateKey({ format: "jwk", key: { kty: "OKP", crv: "Ed25519", ...key } });

/** The key and its last signed row. A key without that row is not used, since somebody may have removed it. */
function readKept(secrets: Secrets): z.infer<typeof keptSchema> | null {
  const kept = keptSchema.safeParse(parsed(secrets.get(NAME) ?? ""));
  try {
    if (!kept.success) return null;
    privateOf(kept.data.key);
    return kept.data;
  } catch {
    return null;
  }
}

/** The ledger's name, from its first row. */
function nameOf(database: Database): string | null {
  const facts = firstOf(
    database,
    `SELECT ${asBytes("facts")} FROM event WHERE seq = 1 AND kind = ?`,
    LEDGER_BEGUN,
  );
  const named = signedSchema.pick({ ledger: true }).safeParse(parsed(textOf(facts) ?? ""));
  return named.success ? named.data.ledger : null;
}

const isOf = (database: Database, { ledger }: Signed): boolean => nameOf(database) === ledger;

const holds = (database: Database, signed: Signed): boolean =>
  isOf(database, signed) &&
  textOf(firstOf(database, `SELECT ${asBytes("hash")} FROM event WHERE seq = ?`, signed.seq)) ===
    signed.hash;

/** The last checkpoint, or the last of a key. */
function lastOf(database: Database, key = ""): Checkpoint | null {
  const texts = ["hash", "key", "signature"].map(asBytes).join(", ");
  const [row] = rowsOf(
    database,
    `SELECT seq, at_ms, previous, ${texts} FROM checkpoint WHERE ? IN ('', key) ORDER BY seq DESC LIMIT 1`,
    key,
  );
  if (row === undefined) return null;
  const [hash = "", by = "", signature = ""] = row.slice(3).map((one) => textOf(one) ?? "");
  const [seq = 0, atMs = 0, previous = 0] = row.slice(0, 3).map(Number);
  return { seq, hash, atMs, previous, key: by, signature };
}
