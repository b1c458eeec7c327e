import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { themeFrom, toHex } from "./theme.ts";

const css = readFileSync(path.join(import.meta.dirname, "../kit/styles/tokens.css"), "utf8");

describe("toHex", () => {
  it("reads the forms of colour that the tokens use", () => {
    expect(toHex(" #ffffff ")).toBe("#ffffff");
    expect(toHex("#abc")).toBe("#aabbcc");
    expect(toHex("rgb(15 18 23 / 0.32)")).toBe("#0f121752");
    expect(toHex("rgb(1, 2, 255)")).toBe("#0102ff");
  });
  it("does not guess at other forms", () => {
    expect(() => toHex("var(--ink)")).toThrow("not a colour");
  });
});

describe("themeFrom", () => {
  it("finds every token that it names", () => {
    const read = (token: string): string => {
      const found = new RegExp(`${token}: ([^;]+);`).exec(css)?.[1];
      if (found === undefined) throw new Error(`no token ${token}`);
      return found;
    };
    const theme = themeFrom(read, false);
    expect(theme.colors["editor.background"]).toBe("#ffffff");
    expect(theme.rules.find((rule) => rule.token === "string.key.json")?.foreground).toBe("34496b");
  });
});
