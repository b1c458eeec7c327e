// Content in parts (FORMAT.md, Parts): a long conversation is sent whole with every turn, so what its turns share is
// stored once. A content's list names its parts, and has the short texts between them; joined, they are its body.
import { createHmac, randomBytes } from "node:crypto";
import type { Json } from "#shared/json.ts";
import { dividedBody } from "#shared/ledger/dividedBody.ts";
import { prepared, rowsFromKept } from "../../store/sql.ts";
import type { Database } from "../../store/sql.ts";
import { asBytes, textOf } from "../../store/texts.ts";
import { NAMED_PARTS } from "./schema.ts";

/** A text, or the first and the last of parts with successive numbers. */
type Item = string | [first: number, last: number];
/** So many that nobody finds another text for them. */
const MAC_BYTES = 16;

/** Numbers of parts that one transaction has looked up or stored, by their texts. */
export type FoundParts = Map<string, number>;

/**
 * How a body is stored: whole, or as a list of short texts and spans of parts. Call in its content's transaction.
 * @param value what the body says, where that is known
 * @param found by earlier calls in this transaction
 */
export function storedBody(
  database: Database,
  body: string,
  value?: Json,
  found: FoundParts = new Map(),
): { body: string } | { list: string } {
  const pieces = dividedBody(body, value);
  if (pieces === null) return { body };
  const key = partKey(database);
  const texts = pieces.filter(({ isPart }) => isPart).map(({ text }) => text);
  findParts(database, key, texts, found);
  const list: Item[] = [];
  for (const { text, isPart } of pieces) {
    const last = list.at(-1);
    if (!isPart) {
      if (typeof last === "string") list[list.length - 1] = last + text;
      else list.push(text);
      continue;
    }
    const part = found.get(text) ?? insertPart(database, key, text);
    found.set(text, part);
    if (Array.isArray(last) && last[1] + 1 === part) last[1] = part;
    else list.push([part, part]);
  }
  count(database, list, 1);
  return { list: JSON.stringify(list) };
}

const macOf = (key: string, text: string): Buffer =>
  createHmac("sha256", key).update(text, "utf8").digest().subarray(0, MAC_BYTES);

/** Adds to `found` those of the texts that are stored already, by one query: a query costs more than what it finds. */
function findParts(
  database: Database,
  key: string,
  texts: readonly string[],
  found: FoundParts,
): void {
  const byMac = new Map<string, string>();
  for (const text of texts) if (!found.has(text)) byMac.set(macOf(key, text).toString("hex"), text);
  if (byMac.size === 0) return;
  const sql = "SELECT value, part.id FROM json_each(?) CROSS JOIN part ON part.mac = unhex(value)";
  for (const [mac, id] of rowsFromKept(database, sql, JSON.stringify([...byMac.keys()]))) {
    const text = byMac.get(String(mac));
    if (text !== undefined) found.set(text, Number(id));
  }
}

function insertPart(database: Database, key: string, text: string): number {
  const insert = prepared(database, "INSERT INTO part (mac, body) VALUES (?, ?)");
  const id = Number(insert.run(macOf(key, text), text).lastInsertRowid);
  prepared(database, "INSERT INTO part_count VALUES (?, 0)").run(id);
  return id;
}

/** The key by which this file finds its parts: without it, no hash in it confirms a guess. */
function partKey(database: Database): string {
  const [known] = rowsFromKept(database, `SELECT ${asBytes("key")} FROM part_key`);
  if (known !== undefined) return String(textOf(known[0]));
  const key = randomBytes(32).toString("hex");
  database.prepare("INSERT INTO part_key VALUES (?)").run(key);
  return key;
}

/** Counts how often lists name the parts. */
function count(database: Database, list: readonly Item[], more: 1 | -1): void {
  const sql = "UPDATE part_count SET named = named + ? WHERE id BETWEEN ? AND ?";
  for (const item of list) if (Array.isArray(item)) prepared(database, sql).run(more, ...item);
}

/** What a stored content in parts takes: its list, and each of its parts. */
export interface PartSizes {
  listBytes: number;
  parts: { id: number; bytes: number }[];
}

/** Null if the content is not in parts. */
export function partSizes(database: Database, content: number): PartSizes | null {
  const [row] = rowsFromKept(
    database,
    "SELECT length(list) FROM content_row WHERE id = ?",
    content,
  );
  if (typeof row?.[0] !== "number") return null;
  const sql = `SELECT part, (SELECT length(CAST(body AS BLOB)) FROM part WHERE id = part)
    FROM (${NAMED_PARTS}) WHERE content = ?`;
  const parts = rowsFromKept(database, sql, content).map(([id, bytes]) => ({
    id: Number(id),
    bytes: Number(bytes),
  }));
  return { listBytes: row[0], parts };
}

/**
 * Drops these parts of a content, of which those stay that another list names. Call in the transaction of its deletion,
 * before it. Returns those that stay.
 */
export function dropParts(
  database: Database,
  content: number,
  { parts }: PartSizes,
): PartSizes["parts"] {
  const sql = `SELECT ${asBytes("list")} FROM content_row WHERE id = ?`;
  const [row] = rowsFromKept(database, sql, content);
  count(database, JSON.parse(String(textOf(row?.[0]))) as Item[], -1);
  return parts.filter(({ id }) => {
    const unnamed = "DELETE FROM part_count WHERE id = ? AND named = 0";
    if (prepared(database, unnamed).run(id).changes === 0) return true;
    prepared(database, "DELETE FROM part WHERE id = ?").run(id);
    return false;
  });
}
