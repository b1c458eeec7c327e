// A rough estimate of the scripts of a text, to notice when a request uses another one than usual.

const SCRIPTS = [
  ["Latin", /\p{Script=Latin}/gu],
  ["Han", /\p{Script=Han}/gu],
  ["Kana", /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ["Hangul", /\p{Script=Hangul}/gu],
  ["Cyrillic", /\p{Script=Cyrillic}/gu],
  ["Greek", /\p{Script=Greek}/gu],
  ["Arabic", /\p{Script=Arabic}/gu],
  ["Hebrew", /\p{Script=Hebrew}/gu],
  ["Devanagari", /\p{Script=Devanagari}/gu],
  ["Thai", /\p{Script=Thai}/gu],
] as const;

/** Characters sampled from all texts together, from the beginning of each. */
const LOOKED_AT = 20_000;
/** Minimum share of the letters for a script to count. */
const PART_MIN = 0.2;

/** The scripts with a substantial share of the letters. */
export function scriptsOf(texts: readonly string[]): string[] {
  const each = Math.max(200, Math.floor(LOOKED_AT / Math.max(1, texts.length)));
  const sample = texts
    .map((text) => text.slice(0, each))
    .join(" ")
    .slice(0, LOOKED_AT);
  const counts = SCRIPTS.map(([name, of]) => [name, sample.match(of)?.length ?? 0] as const);
  const letters = counts.reduce((total, [, count]) => total + count, 0);
  return counts.filter(([, count]) => count > 0 && count >= letters * PART_MIN).map(([n]) => n);
}
