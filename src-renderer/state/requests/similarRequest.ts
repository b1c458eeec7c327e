// Whether a request is nearly identical to one approved recently, so that the difference can be shown first.
import type { Json } from "../../../src-shared/json.ts";
import { blocksOf, isText } from "../../../src-shared/sampling/document/blocks.ts";
import type { RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import type { Origin, Sample } from "../../../src-shared/sampling/life/sample.ts";
import { differingPart } from "./fatigue.ts";

export interface SimilarRequest {
  /** The approved request, as its server sent it. */
  approved: RequestDocument;
  sampleId: string;
  approvedAtMs: number;
  /** How many passages differ; 0: identical. */
  differences: number;
  /** Short enough to read at a glance: showing the difference first would not help. */
  isShort: boolean;
}

/** How long an approval counts as recent. */
const MOMENT_MS = 600_000;
/** Nearly identical: at most this share of the characters differs. */
const SHARE_MOST = 0.2;
/**
 * Below this length nothing counts as similar: in a few words each one matters. In characters, including roles and
 * parameters.
 */
const FEW = 40;
/** A shorter request is read at a glance. */
const SHORT = 200;
/** Passages up to this many words are compared word by word; a longer one counts as one difference. */
const WORDS_MOST = 400;

/** The most similar of the recently approved requests, an identical one first; null if none is similar. */
export function findSimilarRequest(
  sample: Sample,
  others: readonly Sample[],
  nowMs: number,
): SimilarRequest | null {
  const { proposed } = sample;
  if (proposed === null) return null;
  let best: { likeness: SimilarRequest; changed: number } | null = null;
  for (const other of others) {
    const approvedAtMs = approvedAt(other);
    if (other.id === sample.id || other.proposed === null || approvedAtMs === null) continue;
    if (nowMs - approvedAtMs > MOMENT_MS || !isOfTheSame(sample, other)) continue;
    const isSame = other.askedHash === sample.askedHash;
    const difference = isSame ? SAME : differenceOf(other.proposed, proposed);
    if (difference === null || (best !== null && best.changed < difference.changed)) continue;
    const { changed, places, whole } = difference;
    const isShort = whole < SHORT;
    best = {
      changed,
      likeness: {
        approved: other.proposed,
        sampleId: other.id,
        approvedAtMs,
        differences: places,
        isShort,
      },
    };
  }
  return best?.likeness ?? null;
}

const SAME = { changed: 0, places: 0, whole: 0 };

function approvedAt({ attempts }: Sample): number | null {
  const first = attempts.find(({ by, model }) => by.kind === "person" && model !== null);
  return first?.startedAtMs ?? null;
}

const isOfTheSame = (a: Sample, b: Sample): boolean =>
  a.asker.serverId === b.asker.serverId && callOf(a.origin) === callOf(b.origin);

const callOf = (origin: Origin): string =>
  origin.kind === "certain" ? `${origin.call.method} ${origin.call.name}` : origin.kind;

/** Null if it is a different request: other messages, or too much differs. */
function differenceOf(
  a: RequestDocument,
  b: RequestDocument,
): { changed: number; places: number; whole: number } | null {
  if (a.messages.length !== b.messages.length) return null;
  const [before, after] = [passagesOf(a), passagesOf(b)];
  let changed = 0;
  let places = 0;
  let whole = 0;
  for (const [at, now] of after.entries()) {
    const then = before[at] ?? "";
    whole += now.length;
    if (now === then) continue;
    changed += Math.max(differingPart(now, then).length, differingPart(then, now).length);
    places += countDifferences(then, now);
  }
  if (places === 0) return null;
  return whole >= FEW && changed <= whole * SHARE_MOST ? { changed, places, whole } : null;
}

/** The system prompt, each message, and the rest: text as it is, anything else as JSON. */
function passagesOf({ systemPrompt, messages, ...rest }: RequestDocument): string[] {
  const texts = messages.map(({ role, content }) =>
    [role, ...blocksOf(content).map((block) => (isText(block) ? block.text : json(block)))].join(
      "\n",
    ),
  );
  return [systemPrompt ?? "", ...texts, json(rest)];
}

const json = (value: Json): string => JSON.stringify(value);

/** How many passages differ between two texts. */
export function countDifferences(before: string, after: string): number {
  const [a, b] = middles(wordsOf(before), wordsOf(after));
  if (a.length > WORDS_MOST || b.length > WORDS_MOST) return 1;
  // Lengths of the longest common subsequences of the remainders (Wagner and Fischer 1974).
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const common = (i: number, j: number): number => table[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const longest =
        a[i] === b[j] ? common(i + 1, j + 1) + 1 : Math.max(common(i + 1, j), common(i, j + 1));
      const row = table[i];
      if (row !== undefined) row[j] = longest;
    }
  }
  let places = 0;
  let within = false;
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      within = false;
      i += 1;
      j += 1;
      continue;
    }
    if (!within) places += 1;
    within = true;
    if (j >= b.length || (i < a.length && common(i + 1, j) >= common(i, j + 1))) i += 1;
    else j += 1;
  }
  return Math.max(1, places);
}

/** Words, or single characters of unspaced scripts; white space is ignored. */
const wordsOf = (text: string): string[] =>
  text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}]+|[^\s]/gu) ??
  [];

function middles(a: readonly string[], b: readonly string[]): [string[], string[]] {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return [a.slice(start, a.length - end), b.slice(start, b.length - end)];
}
