// Requests that other desks of the team received: folds their rows and shows them. When the desk of one no longer
// answers, ends it.
import { fold } from "#shared/ledger/fold.ts";
import type { ReadRow } from "#shared/ledger/row.ts";
import { eventOf } from "#shared/ledger/rowEvent.ts";
import type { HeldRequest, RequestId } from "#shared/request/life/heldRequest.ts";
import { eventsOfLostHolder } from "#shared/team/lost.ts";
import { readEvent } from "#shared/team/readEvent.ts";
import type { Login } from "#shared/team/request.ts";
import { offeredIn } from "./summary.ts";
import type { TeamAccess } from "./teamAccess.ts";
import { entriesOf } from "./teamRow.ts";

/** Requests read at once, and bytes of them; a larger one is read alone. */
const READ_AT_ONCE = 50;
const READ_BYTES = 16 * 1024 * 1024;

export class GuestRequests {
  readonly #access: TeamAccess;
  /** By request: the number of its rows that are shown. */
  readonly #shown = new Map<RequestId, number>();
  /** Requests that no desk can show: another program than Countersign has written them. */
  readonly #unreadable = new Set<RequestId>();

  constructor(access: TeamAccess) {
    this.#access = access;
  }

  has(id: RequestId): boolean {
    return this.#shown.has(id);
  }
  revisionOf(id: RequestId): number {
    return this.#shown.get(id) ?? 0;
  }

  /** The logins whose desks brought the open requests that cannot be shown, one for each. */
  unreadable(): Login[] {
    const requests = this.#access.store()?.requests();
    return [...this.#unreadable].flatMap((id) => {
      const request = requests?.get(id);
      return request === undefined || request.phase === "ended" ? [] : [request.holder.login];
    });
  }

  /** Shows these requests as they are now. Of those that have ended, only the ones that were shown before. */
  async show(ids: readonly RequestId[]): Promise<void> {
    const store = this.#access.store();
    if (store === null) return;
    const wanted = ids.filter((id) => {
      const request = store.requests().get(id);
      if (request === undefined || request.revision === this.#shown.get(id)) return false;
      if (this.#shown.has(id)) return true;
      // One that this desk received, before it left the team, is its own.
      return request.phase !== "ended" && this.#access.desk().request(id) === undefined;
    });
    for (const page of pagesOf(wanted, (id) => store.requests().get(id)?.bytes ?? 0)) {
      const read = await store.rowsOf(page);
      // They are read again with the next change, or once the database is back.
      if (!read.ok) return;
      for (const [id, rows] of read.value) this.#showOne(id, rows);
    }
  }

  /** One that cannot be read holds up no other. */
  #showOne(id: RequestId, rows: readonly ReadRow[]): void {
    try {
      if (this.#folded(id, rows)) this.#unreadable.delete(id);
      else this.#unreadable.add(id);
    } catch {
      this.#unreadable.add(id);
      this.#shown.delete(id);
      this.#access.desk().teamRows.removeGuest(id);
    }
  }

  /** @returns whether it is a request */
  #folded(id: RequestId, rows: readonly ReadRow[]): boolean {
    const before = this.#shown.get(id) ?? 0;
    if (rows.length <= before) return true;
    // Another desk of the team need not be Countersign: its other rows stand.
    const skipped = new Set<ReadRow>();
    const folded = fold(rows, (row) => skipped.add(row), readEvent)?.request;
    if (folded === undefined) return false;
    // Only what can be approved is ever open.
    if (folded.proposed === null && folded.phase.kind !== "ended") return false;
    const summary = this.#access.store()?.requests().get(id)?.summary ?? null;
    const request = { ...folded, offered: offeredIn(summary) };
    this.#shown.set(id, rows.length);
    for (const row of skipped) this.#access.skipped(row);
    const read = rows.slice(before).filter((row) => !skipped.has(row));
    const events = read.flatMap((row) => eventOf(row, request) ?? []);
    this.#access.desk().teamRows.showGuest(request, events);
    return true;
  }

  /** Ends an open request whose desk no longer answers; the database refuses it if the desk still does. */
  async endLost(id: RequestId, request: HeldRequest | undefined, revision: number): Promise<void> {
    if (request === undefined) return this.#endUnreadable(id);
    const made = entriesOf(request, eventsOfLostHolder(request, 0), this.#access.login(), () => {
      throw new Error("nothing is approved");
    });
    if (made === null || made.entries.length === 0) return;
    const base = { revision, phase: made.after.phase.kind };
    await this.#access.store()?.append(id, base, made.entries);
  }

  async #endUnreadable(id: RequestId): Promise<void> {
    const store = this.#access.store();
    const revision = store?.requests().get(id)?.revision;
    if (revision === undefined || !this.#unreadable.has(id)) return;
    const body = { by: { kind: "desk" }, because: { kind: "holder-lost" } };
    await store?.append(id, { revision, phase: "ended" }, [{ kind: "cancelled", body }]);
  }

  /** The desk leaves the team. */
  clear(): void {
    this.#unreadable.clear();
    for (const id of this.#shown.keys()) this.#access.desk().teamRows.removeGuest(id);
    this.#shown.clear();
  }
}

/** Parts of `ids`, in order, each small enough to be read at once. */
export function pagesOf(
  ids: readonly RequestId[],
  bytesOf: (id: RequestId) => number,
): RequestId[][] {
  const pages: RequestId[][] = [];
  let bytes = 0;
  for (const id of ids) {
    const last = pages.at(-1);
    const size = bytesOf(id);
    bytes += size;
    if (last !== undefined && last.length < READ_AT_ONCE && bytes <= READ_BYTES) {
      last.push(id);
      continue;
    }
    pages.push([id]);
    bytes = size;
  }
  return pages;
}
