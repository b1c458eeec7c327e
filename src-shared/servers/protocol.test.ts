// The abilities of each protocol version, known or not.
import { expect, it } from "vitest";
import schemas from "../request/data/requestSchemas.json" with { type: "json" };
import { abilitiesOf, newestOf, PROTOCOL_VERSIONS } from "./protocol.ts";

it("knows the schema of every version", () => {
  expect(Object.keys(schemas)).toEqual(PROTOCOL_VERSIONS);
});

it("pins the abilities that differ between versions", () => {
  const batches = PROTOCOL_VERSIONS.map(
    (protocolVersion) => abilitiesOf({ protocolVersion }).batches,
  );
  expect(batches).toEqual([true, true, false, false, false]);
  const pushed = PROTOCOL_VERSIONS.map(
    (protocolVersion) => abilitiesOf({ protocolVersion }).pushedRequests,
  );
  expect(pushed).toEqual([true, true, true, true, false]);
});

it("treats an unknown version as the last known one before it", () => {
  const known = (protocolVersion: string) => abilitiesOf({ protocolVersion });
  expect(known("2025-12-24")).toBe(known("2025-11-25"));
  expect(known("2030-01-01")).toBe(known("2026-07-28"));
  expect(known("2024-10-07")).toBe(known("2024-11-05"));
  expect(abilitiesOf({ protocolVersion: "2030-01-01", era: "legacy" })).toBe(known("2025-11-25"));
});

it("treats a version that is not negotiated yet as the oldest possible", () => {
  expect(abilitiesOf({ protocolVersion: "", era: "legacy" }).batches).toBe(true);
  expect(abilitiesOf({ protocolVersion: "", era: "modern" }).pushedRequests).toBe(false);
  expect(newestOf("legacy")).toBe("2025-11-25");
  expect(newestOf("modern")).toBe("2026-07-28");
});
