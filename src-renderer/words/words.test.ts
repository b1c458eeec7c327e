import { describe, expect, it } from "vitest";
import { en } from "./en.ts";
import { wordsOf } from "./index.ts";

it("gives the catalogue's text, cached or not, for each parameter", () => {
  const t = wordsOf("en");
  for (const count of [1, 2, 1, 43]) {
    expect(t("cost.estimate.about", { count })).toMatch(new RegExp(`\\b${count}\\b`));
  }
  expect(t("review.messageLabel", { number: 7 })).not.toBe(t("review.messageLabel", { number: 8 }));
  expect(t("common.more")).toBe(t("common.more"));
});

it("tells apart parameters that look alike when joined", () => {
  const t = wordsOf("en");
  const first = t("review.model.here", { provider: 'a" other="b' });
  expect(t("review.model.here", { provider: "a" })).not.toBe(first);
  expect(first).toContain('a" other="b');
});

/** Strings of a catalogue by their keys. */
function textsOf(value: object, prefix = ""): [string, string][] {
  return Object.entries(value).flatMap(([key, entry]): [string, string][] =>
    typeof entry === "string"
      ? [[prefix + key, entry]]
      : textsOf(entry as object, `${prefix}${key}.`),
  );
}

it("names the subject of a bar in its first sentence", () => {
  const { what, flags } = en.failures;
  const bare = textsOf({ what, flags }).filter(([, text]) => /^(It|They) /.test(text));
  expect(bare).toEqual([]);
});

describe("the strings of the rules", () => {
  it("use singular and plural for each of several numbers", () => {
    const t = wordsOf("en");
    const dry = (count: number, judged: number): string =>
      t("rules.dry.fits", { count, among: t("rules.dry.among", { count: judged }) });
    expect(dry(1, 1)).toBe("Would decide 1 time in 1 request.");
    expect(dry(0, 1)).toBe("Would decide nothing in 1 request.");
    expect(dry(2, 3000)).toBe("Would decide 2 times in 3,000 requests.");
    const lower = (most: number, count: number): string =>
      t("rules.always.lower", { count, most: t("rules.always.most", { count: most }) });
    expect(lower(1, 1)).toBe("At most 1 token, as you did 1 time");
    expect(lower(500, 4)).toBe("At most 500 tokens, as you did 4 times");
  });

  it("have the same numbers in Chinese", () => {
    const t = wordsOf("zh");
    const among = t("rules.dry.among", { count: 1 });
    expect(t("rules.dry.fits", { count: 1, among })).toBe("在 1 条请求中作出 1 次决定。");
    expect(t("rules.dry.fits", { count: 0, among })).toBe("在 1 条请求中没有作出决定。");
  });

  it("never put a number before a noun that has a plural only", () => {
    const things = "times|requests|tokens|uses|faults|changes|rules|servers|rounds";
    const sums = Object.fromEntries(
      textsOf(en.limits.of).filter(([key]) => /\.sum(?:_|$)/.test(key)),
    );
    const wrong = [en.rules, en.policy.sum, en.limits.sum, sums].flatMap((texts) =>
      textsOf(texts).filter(([key, text]) => {
        const number = /_(?:other|zero)$/.test(key) ? "(?!count)\\w+" : "\\w+";
        return new RegExp(`\\{\\{${number}[^}]*\\}\\} (?:${things})\\b`).test(text);
      }),
    );
    expect(wrong.map(([key]) => key)).toEqual([]);
  });
});

it("has a function for each language", () => {
  expect(wordsOf("zh")("common.more")).not.toBe(wordsOf("en")("common.more"));
});
