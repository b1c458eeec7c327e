// The specimens of ICAO Doc 9303, and what only looks like them.
import { describe, expect, it } from "vitest";
import { findTravelDocuments } from "./travelDocuments.ts";
import type { Hit } from "./detector.ts";

const PASSPORT =
  "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10";
const CARD_OF_TWO = "I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<\nD231458907UTO7408122F1204159<<<<<<<6";
const CARD_OF_THREE =
  "I<UTOD231458907<<<<<<<<<<<<<<<\n7408122F1204159UTO<<<<<<<<<<<6\nERIKSSON<<ANNA<MARIA<<<<<<<<<<";

const VISA_A =
  "V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL8988901C4XXX4009078F96121096ZE184226B<<<<<<";
const VISA_B = "V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<\nL8988901C4XXX4009078F9612109<<<<<<<<";

function found(text: string): string[] {
  const hits: Hit[] = [];
  findTravelDocuments(text, (hit) => hits.push(hit), {} as never);
  return hits.map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`);
}

describe("findTravelDocuments", () => {
  it.each([PASSPORT, CARD_OF_TWO, CARD_OF_THREE, VISA_A, VISA_B])(
    "finds all lines of %j",
    (lines) => {
      expect(found(`Her papers:\n${lines}\nBook the flight.`)).toEqual([`national-id ${lines}`]);
    },
  );

  it.each([
    ["JSON", (lines: string) => JSON.stringify({ mrz: lines }), String.raw`\n`],
    ["a JSON array", (lines: string) => JSON.stringify(lines.split("\n"), null, 2), '",\n  "'],
    ["a quotation", (lines: string) => `> ${lines.replaceAll("\n", "\n> ")}`, "\n> "],
    ["an indented block", (lines: string) => `    ${lines.replaceAll("\n", "\n    ")}`, "\n    "],
    ["a nested list", (lines: string) => `- ${lines.replaceAll("\n", "\r\n  - ")}`, "\r\n  - "],
    [
      "JSON within JSON",
      (lines: string) => JSON.stringify(JSON.stringify({ mrz: lines })),
      String.raw`\\n`,
    ],
    ["lines apart", (lines: string) => lines.replaceAll("\n", "\n\n"), "\n\n"],
    [
      "lines filled up",
      (lines: string) => lines.replaceAll("\n", `${" ".repeat(50)}\n`),
      `${" ".repeat(50)}\n`,
    ],
    ["HTML", (lines: string) => `<p>${lines.replaceAll("\n", "<br>")}<br>`, "<br>"],
  ])("finds all lines within %s", (_name, within, between) => {
    for (const lines of [PASSPORT, CARD_OF_TWO, CARD_OF_THREE, VISA_A, VISA_B])
      expect(found(within(lines))).toEqual([`national-id ${lines.replaceAll("\n", between)}`]);
  });

  it("takes no number line for a visa that does not begin as one", () => {
    expect(found(VISA_A.replace("V<", "X<"))).toEqual([]);
  });

  it("finds the line with the number by itself", () => {
    const [, last = ""] = PASSPORT.split("\n");
    expect(found(`read: ${last} <<end`)).toEqual([`national-id ${last}`]);
  });

  it.each([PASSPORT, CARD_OF_TWO, CARD_OF_THREE, VISA_A, VISA_B])(
    "passes over wrong check digits: %j",
    (lines) => {
      expect(found(lines.replace("740812", "740813").replace("400907", "400917"))).toEqual([]);
    },
  );

  it("reads a long text of fillers in linear time", () => {
    const startedMs = performance.now();
    expect(found("P<UTO<<<".repeat(125_000))).toEqual([]);
    expect(found(`V<${'"'.repeat(60)}\n`.repeat(15_000))).toEqual([]);
    expect(found("<br>".repeat(250_000))).toEqual([]);
    expect(performance.now() - startedMs).toBeLessThan(1000);
  });
});
