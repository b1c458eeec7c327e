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
