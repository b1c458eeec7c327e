// The checked-in results and docs/interop.md's table name every subject of the suite, at the version that is pinned today.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "playwright/test";
import { projectRoot } from "../support/paths.ts";
import { here } from "./pins.ts";
import { keyOf, MARKS, rowsIn, NOT_YET, tableOf, type Results } from "./results.ts";
import { allSubjects } from "./subjects.ts";

const results = JSON.parse(readFileSync(here("results.json"), "utf8")) as Results;

test("each family and transport has a row of the last complete run, at its pinned version", () => {
  const named = results.rows.map((row) => `${keyOf(row)} | ${row.version}`);
  expect(named).toEqual(allSubjects.map((subject) => `${keyOf(subject)} | ${subject.version}`));
  const bad = results.rows.filter(
    ({ tried, notRun }) => (tried.length === 0) !== (notRun !== undefined) || notRun === NOT_YET,
  );
  expect(bad).toEqual([]);
  expect(results.rows.flatMap(({ tried }) => tried.filter(({ passed }) => !passed))).toEqual([]);
});

test("the page has the table of the last complete run", () => {
  const page = readFileSync(path.join(projectRoot, "docs/interop.md"), "utf8");
  const shown = page.slice(page.indexOf(MARKS.begin), page.indexOf(MARKS.end));
  expect(rowsIn(shown)).toEqual(rowsIn(tableOf(results)));
});
