// The table of facts: one line a request, with any untrusted text.
import { expect, it } from "vitest";
import type { RowFacts } from "./history.ts";
import { csvHeading, csvLine } from "./factsCsv.ts";

const facts = {
  id: "a",
  serverName: "=HYPERLINK(1)",
  claims: 'say "no"\nand, go',
  models: ["one", "=two"],
  decidedBy: ["me", "rule"],
  decidedBy1: ["me"],
  decidedBy2: ["rule"],
  receivedAtMs: Date.UTC(2026, 10, 21, 12),
  endedAtMs: null,
  tokens: 3,
} as unknown as RowFacts;

/** A minimal reader of RFC 4180. */
function parsed(line: string): string[] {
  const cells: string[] = [];
  const rest = line.replace(/\r\n$/, "");
  for (const [, quoted, plain] of rest.matchAll(/(?:"((?:[^"]|"")*)"|([^,]*))(?:,|$)/g)) {
    cells.push(quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"'));
  }
  return cells;
}

it("gives each value its column, and escapes formulas", () => {
  const whole = {
    ...Object.fromEntries(parsed(csvHeading()).map((name) => [name, null])),
    ...facts,
  };
  const names = parsed(csvHeading().slice(1));
  const cells = parsed(csvLine(whole as unknown as RowFacts));
  const of = (name: string): string | undefined => cells[names.indexOf(name)];
  expect(of("serverName")).toBe("'=HYPERLINK(1)");
  expect(of("claims")).toBe('say "no"\nand, go');
  expect(of("models")).toBe("one; '=two");
  expect(of("receivedAt")).toBe("2026-11-21T12:00:00.000Z");
  expect(of("endedAt")).toBe("");
  expect([of("decidedBy1"), of("decidedBy2")]).toEqual(["me", "rule"]);
  expect(names).not.toContain("firstWords");
  const read = { ...whole, call: "db://u:S3cret@h/x" } as unknown as RowFacts;
  expect(csvLine(read)).toContain("db://u:•••@h/x");
});
