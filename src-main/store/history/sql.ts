// SQL of one connection: each statement is prepared once.
import type Libsql from "libsql";
import { prepared } from "../sql.ts";
import type { Database } from "../sql.ts";

/** How a file is opened that may be encrypted; the library's types do not know of keys. */
export const optionsFor = (key: string | null, timeoutMs?: number): Libsql.Options => ({
  ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
  ...(key === null ? {} : { encryptionKey: key }),
});

export const run = (database: Database, sql: string, ...values: unknown[]): void =>
  void prepared(database, sql).run(...values);

/** All rows as lists of values. */
export function rowsOf(database: Database, sql: string, ...values: unknown[]): unknown[][] {
  // So `raw` gives them.
  return prepared(database, sql)
    .raw()
    .all(...values) as unknown[][];
}

/** All rows of a statement that is asked once. */
export function rowsOnce(database: Database, sql: string, values: readonly unknown[]): unknown[][] {
  return database
    .prepare(sql)
    .raw()
    .all(...values) as unknown[][];
}

/** The first value of the first row as a number; 0 where there is none. */
export function numberOf(database: Database, sql: string, ...values: unknown[]): number {
  return Number(rowsOf(database, sql, ...values)[0]?.[0] ?? 0);
}
