// The table of codes: pinned as literals. `scripts/codes.test.mjs` holds the table of docs/errors.md to them.
import { expect, it } from "vitest";
import { CODES } from "./codes.ts";

it("pins the codes", () => {
  expect(
    Object.fromEntries(Object.entries(CODES).map(([reason, { code }]) => [reason, code])),
  ).toMatchObject({
    "tool-result-missing": -32602,
    "tool-results-mixed": -32602,
    "tool-result-stray": -32602,
    "tools-not-declared": -32602,
    "invalid-params": -32602,
    "not-associated": -32602,
    "call-ambiguous": -32602,
    "duplicate-id": -32600,
    "refused-by-rule": -32050,
    undecided: -32056,
    "generation-failed": -32057,
    stopped: -32060,
    "not-recorded": -32061,
    "answer-not-kept": -32061,
    "text-too-long": -32062,
    "too-large": -32063,
    "too-many-values": -32063,
    "call-over": -32055,
    closing: -32064,
    "waited-too-long": -32051,
    "too-many-for-call": -32052,
    "tokens-budget": -32053,
    "cost-budget": -32054,
    "rate-limited": -32065,
    "too-many-waiting": -32066,
    "too-many-rounds": -32067,
    "too-many-messages": -32068,
    "medium-too-large": -32069,
  });
});
