// SQL helpers with a cache of prepared statements per connection.
import type Libsql from "libsql";
import { prepared } from "../../store/sql.ts";
import type { Database } from "../../store/sql.ts";

/** Options for a file that may be encrypted; the library's types lack the key. */
export const optionsFor = (key: string | null, timeoutMs?: number): Libsql.Options => ({
  ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
  ...(key === null ? {} : { encryptionKey: key }),
});

export const run = (database: Database, sql: string, ...values: unknown[]): void =>
  void prepared(database, sql).run(values);

/** The id of the inserted row. */
export const inserted = (database: Database, sql: string, ...values: unknown[]): number =>
  Number(prepared(database, sql).run(values).lastInsertRowid);

/** All rows as arrays of values. */
export function rowsOf(database: Database, sql: string, ...values: unknown[]): unknown[][] {
  // `raw` returns arrays. A single value would be taken for an object of values, and a `Buffer` ends the process.
  return prepared(database, sql).raw().all(values) as unknown[][];
}

/** All rows of a statement that is only run once, so it is not cached. */
export function rowsOnce(database: Database, sql: string, values: readonly unknown[]): unknown[][] {
  return database.prepare(sql).raw().all(values) as unknown[][];
}

/** The first column of the first row as a number; 0 if there is no row. */
export function numberOf(database: Database, sql: string, ...values: unknown[]): number {
  return Number(rowsOf(database, sql, ...values)[0]?.[0] ?? 0);
}
