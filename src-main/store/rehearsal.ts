// A ledger for what is only rehearsed: its rows go the way of all others into the real file, and are taken back before
// any of them is on disk.
import { ok } from "../../src-shared/outcome.ts";
import type { Outcome } from "../../src-shared/outcome.ts";
import type { Ledger, LedgerEntry } from "../desk/ports.ts";
import { appendEntries } from "./chain.ts";
import type { LedgerFile } from "./ledgerFile.ts";
import type { NotRecorded } from "./notRecorded.ts";

/** Nothing that is appended here stays, and nothing can be read here. */
export function rolledBack(file: LedgerFile): Ledger {
  const appendAll = (rows: readonly LedgerEntry[]): Outcome<void, NotRecorded> =>
    file.use((database) => {
      database.exec("BEGIN IMMEDIATE");
      try {
        appendEntries(database, rows, () => undefined);
      } finally {
        // A full disk has rolled it back already.
        if (database.inTransaction) database.exec("ROLLBACK");
      }
    });
  return {
    appendAll,
    append: (row) => appendAll([row]),
    note: () => ok(undefined),
    openSamples: () => ok([]),
    rowsOf: () => ok([]),
  };
}
