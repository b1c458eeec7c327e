// The room that is free within the ledger's file, and giving it back: by SQLite's own incremental vacuum, where the file was
// made for it (https://www.sqlite.org/pragma.html#pragma_incremental_vacuum); else by the next start, which writes it anew.
import { existsSync, rmSync } from "node:fs";
import type { LedgerSpace } from "../../src-shared/ledger/space.ts";
import { ok } from "../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../src-shared/outcome.ts";
import type { ForgetStore } from "../services/keepingPorts.ts";
import type { SpaceStore } from "../services/spacePorts.ts";
import { diskRoom } from "./diskRoom.ts";
import { sizeOf } from "./encrypted.ts";
import { writeJson } from "./jsonFile.ts";
import type { LedgerFile } from "./ledgerFile.ts";
import { pragma } from "./sql.ts";

/** What `PRAGMA auto_vacuum` says of a file that can be made shorter a little at a time. */
const INCREMENTAL = 2;

/** Asked for in an earlier run. */
export const isCompactAsked = (note: string): boolean => existsSync(note);
/** It was done, or tried. */
export const compactDone = (note: string): void => rmSync(note, { force: true });

export class SqliteSpace implements SpaceStore {
  readonly #file: LedgerFile;
  readonly #note: string;
  readonly #purge: ForgetStore["purge"];

  /** @param note a file of the profile that asks the next start */
  constructor(file: LedgerFile, note: string, { purge }: Pick<ForgetStore, "purge">) {
    this.#file = file;
    this.#note = note;
    this.#purge = purge;
  }

  look(): Outcome<LedgerSpace, Failure> {
    return this.#file.use((database) => {
      const [pages, free, bytes] = ["page_count", "freelist_count", "page_size"].map((name) =>
        Number(pragma(database, name)),
      );
      // What was taken off the end is on the disk for as long as a reader holds it.
      const fileBytes = Math.max(sizeOf(this.#file.file), (pages ?? 0) * (bytes ?? 0));
      const usedBytes = ((pages ?? 0) - (free ?? 0)) * (bytes ?? 0);
      const when = pragma(database, "auto_vacuum") === INCREMENTAL ? "now" : "next-start";
      return {
        ...{ fileBytes, freeBytes: fileBytes - usedBytes },
        ...{ when, asked: when === "next-start" && isCompactAsked(this.#note) },
      };
    });
  }

  roomBytes(): number | null {
    return diskRoom(this.#file.file);
  }

  take(pages: number): Outcome<number, Failure> {
    return this.#file.use((database) => {
      database.exec(`PRAGMA incremental_vacuum(${pages})`);
      return Number(pragma(database, "freelist_count")) * Number(pragma(database, "page_size"));
    });
  }

  logBytes(): number {
    return sizeOf(`${this.#file.file}-wal`);
  }

  ease(): Outcome<null, Failure> {
    return this.#file.use((database) => {
      database.prepare("PRAGMA wal_checkpoint(PASSIVE)").raw().all();
      return null;
    });
  }

  settle(): Outcome<boolean, Failure> {
    return this.#purge();
  }

  askNextStart(): Outcome<null, Failure> {
    const asked = writeJson(this.#note, { compact: true });
    return asked.ok ? ok(null) : asked;
  }
}
