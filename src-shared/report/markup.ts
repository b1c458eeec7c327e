// Escapes untrusted text for HTML: it cannot become a tag, an attribute or an entity.
import { piecesOf } from "../visible.ts";

/** Escapes text for any place in HTML. */
export const escaped = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");

/** Untrusted text as HTML: escaped, isolated for direction, invisible characters shown as code points. */
export const untrusted = (text: string): string => [...untrustedPieces(text)].join("");

/** Like `foreign`, in pieces, for long texts. */
export function* untrustedPieces(text: string): Generator<string> {
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
