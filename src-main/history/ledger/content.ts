// The private parts of events, and media: each stored once, with a salted commitment.
import { createHash, randomBytes } from "node:crypto";
import { fromStoredForm } from "#shared/ledger/storedForm.ts";
import type { Json } from "#shared/json.ts";
import type { Sealed } from "../../core/ports.ts";
import { storedBody } from "./parts.ts";
import type { FoundParts } from "./parts.ts";
import { firstOf, prepared, rowsFromKept } from "../../store/sql.ts";
import type { Database } from "../../store/sql.ts";
import { asBytes, asHash, hexFrom, textOf } from "../../store/texts.ts";

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
 * Stores a medium unless it is there already, and returns its row. Call in the transaction of the event's row.
 * @param hash SHA-256 (hex) of the body
 * @param sealed the body's salt and commitment, if already computed
 */
export const putMedium = (
  database: Database,
  body: string,
  hash: string,
  sealed?: Sealed,
): StoredContent =>
  mediumOf(database, hash) ?? insertContent(database, sealed ?? sealOf(body), { hash, body });

/** @param how of a medium its hash; a body, or the list of its parts */
function insertContent(
  database: Database,
  { salt, commitment, bytes }: Sealed,
  { hash, body, list }: { hash?: string; body?: string; list?: string },
): StoredContent {
  const { lastInsertRowid } = prepared(
    database,
    "INSERT INTO content_row (commitment, sha256, salt, length, list, body) VALUES (?, ?, ?, ?, ?, ?)",
  ).run(
    Buffer.from(commitment, "hex"),
    hash === undefined ? null : Buffer.from(hash, "hex"),
    Buffer.from(salt),
    bytes,
    list ?? null,
    body ?? null,
  );
  return { id: Number(lastInsertRowid), commitment };
}

/**
 * Stores the private part of an event as its JSON text. Call in the transaction of the event's row.
 * @param found as in `storedBody`
 */
export function putJson(database: Database, value: Json, found: FoundParts): StoredContent {
  const body = JSON.stringify(value);
  return insertContent(database, sealOf(body), storedBody(database, body, value, found));
}

/** The medium whose stored form has this hash, or null. */
export function mediumOf(database: Database, hash: string): StoredContent | null {
  const sql = `SELECT id, ${asHash("commitment")} FROM content_row WHERE sha256 = ?`;
  const [row] = rowsFromKept(database, sql, Buffer.from(hash, "hex"));
  return row === undefined ? null : { id: Number(row[0]), commitment: hexFrom(row[1]) };
}

/** Records that the request holds the content. False if it already does. */
export const recordHolder = (database: Database, request: number, { id }: StoredContent): boolean =>
  prepared(database, "INSERT INTO held VALUES (?, ?) ON CONFLICT DO NOTHING").run(request, id)
    .changes > 0;

/** The text of the medium whose stored form has this hash; null if it is unknown or was deleted. */
export function mediumText(database: Database, hash: string): string | null {
  const sql = `SELECT ${asBytes("body")} FROM content_row WHERE sha256 = ?`;
  const body = textOf(firstOf(database, sql, Buffer.from(hash, "hex")));
  return body === null ? null : fromStoredForm(body);
}
