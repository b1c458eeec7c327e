// Signs the ledger's last row from time to time. The key and the row that it signed last are one secret: so a cut end shows,
// and a ledger that somebody else has made. Rows that this app did not write, or not surely, are named by a row, and a key
// that is new says so before it signs.
import { createPrivateKey, generateKeyPairSync, sign } from "node:crypto";
import { z } from "zod";
import { LEDGER_BEGUN, UNVOUCHED } from "../../../src-shared/ledger/row.ts";
import { parsed } from "../../../src-shared/ledger/found.ts";
import { checkpointText } from "../../../src-shared/ledger/verification.ts";
import type {
  Checkpoint,
  Head,
  Known,
  LedgerFault,
} from "../../../src-shared/ledger/verification.ts";
import { fail, ok } from "../../../src-shared/outcome.ts";
import type { Failure, Outcome, UnvouchedWhy } from "../../../src-shared/outcome.ts";
import type { Secrets } from "../../services/ports.ts";
import { appendFact, endOf } from "./chain.ts";
import type { LedgerFile } from "./ledgerFile.ts";
import { firstOf, inTransaction, rowsOf } from "../sql.ts";
import type { Database } from "../sql.ts";
import { asBytes, textOf } from "../texts.ts";
import { cryptography } from "../verify/cryptography.ts";

const NAME = "ledger.signing";
/** Earlier versions kept the two apart. */
const OLD_KEY = "ledger.signing-key";
const OLD_HEAD = "ledger.signed";
/** A checkpoint is due after so many rows, or so long after the first that is not signed. */
const ROWS = 200;
const AFTER_MS = 10 * 60_000;
/** Not in the midst of what is being decided. */
const SOON_MS = 1000;

const keySchema = z.object({ x: z.string(), d: z.string() });
const signedSchema = z.object({ ledger: z.string(), seq: z.number(), hash: z.string() });
const keptSchema = z.object({ key: keySchema, signed: signedSchema });
type Key = z.infer<typeof keySchema>;
type Signed = z.infer<typeof signedSchema>;

/** `walking`: rows that are not signed are being walked along. `stopped`: they are not as they have to be. */
type State = "unread" | "signing" | "walking" | "stopped";

export interface CheckpointParts {
  file: LedgerFile;
  secrets: Secrets;
  nowMs(): number;
  fault(failure: Failure): void;
  /** Has the rows between walked along, apart from what main does; then call `walked`. */
  walk(after: Head, until: Head): void;
}

export class Checkpoints {
  readonly #parts: CheckpointParts;
  #key: Key | null = null;
  #signed: Signed | null = null;
  #state: State = "unread";
  #rows = 0;
  #timer: NodeJS.Timeout | null = null;
  #soon = false;

  /** Nothing is signed where the system has no key store: a key beside the ledger would prove nothing. */
  constructor(parts: CheckpointParts) {
    this.#parts = parts;
    if (parts.secrets.storage !== "encrypted") return;
    const kept = readKept(parts.secrets);
    this.#key = kept?.key ?? newKey();
    this.#signed = kept?.signed ?? null;
  }

  /** What the file has to hold. */
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

  /** The rows that were to be walked along are as they have to be, or not. */
  walked(fault: LedgerFault | null): void {
    if (this.#state !== "walking") return;
    this.#state = fault === null ? "signing" : "stopped";
    if (fault === null) this.sign();
    else this.#parts.fault({ kind: "ledger-not-signed", seq: fault.seq ?? 0 });
  }

  /**
   * Signs the last row, unless it is signed already; the first time it looks before whether what was signed last is still
   * there. Gives the checkpoint of the last row; null where nothing can be signed, or not yet.
   */
  sign(): Outcome<Checkpoint | null, Failure> {
    const { file } = this.#parts;
    this.#settle();
    if (this.#key === null) return ok(null);
    const done = file.use((database) => {
      if (this.#state === "unread" && file.opened !== null)
        this.#look(database, file.opened, "unsigned");
      // The record goes on in a ledger that this run has begun.
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

  /** Signs what is not signed yet. Call before the file is closed. */
  close(): void {
    if (this.#rows > 0) this.sign();
    this.#settle();
  }

  /** Whether all rows until this one are vouched for by what was signed last; where they are not, a row says so. */
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

  /** Says in the window and in the ledger for which rows no key vouches from here on. */
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

  /** Within a transaction. Null where there is no row to sign, or another program has written it. */
  #signEnd(database: Database): Checkpoint | null {
    const { seq, hash } = endOf(database);
    const ledger = nameOf(database);
    if (ledger === null || this.#key === null || this.#parts.file.isForeign) return null;
    const key = publicOf(this.#key);
    const last = lastOf(database);
    const isSigned = last?.seq === seq;
    // Of a row that another key has signed there is nothing more to say.
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

  /** Before it is signed: a signature that the key's secret does not know of would pass for one of a lost key. */
  #keep(signed: Signed): boolean {
    const { secrets, fault } = this.#parts;
    if (this.#signed?.hash === signed.hash) return true;
    const text = JSON.stringify({ key: this.#key, signed });
    const kept = secrets.setAll({ [NAME]: text, [OLD_KEY]: null, [OLD_HEAD]: null });
    if (kept.ok) this.#signed = signed;
    else fault(kept.failure);
    return kept.ok;
  }

  /** What was signed last, or a later checkpoint of the same key: the app may have ended between the two. */
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

/** The key with what it signed last; a key without that, which somebody may have taken away, is none. */
function readKept(secrets: Secrets): z.infer<typeof keptSchema> | null {
  const read = (name: string): unknown => parsed(secrets.get(name) ?? "");
  const old = { key: read(OLD_KEY), signed: read(OLD_HEAD) };
  const kept = keptSchema.safeParse(read(NAME) ?? old);
  try {
    if (!kept.success) return null;
    privateOf(kept.data.key);
    return kept.data;
  } catch {
    return null;
  }
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
