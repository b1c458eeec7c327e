import { expect, it, vi } from "vitest";
import { overlayPixels } from "./overlay.ts";

vi.mock("electron", () => ({ nativeImage: {} }));

/** The area of the digit, one character for each pixel. */
function drawn(count: number): string[] {
  const pixels = overlayPixels(count);
  const dot = (row: number, column: number): string => {
    const at = ((6 + row * 4) * 32 + 10 + column * 4) * 4;
    return pixels[at] === 0xff ? "#" : ".";
  };
  return [0, 1, 2, 3, 4].map((row) => [0, 1, 2].map((column) => dot(row, column)).join(""));
}

it("draws the number up to nine, and a plus for more", () => {
  expect(drawn(4)).toEqual(["#.#", "#.#", "###", "..#", "..#"]);
  expect(drawn(7)).toEqual(["###", "..#", ".#.", ".#.", ".#."]);
  expect(drawn(10)).toEqual(["...", ".#.", "###", ".#.", "..."]);
  expect(drawn(250)).toEqual(drawn(10));
});

it("is a disc: clear corners, opaque middle", () => {
  const pixels = overlayPixels(3);
  expect([pixels[3], pixels[(32 * 32 - 1) * 4 + 3], pixels[(2 * 32 + 16) * 4 + 3]]).toEqual([
    0, 0, 255,
  ]);
});
