// Schemas of earlier versions of the ledger, for tests that write their files.

/** `event` is append-only: `seq` is the order, `body` the whole event as JSON, with media by reference to `medium`. */
export const VERSION_1 = `
CREATE TABLE event (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  sample TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  kind TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX event_sample ON event (sample, seq);
CREATE TABLE medium (
  sha256 TEXT PRIMARY KEY,
  base64 TEXT NOT NULL
) STRICT;`;

/** Sums of generations: one row per day (in local time), server and model. */
export const VERSION_2 = `
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
) STRICT;`;

/**
 * The chain: see src-shared/ledger/FORMAT.md. In `content` the body is the last column, so that SQLite can read the
 * others without it. `held` (which request holds which content) and `open_sample` (requests that have not ended) can
 * be derived from the rows.
 */
export const VERSION_3 = `
CREATE TABLE event (
  seq INTEGER PRIMARY KEY,
  sample TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  kind TEXT NOT NULL,
  facts TEXT NOT NULL,
  content TEXT,
  media TEXT NOT NULL,
  prev TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX event_sample ON event (sample, seq);
CREATE TABLE content (
  id INTEGER PRIMARY KEY,
  commitment TEXT NOT NULL UNIQUE,
  sha256 TEXT UNIQUE,
  salt BLOB,
  length INTEGER NOT NULL,
  forgotten_ms INTEGER,
  body TEXT
) STRICT;
CREATE TABLE held (
  sample TEXT NOT NULL,
  content INTEGER NOT NULL REFERENCES content (id),
  PRIMARY KEY (sample, content)
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
) STRICT;`;

/** Content in parts: see src-shared/ledger/FORMAT.md. `part_count` can be derived; `part_key` has one row. */
export const VERSION_5 = `
CREATE TABLE part (
  id INTEGER PRIMARY KEY,
  mac TEXT NOT NULL UNIQUE,
  body TEXT NOT NULL
) STRICT;
CREATE TABLE part_count (
  id INTEGER PRIMARY KEY REFERENCES part (id),
  named INTEGER NOT NULL
) STRICT;
CREATE TABLE manifest (
  content INTEGER PRIMARY KEY REFERENCES content (id),
  list TEXT NOT NULL
) STRICT;
CREATE TABLE part_key (key TEXT NOT NULL) STRICT;`;
