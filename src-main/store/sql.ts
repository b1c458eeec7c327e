// Small words for talking to SQLite.
import type Libsql from "libsql";

export type Database = Libsql.Database;

/** The first value of a pragma. */
export const pragma = (database: Database, name: string): unknown =>
  firstOf(database, `PRAGMA ${name}`);

/** The first value of the first row; undefined where there is none. */
export function firstOf(database: Database, select: string, ...values: unknown[]): unknown {
  const row: unknown = database
    .prepare(select)
    .raw()
    .get(...values);
  return Array.isArray(row) ? row[0] : undefined;
}

/** Rows as lists of values, in the order of the columns. */
export const rowsOf = (database: Database, select: string, ...values: unknown[]): unknown[][] =>
  database
    .prepare(select)
    .raw()
    .all(...values)
    .map((row: unknown): unknown[] => (Array.isArray(row) ? row : []));

const statements = new WeakMap<Database, Map<string, Libsql.Statement>>();

/**
 * A statement that is run again and again: prepared once for each connection, which takes longer than to run it. It must
 * be run to its end each time (`run`, `all`): one that still has rows to give holds its lock.
 */
export function prepared(database: Database, sql: string): Libsql.Statement {
  const known = statements.get(database) ?? new Map<string, Libsql.Statement>();
  statements.set(database, known);
  const statement = known.get(sql) ?? database.prepare(sql);
  known.set(sql, statement);
  return statement;
}

/** All rows of such a statement, as lists of values in the order of the columns. */
export const rowsFromKept = (database: Database, sql: string, ...values: unknown[]): unknown[][] =>
  prepared(database, sql)
    .raw()
    .all(...values)
    .map((row: unknown): unknown[] => (Array.isArray(row) ? row : []));

/** Runs `work` as one transaction that begins with the right to write: nobody else writes between its reads and it. */
export function inTransaction<T>(database: Database, work: () => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const value = work();
    database.exec("COMMIT");
    return value;
  } catch (error) {
    // A full disk has rolled it back already.
    if (database.inTransaction) database.exec("ROLLBACK");
    throw error;
  }
}
