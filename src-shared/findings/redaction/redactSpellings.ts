// The spellings of a value, and where values occur in a text.

import type { Patterns } from "../text/patterns.ts";

/** Characters that people put between the digits and letters of a number. */
const SPACING = /[\s()./\u00A0\u2010-\u2015-]/g;
/** A shorter value without its spaces could be mistaken for other digits. */
const BARE_MIN = 8;

/**
 * The distinct spellings of a value: as is, in lower and upper case, JSON-escaped, URL-encoded and, for numbers such
 * as cards, accounts and phones, without separators.
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

/** A stretch of text that consists of values, overlapping or alone; `value` is the longest. In UTF-16 units. */
export interface Stretch {
  start: number;
  end: number;
  value: string;
}

/** Every occurrence of every value in order, overlapping ones merged. */
export function stretchesOf(text: string, values: Patterns): Stretch[] {
  const stretches: Stretch[] = [];
  values.each(text, ({ start, end, pattern }) => {
    const found: Stretch = { start, end, value: pattern };
    // Matches are ordered by their end, so only the last stretches can overlap.
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
