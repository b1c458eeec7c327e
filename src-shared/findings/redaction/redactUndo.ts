// Reconstructs a redacted request from the server's original, as mappings are not stored. Used to compare the turns
// of a call, so that a placeholder does not count as an edit by the user.
import type { RequestDocument } from "../../request/document/message.ts";
import type { Attempt } from "../../request/life/heldRequest.ts";
import { walkRequest } from "./redactWalk.ts";

const MARK = /(\u27E6[A-Z_]+_[0-9]+\u27E7)/;

/**
 * `approved`, with each text that differs from one of `asked` only by placeholders replaced by the latter. Null if a
 * placeholder remains, because its text was edited as well.
 */
export function withoutMarks(
  asked: RequestDocument,
  approved: RequestDocument,
): RequestDocument | null {
  const [was, is] = [textsOf(asked), textsOf(approved)];
  const marked = [...is].filter((text) => MARK.test(text) && !was.has(text));
  const candidates = [...was].filter((text) => !is.has(text));
  const known = new Map<string, string>();
  const undone = new Map<string, string>();
  // Texts with the most literal characters first: they tell what their placeholders stand for.
  for (const text of marked.toSorted((a, b) => literalOf(b) - literalOf(a))) {
    const fitting = candidates.flatMap((said) => {
      const found = fits(text, said, known);
      return found === null ? [] : [{ said, found }];
    });
    const [only, ...others] = fitting;
    if (only === undefined || others.length > 0) return null;
    undone.set(text, only.said);
    for (const [mark, value] of only.found) known.set(mark, value);
  }
  return walkRequest(approved, {
    text: (text) => undone.get(text) ?? text,
    number: (number) => number,
  });
}

function textsOf(document: RequestDocument): Set<string> {
  const texts = new Set<string>();
  const text = (said: string): string => {
    texts.add(said);
    return said;
  };
  walkRequest(document, { text, number: (number) => number });
  return texts;
}

const literalOf = (text: string): number =>
  text.split(MARK).reduce((sum, part, index) => sum + (index % 2 === 0 ? part.length : 0), 0);

/** The values of the placeholders of `text` if it equals `said` otherwise; null if it does not. */
function fits(
  text: string,
  said: string,
  known: ReadonlyMap<string, string>,
): Map<string, string> | null {
  const parts = text.split(MARK);
  const found = new Map(known);
  let at = 0;
  for (let index = 0; index < parts.length; index += 2) {
    const literal = parts[index] ?? "";
    const mark = parts[index - 1];
    const last = index === parts.length - 1;
    if (mark === undefined) {
      if (!said.startsWith(literal)) return null;
      at = literal.length;
      continue;
    }
    const value = found.get(mark);
    const next =
      value !== undefined
        ? at + value.length
        : last && literal === ""
          ? said.length
          : last
            ? said.length - literal.length
            : said.indexOf(literal, at + 1);
    if (next <= at || !said.startsWith(literal, next)) return null;
    if (value !== undefined && !said.startsWith(value, at)) return null;
    found.set(mark, said.slice(at, next));
    at = next + literal.length;
  }
  if (at !== said.length) return null;
  return found;
}

/** The approved request without placeholders; the server's request where they cannot be resolved. */
export const beforeRedaction = (
  asked: RequestDocument,
  { document, redacted }: Pick<Attempt, "document" | "redacted">,
): RequestDocument =>
  redacted === undefined ? document : (withoutMarks(asked, document) ?? asked);
