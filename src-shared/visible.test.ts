import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { piecesOf, spelledOut } from "./visible.ts";

describe("piecesOf", () => {
  it("shows zero-width, direction, tag and filler characters by their code points", () => {
    expect(spelledOut("a\u200Bb\u202Ec\u{E0041}\u3164")).toBe(
      "a[U+200B]b[U+202E]c[U+E0041][U+3164]",
    );
  });

  it("shows controls, and one symbol for each line break", () => {
    expect(spelledOut("a\u0007\r\nb\nc\u2028d")).toBe("a[U+0007] ⏎ b ⏎ c[U+2028]d");
  });

  it("leaves common spaces, CJK and emoji sequences unchanged", () => {
    const text = "你好\u3000a b 👩‍👩‍👧 ❤️ 🇨🇳 1️⃣ 👍🏽";
    expect(piecesOf(text)).toEqual([{ kind: "text", text }]);
  });

  it("shows a stray joiner, a no-break space and a lone surrogate", () => {
    expect(spelledOut("a\u200Db\u00A0c\uD800")).toBe("a[U+200D]b[U+00A0]c[U+D800]");
  });

  it("loses nothing of any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const back = piecesOf(text)
          .map((piece) => (piece.kind === "break" ? "\n" : piece.text))
          .join("");
        expect(back).toBe(text.replaceAll("\r\n", "\n").replaceAll("\r", "\n"));
      }),
    );
  });
});
