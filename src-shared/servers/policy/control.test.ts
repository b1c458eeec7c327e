// The stricter of the mode for all and the server's own, in every combination.
import { describe, expect, it } from "vitest";
import { effectiveSwitch } from "./control.ts";

describe("effectiveSwitch", () => {
  it.each([
    ["review", "as-set", "review"],
    ["review", "review", "review"],
    ["review", "rules", "review"],
    ["review", "stopped", "stopped"],
    ["rules", "as-set", "rules"],
    ["rules", "review", "review"],
    ["rules", "rules", "rules"],
    ["rules", "stopped", "stopped"],
    ["stopped", "as-set", "stopped"],
    ["stopped", "review", "stopped"],
    ["stopped", "rules", "stopped"],
    ["stopped", "stopped", "stopped"],
  ] as const)("master %s, server %s: %s", (master, own, effective) => {
    expect(effectiveSwitch(master, own)).toBe(effective);
  });
});
