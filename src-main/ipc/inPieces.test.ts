import { expect, it } from "vitest";
import { InPieces } from "./inPieces.ts";

/** What the window has put together so far. */
function window(): { pieces: string[]; texts: string[]; sender: InPieces } {
  const pieces: string[] = [];
  const texts: string[] = [];
  let text = "";
  const sender = new InPieces((piece, first, last) => {
    pieces.push(piece);
    text = first ? piece : text + piece;
    if (!last) return;
    texts.push(text);
    text = "";
  });
  return { pieces, texts, sender };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it("sends a small text at once", () => {
  const { texts, sender } = window();
  sender.text("small");
  expect(texts).toEqual(["small"]);
});

it("sends a large one a piece a turn, and what comes meanwhile behind it", async () => {
  const { pieces, texts, sender } = window();
  const large = "0123456789".repeat(100_000);
  sender.text(large);
  sender.text("behind");
  expect(pieces).toEqual([]);
  await turn();
  sender.text("last");
  expect(pieces).toHaveLength(1);
  for (let turns = 0; texts.length < 3; turns += 1) {
    if (turns > 100) throw new Error("it never ends");
    await turn();
  }
  expect(texts).toEqual([large, "behind", "last"]);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(256 * 1024);
});

it("forgets what a window that is gone did not get", async () => {
  const { pieces, sender } = window();
  sender.text("x".repeat(1_000_000));
  await turn();
  sender.drop();
  await turn();
  await turn();
  expect(pieces).toHaveLength(1);
  sender.text("for the next window");
  expect(pieces.at(-1)).toBe("for the next window");
});
