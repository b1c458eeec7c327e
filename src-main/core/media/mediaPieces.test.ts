// A medium arrives whole, piece by piece, and is read once for all of them.
import { expect, it } from "vitest";
import { fail, ok } from "#shared/outcome.ts";
import { MediaPieces, PIECE_BYTES } from "./mediaPieces.ts";

/** Media by name; counts how often each is read. */
function room(media: Record<string, Uint8Array<ArrayBuffer>>) {
  const reads: string[] = [];
  const pieces = new MediaPieces((_requestId, ref) => {
    reads.push(ref);
    const bytes = media[ref];
    return Promise.resolve(
      bytes === undefined
        ? fail({ kind: "not-found", what: "media" })
        : ok({ bytes, type: "image/png" }),
    );
  });
  /** All pieces, as the window requests them. */
  const whole = async (ref: string): Promise<Uint8Array> => {
    const found: Uint8Array[] = [];
    let from = 0;
    for (;;) {
      const piece = await pieces.piece("s", ref, from);
      if (!piece.ok) throw new Error(piece.failure.kind);
      expect(piece.value.bytes.length).toBeLessThanOrEqual(PIECE_BYTES);
      expect(piece.value.type).toBe("image/png");
      found.push(piece.value.bytes);
      from += piece.value.bytes.length;
      if (from >= piece.value.total) return Buffer.concat(found);
    }
  };
  return { reads, pieces, whole };
}

const bytesOf = (length: number, seed: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length }, (_, at) => (at * seed) % 251);

it("returns every byte once, whatever the size, and reads each medium once", async () => {
  const sizes = [0, 1, PIECE_BYTES - 1, PIECE_BYTES, PIECE_BYTES + 1, 3 * PIECE_BYTES + 7];
  for (const size of sizes) {
    const bytes = bytesOf(size, 7);
    const { whole, reads } = room({ a: bytes });
    expect(Buffer.from(await whole("a")).equals(Buffer.from(bytes)), `${size} bytes`).toBe(true);
    expect(reads).toEqual(["a"]);
  }
});

it("keeps two apart when read in turn, and reads again on a second request", async () => {
  const media = { a: bytesOf(2 * PIECE_BYTES + 1, 7), b: bytesOf(2 * PIECE_BYTES + 2, 11) };
  const { whole, reads } = room(media);
  const [a, b] = await Promise.all([whole("a"), whole("b")]);
  expect(Buffer.from(a).equals(Buffer.from(media.a))).toBe(true);
  expect(Buffer.from(b).equals(Buffer.from(media.b))).toBe(true);
  expect(reads).toEqual(["a", "b"]);
  await whole("a");
  expect(reads).toEqual(["a", "b", "a"]);
});

it("says each time what does not exist, and returns nothing past the end", async () => {
  const { pieces } = room({ a: bytesOf(3, 7) });
  expect(await pieces.piece("s", "b", 0)).toMatchObject({ failure: { kind: "not-found" } });
  expect(await pieces.piece("s", "b", 0)).toMatchObject({ failure: { kind: "not-found" } });
  expect(await pieces.piece("s", "a", 99)).toMatchObject({
    ok: true,
    value: { bytes: { length: 0 }, total: 3 },
  });
});
