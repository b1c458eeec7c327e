import { describe, expect, it } from "vitest";
import { isLoopback, lettersOf, readAddress, returnsTo } from "./url.ts";

const parts = (url: string) => {
  const read = readAddress(url);
  return typeof read === "string" ? read : [read.before, read.domain, read.after];
};

describe("the parts of an address", () => {
  it.each([
    ["https://a.b.example.co.uk/x?y=1#z", ["https://a.b.", "example.co.uk", "/x?y=1#z"]],
    ["https://paypal.com.evil.example/login", ["https://paypal.com.", "evil.example", "/login"]],
    // A page below github.io does not belong to GitHub.
    ["https://someone.github.io/", ["https://", "someone.github.io", "/"]],
    ["HTTP://Example.COM:8080", ["HTTP://", "Example.COM", ":8080"]],
    ["https://example.com./x", ["https://", "example.com.", "/x"]],
    ["http://127.0.0.1:3000/cb", ["http://", "127.0.0.1", ":3000/cb"]],
    ["http://[::1]:3000/", ["http://", "[::1]", ":3000/"]],
    ["http://localhost/", ["http://", "localhost", "/"]],
    ["https://user:pw@example.com/", ["https://user:pw@", "example.com", "/"]],
    ["https://example.com@evil.example/", ["https://example.com@", "evil.example", "/"]],
    ["https://bücher.example/straße", ["https://", "bücher.example", "/straße"]],
  ])("%s", (url, expected) => {
    expect(parts(url)).toEqual(expected);
    expect(expected.join("")).toBe(url);
  });

  it.each([
    ["javascript:alert(1)", "url-scheme"],
    ["file:///etc/passwd", "url-scheme"],
    ["data:text/html,x", "url-scheme"],
    [" https://example.com", "url-scheme"],
    ["", "url-scheme"],
    ["https:example.com", "url-malformed"],
    ["https:///example.com", "url-malformed"],
    ["https:\\\\example.com", "url-malformed"],
    ["https://example.com\\@evil.example/", "url-malformed"],
    ["https://exa\nmple.com/", "url-malformed"],
    ["https://ex%61mple.com/", "url-malformed"],
    ["https://example.com/%zz", "url-malformed"],
    // Full-width letters, an ideographic stop and a soft hyphen: browsers read other hosts.
    ["https://ｅxample.com/", "url-malformed"],
    ["https://evil。example/", "url-malformed"],
    ["https://exam\u00ADple.com/", "url-malformed"],
    // Numbers that browsers read as IP addresses.
    ["http://2130706433/", "url-malformed"],
    ["http://0x7f.1/", "url-malformed"],
    [`https://example.com/${"a".repeat(8000)}`, "url-too-long"],
  ])("rejects %j", (url, why) => {
    expect(readAddress(url)).toBe(why);
  });

  it("recognizes loopback addresses", () => {
    expect(["localhost", "a.localhost", "127.1.2.3", "[::1]"].every(isLoopback)).toBe(true);
    expect(["localhost.evil.example", "127.evil.example"].some(isLoopback)).toBe(false);
  });

  it("finds where a page redirects to", () => {
    const to = (url: string) => {
      const read = readAddress(url);
      return typeof read === "string" ? read : returnsTo(read);
    };
    expect(to("https://a.example/?redirect_uri=https%3A%2F%2Fb.example%2Fcb&x=1")).toBe(
      "b.example",
    );
    expect(to("https://a.example/?redirect_uri=%E0%A4%A")).toBe("url-malformed");
    expect(to("https://a.example/?redirect_uri=%E0%A4")).toBeNull();
    expect(to("https://a.example/?x=1")).toBeNull();
  });
});

describe("lettersOf", () => {
  it("reports nothing about a plain host", () => {
    expect(lettersOf("connect.example.com")).toEqual({ readable: null, odd: [], imitates: null });
  });

  it("decodes punycode that imitates another name", () => {
    // "acmе-pay.com" with a Cyrillic е.
    expect(lettersOf("connect.xn--acm-pay-9gg.com")).toMatchObject({
      readable: "connect.acmе-pay.com",
      odd: [{ letter: "е", code: "U+0435", script: "Cyrl", like: "e" }],
      imitates: "acme-pay.com",
    });
    // Wholly Cyrillic, the well-known example.
    expect(lettersOf("xn--80ak6aa92e.com").imitates).toBe("apple.com");
  });

  it("decodes names in other scripts, and reports no imitation", () => {
    expect(lettersOf("bücher.example")).toMatchObject({
      readable: "bücher.example",
      imitates: null,
    });
    expect(lettersOf("例子.example").imitates).toBeNull();
    expect(lettersOf("пример.рф").imitates).toBeNull();
  });

  it("handles invalid punycode", () => {
    expect(lettersOf("xn--99999999999.com").imitates).toBeNull();
  });
});
