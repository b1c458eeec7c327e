// Which request comes next: the next pending one below it in the list, else the one pending longest.
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { isForUser, isPending } from "#data/select.ts";
import { isItem, indexOfRequest } from "../rows.ts";
import type { InboxRow } from "../rows.ts";

/** @param all every request the list may show, including those not listed yet */
export function nextPending(
  rows: readonly InboxRow[],
  all: readonly HeldRequest[],
  fromId: string | null,
): string | null {
  const isNext = (request: HeldRequest): boolean =>
    request.id !== fromId && isPending(request) && isForUser(request);
  const below = rows.slice(Math.max(0, indexOfRequest(rows, fromId))).flatMap(requestsOf);
  const at = below.findIndex(({ id }) => id === fromId);
  const next = below.slice(at + 1).find(isNext);
  if (next !== undefined) return next.id;
  const [oldest] = all.filter(isNext).toSorted((a, b) => a.receivedAtMs - b.receivedAtMs);
  if (oldest === undefined) return null;
  // Of a fold that is closed, the one that its row shows.
  const fold = rows.find(
    (row) => row.kind === "same" && !row.open && row.requests.includes(oldest),
  );
  return fold?.kind === "same" && isNext(fold.request) ? fold.request.id : oldest.id;
}

const requestsOf = (row: InboxRow): readonly HeldRequest[] =>
  row.kind === "same" ? row.requests : isItem(row) && row.kind !== "session" ? [row.request] : [];
