import { expect, it } from "vitest";
import { LIMITS } from "../../policy/limits/limits.ts";
import { completion } from "./kind.ts";

it("words refusals for a program, one request or many", () => {
  const wordsOf = (message: string) =>
    completion.settlementFor?.({ kind: "error", code: -32_065, message });
  expect(wordsOf(LIMITS.perMinute.reached.message)).toMatchObject({
    message: "Too many requests within a minute",
  });
  expect(wordsOf("User rejected sampling request")).toMatchObject({
    message: "User rejected the request",
  });
});
