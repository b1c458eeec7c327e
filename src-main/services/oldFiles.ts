// Names the older files that still hold what requests held, and takes those away that a person names, with a row that
// says so.
import path from "node:path";
import type { JsonObject } from "../../src-shared/json.ts";
import type { OldCleared, OldFile } from "../../src-shared/ledger/keeping.ts";
import { fail, ok } from "../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../src-shared/outcome.ts";
import type { FileJobs } from "./historyFilePorts.ts";
import type { OldFileStore } from "./keepingPorts.ts";

export interface OldFilesParts {
  jobs: FileJobs;
  store: OldFileStore;
  /** Opens the record, and what was encrypted with it. */
  key(): string | null;
  /** Notes in the record what a person has cleared. */
  note(kind: "old-files-cleared", facts: JsonObject): Outcome<void, Failure>;
}

export class OldFilesService {
  readonly #parts: OldFilesParts;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(parts: OldFilesParts) {
    this.#parts = parts;
  }

  /** What there is, the largest first, with what each holds. */
  look(): Promise<Outcome<OldFile[], Failure>> {
    return this.#look(null);
  }

  /** Off the main thread: some may lie where nothing answers for long. */
  #look(only: readonly string[] | null): Promise<Outcome<OldFile[], Failure>> {
    const looked = this.#turn.then(() => {
      const { jobs, store, key } = this.#parts;
      const job = { kind: "old" as const, places: store.places(), key: key(), only };
      return jobs.run(job, () => undefined);
    });
    this.#turn = looked.catch(() => undefined);
    return looked;
  }

  /**
   * Clears these, and nothing that is no such file (any more), or a record of its own. Recorded first; only where there is no room for that
   * row, the files make it.
   */
  async clear(ids: readonly string[]): Promise<Outcome<OldCleared, Failure>> {
    const { store, note } = this.#parts;
    const looked = await this.#look(ids);
    if (!looked.ok) return looked;
    const files = looked.value.filter(({ holds }) => holds.kind !== "other");
    if (files.length === 0) return ok({ files: 0, bytes: 0 });
    const facts = {
      files: files.map(({ file, kind, bytes }) => ({ name: path.basename(file), kind, bytes })),
    };
    const noted = note("old-files-cleared", facts);
    const full =
      !noted.ok && noted.failure.kind === "not-recorded" && noted.failure.reason === "full";
    if (!noted.ok && !full) return noted;
    const cleared: OldCleared = { files: 0, bytes: 0 };
    let failure: Failure | null = null;
    for (const found of files) {
      const removed = await store.remove(found);
      if (removed.ok) {
        cleared.files += 1;
        cleared.bytes += found.bytes;
      } else failure ??= removed.failure;
    }
    if (full) {
      const after = note("old-files-cleared", facts);
      if (!after.ok) return after;
    }
    return failure === null ? ok(cleared) : fail(failure);
  }
}
