// The ways in which a text may say one value, and where in a text values stand.

import type { Patterns } from "../text/patterns.ts";

/** Characters that people put between the digits and letters of a number. */
const SPACING = /[\s()./\u00A0\u2010-\u2015-]/g;
/** Below this a value without its spaces is too short to be told from other digits. */
const BARE_MIN = 8;

/**
 * The value itself, in small letters and capitals, as it stands inside a JSON text, in an address, and (of numbers:
 * cards, accounts, phones) without what parts its digits. Each once.
 */
export function spellingsOf(value: string): string[] {
  const spellings = new Set([value]);
  if (/^[^\s]+$/u.test(value)) {
    spellings.add(value.toLowerCase());
    spellings.add(value.toUpperCase());
  }
  spellings.add(JSON.stringify(value).slice(1, -1));
  if (!/\p{Cs}/u.test(value)) spellings.add(encodeURIComponent(value));
  const bare = value.replace(SPACING, "");
  const digits = bare.replace(/\D/g, "").length;
  if (bare.length >= BARE_MIN && digits * 2 >= bare.length && /^\+?[A-Za-z0-9]+$/.test(bare)) {
    spellings.add(bare);
  }
  return [...spellings];
}

/** A stretch of a text that says values; `value` is the longest of them. In UTF-16 units. */
export interface Stretch {
  start: number;
  end: number;
  value: string;
}

/** Every occurrence of every value, overlapping ones as one stretch, in order. */
export function stretchesOf(text: string, values: Patterns): Stretch[] {
  const stretches: Stretch[] = [];
  values.each(text, ({ start, end, pattern }) => {
    const found: Stretch = { start, end, value: pattern };
    // They come by where they end, so that only the last ones can overlap.
    for (
      let last = stretches.at(-1);
      last !== undefined && last.end > start;
      last = stretches.at(-1)
    ) {
      found.start = Math.min(found.start, last.start);
      found.end = Math.max(found.end, last.end);
      if (last.value.length >= found.value.length) found.value = last.value;
      stretches.pop();
    }
    stretches.push(found);
  });
  return stretches;
}
