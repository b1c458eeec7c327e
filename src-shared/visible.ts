// Makes invisible characters visible: control, format, direction and filler characters by their code points.

/** A run of text as it is, or one character that is invisible or affects the display of others. */
export type Piece =
  | { kind: "text"; text: string }
  | { kind: "break" }
  | { kind: "hidden"; text: string; code: string };

/**
 * Characters that are never displayed as they are: controls, format characters (including bidi), Unicode's
 * default-ignorable ones (zero-width, variation selectors, tags, fillers), line and paragraph separators, lone
 * surrogates, private use, unusual spaces and the braille blank.
 */
const hidden =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?![ \u3000])\p{Zs}/u;
/** Joiners and selectors inside an emoji are part of its shape and not hidden. */
const emoji =
  /\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3|\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?(?:\u200D\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?)*/u;
const token = new RegExp(
  `(${emoji.source})|(\\r\\n|[\\n\\r\\u2028\\u2029\\u0085])|(${hidden.source})`,
  "gu",
);

/** The code point of a character, such as `U+200B`. */
export function codePoint(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Splits a text into visible text and hidden characters, losslessly. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  const plain = (end: number): void => {
    if (end > start) pieces.push({ kind: "text", text: text.slice(start, end) });
  };
  for (const match of text.matchAll(token)) {
    if (match[1] !== undefined) continue;
    plain(match.index);
    start = match.index + match[0].length;
    if (match[2] !== undefined && !/[\u2028\u2029\u0085]/.test(match[2])) {
      pieces.push({ kind: "break" });
    } else {
      pieces.push({ kind: "hidden", text: match[0], code: codePoint(match[0]) });
    }
  }
  plain(text.length);
  return pieces;
}

/** The text with hidden characters spelled out as `⏎` and `[U+200B]`, for a `title` or an accessible name. */
export function spelledOut(text: string): string {
  return piecesOf(text)
    .map((piece) =>
      piece.kind === "text" ? piece.text : piece.kind === "break" ? " ⏎ " : `[${piece.code}]`,
    )
    .join("");
}
