import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { withCodes } from "./codes.mjs";

it("finds the README's table of errors as `node scripts/codes.mjs` writes it", async () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  expect(await withCodes(readme)).toBe(readme);
  expect(readme).toContain("more than `limit` (120) a minute");
});
