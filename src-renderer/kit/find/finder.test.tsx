import { expect, it, vi } from "vitest";
import { Finder, matchesIn, MATCHES_MAX } from "./finder.ts";
import type { Findable } from "./finder.ts";

const place = (...texts: string[]): Findable => ({
  element: () => document.createElement("div"),
  texts: () => texts,
  show: vi.fn(),
  mark: vi.fn(),
});

it("finds text in any case, and treats no character as a pattern", () => {
  const [one, two] = [place("Cost (USD): cost", "none"), place("COST (usd)")];
  const found = matchesIn([one, two], "cost (usd)");
  expect(found.map(({ place: at, text, span }) => [at === one, text, span])).toEqual([
    [true, 0, { start: 0, end: 10 }],
    [false, 0, { start: 0, end: 10 }],
  ]);
  expect(matchesIn([one, two], "")).toEqual([]);
});

it("gives places in the original text, also after characters that are longer in lower case", () => {
  expect(matchesIn([place("İİ tax 税务")], "税务")[0]?.span).toEqual({ start: 7, end: 9 });
});

it("stops counting at the maximum", () => {
  expect(matchesIn([place("a".repeat(MATCHES_MAX + 5))], "a")).toHaveLength(MATCHES_MAX);
});

it("orders places by the page, not by their arrival", () => {
  const page = document.createElement("div");
  const [first, second] = [document.createElement("p"), document.createElement("p")];
  page.append(first, second);
  const finder = new Finder();
  finder.offer({ ...place("second"), element: () => second });
  const leave = finder.offer({ ...place("first"), element: () => first });
  expect(finder.places().map(({ texts }) => texts()[0])).toEqual(["first", "second"]);
  leave();
  expect(finder.places()).toHaveLength(1);
});
