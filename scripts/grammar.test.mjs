// The tables of the filter language match its grammar.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { tableText } from "./grammar.mjs";

it("has the tables that its grammar generates", async () => {
  const table = new URL("../src-shared/filter/grammar/table.ts", import.meta.url);
  expect(readFileSync(table, "utf8")).toBe(await tableText());
});
