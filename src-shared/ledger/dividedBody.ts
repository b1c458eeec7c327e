// Where the body of a content is divided into parts that several contents can share (FORMAT.md, Parts).
import type { Json } from "../json.ts";
import { partsOf, piecesOf } from "../request/parts/parts.ts";

/** Shorter bodies are stored whole. In UTF-16 units, as the others. */
const LONG = 512;
/** A part costs some 100 bytes. What is shorter is kept in the list of each content that has it. */
const PART = 256;
/** The same for tools and messages, which every later turn has again. */
const TURN_PART = 64;

/** A stretch of a body. `isPart`: it is stored once, for all contents that have it. */
export interface BodyPiece {
  text: string;
  isPart: boolean;
}

/**
 * The pieces that a body is stored as; joined, they are the body. Null if it is stored whole. A comma goes with what
 * follows it: what is last in a list now is not last in the next turn.
 * @param value what the body says, where that is known
 */
export function dividedBody(body: string, value?: Json): BodyPiece[] | null {
  if (body.length < LONG) return null;
  const parts = partsOf("content", body, value);
  const pieces: BodyPiece[] = [];
  let comma = "";
  for (const { at, end, part } of piecesOf(body, parts)) {
    const text = comma + body.slice(at, end);
    comma = text === "," ? text : "";
    if (comma !== "") continue;
    const { kind = null, path = [] } = (part === null ? undefined : parts[part]) ?? {};
    // What is no document, or stands between its parts, is hardly ever there again.
    const isLong = text.length >= (kind === "setting" ? PART : TURN_PART);
    pieces.push({ text, isPart: isLong && path.length > 1 });
  }
  if (comma !== "") pieces.push({ text: comma, isPart: false });
  return pieces.some(({ isPart }) => isPart) ? pieces : null;
}
