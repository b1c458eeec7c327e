// Base64 as MCP wants it (RFC 4648, section 4, padded: `format: "byte"`), and repair of near misses whose meaning is
// unambiguous.

/** By UTF-16 unit: 1 for everything but the 64 characters. */
const FOREIGN = new Uint8Array(65_536).fill(1);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/") {
  FOREIGN[character.charCodeAt(0)] = 0;
}
// The cast is safe: the table has an entry for every UTF-16 unit.
const foreignAt = (text: string, at: number): number => FOREIGN[text.charCodeAt(at)] as number;
const LAST = /^(?:[A-Za-z0-9+/]{2}(?:[A-Za-z0-9+/]{2}|[A-Za-z0-9+/]=|==))?$/;

/**
 * True for standard, padded base64 without line breaks. Four characters a step without early exit: a fourth of the
 * time of a regular expression on an image of 20 MB.
 */
export function isBase64(text: string): boolean {
  const { length } = text;
  if (length % 4 !== 0) return false;
  let foreign = 0;
  for (let at = 0; at < length - 4; at += 4) {
    foreign |=
      foreignAt(text, at) |
      foreignAt(text, at + 1) |
      foreignAt(text, at + 2) |
      foreignAt(text, at + 3);
  }
  return foreign === 0 && LAST.test(text.slice(-4));
}

/**
 * The same bytes as standard base64, for what servers often send instead: line breaks (RFC 2045), the URL-safe
 * alphabet (RFC 4648, section 5), missing padding, a whole `data:` URL. Null when it is none of these or already
 * valid.
 */
export function fixBase64(text: string): string | null {
  if (isBase64(text)) return null;
  const body = text
    .replace(/^\s*data:[^,]{0,200};base64,/i, "")
    .replace(/\s+/g, "")
    .replaceAll("-", "+")
    .replaceAll("_", "/")
    .replace(/={1,2}$/, "");
  const mended = body.padEnd(Math.ceil(body.length / 4) * 4, "=");
  // A single character beyond a group of four holds only six bits: data is missing, not just padding.
  return body !== "" && body.length % 4 !== 1 && isBase64(mended) ? mended : null;
}
