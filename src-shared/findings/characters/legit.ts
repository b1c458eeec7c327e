// Ordinary uses of invisible characters, which are not findings.

const EMOJI = /^\p{Extended_Pictographic}$/u;
/** What may precede a joiner inside an emoji: a pictograph, a skin tone, VS16. */
const EMOJI_END = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{FE0F})$/u;
/** Symbols with a text and an emoji form; digits, # and * have one only in a keycap. */
const HAS_EMOJI_FORM = /^(?![0-9#*])\p{Emoji}$/u;
const KEYCAP_BASE = /^[0-9#*]$/;
const KEYCAP = "\u{20E3}";
/** Scripts whose letters change shape with a joiner or non-joiner (Unicode 15, sections 9.2, 12.1 and 23.2). */
const JOINING = new RegExp(
  `^[${[
    "Arabic",
    "Syriac",
    "Mongolian",
    "Nko",
    "Mandaic",
    "Adlam",
    "Rohg",
    "Devanagari",
    "Bengali",
    "Gurmukhi",
    "Gujarati",
    "Oriya",
    "Tamil",
    "Telugu",
    "Kannada",
    "Malayalam",
    "Sinhala",
    "Khmer",
    "Myanmar",
    "Tibetan",
    "Balinese",
    "Javanese",
  ]
    .map((script) => `\\p{Script_Extensions=${script}}`)
    .join("")}]$`,
  "u",
);
const LETTER_OR_MARK = /^[\p{L}\p{M}]$/u;
const HAN = /^\p{Script=Han}$/u;
const MONGOLIAN = /^\p{Script=Mongolian}$/u;
/**
 * Other characters with standardized variants by VS1–VS3: mathematics, Myanmar, Phags-pa, CJK punctuation, full
 * width.
 */
const HAS_VARIANTS =
  /^[\p{Sm}\p{Script=Myanmar}\p{Script=Phags_Pa}\u{3000}-\u{303F}\u{FF00}-\u{FF60}]$/u;

const FLAG_BASE = "\u{1F3F4}";
/** The flags of England, Scotland and Wales: the only tag sequences recommended (UTS #51, RGI). */
const TAG_FLAGS: ReadonlySet<string> = new Set(["gbeng", "gbsct", "gbwls"]);

/** False for characters that have no ordinary use in any context. */
export const canBeLegitimate = (code: number): boolean =>
  code === 0x200c ||
  code === 0x200d ||
  (code >= 0xfe00 && code <= 0xfe0f) ||
  (code >= 0x180b && code <= 0x180f) ||
  (code >= 0xe0100 && code <= 0xe01ef);

/**
 * True when the code point has an ordinary use here: a joiner inside an emoji or in a script that needs it, a
 * selector after a character with variants. `before` and `after` are the adjacent characters, empty at the ends.
 */
export function isLegitimate(code: number, before: string, after: string): boolean {
  if (code === 0x200d && EMOJI_END.test(before) && EMOJI.test(after)) return true;
  if (code === 0x200c || code === 0x200d) {
    return JOINING.test(before) && LETTER_OR_MARK.test(before);
  }
  if (code === 0xfe0e || code === 0xfe0f) {
    return HAS_EMOJI_FORM.test(before) || (KEYCAP_BASE.test(before) && after === KEYCAP);
  }
  if (code >= 0xfe00 && code <= 0xfe02) return HAN.test(before) || HAS_VARIANTS.test(before);
  if (code >= 0xe0100 && code <= 0xe01ef) return HAN.test(before);
  if (code >= 0x180b && code <= 0x180f) return MONGOLIAN.test(before);
  return false;
}

/** True for tag characters that form a known flag with the black flag before them. */
export const isFlagOfTags = (run: string, before: string): boolean =>
  before === FLAG_BASE && run.endsWith("\u{E007F}") && TAG_FLAGS.has(spelledByTags(run));

/** The ASCII text that tag characters encode; those without a printable equivalent are skipped. */
export const spelledByTags = (run: string): string =>
  [...run]
    .map((character) => (character.codePointAt(0) ?? 0) - 0xe0000)
    .filter((code) => code >= 0x20 && code < 0x7f)
    .map((code) => String.fromCodePoint(code))
    .join("");
