// The characters that are invisible or change the reading order. Source: Unicode 15, categories Cf and Cc and
// Default_Ignorable_Code_Point, without the Arabic number signs (Cf), which are visible.

/** The kinds of characters that the synchronous scan finds. */
export type CharacterKind =
  | "zero-width"
  | "bidi-control"
  | "bidi-mark"
  | "tag"
  | "variation-selector"
  | "soft-hyphen"
  | "blank-letter"
  | "line-separator"
  | "control"
  | "lone-surrogate"
  | "other-format";

/**
 * One kind of character to find. `ranges` are inclusive code points. `severity` `high`: it can hide or reorder text;
 * `low`: odd, seldom more.
 */
export interface CharacterRule {
  kind: CharacterKind;
  severity: "high" | "low";
  ranges: readonly (readonly [number, number])[];
}

/** All kinds; a character in several belongs to the first. The panel takes its list from here. */
export const CHARACTER_RULES: readonly CharacterRule[] = [
  {
    kind: "bidi-control",
    severity: "high",
    // Embeddings, overrides and isolates change the order in which text is read ("Trojan Source", CVE-2021-42574).
    ranges: [
      [0x202a, 0x202e],
      [0x2066, 0x2069],
    ],
  },
  {
    kind: "bidi-mark",
    severity: "low",
    // ALM, LRM, RLM: invisible, but usual in right-to-left text
    ranges: [
      [0x061c, 0x061c],
      [0x200e, 0x200f],
    ],
  },
  {
    kind: "tag",
    severity: "high",
    // Tag characters encode invisible ASCII ("ASCII smuggling").
    ranges: [[0xe0000, 0xe007f]],
  },
  {
    kind: "zero-width",
    severity: "high",
    // ZWSP, ZWNJ, ZWJ, word joiner, invisible operators, CGJ, Mongolian vowel separator, BOM
    ranges: [
      [0x034f, 0x034f],
      [0x180e, 0x180e],
      [0x200b, 0x200d],
      [0x2060, 0x2065],
      [0xfeff, 0xfeff],
    ],
  },
  {
    kind: "variation-selector",
    severity: "high",
    // After a character without variants they can carry hidden bytes. Mongolian FVS, VS1–16, VS17–256
    ranges: [
      [0x180b, 0x180d],
      [0x180f, 0x180f],
      [0xfe00, 0xfe0f],
      [0xe0100, 0xe01ef],
    ],
  },
  { kind: "soft-hyphen", severity: "low", ranges: [[0x00ad, 0x00ad]] },
  {
    kind: "blank-letter",
    severity: "low",
    // Letters and symbols without a visible glyph: Hangul fillers, Khmer inherent vowels, Braille blank
    ranges: [
      [0x115f, 0x1160],
      [0x17b4, 0x17b5],
      [0x2800, 0x2800],
      [0x3164, 0x3164],
      [0xffa0, 0xffa0],
    ],
  },
  {
    kind: "line-separator",
    severity: "low",
    ranges: [
      [0x0085, 0x0085],
      [0x2028, 0x2029],
    ],
  },
  {
    kind: "control",
    severity: "high",
    // C0 without tab, line feed and carriage return; delete; C1
    ranges: [
      [0x0000, 0x0008],
      [0x000b, 0x000c],
      [0x000e, 0x001f],
      [0x007f, 0x0084],
      [0x0086, 0x009f],
    ],
  },
  { kind: "lone-surrogate", severity: "high", ranges: [[0xd800, 0xdfff]] },
  {
    kind: "other-format",
    severity: "low",
    // Other characters without a glyph: deprecated format characters, annotation marks, Egyptian, shorthand and
    // musical controls, code points reserved for ignorable characters
    ranges: [
      [0x206a, 0x206f],
      [0xfff0, 0xfffb],
      [0x13430, 0x1343f],
      [0x1bca0, 0x1bca3],
      [0x1d173, 0x1d17a],
      [0xe0080, 0xe00ff],
      [0xe01f0, 0xe0fff],
    ],
  },
];
