// Ledgers for tests of verification: in memory, and as files in the format of FORMAT.md.
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";
import Libsql from "libsql";
import { FORGOTTEN } from "#shared/ledger/found.ts";
import { NO_HASH, chained } from "#shared/ledger/row.ts";
import type { LedgerRow } from "#shared/ledger/row.ts";
import { checkpointText } from "#shared/ledger/verification.ts";
import type { Checkpoint, ContentRecord, LedgerSource } from "#shared/ledger/verification.ts";
import { VERSION_2, VERSION_3, VERSION_5 } from "../ledger/testing.ts";
import { cryptography, sha256 } from "./cryptography.ts";

export interface MadeLedger {
  rows: LedgerRow[];
  contents: ContentRecord[];
  checkpoints: Checkpoint[];
}

export const LEDGER_NAME = "5b0c4a52-1f0e-4f5c-9a34-000000000001";

/** A row of the ledger to build, with its content and media. */
export interface Plan {
  sample: string;
  kind: string;
  body: string | null;
  media: string[];
  /** A checkpoint follows. */
  signed: boolean;
  /** The row's contents are deleted later. */
  forgotten: boolean;
}

export class Signer {
  readonly #key: KeyObject;
  readonly publicKey: string;

  constructor() {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    this.#key = privateKey;
    const { x } = publicKey.export({ format: "jwk" });
    this.publicKey = Buffer.from(x ?? "", "base64url").toString("hex");
  }

  checkpoint(row: LedgerRow, previous: number, ledger = LEDGER_NAME): Checkpoint {
    const said = { seq: row.seq, hash: row.hash, atMs: row.atMs + 5, previous };
    const text = Buffer.from(checkpointText(ledger, said), "utf8");
    const signature = sign(null, text, this.#key).toString("hex");
    return { ...said, key: this.publicKey, signature };
  }
}

/** Builds a valid ledger; the last row is signed if any is. */
export function makeLedger(plans: readonly Plan[], signer: Signer): MadeLedger {
  const made: MadeLedger = { rows: [], contents: [], checkpoints: [] };
  const append = (
    row: Pick<LedgerRow, "sample" | "kind" | "facts" | "content" | "media">,
  ): LedgerRow => {
    const seq = made.rows.length + 1;
    const next = chained(
      { seq, atMs: 1_800_000_000_000 + seq, ...row },
      made.rows.at(-1)?.hash ?? NO_HASH,
      sha256,
    );
    made.rows.push(next);
    return next;
  };
  const facts = JSON.stringify({ ledger: LEDGER_NAME, version: "1" });
  append({ sample: "ledger", kind: "ledger-begun", facts, content: null, media: "" });
  for (const [
    index,
    { sample: request, kind, body, media, signed, forgotten },
  ] of plans.entries()) {
    const content = body === null ? null : keep(made, body);
    const held = media.map((medium) => keep(made, medium));
    const said = JSON.stringify({ n: index, ...(kind === FORGOTTEN ? { contents: [] } : {}) });
    const row = append({ sample: request, kind, facts: said, content, media: held.join(" ") });
    if (signed) made.checkpoints.push(signer.checkpoint(row, made.checkpoints.at(-1)?.seq ?? 0));
    if (!forgotten) continue;
    const gone = [...(content === null ? [] : [content]), ...held].filter(
      (commitment) => made.contents.find((one) => one.commitment === commitment)?.body !== null,
    );
    const words = JSON.stringify({ by: "person", contents: gone });
    const { atMs } = append({
      sample: request,
      kind: "forgotten",
      facts: words,
      content: null,
      media: "",
    });
    made.contents = made.contents.map((one) =>
      gone.includes(one.commitment)
        ? { ...one, salt: null, body: null, sha256: null, forgottenMs: atMs }
        : one,
    );
  }
  return made;
}

/** The commitment of a text, which is stored once. */
function keep(made: MadeLedger, body: string): string {
  const known = made.contents.find((one) => one.body === body);
  if (known !== undefined) return known.commitment;
  const salt = randomBytes(32);
  const commitment = cryptography.committed(salt, body);
  const length = Buffer.byteLength(body);
  made.contents.push({ commitment, salt, body, length, sha256: sha256(body), forgottenMs: null });
  return commitment;
}

export const asSource = (made: MadeLedger): LedgerSource => ({
  kind: "ledger",
  ledger: null,
  checkpoints: () => made.checkpoints,
  links: () => made.rows.map((row) => ({ kind: "row", row })),
  contents: () => made.contents,
});

/** Writes the ledger as a file of version 5, its contents not in parts. */
export function writeLedgerFile(file: string, made: MadeLedger, options: object = {}): void {
  const database = new Libsql(file, options);
  database.exec(`${VERSION_3} ${VERSION_2} ${VERSION_5} PRAGMA user_version = 5`);
  database.exec("BEGIN");
  const event = database.prepare("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (const { seq, sample: request, atMs, kind, facts, content, media, prev, hash } of made.rows) {
    event.run(seq, request, atMs, kind, facts, content, media, prev, hash);
  }
  const text = database.prepare(
    "INSERT INTO content (commitment, sha256, salt, body, length, forgotten_ms) VALUES (?, ?, ?, ?, ?, ?)",
  );
  for (const { commitment, sha256, salt, body, length, forgottenMs } of made.contents) {
    const blob = salt === null ? null : Buffer.from(salt);
    text.run(commitment, sha256 ?? null, blob, body, length ?? 0, forgottenMs);
  }
  const hold = database.prepare(
    "INSERT OR IGNORE INTO held SELECT ?, id FROM content WHERE commitment = ?",
  );
  const letGo = database.prepare("DELETE FROM held WHERE sample = ?");
  for (const { sample: request, kind, content, media } of made.rows) {
    if (kind === FORGOTTEN) letGo.run(request);
    for (const one of [content ?? "", ...media.split(" ")]) if (one !== "") hold.run(request, one);
  }
  const checkpoint = database.prepare("INSERT INTO checkpoint VALUES (?, ?, ?, ?, ?, ?)");
  for (const { seq, hash, atMs, previous, key, signature } of made.checkpoints) {
    checkpoint.run(seq, hash, atMs, previous, key, signature);
  }
  database.exec("COMMIT");
  database.close();
}

/** The hash of an export's lines. */
export function lineHash(): { update(text: string): void; hex(): string } {
  const hash = createHash("sha256");
  return { update: (text) => void hash.update(text, "utf8"), hex: () => hash.copy().digest("hex") };
}
