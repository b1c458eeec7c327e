import { expect, it } from "vitest";
import { widthsOf, widthsTogether, wrappingFor, wrappingOf } from "./wrapping.ts";

it("counts if counting is exact, for any length", () => {
  expect(widthsOf("plain\ttext\r\n{} ~ – “quoted” … Łódź, Ελλάδα, Привет")).toBe("even");
  expect(wrappingOf("x".repeat(50_000))).toBe("simple");
});

it("measures text whose width counting cannot give", () => {
  for (const odd of ["🦊", "\u200B", "\u0007", "\u202E", "مرحبا", "हिन्दी", "\uFDFD", "\u00AD"]) {
    expect(widthsOf(`text ${odd}`)).toBe("uneven");
    expect(wrappingOf(`${"x".repeat(50_000)}${odd}`)).toBe("advanced");
  }
});

it("measures Chinese while that is quick; above it lines may wrap early, never late", () => {
  expect(widthsOf("请简单介绍一下「协议」。ｆｕｌｌ 한국어 カナ")).toBe("wide");
  expect(wrappingOf("协议".repeat(4000))).toBe("advanced");
  expect(wrappingOf("协议".repeat(20_000))).toBe("simple");
});

it("measures nothing that would block the window", () => {
  expect(wrappingOf("🦊".repeat(60_000))).toBe("simple");
  expect(wrappingFor("uneven", 100_000)).toBe("advanced");
  expect(wrappingFor("uneven", 100_001)).toBe("simple");
});

it("gives the same for two texts as for their concatenation", () => {
  const texts = ["plain", "协议", "🦊", ""];
  for (const one of texts) {
    for (const other of texts) {
      expect(widthsTogether(widthsOf(one), widthsOf(other))).toBe(widthsOf(one + other));
    }
  }
});
