// Base64 as MCP wants it (RFC 4648, section 4, padded: `format: "byte"`), and the near misses of it that can be
// mended without guessing what was meant.

const STRICT = /^[A-Za-z0-9+/]*={0,2}$/;

/** True for standard, padded base64 without line breaks. */
export const isBase64 = (text: string): boolean => text.length % 4 === 0 && STRICT.test(text);

/**
 * The same bytes as standard base64, for what servers often send instead: lines (RFC 2045), the alphabet for
 * addresses (RFC 4648, section 5), missing padding, a whole `data:` address. Null when it is none of these, or
 * nothing was wrong with it.
 */
export function mendBase64(text: string): string | null {
  if (isBase64(text)) return null;
  const body = text
    .replace(/^\s*data:[^,]{0,200};base64,/i, "")
    .replace(/\s+/g, "")
    .replaceAll("-", "+")
    .replaceAll("_", "/")
    .replace(/={1,2}$/, "");
  const mended = body.padEnd(Math.ceil(body.length / 4) * 4, "=");
  // One character beyond a group of four holds six bits of a byte: something is missing, not only the padding.
  return body !== "" && body.length % 4 !== 1 && isBase64(mended) ? mended : null;
}
