// Whether a request is nearly the same as one that was approved a moment ago: what differs is then worth seeing first.
import type { Json } from "../../../src-shared/json.ts";
import { blocksOf, isText } from "../../../src-shared/sampling/document/blocks.ts";
import type { RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import type { Origin, Sample } from "../../../src-shared/sampling/life/sample.ts";
import { differingPart } from "./fatigue.ts";

export interface Likeness {
  /** The one that was approved, as its server asked it. */
  asked: RequestDocument;
  sampleId: string;
  approvedAtMs: number;
  /** How many passages differ; 0: it is the very same. */
  places: number;
  /** It is read at a glance: no help to begin with what differs. */
  isShort: boolean;
}

/** A moment ago. */
const MOMENT_MS = 600_000;
/** Nearly the same: no more than this share of its characters differs. */
const SHARE_MOST = 0.2;
/** Of a few words each may be another: nothing can be like them. In characters, with roles and parameters. */
const FEW = 40;
/** A shorter request is read at a glance. */
const SHORT = 200;
/** Words of a passage that are compared one by one; a longer one counts as one place. */
const WORDS_MOST = 400;

/** The nearest of those that a person approved a moment ago, the very same before all others; null where none is near. */
export function likenessOf(
  sample: Sample,
  others: readonly Sample[],
  nowMs: number,
): Likeness | null {
  const { proposed } = sample;
  if (proposed === null) return null;
  let best: { likeness: Likeness; changed: number } | null = null;
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
      likeness: { asked: other.proposed, sampleId: other.id, approvedAtMs, places, isShort },
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

/** Null where it is another request: other messages, or too much of it differs. */
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
    places += placesOf(then, now);
  }
  if (places === 0) return null;
  return whole >= FEW && changed <= whole * SHARE_MOST ? { changed, places, whole } : null;
}

/** The system prompt, each message, and all else: texts as they are, what is none as JSON. */
function passagesOf({ systemPrompt, messages, ...rest }: RequestDocument): string[] {
  const texts = messages.map(({ role, content }) =>
    [role, ...blocksOf(content).map((block) => (isText(block) ? block.text : json(block)))].join(
      "\n",
    ),
  );
  return [systemPrompt ?? "", ...texts, json(rest)];
}

const json = (value: Json): string => JSON.stringify(value);

/** How many passages of words differ between two texts that do. */
export function placesOf(before: string, after: string): number {
  const [a, b] = middles(wordsOf(before), wordsOf(after));
  if (a.length > WORDS_MOST || b.length > WORDS_MOST) return 1;
  // Lengths of the longest common subsequences of what is left (Wagner and Fischer 1974).
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

/** Words, and characters of scripts without spaces one by one; white space between them does not count. */
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
