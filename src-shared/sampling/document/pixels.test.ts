// Sizes of real files of each format, byte for byte, and bytes of no format.
import fc from "fast-check";
import { expect, it } from "vitest";
import { pixelsOf } from "./pixels.ts";

const bytes = (hex: string): Uint8Array =>
  Uint8Array.from(hex.replaceAll(/\s/g, "").match(/../g) ?? [], (pair) =>
    Number.parseInt(pair, 16),
  );

it.each([
  ["PNG", "89504e470d0a1a0a 0000000d 49484452 00000040 00000028 0802000000", 64, 40],
  ["GIF", "474946383961 2c01 c800 f70000", 300, 200],
  [
    "JPEG, after a comment",
    "ffd8 ffe0 0010 4a46494600010100000100010000 ffc2 0011 08 0258 0320 03 012200021101031101",
    800,
    600,
  ],
  ["WebP, lossy", "52494646 00000000 57454250 56503820 00000000 300100 9d012a 9001 2c01", 400, 300],
  ["WebP, lossless", "52494646 00000000 57454250 5650384c 00000000 2f 8f412b00", 400, 174],
  [
    "WebP, extended",
    "52494646 00000000 57454250 56503858 0a000000 10000000 8f0100 2b0100",
    400,
    300,
  ],
])("reads %s", (_name, hex, width, height) => {
  expect(pixelsOf(bytes(hex))).toEqual({ width, height });
});

it("finds no size in a truncated, empty or invalid image, and always ends", () => {
  expect(pixelsOf(bytes("89504e470d0a1a0a0000000d494844520000"))).toBeNull();
  expect(pixelsOf(bytes("89504e470d0a1a0a 0000000d 49484452 00000000 00000028"))).toBeNull();
  expect(pixelsOf(bytes("ffd8 ffe0 0000 0000"))).toBeNull();
  expect(pixelsOf(new Uint8Array())).toBeNull();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (some) => {
      const found = pixelsOf(Uint8Array.from([0xff, 0xd8, ...some]));
      expect(found === null || found.width > 0).toBe(true);
    }),
  );
});
