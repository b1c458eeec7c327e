// Text columns are selected as bytes and decoded here: SQLite does not check UTF-8, and libsql (0.5.29) aborts the
// process on an invalid text, so that one flipped bit would keep the app from starting.
import { isUtf8 } from "node:buffer";

/** A column to select, with its text as bytes. */
export const asBytes = (column: string): string => `CAST(${column} AS BLOB)`;

/**
 * The text of such a column; null for NULL.
 * @throws if the bytes are not UTF-8: the file is damaged
 */
export function textOf(bytes: unknown): string | null {
  if (bytes === null || bytes === undefined) return null;
  if (Buffer.isBuffer(bytes) && isUtf8(bytes)) return bytes.toString("utf8");
  throw new Error("the file is malformed: a text in it is not UTF-8");
}

/** A column of hashes to select: NULL in place of what is no bytes. */
export const asHash = (column: string): string =>
  `CASE typeof(${column}) WHEN 'blob' THEN ${column} END`;

/**
 * The hash in such a column, as lower-case hex.
 * @throws if there is none: the file is damaged
 */
export function hexFrom(bytes: unknown): string {
  if (Buffer.isBuffer(bytes)) return bytes.toString("hex");
  throw new Error("the file is malformed: a hash in it is no bytes");
}
