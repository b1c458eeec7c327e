// The short hash of a text, pinned: users' rules name system prompts by it.
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { shortHash } from "./shortHash.ts";

it("is a prefix of the standard SHA-256", () => {
  expect(shortHash("abc")).toBe("ba7816bf8f01cfea");
  const texts = Array.from({ length: 200 }, (_, n) =>
    `你是一个助手 ${n} é\ud83d\ude00`.repeat(n + 1),
  );
  // Twice: what is kept must be what was made.
  for (const text of [...texts, ...texts]) {
    expect(shortHash(text)).toBe(createHash("sha256").update(text).digest("hex").slice(0, 16));
  }
});

it("gives no hash for an empty text", () => expect(shortHash("")).toBe(null));
