// Images and audio in results: shown only if their bytes are of a safe type.

export interface Medium {
  bytes: Uint8Array<ArrayBuffer>;
  /** The type by the bytes; null if it is not shown. */
  type: string | null;
}

/** Decodes base64; null if invalid. */
export function decode(base64: string): Medium | null {
  try {
    const text = atob(base64.replace(/\s/g, ""));
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    return { bytes, type: sniff(bytes) };
  } catch {
    return null;
  }
}

const kinds: readonly (readonly [type: string, at: number, sign: readonly number[]])[] = [
  ["image/png", 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["image/jpeg", 0, [0xff, 0xd8, 0xff]],
  ["image/gif", 0, [0x47, 0x49, 0x46, 0x38]],
  ["image/webp", 8, [0x57, 0x45, 0x42, 0x50]],
  ["audio/wav", 8, [0x57, 0x41, 0x56, 0x45]],
  ["audio/ogg", 0, [0x4f, 0x67, 0x67, 0x53]],
  ["audio/flac", 0, [0x66, 0x4c, 0x61, 0x43]],
  ["audio/mpeg", 0, [0x49, 0x44, 0x33]],
  ["audio/mpeg", 0, [0xff, 0xfb]],
  ["audio/mp4", 4, [0x66, 0x74, 0x79, 0x70]],
  ["audio/webm", 0, [0x1a, 0x45, 0xdf, 0xa3]],
];

/** The type by the first bytes, among types that are safe to show. Never SVG, which may contain scripts. */
export function sniff(bytes: Uint8Array): string | null {
  const found = kinds.find(([, at, sign]) =>
    sign.every((byte, index) => bytes[at + index] === byte),
  );
  return found?.[0] ?? null;
}
