// The rows of the inbox: open requests newest first, turns of one call and actions of one session together, ended requests
// below.
import { openSession, sessionKeyOf } from "#data/requests/sessions.ts";
import { isOpen } from "#data/select.ts";
import { openRequest } from "#data/view.ts";
import type { View } from "#data/view.ts";
import type { Refusal, HeldRequest } from "#shared/request/life/heldRequest.ts";
import { earlierOf, endedFoldsOf, foldsOf, idOf } from "./folds.ts";
import type { Fold } from "./folds.ts";
import { conversationsOf } from "#shared/request/life/conversation.ts";

export type InboxRow =
  | {
      kind: "request";
      key: string;
      request: HeldRequest;
      turn: number | null;
      inConversation: boolean;
      inSame?: true;
      /** Below its session. */
      inSession?: true;
      /** It has ended and stays in place for now. */
      stays?: true;
      /** Ended turns of its program's conversation, newest first; they follow where `open`. */
      earlier?: readonly HeldRequest[];
      open?: boolean;
    }
  /** A call with several turns. */
  | { kind: "call"; key: string; request: HeldRequest; turns: number }
  /** An earlier turn of an open call, or of a program's conversation, on one line. */
  | { kind: "past"; key: string; request: HeldRequest; turn: number }
  /** Identical requests, or timed-out requests of one server; the row shows `request`, the newest. */
  | {
      kind: "same";
      key: string;
      request: HeldRequest;
      requests: readonly HeldRequest[];
      open: boolean;
      inConversation: boolean;
      /** The session whose reads these are, which are allowed together. */
      session?: string;
    }
  /** A session of an agent with several actions, which follow. The row shows `request`, the oldest that is open. */
  | {
      kind: "session";
      key: string;
      session: string;
      request: HeldRequest;
      requests: readonly HeldRequest[];
    }
  | { kind: "heading"; key: string; count: number };

/** In px, equal to the design tokens. */
export const ROW_HEIGHTS: Record<InboxRow["kind"], number> = {
  request: 48,
  call: 28,
  past: 28,
  same: 48,
  session: 48,
  heading: 28,
};

/** The Workbench run that a request certainly belongs to. */
const runOf = (request: HeldRequest): string | null =>
  request.origin.kind === "certain" ? request.origin.call.runId : null;

/** Why it was refused automatically; null if it was not. */
export function refusalOf({ phase }: HeldRequest): Refusal | null {
  const ending = phase.kind === "ended" ? phase.ending : null;
  return ending?.kind === "refused" && ending.by.kind === "desk" ? ending.refusal : null;
}

/** An automatically refused request is no turn of its call, unless it was the one tool round too many. */
const isTurn = (request: HeldRequest): boolean => {
  const refusal = refusalOf(request);
  return refusal === null || (refusal.reason === "too-many-rounds" && request.more === undefined);
};

/** 1 for the first request of a call, 2 for the next; calls with one turn are omitted. */
export function turnsOf(requests: readonly HeldRequest[]): ReadonlyMap<string, number> {
  // If earlier turns were dismissed, the count still includes them.
  const conversations = conversationsOf(requests.filter(isTurn)).filter(
    ({ turns }) => (turns.at(-1)?.turn ?? 1) > 1,
  );
  return new Map(
    conversations.flatMap(({ turns }) =>
      turns.map(({ request, turn }) => [request.id, turn] as const),
    ),
  );
}

/**
 * @param requests those that the list may show
 * @param opened keys of folds that the user has expanded
 * @param isRead whether an action is a read that may be allowed together with others
 * @param staying
 * ended requests that stay in place, so that nothing moves under the pointer
 */
export function rowsOf(
  requests: readonly HeldRequest[],
  staying: ReadonlySet<string>,
  opened: ReadonlySet<string> = new Set(),
  isRead: (request: HeldRequest) => boolean = () => false,
): InboxRow[] {
  const turns = turnsOf(requests);
  const staysOpen = (request: HeldRequest): boolean => isOpen(request) || staying.has(request.id);
  // Requests are in arrival order: within the same millisecond the last is the newest.
  const newestFirst = requests.toReversed().toSorted((a, b) => b.receivedAtMs - a.receivedAtMs);
  const open = newestFirst.filter(staysOpen);
  const openRuns = new Set(open.map(runOf).filter((run) => run !== null));
  const isPast = (request: HeldRequest): boolean => {
    const run = runOf(request);
    return !staysOpen(request) && run !== null && openRuns.has(run) && turns.has(request.id);
  };
  const folds = foldsOf(open, turns);
  const earlier = earlierOf(newestFirst, staysOpen);
  const isEarlier = new Set([...earlier.values()].flat());
  const sessions = sessionsOf(open);
  const rows: InboxRow[] = [];
  const done = new Set<string>();
  for (const request of open) {
    const session = sessions.get(request.id);
    if (session !== undefined) {
      if (!done.has(session.key)) rows.push(...sessionRows(session, opened, isRead));
      done.add(session.key);
      continue;
    }
    const run = runOf(request);
    const same = folds.get(request.id);
    const alone = run === null || !turns.has(request.id);
    if (alone && same !== undefined) {
      if (done.has(same.key)) continue;
      done.add(same.key);
      rows.push(...sameRows(same, opened.has(same.key), false));
    } else if (alone) {
      const before = earlier.get(request.id) ?? [];
      rows.push(...turnRows(openRow(request, null), before, turns, opened.has(request.id)));
    } else if (!done.has(run)) {
      done.add(run);
      const group = newestFirst
        .filter((other) => runOf(other) === run && isTurn(other))
        .toReversed();
      rows.push(...conversationRows(group, turns, staysOpen, { folds, opened }));
    }
  }
  const ended = newestFirst.filter(
    (request) => !staysOpen(request) && !isPast(request) && !isEarlier.has(request),
  );
  if (ended.length > 0) rows.push({ kind: "heading", key: "ended", count: ended.length });
  const endedFirst = ended.toSorted((a, b) => endedAt(b) - endedAt(a));
  const endedFolds = endedFoldsOf(endedFirst);
  for (const request of endedFirst) {
    const fold = endedFolds.get(request.id);
    if (fold !== undefined) {
      if (done.has(fold.key)) continue;
      done.add(fold.key);
      rows.push(...sameRows(fold, opened.has(fold.key), false));
      continue;
    }
    const turn = turns.get(request.id) ?? null;
    rows.push({ kind: "request", key: request.id, request, turn, inConversation: false });
  }
  return rows;
}

/** @param turn its number within the call; null: it is not part of a call */
const openRow = (request: HeldRequest, turn: number | null): InboxRow => ({
  kind: "request",
  key: request.id,
  request,
  turn,
  inConversation: turn !== null,
  ...(isOpen(request) ? {} : { stays: true }),
});

/** An open turn, with those before it on one line each where it is unfolded. */
function turnRows(
  row: InboxRow,
  earlier: readonly HeldRequest[],
  turns: ReadonlyMap<string, number>,
  open: boolean,
): InboxRow[] {
  if (earlier.length === 0) return [row];
  const past = earlier.map((request): InboxRow => {
    return { kind: "past", key: request.id, request, turn: turns.get(request.id) ?? 1 };
  });
  const head = { ...row, turn: turns.get(row.key) ?? null, earlier, open } as InboxRow;
  return [head, ...(open ? past : [])];
}

function sameRows(
  { key, requests }: Fold,
  open: boolean,
  inConversation: boolean,
  session?: string,
): InboxRow[] {
  const [request] = requests;
  if (request === undefined) return [];
  const of = session === undefined ? {} : { session };
  const head: InboxRow = { kind: "same", key, request, requests, open, inConversation, ...of };
  if (!open) return [head];
  const one = (each: HeldRequest): InboxRow => ({
    kind: "request",
    key: each.id,
    request: each,
    turn: null,
    inConversation: false,
    inSame: true,
  });
  return [head, ...requests.map(one)];
}

interface Session {
  key: string;
  /** Oldest first. */
  requests: readonly HeldRequest[];
}

/** Sessions with several actions, by the id of each. @param open newest first */
function sessionsOf(open: readonly HeldRequest[]): ReadonlyMap<string, Session> {
  const all = new Map<string, HeldRequest[]>();
  for (const request of open.toReversed()) {
    const key = sessionKeyOf(request);
    if (key === null) continue;
    const known = all.get(key);
    if (known === undefined) all.set(key, [request]);
    else known.push(request);
  }
  return new Map(
    [...all]
      .filter(([, requests]) => requests.length > 1)
      .flatMap(([key, requests]) =>
        requests.map(({ id }) => [id, { key, requests: requests }] as const),
      ),
  );
}

function sessionRows(
  { key, requests }: Session,
  opened: ReadonlySet<string>,
  isRead: (request: HeldRequest) => boolean,
): InboxRow[] {
  const held = requests.filter(isOpen);
  const [request = requests[0]] = held;
  if (request === undefined) return [];
  const reads = held.filter(isRead);
  const isFolded = reads.length > 1 ? new Set(reads) : new Set();
  const fold: Fold = { key: `reads-${idOf(key)}`, requests: reads };
  const below = requests.flatMap((one): InboxRow[] => {
    if (one === reads[0] && isFolded.has(one))
      return sameRows(fold, opened.has(fold.key), true, key);
    return isFolded.has(one) ? [] : [{ ...openRow(one, null), inSession: true } as InboxRow];
  });
  const head = `session-${idOf(key)}`;
  return [{ kind: "session", key: head, session: key, request, requests: held }, ...below];
}

function conversationRows(
  group: readonly HeldRequest[],
  turns: ReadonlyMap<string, number>,
  staysOpen: (request: HeldRequest) => boolean,
  { folds, opened }: { folds: ReadonlyMap<string, Fold>; opened: ReadonlySet<string> },
): InboxRow[] {
  const first = group[0];
  if (first === undefined) return [];
  const done = new Set<string>();
  return [
    {
      kind: "call",
      key: `call-${first.id}`,
      request: first,
      turns: new Set(group.map((request) => turns.get(request.id) ?? 1)).size,
    },
    ...group.flatMap((request): InboxRow[] => {
      const turn = turns.get(request.id) ?? 1;
      const same = folds.get(request.id);
      if (same !== undefined) {
        if (done.has(same.key)) return [];
        done.add(same.key);
        return sameRows(same, opened.has(same.key), true);
      }
      return staysOpen(request)
        ? [openRow(request, turn)]
        : [{ kind: "past", key: request.id, request, turn }];
    }),
  ];
}

const endedAt = (request: HeldRequest): number =>
  request.phase.kind === "ended" ? request.phase.atMs : request.receivedAtMs;

/** Whether two rows look the same: each push recomputes the rows, and most are unchanged. */
export function isSameRow(a: InboxRow, b: InboxRow): boolean {
  if (a === b) return true;
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every((name) => {
    const [one, other]: unknown[] = [Reflect.get(a, name), Reflect.get(b, name)];
    if (!Array.isArray(one) || !Array.isArray(other)) return Object.is(one, other);
    return one.length === other.length && one.every((item, at) => Object.is(item, other[at]));
  });
}

/** The next selectable row from `from`, in steps of +1 or −1; `from` itself at the end. */
export function nextIndex(rows: readonly InboxRow[], from: number, by: 1 | -1): number {
  for (let at = from + by; at >= 0 && at < rows.length; at += by) {
    if (isItem(rows[at])) return at;
  }
  return from;
}

/** The row a key moves to from `from`, given the rows per page; null for other keys. */
export function rowByKey(
  rows: readonly InboxRow[],
  from: number,
  key: string,
  page: number,
): number | null {
  switch (key) {
    case "ArrowDown":
      return nextIndex(rows, from, 1);
    case "ArrowUp":
      return nextIndex(rows, from, -1);
    case "Home":
      return nextIndex(rows, -1, 1);
    case "End":
      return nextIndex(rows, rows.length, -1);
    case "PageDown":
      return nextIndex(rows, Math.min(rows.length, from + page + 1), -1);
    case "PageUp":
      return nextIndex(rows, Math.max(-1, from - page - 1), 1);
    default:
      return null;
  }
}

/** The index of a request in the list, alone or within a fold; −1: not listed. */
export function indexOfRequest(rows: readonly InboxRow[], requestId: string | null): number {
  if (requestId === null) return -1;
  const own = rows.findIndex(
    (row) => (row.kind === "request" || row.kind === "past") && row.request.id === requestId,
  );
  if (own !== -1) return own;
  return rows.findIndex(
    (row) => row.kind === "same" && row.requests.some(({ id }) => id === requestId),
  );
}

/** The index of the row that is open: a session's head or its reads, else the request's. */
export function activeIndex(
  rows: readonly InboxRow[],
  { session, requestId }: Pick<View, "session" | "requestId">,
): number {
  const kind = session?.reads === true ? "same" : "session";
  const at = rows.findIndex(
    (row) => row.kind === kind && "session" in row && row.session === session?.key,
  );
  return at === -1 ? indexOfRequest(rows, requestId) : at;
}

export type ItemRow = Extract<InboxRow, { kind: "request" | "past" | "same" | "session" }>;
export const isItem = (row: InboxRow | undefined): row is ItemRow =>
  row !== undefined && row.kind !== "call" && row.kind !== "heading";

/** Opens what a row stands for. */
export const openRowOf = (row: ItemRow): void => {
  if ("session" in row && row.session !== undefined)
    openSession(row.session, row.kind === "same", row.request.id);
  else openRequest(row.request.id);
};

/** Whether the row is expanded; null where nothing is folded in it. */
export const unfolded = (row: InboxRow | undefined): boolean | null =>
  row?.kind === "same" || row?.kind === "request" ? (row.open ?? null) : null;

/** The ids of every request in a row. */
export const requestIdsOf = (row: InboxRow): string[] =>
  row.kind === "same" || row.kind === "session"
    ? row.requests.map(({ id }) => id)
    : row.kind === "request" || row.kind === "past"
      ? [row.request.id]
      : [];
