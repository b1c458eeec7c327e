// The private parts of events and the media, each once, each behind a commitment with a salt of its own.
import { createHash, randomBytes } from "node:crypto";
import type { Sealed } from "../../desk/ports.ts";
import { firstOf, prepared, rowsFromKept } from "../sql.ts";
import type { Database } from "../sql.ts";
import { asBytes, textOf } from "../texts.ts";

/** SHA-256 (hex) of a text in UTF-8. */
export const sha256 = (text: string): string =>
  createHash("sha256").update(text, "utf8").digest("hex");

/** SHA-256 (hex) of the salt and the body after it: see src-shared/ledger/FORMAT.md. */
export const commitmentOf = (salt: Buffer, body: string): string =>
  createHash("sha256").update(salt).update(body, "utf8").digest("hex");

/** A content in its place. */
export interface Kept {
  id: number;
  commitment: string;
}

/** A body under a salt of its own; another one each time. */
export function sealOf(body: string): Sealed {
  const salt = randomBytes(32);
  return { salt, commitment: commitmentOf(salt, body), bytes: Buffer.byteLength(body, "utf8") };
}

/**
 * Keeps a body, once; gives the one that is there already where it is. Within the transaction of its row.
 * @param sealed of this very body, where it was worked out before
 */
export function putContent(
  database: Database,
  body: string,
  hash = sha256(body),
  sealed?: Sealed,
): Kept {
  const known = contentOf(database, hash);
  if (known !== null) return known;
  const { salt, commitment, bytes } = sealed ?? sealOf(body);
  const { lastInsertRowid } = prepared(
    database,
    "INSERT INTO content (commitment, sha256, salt, length, body) VALUES (?, ?, ?, ?, ?)",
  ).run(commitment, hash, Buffer.from(salt), bytes, body);
  return { id: Number(lastInsertRowid), commitment };
}

/** The content whose body has this hash, or null. */
export function contentOf(database: Database, hash: string): Kept | null {
  const sql = `SELECT id, ${asBytes("commitment")} FROM content WHERE sha256 = ?`;
  const [row] = rowsFromKept(database, sql, hash);
  return row === undefined ? null : { id: Number(row[0]), commitment: String(textOf(row[1])) };
}

/** Notes that the sample holds the content. False where it does already. */
export const hold = (database: Database, sample: string, { id }: Kept): boolean =>
  prepared(database, "INSERT INTO held (sample, content) VALUES (?, ?) ON CONFLICT DO NOTHING").run(
    sample,
    id,
  ).changes > 0;

/**
 * The text of a medium as SQLite keeps it. What a server calls base64 may be anything, and SQLite's texts hold
 * neither a NUL nor half of a surrogate pair: all but plain ASCII is kept as a JSON string.
 */
export const storedForm = (text: string): string =>
  /[^\x20-\x7e]/.test(text) || text.startsWith('"') ? JSON.stringify(text) : text;

export const fromStoredForm = (stored: string): string =>
  stored.startsWith('"') ? String(JSON.parse(stored)) : stored;

/** The text of the medium whose stored form has this hash; null where it is not kept, or was forgotten. */
export function mediumText(database: Database, hash: string): string | null {
  const sql = `SELECT ${asBytes("body")} FROM content WHERE sha256 = ?`;
  const body = textOf(firstOf(database, sql, hash));
  return body === null ? null : fromStoredForm(body);
}
