// Where the body of a content is divided into parts that several contents can share (FORMAT.md, Parts).
import { partsOf, piecesOf } from "../request/parts/parts.ts";

/** Shorter bodies are stored whole. In UTF-16 units. */
const LONG = 4096;

/**
 * The texts that a body is stored as; joined, they are the body. Null for a short one, which is stored whole. A comma
 * goes with what follows it: what is last in a list now is not last in the next turn.
 */
export function dividedBody(body: string): string[] | null {
  if (body.length < LONG) return null;
  const texts: string[] = [];
  let comma = "";
  for (const { at, end } of piecesOf(body, partsOf("content", body))) {
    const text = comma + body.slice(at, end);
    comma = text === "," ? text : "";
    if (comma === "") texts.push(text);
  }
  return comma === "" ? texts : [...texts, comma];
}
