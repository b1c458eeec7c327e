// Base64 (RFC 4648, sections 4 and 5) and strict UTF-8 (RFC 3629) decoding without Node or the DOM, and a check
// whether a text reads as words.

const DIGITS = new Int8Array(128).fill(-1);
for (const [value, sign] of [
  ..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
].entries()) {
  DIGITS[sign.charCodeAt(0)] = value;
}
DIGITS["-".charCodeAt(0)] = 62;
DIGITS["_".charCodeAt(0)] = 63;

/** The bytes of `text` from `start` to `end`, at most `max`; characters outside of both alphabets are skipped. */
export function base64Bytes(text: string, start: number, end: number, max: number): Uint8Array {
  const bytes = new Uint8Array(Math.min(max, Math.ceil(((end - start) * 3) / 4)));
  let [held, bits, length] = [0, 0, 0];
  for (let i = start; i < end && length < bytes.length; i += 1) {
    const digit = DIGITS[text.charCodeAt(i)] ?? -1;
    if (digit < 0) continue;
    held = ((held << 6) | digit) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[length] = (held >> bits) & 0xff;
    length += 1;
  }
  return bytes.subarray(0, length);
}

/** Decodes UTF-8; null if invalid. A character cut off at the end is dropped. */
export function utf8Text(bytes: Uint8Array): string | null {
  const parts: string[] = [];
  let units: number[] = [];
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at] ?? 0;
    const size = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (size === 0 || first > 0xf4) return null;
    if (at + size > bytes.length) break;
    let code = size === 1 ? first : first & (0x7f >> size);
    for (let i = 1; i < size; i += 1) {
      const next = bytes[at + i] ?? 0;
      if ((next & 0xc0) !== 0x80) return null;
      code = (code << 6) | (next & 0x3f);
    }
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return null;
    units.push(code);
    at += size;
    if (units.length < 4096) continue;
    parts.push(String.fromCodePoint(...units));
    units = [];
  }
  parts.push(String.fromCodePoint(...units));
  return parts.join("");
}

/** Shorter texts are more often identifiers than words, in UTF-16 units. */
const WORDS_MIN = 10;
// oxlint-disable-next-line no-control-regex
const UNREADABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffd]/gu;
const LETTERS = /[\p{L}\p{M}]/gu;
const ODD_SCRIPTS =
  /[^\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Thai}\p{Script=Common}\p{Script=Inherited}]/gu;

/** True for readable text: words separated by spaces, or a script that needs none. */
export function isWords(text: string): boolean {
  if (text.length < WORDS_MIN) return false;
  const request = text.slice(0, 2000);
  const count = (of: RegExp): number => request.match(of)?.length ?? 0;
  if (count(UNREADABLE) > 0 || count(ODD_SCRIPTS) > 0) return false;
  const letters = count(LETTERS);
  if (letters < request.length * 0.5) return false;
  const dense = count(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu);
  return dense > letters * 0.5 ? dense >= 4 : count(/\p{L}[,.:;!?]?\s+\p{L}/gu) >= 2;
}
