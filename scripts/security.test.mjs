// docs/security.md: each row of its tables names tests that exist.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { root } from "./setup/paths.mjs";

/** @param {string} file */
const read = (file) => readFileSync(path.join(root, file), "utf8");
const rows = read("docs/security.md")
  .split("\n")
  .filter((line) => /^\| (?!What it tries|-)/.test(line));

it("has a row for each attack", () => expect(rows.length).toBeGreaterThan(40));

it.each(rows.map((row) => [row.split("|")[1]?.trim() ?? "", row]))("%s", (_tries, row) => {
  const named = [...row.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)(?: › "([^"]*)")?/g)];
  const why = row.split("|").at(-2)?.trim() ?? "";
  expect(named.length > 0 || /^(Not tested|A limit)/.test(why), `no test is named: ${why}`).toBe(
    true,
  );
  for (const [, file = "", title = ""] of named) {
    const text = read(file).replace(/\s+/g, " ");
    // A title that is composed, or shortened, is found by its beginning.
    const begins = title.split(/…|%/)[0]?.trim() ?? "";
    expect(text, `${file} › ${title}`).toContain(begins);
  }
});
