// The count in one pass equals the reference rules' for any text, in a fraction of the time.
import fc from "fast-check";
import { estimateTokenCount } from "tokenx";
import { expect, it } from "vitest";
import { countTokens } from "./countTokens.ts";

const english =
  "The quick brown fox jumps over 13 lazy dogs; it's well-known, isn't it?\n\nA second paragraph: (see § 4.2)\n";
const chinese =
  "请简单介绍一下模型上下文协议，以及它的采样请求。例如：“总结”一段文本（不超过100字）。\n";
const japanese = "サーバーからの要求は、すべて人が確認します。ﾊﾝｶｸ・カナ！\n";
const korean = "서버의 모든 요청을 사람이 확인합니다. 좋아요!\n";
const code =
  'export function add(a: number, b: number): number {\n  // sum\n  return a + b; // 0x1F\n}\nconst s = "a\\tb";\n';
const base64 = Buffer.from(
  Array.from({ length: 999 }, (_unused, at) => (at * 7919) % 251),
).toString("base64");
const others =
  "Größe, façade, żółć, Привет мир, Ελλάδα 𝔘𝔫𝔦 👩‍👩‍👧 🇨🇭 ✅ مرحبا हिन्दी \ud800 \u3000 tail";
const kinds = { english, chinese, japanese, korean, code, base64, others };

for (const [name, text] of Object.entries(kinds)) {
  it(`counts ${name} as the reference does`, () => {
    expect(countTokens(text)).toBe(estimateTokenCount(text));
    expect(countTokens(text.repeat(20))).toBe(estimateTokenCount(text.repeat(20)));
  });
}

it("counts every text as the reference does", () => {
  const parts = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: "grapheme" }),
    fc.constantFrom(
      ..." \n\t.,(_-a0zA9é、。・！请カ한ß\ud83d\udc69\u3000\u00a0\ufeff",
      "word",
      "12345",
      ...Object.values(kinds),
    ),
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 30 }), (texts) => {
      const text = texts.join("");
      expect(countTokens(text)).toBe(estimateTokenCount(text));
    }),
    { numRuns: 500 },
  );
});
