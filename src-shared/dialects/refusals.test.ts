// To a program the client is itself: what it gets names Countersign.
import { expect, it } from "vitest";
import { CODES } from "../request/checks/codes.ts";
import { refusalOf } from "./refusals.ts";

const said = (code: number, message: string): string =>
  refusalOf({ kind: "error", code, message }).message;

it("speaks of Countersign where the protocol speaks of the client", () => {
  for (const { code, message } of Object.values(CODES))
    expect(said(code, message)).not.toMatch(/client|sampling is/i);
  expect(said(-32_060, CODES.stopped.message)).toBe("Requests are stopped at Countersign");
  expect(said(-32_050, CODES["refused-by-rule"].message)).toBe("Refused by a rule of Countersign");
});

it("leaves the user's own words as they are", () => {
  expect(said(-32_050, "Ask the client first.")).toBe("Ask the client first.");
});
