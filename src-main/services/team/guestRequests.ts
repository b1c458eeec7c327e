// Requests that other desks of the team received: folds their rows and shows them. When the desk of one no longer
// answers, ends it.
import { fold } from "../../../src-shared/ledger/fold.ts";
import type { ReadRow } from "../../../src-shared/ledger/row.ts";
import { eventOf } from "../../../src-shared/ledger/rowEvent.ts";
import type { Sample, SampleId } from "../../../src-shared/sampling/life/sample.ts";
import { eventsOfLostHolder } from "../../../src-shared/team/lost.ts";
import { offeredIn } from "./summary.ts";
import type { TeamAccess } from "./teamAccess.ts";
import { entriesOf } from "./teamRow.ts";

/** Requests read at once. */
const READ_AT_ONCE = 50;

export class GuestRequests {
  readonly #access: TeamAccess;
  /** By request: the number of its rows that are shown. */
  readonly #shown = new Map<SampleId, number>();

  constructor(access: TeamAccess) {
    this.#access = access;
  }

  has(id: SampleId): boolean {
    return this.#shown.has(id);
  }
  revisionOf(id: SampleId): number {
    return this.#shown.get(id) ?? 0;
  }

  /** Shows these requests as they are now. Of those that have ended, only the ones that were shown before. */
  async show(ids: readonly SampleId[]): Promise<void> {
    const store = this.#access.store();
    if (store === null) return;
    const wanted = ids.filter((id) => {
      const request = store.requests().get(id);
      if (request === undefined || request.revision === this.#shown.get(id)) return false;
      return request.phase !== "ended" || this.#shown.has(id);
    });
    for (let from = 0; from < wanted.length; from += READ_AT_ONCE) {
      const read = await store.rowsOf(wanted.slice(from, from + READ_AT_ONCE));
      // They are read again with the next change, or once the database is back.
      if (!read.ok) return;
      for (const [id, rows] of read.value) this.#showOne(id, rows);
    }
  }

  #showOne(id: SampleId, rows: readonly ReadRow[]): void {
    const before = this.#shown.get(id) ?? 0;
    if (rows.length <= before) return;
    const folded = fold(rows)?.sample;
    if (folded === undefined) return;
    const summary = this.#access.store()?.requests().get(id)?.summary ?? null;
    const sample = { ...folded, offered: offeredIn(summary) };
    this.#shown.set(id, rows.length);
    const events = rows.slice(before).flatMap((row) => eventOf(row, sample) ?? []);
    this.#access.desk().teamRows.showGuest(sample, events);
  }

  /** Ends an open request whose desk no longer answers; the database refuses it if the desk still does. */
  async endLost(id: SampleId, sample: Sample, revision: number): Promise<void> {
    const made = entriesOf(sample, eventsOfLostHolder(sample, 0), this.#access.login(), () => {
      throw new Error("nothing is approved");
    });
    if (made === null || made.entries.length === 0) return;
    const base = { revision, phase: made.after.phase.kind };
    await this.#access.store()?.append(id, base, made.entries);
  }

  /** The desk leaves the team. */
  clear(): void {
    for (const id of this.#shown.keys()) this.#access.desk().teamRows.removeGuest(id);
    this.#shown.clear();
  }
}
