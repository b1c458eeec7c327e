// SQLite helpers.
import type Libsql from "libsql";

export type Database = Libsql.Database;

/** The first value of a pragma. */
export const pragma = (database: Database, name: string): unknown =>
  firstOf(database, `PRAGMA ${name}`);

/** The first column of the first row; undefined if there is no row. */
export function firstOf(database: Database, select: string, ...values: unknown[]): unknown {
  const row: unknown = database.prepare(select).raw().get(values);
  return Array.isArray(row) ? row[0] : undefined;
}

/** Rows as arrays of values, in the order of the columns. (libsql takes a single object, such as bytes, for names and values: hence the lists.) */
export const rowsOf = (database: Database, select: string, ...values: unknown[]): unknown[][] =>
  database
    .prepare(select)
    .raw()
    .all(values)
    .map((row: unknown): unknown[] => (Array.isArray(row) ? row : []));

const statements = new WeakMap<Database, Map<string, Libsql.Statement>>();

/**
 * A statement that is used often, prepared once per connection, since preparing takes longer than running it. Each
 * use must run to the end (`run`, `all`): a statement with rows left holds its lock.
 */
export function prepared(database: Database, sql: string): Libsql.Statement {
  const known = statements.get(database) ?? new Map<string, Libsql.Statement>();
  statements.set(database, known);
  const statement = known.get(sql) ?? database.prepare(sql);
  known.set(sql, statement);
  return statement;
}

/** All rows of a prepared statement, as arrays of values in the order of the columns. */
export const rowsFromKept = (database: Database, sql: string, ...values: unknown[]): unknown[][] =>
  prepared(database, sql)
    .raw()
    .all(values)
    .map((row: unknown): unknown[] => (Array.isArray(row) ? row : []));

/** Runs `work` in an immediate transaction, so that nobody else writes between its reads and its writes. */
export function inTransaction<T>(database: Database, work: () => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const value = work();
    database.exec("COMMIT");
    return value;
  } catch (error) {
    // SQLite has rolled it back already if the disk is full.
    if (database.inTransaction) database.exec("ROLLBACK");
    throw error;
  }
}
