// A severity is explained where findings are asked for, and nowhere else: a server may be called low.
import { expect, it } from "vitest";
import type { FieldName } from "../../src-shared/filter/fields.ts";
import type { T } from "../i18n/index.ts";
import { offerWords } from "./filterWords.ts";

const t = ((key: string) => key) as unknown as T;

it.each<[FieldName, string]>([
  ["finding", "filter.value.finding.high"],
  ["findings", "filter.value.finding.high"],
  ["tool", ""],
  ["server", ""],
])("explains high of %s", (field, words) => {
  expect(offerWords(t, { kind: "value", field, value: "high", insert: "high " })).toBe(words);
});
