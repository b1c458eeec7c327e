// The rows of the inbox: open requests newest first, turns of one call and actions of one session together, ended requests
// below.
import { openSession, sessionKeyOf } from "#data/requests/sessions.ts";
import { isOpen } from "#data/select.ts";
import { openSample } from "#data/view.ts";
import type { View } from "#data/view.ts";
import type { Refusal, Sample } from "#shared/request/life/heldRequest.ts";
import { endedFoldsOf, foldsOf, idOf } from "./folds.ts";
import type { Fold } from "./folds.ts";
import { threadsOf } from "#shared/request/life/conversation.ts";

export type InboxRow =
  | {
      kind: "sample";
      key: string;
      sample: Sample;
      turn: number | null;
      inThread: boolean;
      inSame?: true;
      /** Below its session. */
      inSession?: true;
      /** It has ended and stays in place for now. */
      stays?: true;
    }
  /** A call with several turns. */
  | { kind: "call"; key: string; sample: Sample; turns: number }
  /** An earlier turn of an open call, on one line. */
  | { kind: "past"; key: string; sample: Sample; turn: number }
  /** Identical requests, or timed-out requests of one server; the row shows `sample`, the newest. */
  | {
      kind: "same";
      key: string;
      sample: Sample;
      samples: readonly Sample[];
      open: boolean;
      inThread: boolean;
      /** The session whose reads these are, which are allowed together. */
      session?: string;
    }
  /** A session of an agent with several actions, which follow. The row shows `sample`, the oldest that is open. */
  | { kind: "session"; key: string; session: string; sample: Sample; samples: readonly Sample[] }
  | { kind: "heading"; key: string; count: number };

/** In px, equal to the design tokens. */
export const ROW_HEIGHTS: Record<InboxRow["kind"], number> = {
  sample: 48,
  call: 28,
  past: 28,
  same: 48,
  session: 48,
  heading: 28,
};

/** The Workbench run that a request certainly belongs to. */
const runOf = (sample: Sample): string | null =>
  sample.origin.kind === "certain" ? sample.origin.call.runId : null;

/** Why it was refused automatically; null if it was not. */
export function refusalOf({ phase }: Sample): Refusal | null {
  const ending = phase.kind === "ended" ? phase.ending : null;
  return ending?.kind === "refused" && ending.by.kind === "desk" ? ending.refusal : null;
}

/** An automatically refused request is no turn of its call, unless it was the one tool round too many. */
const isTurn = (sample: Sample): boolean => {
  const refusal = refusalOf(sample);
  return refusal === null || (refusal.reason === "too-many-rounds" && sample.more === undefined);
};

/** 1 for the first request of a call, 2 for the next; calls with one turn are omitted. */
export function turnsOf(samples: readonly Sample[]): ReadonlyMap<string, number> {
  // If earlier turns were dismissed, the count still includes them.
  const threads = threadsOf(samples.filter(isTurn)).filter(
    ({ turns }) => (turns.at(-1)?.turn ?? 1) > 1,
  );
  return new Map(
    threads.flatMap(({ turns }) => turns.map(({ sample, turn }) => [sample.id, turn] as const)),
  );
}

/**
 * @param samples those that the list may show
 * @param opened keys of folds that the user has expanded
 * @param isRead whether an action is a read that may be allowed together with others
 * @param staying
 * ended requests that stay in place, so that nothing moves under the pointer
 */
export function rowsOf(
  samples: readonly Sample[],
  staying: ReadonlySet<string>,
  opened: ReadonlySet<string> = new Set(),
  isRead: (sample: Sample) => boolean = () => false,
): InboxRow[] {
  const turns = turnsOf(samples);
  const staysOpen = (sample: Sample): boolean => isOpen(sample) || staying.has(sample.id);
  // Samples are in arrival order: within the same millisecond the last is the newest.
  const newestFirst = samples.toReversed().toSorted((a, b) => b.receivedAtMs - a.receivedAtMs);
  const open = newestFirst.filter(staysOpen);
  const openRuns = new Set(open.map(runOf).filter((run) => run !== null));
  const isPast = (sample: Sample): boolean => {
    const run = runOf(sample);
    return !staysOpen(sample) && run !== null && openRuns.has(run) && turns.has(sample.id);
  };
  const folds = foldsOf(open, turns);
  const sessions = sessionsOf(open);
  const rows: InboxRow[] = [];
  const done = new Set<string>();
  for (const sample of open) {
    const session = sessions.get(sample.id);
    if (session !== undefined) {
      if (!done.has(session.key)) rows.push(...sessionRows(session, opened, isRead));
      done.add(session.key);
      continue;
    }
    const run = runOf(sample);
    const same = folds.get(sample.id);
    const alone = run === null || !turns.has(sample.id);
    if (alone && same !== undefined) {
      if (done.has(same.key)) continue;
      done.add(same.key);
      rows.push(...sameRows(same, opened.has(same.key), false));
    } else if (alone) {
      rows.push(openRow(sample, null));
    } else if (!done.has(run)) {
      done.add(run);
      const group = newestFirst
        .filter((other) => runOf(other) === run && isTurn(other))
        .toReversed();
      rows.push(...threadRows(group, turns, staysOpen, { folds, opened }));
    }
  }
  const ended = newestFirst.filter((sample) => !staysOpen(sample) && !isPast(sample));
  if (ended.length > 0) rows.push({ kind: "heading", key: "ended", count: ended.length });
  const endedFirst = ended.toSorted((a, b) => endedAt(b) - endedAt(a));
  const endedFolds = endedFoldsOf(endedFirst);
  for (const sample of endedFirst) {
    const fold = endedFolds.get(sample.id);
    if (fold !== undefined) {
      if (done.has(fold.key)) continue;
      done.add(fold.key);
      rows.push(...sameRows(fold, opened.has(fold.key), false));
      continue;
    }
    const turn = turns.get(sample.id) ?? null;
    rows.push({ kind: "sample", key: sample.id, sample, turn, inThread: false });
  }
  return rows;
}

/** @param turn its number within the call; null: it is not part of a call */
const openRow = (sample: Sample, turn: number | null): InboxRow => ({
  kind: "sample",
  key: sample.id,
  sample,
  turn,
  inThread: turn !== null,
  ...(isOpen(sample) ? {} : { stays: true }),
});

function sameRows(
  { key, samples }: Fold,
  open: boolean,
  inThread: boolean,
  session?: string,
): InboxRow[] {
  const [sample] = samples;
  if (sample === undefined) return [];
  const of = session === undefined ? {} : { session };
  const head: InboxRow = { kind: "same", key, sample, samples, open, inThread, ...of };
  if (!open) return [head];
  const one = (each: Sample): InboxRow => ({
    kind: "sample",
    key: each.id,
    sample: each,
    turn: null,
    inThread: false,
    inSame: true,
  });
  return [head, ...samples.map(one)];
}

interface Session {
  key: string;
  /** Oldest first. */
  samples: readonly Sample[];
}

/** Sessions with several actions, by the id of each. @param open newest first */
function sessionsOf(open: readonly Sample[]): ReadonlyMap<string, Session> {
  const all = new Map<string, Sample[]>();
  for (const sample of open.toReversed()) {
    const key = sessionKeyOf(sample);
    if (key === null) continue;
    const known = all.get(key);
    if (known === undefined) all.set(key, [sample]);
    else known.push(sample);
  }
  return new Map(
    [...all]
      .filter(([, samples]) => samples.length > 1)
      .flatMap(([key, samples]) => samples.map(({ id }) => [id, { key, samples }] as const)),
  );
}

function sessionRows(
  { key, samples }: Session,
  opened: ReadonlySet<string>,
  isRead: (sample: Sample) => boolean,
): InboxRow[] {
  const held = samples.filter(isOpen);
  const [sample = samples[0]] = held;
  if (sample === undefined) return [];
  const reads = held.filter(isRead);
  const isFolded = reads.length > 1 ? new Set(reads) : new Set();
  const fold: Fold = { key: `reads-${idOf(key)}`, samples: reads };
  const below = samples.flatMap((one): InboxRow[] => {
    if (one === reads[0] && isFolded.has(one))
      return sameRows(fold, opened.has(fold.key), true, key);
    return isFolded.has(one) ? [] : [{ ...openRow(one, null), inSession: true } as InboxRow];
  });
  const head = `session-${idOf(key)}`;
  return [{ kind: "session", key: head, session: key, sample, samples: held }, ...below];
}

function threadRows(
  group: readonly Sample[],
  turns: ReadonlyMap<string, number>,
  staysOpen: (sample: Sample) => boolean,
  { folds, opened }: { folds: ReadonlyMap<string, Fold>; opened: ReadonlySet<string> },
): InboxRow[] {
  const first = group[0];
  if (first === undefined) return [];
  const done = new Set<string>();
  return [
    {
      kind: "call",
      key: `call-${first.id}`,
      sample: first,
      turns: new Set(group.map((sample) => turns.get(sample.id) ?? 1)).size,
    },
    ...group.flatMap((sample): InboxRow[] => {
      const turn = turns.get(sample.id) ?? 1;
      const same = folds.get(sample.id);
      if (same !== undefined) {
        if (done.has(same.key)) return [];
        done.add(same.key);
        return sameRows(same, opened.has(same.key), true);
      }
      return staysOpen(sample)
        ? [openRow(sample, turn)]
        : [{ kind: "past", key: sample.id, sample, turn }];
    }),
  ];
}

const endedAt = (sample: Sample): number =>
  sample.phase.kind === "ended" ? sample.phase.atMs : sample.receivedAtMs;

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
export function indexOfSample(rows: readonly InboxRow[], sampleId: string | null): number {
  if (sampleId === null) return -1;
  const own = rows.findIndex(
    (row) => (row.kind === "sample" || row.kind === "past") && row.sample.id === sampleId,
  );
  if (own !== -1) return own;
  return rows.findIndex(
    (row) => row.kind === "same" && row.samples.some(({ id }) => id === sampleId),
  );
}

/** The index of the row that is open: a session's head or its reads, else the request's. */
export function activeIndex(
  rows: readonly InboxRow[],
  { session, sampleId }: Pick<View, "session" | "sampleId">,
): number {
  const kind = session?.reads === true ? "same" : "session";
  const at = rows.findIndex(
    (row) => row.kind === kind && "session" in row && row.session === session?.key,
  );
  return at === -1 ? indexOfSample(rows, sampleId) : at;
}

export type ItemRow = Extract<InboxRow, { kind: "sample" | "past" | "same" | "session" }>;
export const isItem = (row: InboxRow | undefined): row is ItemRow =>
  row !== undefined && row.kind !== "call" && row.kind !== "heading";

/** Opens what a row stands for. */
export const openRowOf = (row: ItemRow): void => {
  if ("session" in row && row.session !== undefined)
    openSession(row.session, row.kind === "same", row.sample.id);
  else openSample(row.sample.id);
};

/** The ids of every request in a row. */
export const sampleIdsOf = (row: InboxRow): string[] =>
  row.kind === "same" || row.kind === "session"
    ? row.samples.map(({ id }) => id)
    : row.kind === "sample" || row.kind === "past"
      ? [row.sample.id]
      : [];
