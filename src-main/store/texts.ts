// Texts as a file of SQLite holds them. Nobody looks whether they are UTF-8, and libsql (0.5.29) ends the whole process
// over one that is not: one broken bit on the disk, and the app would not start again. So what stands in rows is asked
// for as bytes, and read here.
import { isUtf8 } from "node:buffer";

/** A column to select: its text as bytes. */
export const asBytes = (column: string): string => `CAST(${column} AS BLOB)`;

/**
 * The text of such a column; null where there is none.
 * @throws where the bytes are no text: the file is damaged
 */
export function textOf(bytes: unknown): string | null {
  if (bytes === null || bytes === undefined) return null;
  if (Buffer.isBuffer(bytes) && isUtf8(bytes)) return bytes.toString("utf8");
  throw new Error("the file is malformed: a text in it is no UTF-8");
}
