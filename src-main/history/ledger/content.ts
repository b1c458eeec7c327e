// The private parts of events, and media: each stored once, with a salted commitment.
import { createHash, randomBytes } from "node:crypto";
import { fromStoredForm } from "#shared/ledger/storedForm.ts";
import type { Json } from "#shared/json.ts";
import type { Sealed } from "../../core/ports.ts";
import { dividedBody } from "#shared/ledger/dividedBody.ts";
import { putParts } from "./parts.ts";
import { firstOf, prepared, rowsFromKept } from "../../store/sql.ts";
import type { Database } from "../../store/sql.ts";
import { asBytes, textOf } from "../../store/texts.ts";

/** SHA-256 (hex) of a text in UTF-8. */
export const sha256 = (text: string): string =>
  createHash("sha256").update(text, "utf8").digest("hex");

/** SHA-256 (hex) of the salt followed by the body: see src-shared/ledger/FORMAT.md. */
export const commitmentOf = (salt: Buffer, body: string): string =>
  createHash("sha256").update(salt).update(body, "utf8").digest("hex");

/** A stored content. */
export interface StoredContent {
  id: number;
  commitment: string;
}

/** Commits to a body, with a fresh salt each time. */
export function sealOf(body: string): Sealed {
  const salt = randomBytes(32);
  return { salt, commitment: commitmentOf(salt, body), bytes: Buffer.byteLength(body, "utf8") };
}

/**
 * Stores a body unless it is there already, and returns its row. Call in the transaction of the event's row.
 * @param sealed the body's salt and commitment, if already computed
 */
export function putContent(
  database: Database,
  body: string,
  hash = sha256(body),
  sealed?: Sealed,
): StoredContent {
  const known = contentOf(database, hash);
  if (known !== null) return known;
  return insertContent(database, hash, body, sealed ?? sealOf(body));
}

/** @param body null: its parts are stored apart */
function insertContent(
  database: Database,
  hash: string,
  body: string | null,
  { salt, commitment, bytes }: Sealed,
): StoredContent {
  const { lastInsertRowid } = prepared(
    database,
    "INSERT INTO content (commitment, sha256, salt, length, body) VALUES (?, ?, ?, ?, ?)",
  ).run(commitment, hash, Buffer.from(salt), bytes, body);
  return { id: Number(lastInsertRowid), commitment };
}

/**
 * Stores the private part of an event as its JSON text: a long one in parts. Call in the transaction of the event's
 * row.
 */
export function putJson(database: Database, value: Json): StoredContent {
  const body = JSON.stringify(value);
  const hash = sha256(body);
  const known = contentOf(database, hash);
  if (known !== null) return known;
  const texts = dividedBody(body);
  if (texts === null) return putContent(database, body, hash);
  const stored = insertContent(database, hash, null, sealOf(body));
  putParts(database, stored.id, texts);
  return stored;
}

/** The content whose body has this hash, or null. */
export function contentOf(database: Database, hash: string): StoredContent | null {
  const sql = `SELECT id, ${asBytes("commitment")} FROM content WHERE sha256 = ?`;
  const [row] = rowsFromKept(database, sql, hash);
  return row === undefined ? null : { id: Number(row[0]), commitment: String(textOf(row[1])) };
}

/** Records that the request holds the content. False if it already does. */
export const recordHolder = (database: Database, request: string, { id }: StoredContent): boolean =>
  prepared(database, "INSERT INTO held (sample, content) VALUES (?, ?) ON CONFLICT DO NOTHING").run(
    request,
    id,
  ).changes > 0;

/** The text of the medium whose stored form has this hash; null if it is unknown or was deleted. */
export function mediumText(database: Database, hash: string): string | null {
  const sql = `SELECT ${asBytes("body")} FROM content WHERE sha256 = ?`;
  const body = textOf(firstOf(database, sql, hash));
  return body === null ? null : fromStoredForm(body);
}
