// Whether a person has approved faster than anybody reads, again and again. Pure: what to say of it is for the gates.

/** What was new to read, by script. */
export interface Characters {
  /** Of scripts without spaces between words, such as Chinese. */
  paired: number;
  others: number;
}

export interface Approval {
  atMs: number;
  /** How long it was in sight before it was approved. */
  viewedMs: number;
  characters: Characters;
}

export interface Fatigue {
  /** The latest approvals that were too fast, without a break. */
  streak: readonly Approval[];
  /** So many in a row are remarked on next. */
  remarkAt: number;
  /** Texts that were approved before, newest last: nobody reads them word by word again. */
  seen: readonly string[];
}

/** In a row, before anything is said. */
const REMARK_AT = 10;
const REMARK_AT_MOST = 80;
/** After a pause of this length a person begins anew. */
const BREAK_MS = 120_000;
/** Texts that are kept to be known again, and how long one may be. */
const SEEN_MOST = 60;
const SEEN_LONGEST = 200_000;
/** Of a batch each is compared with so many before it: there may be a thousand. */
const NEAR_MOST = 8;

/**
 * The fastest that is still reading: 400 words a minute, above which understanding suffers (Rayner et al. 2016, "So Much
 * to Read, So Little Time", Psychological Science in the Public Interest 17(1)). In characters by the ratio of the same
 * texts in many languages (Trauzettel-Klosinski and Dietz 2012, IOVS 53(9)): English 987 a minute at 228 words, Chinese
 * 255 a minute in the same time.
 */
const OTHERS_PER_S = (987 * (400 / 228)) / 60;
const PAIRED_PER_S = (255 * (400 / 228)) / 60;

/** How long it takes at least to read this, in milliseconds. */
export const readingMs = ({ paired, others }: Characters): number =>
  (paired / PAIRED_PER_S + others / OTHERS_PER_S) * 1000;

const PAIRED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
/** By UTF-16 unit: 1 where it is one of them, 2 where not; 0: not looked at yet. */
const KNOWN = new Uint8Array(65_536);
function isPaired(unit: number): boolean {
  if (KNOWN[unit] === 0) {
    // The first unit of planes 2 and 3, which hold Han alone, stands for its character.
    const isHigh = unit >= 0xd840 && unit < 0xd8c0;
    KNOWN[unit] = isHigh || PAIRED.test(String.fromCharCode(unit)) ? 1 : 2;
  }
  return KNOWN[unit] === 1;
}
/** Of a longer text only so much is counted, in UTF-16 units, spread over it: the rest is taken to be like that. */
const COUNTED_MOST = 8000;
const PASSAGES = 16;

function pairedIn(text: string): number {
  if (text.length <= COUNTED_MOST) return countPaired(text, 0, text.length);
  const length = COUNTED_MOST / PASSAGES;
  const step = (text.length - length) / (PASSAGES - 1);
  let count = 0;
  for (let n = 0; n < PASSAGES; n += 1) {
    const begin = Math.floor(n * step);
    count += countPaired(text, begin, begin + length);
  }
  return Math.round((count / COUNTED_MOST) * text.length);
}

function countPaired(text: string, begin: number, end: number): number {
  let count = 0;
  for (let at = begin; at < end; at += 1) if (isPaired(text.charCodeAt(at))) count += 1;
  return count;
}

/** What of these texts is new against those that were seen: of one that is nearly the same, only what differs. */
export function newIn(texts: readonly string[], seen: readonly string[]): Characters {
  let paired = 0;
  let others = 0;
  for (const text of texts) {
    const fresh = freshPart(text, seen);
    const inPairs = pairedIn(fresh);
    paired += inPairs;
    others += fresh.length - inPairs;
  }
  return { paired, others };
}

function freshPart(text: string, seen: readonly string[]): string {
  let fresh = text;
  for (const other of seen) {
    const middle = differingPart(text, other);
    if (middle.length < fresh.length) fresh = middle;
    if (fresh === "") break;
  }
  return fresh;
}

/** Compared at once: whole pieces are a hundred times quicker than their characters one by one. */
const PIECE = 2048;

/** The text without what it begins and ends with in common with another one. */
export function differingPart(text: string, other: string): string {
  if (text === other) return "";
  const shorter = Math.min(text.length, other.length);
  let start = 0;
  while (
    start + PIECE <= shorter &&
    text.slice(start, start + PIECE) === other.slice(start, start + PIECE)
  ) {
    start += PIECE;
  }
  while (start < shorter && text.charCodeAt(start) === other.charCodeAt(start)) start += 1;
  let end = 0;
  const [a, b] = [text.length, other.length];
  while (
    end + PIECE <= shorter - start &&
    text.slice(a - end - PIECE, a - end) === other.slice(b - end - PIECE, b - end)
  ) {
    end += PIECE;
  }
  while (end < shorter - start && text.charCodeAt(a - 1 - end) === other.charCodeAt(b - 1 - end)) {
    end += 1;
  }
  return text.slice(start, text.length - end);
}

export const rested: Fatigue = { streak: [], remarkAt: REMARK_AT, seen: [] };

/** After an approval at a gate. */
export function approved(
  { streak, remarkAt, seen }: Fatigue,
  texts: readonly string[],
  { atMs, viewedMs }: Pick<Approval, "atMs" | "viewedMs">,
): Fatigue {
  const approval = { atMs, viewedMs, characters: newIn(texts, seen) };
  const kept = texts.filter((text) => text.length <= SEEN_LONGEST && !seen.includes(text));
  const next = { remarkAt, seen: [...seen, ...kept].slice(-SEEN_MOST) };
  if (viewedMs >= readingMs(approval.characters)) return { ...next, streak: [] };
  const last = streak.at(-1);
  const goesOn = last !== undefined && atMs - last.atMs < BREAK_MS;
  return { ...next, streak: goesOn ? [...streak, approval] : [approval] };
}

/** What many requests hold, worked out before they are approved together. */
export interface Together {
  /** Of each that has something new to read: what is new. */
  fresh: readonly Characters[];
  /** How long it takes at least to read all of that, in milliseconds. */
  neededMs: number;
  /** Texts of theirs that are known again later, newest last. */
  kept: readonly string[];
}

/** @param seen texts that were approved before, newest last */
export function together(batch: readonly (readonly string[])[], seen: readonly string[]): Together {
  let near = seen.slice(-NEAR_MOST);
  let kept: string[] = [];
  const fresh: Characters[] = [];
  for (const texts of batch) {
    const characters = newIn(texts, near);
    if (readingMs(characters) > 0) fresh.push(characters);
    near = [...near, ...texts].slice(-NEAR_MOST);
    const fits = texts.filter((text) => text.length <= SEEN_LONGEST && !kept.includes(text));
    kept = [...kept, ...fits].slice(-SEEN_MOST);
  }
  const neededMs = fresh.reduce((sum, characters) => sum + readingMs(characters), 0);
  return { fresh, neededMs, kept };
}

/**
 * After an approval of many at once, which were in sight together: too fast for all of them is too fast for each that
 * had something new to read.
 */
export function approvedTogether(
  fatigue: Fatigue,
  { fresh, neededMs, kept }: Together,
  { atMs, viewedMs }: Pick<Approval, "atMs" | "viewedMs">,
): Fatigue {
  const { streak, remarkAt } = fatigue;
  const seen = [...fatigue.seen.filter((text) => !kept.includes(text)), ...kept].slice(-SEEN_MOST);
  if (fresh.length === 0) return { ...fatigue, seen };
  if (viewedMs >= neededMs) return { streak: [], remarkAt, seen };
  const last = streak.at(-1);
  const goesOn = last !== undefined && atMs - last.atMs < BREAK_MS;
  const each = fresh.map((characters): Approval => ({
    ...{ atMs, characters },
    viewedMs: viewedMs / fresh.length,
  }));
  return { streak: goesOn ? [...streak, ...each] : each, remarkAt, seen };
}

/** The person rejected, edited or wrote an answer: they are awake. */
export const awake = (fatigue: Fatigue): Fatigue => ({ ...fatigue, streak: [] });

/** They were told and go on: the next remark takes twice as many. */
export const wentOn = ({ remarkAt, seen }: Fatigue): Fatigue => ({
  streak: [],
  remarkAt: Math.min(REMARK_AT_MOST, remarkAt * 2),
  seen,
});

/** What is to be said; null while there is nothing. */
export interface Remark {
  count: number;
  /** What reading them takes at least, and what they had, in milliseconds. */
  neededMs: number;
  hadMs: number;
}

export function remarkOf({ streak, remarkAt }: Fatigue, nowMs: number): Remark | null {
  const last = streak.at(-1);
  if (last === undefined || streak.length < remarkAt || nowMs - last.atMs >= BREAK_MS) return null;
  const sum = (of: (approval: Approval) => number): number =>
    streak.reduce((total, approval) => total + of(approval), 0);
  return {
    count: streak.length,
    neededMs: sum(({ characters }) => readingMs(characters)),
    hadMs: sum(({ viewedMs }) => viewedMs),
  };
}
