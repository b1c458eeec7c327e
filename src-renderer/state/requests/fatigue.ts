// Detects repeated approvals faster than anybody can read. Pure; the gates decide what to show.

/** New characters to read, by script. */
export interface CharacterCounts {
  /** Of scripts without spaces between words, such as Chinese. */
  unspaced: number;
  spaced: number;
}

export interface Approval {
  atMs: number;
  /** How long it was visible before it was approved. */
  viewedMs: number;
  characters: CharacterCounts;
}

export interface Fatigue {
  /** The latest consecutive approvals that were too fast. */
  streak: readonly Approval[];
  /** Length of the streak at which the next remark appears. */
  remarkAt: number;
  /** Texts approved before, newest last: nobody reads those word by word again. */
  seen: readonly string[];
}

/** The initial value of `remarkAt`. */
const REMARK_AT = 10;
const REMARK_AT_MOST = 80;
/** A pause of this length resets the streak. */
const BREAK_MS = 120_000;
/** How many texts are remembered, and the maximum length of each. */
const SEEN_MOST = 60;
const SEEN_LONGEST = 200_000;
/** In a batch of up to a thousand, each text is compared with only this many before it. */
const NEAR_MOST = 8;

/**
 * The fastest pace that is still reading: 400 words per minute, above which understanding suffers (Rayner et al.
 * 2016, "So Much to Read, So Little Time", Psychological Science in the Public Interest 17(1)). Converted to
 * characters by the ratio of the same texts in many languages (Trauzettel-Klosinski and Dietz 2012, IOVS 53(9)):
 * English 987 per minute at 228 words, Chinese 255 per minute in the same time.
 */
const OTHERS_PER_S = (987 * (400 / 228)) / 60;
const PAIRED_PER_S = (255 * (400 / 228)) / 60;

/** The minimum time to read this, in milliseconds. */
export const minReadingMs = ({ unspaced, spaced }: CharacterCounts): number =>
  (unspaced / PAIRED_PER_S + spaced / OTHERS_PER_S) * 1000;

const PAIRED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
/** By UTF-16 unit: 1 for an unspaced script, 2 for any other, 0 if not classified yet. */
const KNOWN = new Uint8Array(65_536);
function isPaired(unit: number): boolean {
  if (KNOWN[unit] === 0) {
    // The first unit of planes 2 and 3, which contain only Han characters, is enough to classify the character.
    const isHigh = unit >= 0xd840 && unit < 0xd8c0;
    KNOWN[unit] = isHigh || PAIRED.test(String.fromCharCode(unit)) ? 1 : 2;
  }
  return KNOWN[unit] === 1;
}
/** In a longer text only this many UTF-16 units are counted, sampled evenly, and extrapolated. */
const COUNTED_MOST = 8000;
const PASSAGES = 16;

function unspacedIn(text: string): number {
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

/**
 * Counts the characters of `texts` that are new compared with `seen`: of a nearly identical text, only what differs.
 */
export function countNewCharacters(
  texts: readonly string[],
  seen: readonly string[],
): CharacterCounts {
  let unspaced = 0;
  let spaced = 0;
  for (const text of texts) {
    const fresh = freshPart(text, seen);
    const inUnspaced = unspacedIn(fresh);
    unspaced += inUnspaced;
    spaced += fresh.length - inUnspaced;
  }
  return { unspaced, spaced };
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

/** Compared in chunks, which is a hundred times faster than character by character. */
const PIECE = 2048;

/** The text without the prefix and suffix that it shares with another. */
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

export const INITIAL_FATIGUE: Fatigue = { streak: [], remarkAt: REMARK_AT, seen: [] };

/** The state after an approval at a gate. */
export function afterApproval(
  { streak, remarkAt, seen }: Fatigue,
  texts: readonly string[],
  { atMs, viewedMs }: Pick<Approval, "atMs" | "viewedMs">,
): Fatigue {
  const approval = { atMs, viewedMs, characters: countNewCharacters(texts, seen) };
  const kept = texts.filter((text) => text.length <= SEEN_LONGEST && !seen.includes(text));
  const next = { remarkAt, seen: [...seen, ...kept].slice(-SEEN_MOST) };
  if (viewedMs >= minReadingMs(approval.characters)) return { ...next, streak: [] };
  const last = streak.at(-1);
  const goesOn = last !== undefined && atMs - last.atMs < BREAK_MS;
  return { ...next, streak: goesOn ? [...streak, approval] : [approval] };
}

/** What a batch has to read, computed before it is approved. */
export interface BatchReading {
  /** The new characters of each request that has any. */
  fresh: readonly CharacterCounts[];
  /** The minimum time to read all of that, in milliseconds. */
  neededMs: number;
  /** Its texts to remember, newest last. */
  kept: readonly string[];
}

/** @param seen texts that were approved before, newest last */
export function batchReading(
  batch: readonly (readonly string[])[],
  seen: readonly string[],
): BatchReading {
  let near = seen.slice(-NEAR_MOST);
  let kept: string[] = [];
  const fresh: CharacterCounts[] = [];
  for (const texts of batch) {
    const characters = countNewCharacters(texts, near);
    if (minReadingMs(characters) > 0) fresh.push(characters);
    near = [...near, ...texts].slice(-NEAR_MOST);
    const fits = texts.filter((text) => text.length <= SEEN_LONGEST && !kept.includes(text));
    kept = [...kept, ...fits].slice(-SEEN_MOST);
  }
  const neededMs = fresh.reduce((sum, characters) => sum + minReadingMs(characters), 0);
  return { fresh, neededMs, kept };
}

/**
 * The state after approving a batch that was visible as a whole: if it was too fast for all, it was too fast for each
 * request with new text.
 */
export function afterBatchApproval(
  fatigue: Fatigue,
  { fresh, neededMs, kept }: BatchReading,
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

/** The user rejected, edited or wrote a response: they are paying attention. */
export const resetStreak = (fatigue: Fatigue): Fatigue => ({ ...fatigue, streak: [] });

/** The user dismissed the remark: the next one takes twice as many approvals. */
export const afterRemarkDismissed = ({ remarkAt, seen }: Fatigue): Fatigue => ({
  streak: [],
  remarkAt: Math.min(REMARK_AT_MOST, remarkAt * 2),
  seen,
});

/** The remark to show; null if none. */
export interface FatigueRemark {
  count: number;
  /** The minimum reading time and the time taken, in milliseconds. */
  neededMs: number;
  hadMs: number;
}

export function remarkOf({ streak, remarkAt }: Fatigue, nowMs: number): FatigueRemark | null {
  const last = streak.at(-1);
  if (last === undefined || streak.length < remarkAt || nowMs - last.atMs >= BREAK_MS) return null;
  const sum = (of: (approval: Approval) => number): number =>
    streak.reduce((total, approval) => total + of(approval), 0);
  return {
    count: streak.length,
    neededMs: sum(({ characters }) => minReadingMs(characters)),
    hadMs: sum(({ viewedMs }) => viewedMs),
  };
}
