// From the base64 text of an image or sound to its bytes, a slice a turn of the loop: twenty megabytes at once would
// hold everything else for more than a frame.

/** Characters a turn; a multiple of four, so that each slice is base64 by itself (RFC 4648, section 4). */
const SLICE = 1024 * 1024;

/** The bytes as `Buffer` decodes them, whatever the text is. */
export async function bytesOf(base64: string): Promise<Uint8Array<ArrayBuffer>> {
  if (base64.length <= SLICE) return Uint8Array.from(Buffer.from(base64, "base64"));
  const bytes = new Uint8Array(Math.ceil((base64.length * 3) / 4));
  let filled = 0;
  for (let at = 0; at < base64.length; at += SLICE) {
    if (at > 0) await new Promise((resolve) => setImmediate(resolve));
    const slice = base64.slice(at, at + SLICE);
    const decoded = Buffer.from(slice, "base64");
    const whole = decoded.length === (slice.length * 3) / 4;
    // Blanks, or an end in the middle: only the text as a whole says what it is.
    if (!whole && at + SLICE < base64.length) return new Uint8Array(Buffer.from(base64, "base64"));
    bytes.set(decoded, filled);
    filled += decoded.length;
  }
  return bytes.slice(0, filled);
}
