// The schema of the ledger's file: see src-shared/ledger/FORMAT.md, On disk. Files of earlier layouts are copied into
// this one (earlier.ts).

/** `user_version` of the layout. Released layouts must not be changed. */
export const LAYOUT = 6;

const hexOf = (column: string): string =>
  `CASE typeof(${column}) WHEN 'blob' THEN lower(hex(${column})) ELSE ${column} END`;
/** The commitment of the content with this id; the value itself, if it is no id. */
const commitmentOf = (id: string): string =>
  `CASE typeof(${id}) WHEN 'integer'
    THEN (SELECT ${hexOf("commitment")} FROM content_row WHERE content_row.id = ${id}) ELSE ${id} END`;

/** Of a damaged list, an item that is no pair names nothing; the commitment shows it. */
const endOf = (end: 0 | 1): string => `CASE item.type WHEN 'array' THEN item.value ->> ${end} END`;
const IN_SPAN = `part.id BETWEEN ${endOf(0)} AND ${endOf(1)}`;
/** The list of a content in parts; an empty one if it is no JSON. */
const listOf = (content: string): string =>
  `CASE WHEN json_valid(${content}.list) THEN ${content}.list ELSE '[]' END`;

/** SQL for the contents in parts, each with the parts that its list names. */
export const NAMED_PARTS = `SELECT DISTINCT content_row.id AS content, part.id AS part
  FROM content_row, json_each(${listOf("content_row")}) item JOIN part ON ${IN_SPAN}
  WHERE content_row.list IS NOT NULL`;

/**
 * SQL for the body of a content: its own, or that of its parts. NULL if it was deleted, or if its list is damaged.
 * (Aggregates with an order of their own need SQLite 3.44, which other tools may lack.)
 * @param content the table `content_row`, or its alias
 */
export const bodyOf = (
  content: string,
): string => `coalesce(${content}.body, (SELECT group_concat(piece, '') FROM (
  SELECT CASE item.type WHEN 'text' THEN item.value ELSE part.body END AS piece
  FROM json_each(${listOf(content)}) item LEFT JOIN part ON ${IN_SPAN} ORDER BY item.key, part.id)))`;

/** The rows of the request with the id `?`. */
export const OF_REQUEST = "request = (SELECT seq FROM event_row WHERE sample = ?)";

/**
 * In `content_row` long texts are last, so that SQLite can read the others without them. `held` (which request holds
 * which content), `open_sample` (requests that have not ended), `part_count` and `spent` (sums of generations: one row
 * per local day, server and model) can be derived. `part_key` has one row. The views are what FORMAT.md describes.
 */
export const SCHEMA = `
CREATE TABLE event_row (
  seq INTEGER PRIMARY KEY,
  request INTEGER NOT NULL,
  sample TEXT,
  at_ms INTEGER NOT NULL,
  kind TEXT NOT NULL,
  content ANY,
  media TEXT,
  prev ANY,
  hash ANY NOT NULL,
  facts TEXT NOT NULL
) STRICT;
CREATE INDEX event_request ON event_row (request);
CREATE UNIQUE INDEX event_sample ON event_row (sample) WHERE sample IS NOT NULL;
CREATE INDEX event_forgotten ON event_row (seq) WHERE kind = 'forgotten';
CREATE TABLE content_row (
  id INTEGER PRIMARY KEY,
  commitment ANY NOT NULL,
  sha256 ANY,
  salt BLOB,
  length INTEGER NOT NULL,
  forgotten_ms INTEGER,
  list TEXT,
  body TEXT
) STRICT;
CREATE UNIQUE INDEX content_sha256 ON content_row (sha256) WHERE sha256 IS NOT NULL;
CREATE TABLE held (
  request INTEGER NOT NULL,
  content INTEGER NOT NULL REFERENCES content_row (id),
  PRIMARY KEY (request, content)
) STRICT, WITHOUT ROWID;
CREATE INDEX held_content ON held (content);
CREATE TABLE open_sample (sample TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE checkpoint (
  seq INTEGER PRIMARY KEY,
  hash TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  previous INTEGER NOT NULL,
  key TEXT NOT NULL,
  signature TEXT NOT NULL
) STRICT;
CREATE TABLE part (
  id INTEGER PRIMARY KEY,
  mac BLOB NOT NULL UNIQUE,
  body TEXT NOT NULL
) STRICT;
CREATE TABLE part_count (
  id INTEGER PRIMARY KEY REFERENCES part (id),
  named INTEGER NOT NULL
) STRICT;
CREATE TABLE part_key (key TEXT NOT NULL) STRICT;
CREATE TABLE spent (
  day TEXT NOT NULL,
  server TEXT NOT NULL,
  server_name TEXT NOT NULL,
  provider TEXT NOT NULL,
  model TEXT NOT NULL,
  generations INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  uncounted INTEGER NOT NULL,
  usd REAL NOT NULL,
  unpriced INTEGER NOT NULL,
  took_ms REAL NOT NULL,
  PRIMARY KEY (day, server, server_name, provider, model)
) STRICT;
CREATE VIEW event AS SELECT seq,
  coalesce(sample, (SELECT first.sample FROM event_row first WHERE first.seq = event_row.request)) AS sample,
  at_ms, kind, facts,
  ${commitmentOf("content")} AS content,
  CASE WHEN media IS NULL THEN '' WHEN json_valid(media) THEN (
    SELECT group_concat(named, ' ') FROM (
      SELECT ${commitmentOf("one.value")} AS named FROM json_each(media) one ORDER BY one.key)) ELSE media END AS media,
  coalesce(prev, (SELECT ${hexOf("before.hash")} FROM event_row before WHERE before.seq = event_row.seq - 1),
    '${"0".repeat(64)}') AS prev,
  ${hexOf("hash")} AS hash
FROM event_row;
CREATE VIEW content AS SELECT id, ${hexOf("commitment")} AS commitment, ${hexOf("sha256")} AS sha256, salt, length,
  forgotten_ms, ${bodyOf("content_row")} AS body FROM content_row;`;
