import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { withFields } from "./dialectFields.mjs";

it("finds the tables of fields as `node scripts/dialectFields.mjs` writes them", async () => {
  const page = readFileSync(new URL("../docs/endpoint.md", import.meta.url), "utf8");
  expect(await withFields(page)).toBe(page);
});
