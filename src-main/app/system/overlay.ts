// Overlay with a number for the taskbar icon on Windows, which has no numeric badge. Drawn pixel by pixel, as main
// has no canvas.
import { nativeImage } from "electron";
import type { NativeImage } from "electron";

/** Drawn at double resolution; Windows scales it down. */
const SIZE = 32;
/** Size of one pixel of a digit. */
const DOT = 4;

/** Five rows of three pixels each; the last is `+`, for more than nine. */
const DIGITS = [
  "111101101101111",
  "010110010010111",
  "111001111100111",
  "111001111001111",
  "101101111001001",
  "111100111001111",
  "111100111101111",
  "111001010010010",
  "111101111101111",
  "111101111001111",
  "000010111010000",
] as const;

/** `--danger` of the light theme in Electron's bitmap order: blue, green, red, alpha. */
const GROUND = [0x2b, 0x23, 0xb8, 0xff] as const;
const INK = [0xff, 0xff, 0xff, 0xff] as const;
const NOTHING = [0, 0, 0, 0] as const;

/** Rows of pixels, 4 bytes each: a disc with a digit, or `+` from ten on. */
export function overlayPixels(count: number): Buffer {
  const digit = DIGITS[Math.min(count, DIGITS.length - 1)] ?? "";
  const pixels: number[] = [];
  for (let y = 0; y < SIZE; y += 1) {
    for (let x = 0; x < SIZE; x += 1) pixels.push(...colourAt(x, y, digit));
  }
  return Buffer.from(pixels);
}

function colourAt(x: number, y: number, digit: string): readonly number[] {
  const column = Math.floor((x - (SIZE - 3 * DOT) / 2) / DOT);
  const row = Math.floor((y - (SIZE - 5 * DOT) / 2) / DOT);
  if (column >= 0 && column < 3 && digit[row * 3 + column] === "1") return INK;
  const middle = (SIZE - 1) / 2;
  return Math.hypot(x - middle, y - middle) <= SIZE / 2 ? GROUND : NOTHING;
}

/** Null when nothing is pending. */
export const overlayOf = (count: number): NativeImage | null =>
  count === 0
    ? null
    : nativeImage.createFromBitmap(overlayPixels(count), {
        width: SIZE,
        height: SIZE,
        scaleFactor: 2,
      });
