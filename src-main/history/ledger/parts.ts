// Content in parts (FORMAT.md, Parts): a long conversation is sent whole with every turn, so what its turns share is
// stored once. A content's manifest lists its parts; joined, they are its body.
import { createHmac, randomBytes } from "node:crypto";
import { firstOf, prepared, rowsFromKept, rowsOf } from "../../store/sql.ts";
import type { Database } from "../../store/sql.ts";
import { asBytes, textOf } from "../../store/texts.ts";

/** The first and the last of parts with successive numbers. */
type Span = [first: number, last: number];

/** Stores the parts of a content that was just stored without its body. Call in the same transaction. */
export function putParts(database: Database, content: number, texts: readonly string[]): void {
  const key = partKey(database);
  const spans: Span[] = [];
  for (const text of texts) {
    const part = putPart(database, key, text);
    const last = spans.at(-1);
    if (last !== undefined && last[1] + 1 === part) last[1] = part;
    else spans.push([part, part]);
  }
  prepared(database, "INSERT INTO manifest VALUES (?, ?)").run(content, JSON.stringify(spans));
  count(database, spans, 1);
}

function putPart(database: Database, key: string, text: string): number {
  const mac = createHmac("sha256", key).update(text, "utf8").digest("hex");
  const [known] = rowsFromKept(database, "SELECT id FROM part WHERE mac = ?", mac);
  if (known !== undefined) return Number(known[0]);
  const insert = prepared(database, "INSERT INTO part (mac, body) VALUES (?, ?)");
  const id = Number(insert.run(mac, text).lastInsertRowid);
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

/** Counts how often manifests name the parts. */
function count(database: Database, spans: readonly Span[], more: 1 | -1): void {
  const sql = "UPDATE part_count SET named = named + ? WHERE id BETWEEN ? AND ?";
  for (const span of spans) prepared(database, sql).run(more, ...span);
}

/** What a stored content in parts takes: its manifest, and each of its parts. */
export interface PartSizes {
  manifestBytes: number;
  parts: { id: number; bytes: number }[];
}

/** Null if the content is not in parts. */
export function partSizes(database: Database, content: number): PartSizes | null {
  const size = "SELECT length(list) FROM manifest WHERE content = ?";
  const manifest = firstOf(database, size, content);
  if (manifest === undefined) return null;
  const sql = `SELECT DISTINCT part.id, length(CAST(part.body AS BLOB))
    FROM manifest, json_each(manifest.list) span JOIN part ON ${IN_SPAN} WHERE manifest.content = ?`;
  const parts = rowsOf(database, sql, content).map(([id, bytes]) => ({
    id: Number(id),
    bytes: Number(bytes),
  }));
  return { manifestBytes: Number(manifest), parts };
}

/**
 * Deletes the manifest of a content with these parts, of which those stay that a manifest still names. Call in the
 * transaction of its deletion. Returns those that stay.
 */
export function dropParts(
  database: Database,
  content: number,
  { parts }: PartSizes,
): PartSizes["parts"] {
  const [row] = rowsOf(
    database,
    `SELECT ${asBytes("list")} FROM manifest WHERE content = ?`,
    content,
  );
  count(database, spansIn(String(textOf(row?.[0]))), -1);
  database.prepare("DELETE FROM manifest WHERE content = ?").run(content);
  return parts.filter(({ id }) => {
    const unnamed = "DELETE FROM part_count WHERE id = ? AND named = 0";
    if (prepared(database, unnamed).run(id).changes === 0) return true;
    prepared(database, "DELETE FROM part WHERE id = ?").run(id);
    return false;
  });
}

/** @throws if the list of a manifest is damaged */
const spansIn = (list: string): Span[] => JSON.parse(list) as Span[];

/** Of a damaged manifest, an item that is no pair names nothing; the commitment shows it. */
const endOf = (end: 0 | 1): string => `CASE span.type WHEN 'array' THEN span.value ->> ${end} END`;
const IN_SPAN = `part.id BETWEEN ${endOf(0)} AND ${endOf(1)}`;
/** The list of a manifest; an empty one if it is no JSON. */
const LIST = "CASE WHEN json_valid(manifest.list) THEN manifest.list ELSE '[]' END";

/** SQL for the contents in parts, each with the parts that its manifest names. */
export const NAMED_PARTS = `SELECT DISTINCT manifest.content, part.id
  FROM manifest, json_each(${LIST}) span JOIN part ON ${IN_SPAN}`;

/**
 * SQL for the body of a content: its own, or its manifest's. NULL if it was deleted, or if its manifest is damaged.
 * @param content the table `content`, or its alias
 */
export const bodyOf = (content: string): string => `coalesce(${content}.body, (
  SELECT group_concat(part.body, '' ORDER BY span.key, part.id)
  FROM json_each((SELECT list FROM manifest WHERE manifest.content = ${content}.id AND json_valid(list))) span
  JOIN part ON ${IN_SPAN}))`;
