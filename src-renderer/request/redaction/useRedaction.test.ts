// A rule's redactions: nothing is sent before they are known completely.
import { expect, it } from "vitest";
import type { T } from "#words/index.ts";
import { redactionDisabledReason, ruleOpen } from "./useRedaction.ts";

const t = ((key: string) => key) as unknown as T;

it.each([
  [{ state: "looking", all: { findings: [], more: 0 } }, "looking", "findings.looking"],
  [{ state: "late", all: { findings: [], more: 0 } }, "late", "redaction.byRule.late"],
  [{ state: "done", all: { findings: [], more: 3 } }, "more", "redaction.byRule.more"],
] as const)("blocks sending with %o", (looked, open, words) => {
  expect(ruleOpen(looked)).toBe(open);
  expect(redactionDisabledReason(t, { made: null, open: ruleOpen(looked) })?.first).toBe(words);
});

it("allows sending once all was scanned and is listed", () => {
  const open = ruleOpen({ state: "done", all: { findings: [], more: 0 } });
  expect(open).toBeNull();
  expect(redactionDisabledReason(t, { made: null, open })).toBeNull();
});
