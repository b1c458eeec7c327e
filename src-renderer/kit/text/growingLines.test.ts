// A growing text as lines: nothing twice, nothing lost, nothing torn, and finished lines are never made again.
import fc from "fast-check";
import { expect, it } from "vitest";
import { GrowingLines, settledLength } from "./growingLines.ts";
import type { LineChunk } from "./growingLines.ts";

/** The lines as they are read: pieces of one line joined. */
function read(chunks: readonly LineChunk[]): string[] {
  const lines: string[] = [];
  for (const { text, continues } of chunks.flatMap((chunk) => chunk.lines)) {
    if (continues) lines.push((lines.pop() ?? "") + text);
    else lines.push(text);
  }
  return lines;
}

const pieces = fc.array(
  fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("\n", "\r", "\r\n", "a\nb", "\n".repeat(120), "🦊", "x".repeat(7000)),
  ),
);

it("shows every line whole and once, in order, however the text is split", () => {
  fc.assert(
    fc.property(pieces, (parts) => {
      const growing = new GrowingLines();
      let text = "";
      for (const part of parts) growing.of((text += part));
      const shown = text.slice(0, settledLength(text));
      expect(read(growing.of(text))).toEqual(shown.split(/\r\n|\r|\n/));
    }),
  );
});

it("counts the numbered lines before each chunk", () => {
  const chunks = new GrowingLines().of(`${"x".repeat(7000)}\n${"line\n".repeat(200)}`);
  let before = 0;
  for (const chunk of chunks) {
    expect(chunk.before).toBe(before);
    before += chunk.lines.filter(({ continues }) => !continues).length;
  }
  expect(before).toBe(202);
});

it("leaves finished chunks unchanged: only the last one changes", () => {
  const growing = new GrowingLines();
  let text = "line\n".repeat(100);
  const earlier = growing.of(text);
  expect(growing.of(text)).toBe(earlier);
  text += "more";
  const later = growing.of(text);
  expect(earlier.length).toBeGreaterThan(2);
  expect(later.slice(0, -1)).toEqual(earlier.slice(0, -1));
  for (const [at, chunk] of earlier.slice(0, -1).entries()) expect(later[at]).toBe(chunk);
  expect(later.at(-1)).not.toBe(earlier.at(-1));
  expect(earlier.at(-1)?.lines.at(-1)?.text).toBe("");
});

it("splits neither a character nor a line ending, also in a line of several pieces", () => {
  const growing = new GrowingLines();
  expect(read(growing.of("a\r"))).toEqual(["a"]);
  expect(read(growing.of("a\r\n\ud83d"))).toEqual(["a", ""]);
  expect(read(growing.of("a\r\n\ud83d\ude00"))).toEqual(["a", "\ud83d\ude00"]);
  const long = `x${"🦊".repeat(4000)}`;
  const lines = new GrowingLines().of(long).flatMap((chunk) => chunk.lines);
  expect(lines.length).toBeGreaterThan(1);
  for (const { text } of lines) expect(text.isWellFormed()).toBe(true);
});
