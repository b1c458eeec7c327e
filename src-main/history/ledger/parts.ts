// Content in parts (FORMAT.md, Parts): a long conversation is sent whole with every turn, so what its turns share is
// stored once. A content's manifest lists its parts and the text between them; together they are its body.
import { createHmac, randomBytes } from "node:crypto";
import type { Json } from "#shared/json.ts";
import { firstOf, prepared, rowsFromKept, rowsOf } from "../../store/sql.ts";
import type { Database } from "../../store/sql.ts";
import { asBytes, textOf } from "../../store/texts.ts";

/** Texts of this many characters are divided; a string of as many is a part of its own wherever it stands. */
export const LONG = 4096;
/** Shorter texts stay between the parts. */
const SHORT = 256;
/** Containers further inside are not divided. */
const DEPTH = 10;

/** A piece of a JSON text. */
interface Piece {
  text: string;
  isPart: boolean;
}

/** The text of a value in pieces, of which each is a part or stands between two. Joined they are `JSON.stringify`'s. */
export function piecesOf(value: Json): Piece[] {
  const pieces: Piece[] = [];
  let between = "";
  const put = (text: string, isPart: boolean): void => {
    if (!isPart) between += text;
    else {
      if (between !== "") pieces.push({ text: between, isPart: false });
      between = "";
      pieces.push({ text, isPart: true });
    }
  };
  const divide = (inner: Json, isItem: boolean, depth: number): void => {
    const isWhole =
      typeof inner !== "object" || inner === null || depth === 0 || (isItem && !hasLong(inner));
    if (isWhole) {
      const text = JSON.stringify(inner);
      put(text, text.length >= SHORT);
    } else if (Array.isArray(inner)) {
      for (const [at, item] of inner.entries()) {
        put(at === 0 ? "[" : ",", false);
        divide(item, true, depth - 1);
      }
      put(inner.length === 0 ? "[]" : "]", false);
    } else {
      const fields = Object.entries(inner).filter(([, field]) => field !== undefined);
      for (const [at, [name, field]] of fields.entries()) {
        put(`${at === 0 ? "{" : ","}${JSON.stringify(name)}:`, false);
        divide(field as Json, false, depth - 1);
      }
      put(fields.length === 0 ? "{}" : "}", false);
    }
  };
  divide(value, false, DEPTH);
  if (between !== "") pieces.push({ text: between, isPart: false });
  return pieces;
}

function hasLong(value: Json | undefined): boolean {
  if (typeof value === "string") return value.length >= LONG;
  return typeof value === "object" && value !== null && Object.values(value).some(hasLong);
}

/** What of a body is where: texts, and lists of parts with a comma between them. */
type Manifest = (string | number[])[];

/** Stores the parts of a content that has just been stored without a body. Call in the same transaction. */
export function putParts(database: Database, content: number, pieces: readonly Piece[]): void {
  const key = partKey(database);
  const manifest: Manifest = [];
  const used = new Set<number>();
  for (const [at, { text, isPart }] of pieces.entries()) {
    if (!isPart) {
      // A comma between two parts is said by their list.
      const isComma = text === "," && Array.isArray(manifest.at(-1)) && at < pieces.length - 1;
      if (!isComma) manifest.push(text);
      continue;
    }
    const part = putPart(database, key, text);
    used.add(part);
    const last = manifest.at(-1);
    if (Array.isArray(last)) last.push(part);
    else manifest.push([part]);
  }
  prepared(database, "INSERT INTO manifest VALUES (?, ?)").run(content, JSON.stringify(manifest));
  const use = prepared(database, "INSERT INTO part_use VALUES (?, ?)");
  for (const part of used) use.run(part, content);
}

function putPart(database: Database, key: string, text: string): number {
  const mac = createHmac("sha256", key).update(text, "utf8").digest("hex");
  const [known] = rowsFromKept(database, "SELECT id FROM part WHERE mac = ?", mac);
  if (known !== undefined) return Number(known[0]);
  const insert = prepared(database, "INSERT INTO part (mac, body) VALUES (?, ?)");
  return Number(insert.run(mac, text).lastInsertRowid);
}

/** The key by which this file finds its parts: without it, no hash in it confirms a guess. */
function partKey(database: Database): string {
  const [known] = rowsFromKept(database, `SELECT ${asBytes("key")} FROM part_key`);
  if (known !== undefined) return String(textOf(known[0]));
  const key = randomBytes(32).toString("hex");
  database.prepare("INSERT INTO part_key VALUES (?)").run(key);
  return key;
}

/** What a stored content in parts takes: its manifest, and each of its parts. */
export interface PartSizes {
  manifestBytes: number;
  parts: { id: number; bytes: number }[];
}

/** Null if the content is not in parts. */
export function partsOf(database: Database, content: number): PartSizes | null {
  const size = "SELECT length(CAST(list AS BLOB)) FROM manifest WHERE content = ?";
  const manifest = firstOf(database, size, content);
  if (manifest === undefined) return null;
  const sql = `SELECT DISTINCT part.id, length(CAST(part.body AS BLOB))
    FROM manifest, json_each(manifest.list) piece, json_each(piece.value) one JOIN part ON part.id = one.value
    WHERE manifest.content = ? AND piece.type = 'array'`;
  const parts = rowsOf(database, sql, content).map(([id, bytes]) => ({
    id: Number(id),
    bytes: Number(bytes),
  }));
  return { manifestBytes: Number(manifest), parts };
}

/**
 * Deletes the manifest of a content with these parts, of which those stay that another one names. Call in the
 * transaction of its deletion. Returns those that stay.
 */
export function dropParts(
  database: Database,
  content: number,
  { parts }: PartSizes,
): PartSizes["parts"] {
  database.prepare("DELETE FROM manifest WHERE content = ?").run(content);
  return parts.filter(({ id }) => {
    prepared(database, "DELETE FROM part_use WHERE part = ? AND content = ?").run(id, content);
    const [other] = rowsFromKept(database, "SELECT 1 FROM part_use WHERE part = ? LIMIT 1", id);
    if (other === undefined) prepared(database, "DELETE FROM part WHERE id = ?").run(id);
    return other !== undefined;
  });
}

/**
 * SQL for the body of a content: its own, or its manifest's. NULL if it was deleted, or if its manifest is damaged.
 * @param content the table `content`, or its alias
 */
export const bodyOf = (content: string): string => `coalesce(${content}.body, (
  SELECT group_concat(CASE piece.type WHEN 'text' THEN piece.value ELSE (
    SELECT group_concat(part.body, ',' ORDER BY one.key) FROM json_each(piece.value) one JOIN part ON part.id = one.value
  ) END, '' ORDER BY piece.key)
  FROM json_each((SELECT list FROM manifest WHERE manifest.content = ${content}.id AND json_valid(list))) piece))`;
