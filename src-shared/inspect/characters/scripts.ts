// In which scripts a text is written, roughly: enough to notice that a request comes in another one than usual.

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

/** Characters that are looked at of all texts together: the beginning of each tells its script. */
const LOOKED_AT = 20_000;
/** A script counts from that part of the letters on. */
const PART_MIN = 0.2;

/** Scripts that a good part of the letters belongs to. */
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
