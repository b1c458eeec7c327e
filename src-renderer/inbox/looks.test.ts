import { expect, it } from "vitest";
import { dropGone, lookKey } from "./looks.ts";

it("forgets what was found in requests that are gone, and nothing else", () => {
  const looks = new Map(
    ["a", "b", "c"].map((id) => [lookKey({ id, askedHash: id === "c" ? "" : "h" }), id]),
  );
  dropGone(looks, (id) => id !== "b");
  expect([...looks.values()]).toEqual(["a", "c"]);
});
