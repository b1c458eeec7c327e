// Foreign text as markup: nothing of it can become a tag, an attribute or an entity.
import { piecesOf } from "../visible.ts";

/** Text as text, in any place of a page. */
export const escaped = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");

/** Foreign text: escaped, isolated for direction, what cannot be seen drawn with its code point. */
export const foreign = (text: string): string => [...foreignPieces(text)].join("");

/** The same, a piece after the other, for what may be long. */
export function* foreignPieces(text: string): Generator<string> {
  yield "<bdi>";
  let first = true;
  for (const line of linesOf(text)) {
    yield `${first ? "" : "\n"}${drawn(line)}`;
    first = false;
  }
  yield "</bdi>";
}

function* linesOf(text: string): Generator<string> {
  let from = 0;
  for (;;) {
    const end = text.indexOf("\n", from);
    if (end < 0) break;
    yield text.slice(from, end);
    from = end + 1;
  }
  yield text.slice(from);
}

const drawn = (line: string): string =>
  piecesOf(line)
    .map((piece) =>
      piece.kind === "text"
        ? escaped(piece.text)
        : `<span class="hidden">${escaped(piece.kind === "break" ? "⏎" : piece.code)}</span>`,
    )
    .join("");
