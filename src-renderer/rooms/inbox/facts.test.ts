// Which findings a row counts.
import { expect, it } from "vitest";
import type { Finding } from "#shared/findings/findings.ts";
import type { FindingKind } from "#shared/findings/kinds.ts";
import type { Inspected } from "#shared/findings/inspection.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { rowFacts } from "./facts.ts";

const finding = (kind: FindingKind): Finding => ({ kind }) as Finding;
const inspected: Inspected = {
  atMs: 1,
  gate: "request",
  hash: "h",
  findings: [finding("email"), finding("override")],
  more: 3,
};
const request = {
  id: "a",
  revision: 1,
  phase: { kind: "request" },
  attempts: [],
  inspected: [inspected],
  proposed: { messages: [], maxTokens: 1 },
} as unknown as HeldRequest;

it("never counts a disabled kind, whenever it was disabled", () => {
  const count = (off: readonly FindingKind[]): number => rowFacts(request, off).findings.all;
  expect(count([])).toBe(5);
  expect(count(["email"])).toBe(4);
  expect(count(["email", "override"])).toBe(3);
  expect(count([])).toBe(5);
});
