// Which refusals a setting of the server's panel could have prevented.
import { expect, it } from "vitest";
import type { Refusal, RefusalReason } from "#shared/request/life/heldRequest.ts";
import { refusalFor } from "#shared/request/checks/wire.ts";
import { isSettable } from "./refusalWords.ts";

const refused = (reason: RefusalReason, limit?: number): Refusal => ({
  ...refusalFor(reason),
  ...(limit === undefined ? {} : { figures: { limit } }),
});

it("links to the panel only for settings that it has", () => {
  expect(isSettable(refused("rate-limited", 120))).toBe(true);
  expect(isSettable(refused("too-many-rounds", 10))).toBe(true);
  expect(isSettable(refused("tools-not-declared"))).toBe(true);
  expect(isSettable(refused("not-associated"))).toBe(true);
  // The total for all servers, and the number of JSON values, are not settings.
  expect(isSettable(refused("too-many-waiting"))).toBe(false);
  expect(isSettable(refused("too-many-values", 100_000))).toBe(false);
  expect(isSettable(refused("stopped"))).toBe(false);
  expect(isSettable(refused("invalid-params"))).toBe(false);
  expect(isSettable(refused("duplicate-id"))).toBe(false);
});
