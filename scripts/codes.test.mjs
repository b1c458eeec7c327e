import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { withCodes } from "./codes.mjs";

it("the table of refusals is what `node scripts/codes.mjs` writes", async () => {
  const page = readFileSync(new URL("../docs/errors.md", import.meta.url), "utf8");
  expect(await withCodes(page)).toBe(page);
  expect(page).toContain("more than `limit` (120) a minute");
});
