// A severity is explained in filters for findings only: a server may be called low.
import { expect, it } from "vitest";
import type { FieldName } from "#shared/filter/fields.ts";
import { FIELDS } from "#shared/filter/fields.ts";
import { wordsOf } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { offerWords } from "./filterWords.ts";
import { shortRefusal } from "../refusalWords.ts";

const t = ((key: string) => key) as unknown as T;

it.each<[FieldName, string]>([
  ["finding", "filter.value.finding.high"],
  ["findings", "filter.value.finding.high"],
  ["tool", ""],
  ["server", ""],
])("explains high of %s", (field, words) => {
  expect(offerWords(t, { kind: "value", field, value: "high", insert: "high " })).toBe(words);
});

it.each(["en", "zh"])("shows each reason with its label in History: %s", (language) => {
  const words = wordsOf(language);
  for (const value of FIELDS.reason.values ?? []) {
    const said = offerWords(words, {
      kind: "value",
      field: "reason",
      value,
      insert: `${value} `,
    });
    if (value !== "stopped" || language === "zh") expect(said, value).not.toBe("");
    const short = shortRefusal(words, value);
    if (short !== null && short !== value) expect(said, value).toBe(short);
  }
  const said = (value: string): string =>
    offerWords(words, { kind: "value", field: "reason", value, insert: value });
  expect(said("rate-limited")).toBe(language === "en" ? "too many per minute" : "每分钟过多");
  expect(said("of-a-later-version")).toBe("");
});
