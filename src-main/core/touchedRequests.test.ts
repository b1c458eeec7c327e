// A request that the user has opened or typed in stays the user's while the desk has it.
import { expect, it } from "vitest";
import { TouchedRequests } from "./touchedRequests.ts";

it("remembers what was opened or typed in, and nothing that has left the desk", () => {
  const there = new Set(["seen", "typed", "neither"]);
  const drafts = { mayHold: (id: string) => id === "typed" };
  const touched = new TouchedRequests(drafts, (id) => there.has(id));
  touched.opened("seen");
  touched.opened("unknown");
  expect([...there, "unknown"].map((id) => touched.has(id))).toEqual([true, true, false, false]);
  there.delete("seen");
  touched.opened("neither");
  expect(touched.has("seen")).toBe(false);
});
