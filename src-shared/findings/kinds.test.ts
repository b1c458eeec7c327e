// Kinds that an earlier version found: what names them still opens, and shows nothing of them.
import { expect, it } from "vitest";
import { parse } from "../filter/parse.ts";
import { eventOf } from "../ledger/rowEvent.ts";
import { findingKinds, RETIRED_KINDS } from "./kinds.ts";

it.each(RETIRED_KINDS)("%s is still a word of a rule's filter, and is no longer found", (kind) => {
  expect(parse(`-finding:${kind}`, ["request"])).toMatchObject({ faults: [] });
  expect(findingKinds).not.toContain(kind);
});

it("are left out of what a row says was found", () => {
  const findings = [...RETIRED_KINDS, "comment"].map((kind) => ({ kind, severity: "low" }));
  const row = { sample: "s", atMs: 1, kind: "inspected", body: { gate: "request", findings } };
  expect(eventOf(row, null)).toMatchObject({ findings: [{ kind: "comment" }] });
});
