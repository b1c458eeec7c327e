// Reads the size of an image in pixels from its first bytes, without decoding it.

export interface Pixels {
  width: number;
  height: number;
}

/** How much of a JPEG may have to be read: its size comes after metadata and colour profiles. */
export const PIXELS_HEAD_BYTES = 256 * 1024;

/** The image's size; null for another format, or when the bytes end before it. */
export function pixelsOf(bytes: Uint8Array): Pixels | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const found = png(view) ?? gif(view) ?? webp(view) ?? jpeg(view);
    return found === null || found.width === 0 || found.height === 0 ? null : found;
  } catch {
    // A read beyond the end: the size is missing.
    return null;
  }
}

const word = (view: DataView, at: number, length: number): string =>
  String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, length));

/** W3C PNG, "IHDR": the first chunk has the size. */
function png(view: DataView): Pixels | null {
  if (view.getUint32(0) !== 0x89504e47 || word(view, 12, 4) !== "IHDR") return null;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** GIF89a, "Logical Screen Descriptor". */
function gif(view: DataView): Pixels | null {
  if (word(view, 0, 4) !== "GIF8") return null;
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

/** RFC 9649: lossy, lossless or extended, by the name of the first chunk. */
function webp(view: DataView): Pixels | null {
  if (word(view, 0, 4) !== "RIFF" || word(view, 8, 4) !== "WEBP") return null;
  switch (word(view, 12, 4)) {
    case "VP8 ":
      return {
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
    case "VP8L": {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 };
    default:
      return null;
  }
}

const uint24 = (view: DataView, at: number): number =>
  view.getUint16(at, true) | (view.getUint8(at + 2) << 16);

/** ITU T.81, B.1.1: follows the markers up to a start of frame. */
function jpeg(view: DataView): Pixels | null {
  if (view.getUint16(0) !== 0xffd8) return null;
  for (let at = 2; ;) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    // SOF0 to SOF15, without DHT, JPG and DAC, whose codes are in the same range.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    const length = view.getUint16(at + 2);
    if (length < 2) return null;
    at += 2 + length;
  }
}
