// Recognises words that name a place to send data to: a host or mail address, also spelled out ("name (at) host dot
// tld"). Phrases refer to such a word as `@place`.

/** Top-level domains that are not also file extensions or common in code. */
const TOP =
  "com|net|org|io|dev|ai|co|info|biz|xyz|top|site|online|club|click|icu|shop|tech|cloud|space|live|ru|cn|tw|hk|jp|kr|de|fr|uk|eu|es|it|nl|pl|ch|se|br|au|ca|us|edu|gov|example|test|invalid|tld|onion";
const TOPS: ReadonlySet<string> = new Set(TOP.split("|"));
/** Longest host name (RFC 1035, section 2.3.4), in UTF-16 units. */
const HOST_MAX = 253;
/** Before a word that is only part of a longer name or path. */
const BEFORE_HOST = /[\w/@-]$|[\w./@-]\.$/u;
const IN_HOST = /[\w.-]/u;
const OPENS = /[([{<（【]\s?$/u;
const CLOSES = /^\s?[)\]}>）】]/u;
const TOP_BEHIND = new RegExp(String.raw`^\s?[)\]}>）】]?\s{0,2}(?:${TOP})(?![\w.-]?\w)`, "iu");

/** Whether the word from `start` to `end`, which a dot follows, begins a host name or mail address. */
export function beginsHost(text: string, start: number, end: number): boolean {
  if (BEFORE_HOST.test(text.slice(Math.max(0, start - 2), start))) return false;
  let to = end;
  while (to - start < HOST_MAX && to < text.length && IN_HOST.test(text.charAt(to))) to += 1;
  while (to > end && /[.-]/u.test(text.charAt(to - 1))) to -= 1;
  const last = text.lastIndexOf(".", to - 1);
  return last >= end && TOPS.has(text.slice(last + 1, to).toLowerCase());
}

/** Whether the word "at" from `start` to `end` is in brackets, in place of an at sign. */
export const isSpelledAt = (text: string, start: number, end: number): boolean =>
  OPENS.test(text.slice(Math.max(0, start - 2), start)) && CLOSES.test(text.slice(end, end + 2));

/** Whether a top-level domain follows the word "dot" that ends at `end`. */
export const isSpelledDot = (text: string, end: number): boolean =>
  TOP_BEHIND.test(text.slice(end, end + 16));
