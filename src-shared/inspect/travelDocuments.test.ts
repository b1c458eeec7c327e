// The specimens of ICAO Doc 9303, and what only looks like them.
import { describe, expect, it } from "vitest";
import { findTravelDocuments } from "./travelDocuments.ts";
import type { Hit } from "./detector.ts";

const PASSPORT =
  "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10";
const CARD_OF_TWO = "I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<\nD231458907UTO7408122F1204159<<<<<<<6";
const CARD_OF_THREE =
  "I<UTOD231458907<<<<<<<<<<<<<<<\n7408122F1204159UTO<<<<<<<<<<<6\nERIKSSON<<ANNA<MARIA<<<<<<<<<<";

function found(text: string): string[] {
  const hits: Hit[] = [];
  findTravelDocuments(text, (hit) => hits.push(hit), {} as never);
  return hits.map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`);
}

describe("findTravelDocuments", () => {
  it.each([PASSPORT, CARD_OF_TWO, CARD_OF_THREE])("finds all lines of %j", (lines) => {
    expect(found(`Her papers:\n${lines}\nBook the flight.`)).toEqual([`national-id ${lines}`]);
  });

  it("finds the line with the number by itself", () => {
    const [, last = ""] = PASSPORT.split("\n");
    expect(found(`read: ${last} <<end`)).toEqual([`national-id ${last}`]);
  });

  it.each([PASSPORT, CARD_OF_TWO, CARD_OF_THREE])("passes over wrong check digits: %j", (lines) => {
    const at = lines.indexOf("740812");
    expect(found(`${lines.slice(0, at)}740813${lines.slice(at + 6)}`)).toEqual([]);
  });

  it("reads a long text of fillers in linear time", () => {
    const startedMs = performance.now();
    expect(found("P<UTO<<<".repeat(125_000))).toEqual([]);
    expect(performance.now() - startedMs).toBeLessThan(1000);
  });
});
