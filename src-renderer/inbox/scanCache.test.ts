import { expect, it } from "vitest";
import { dropRemoved, scanKey } from "./scanCache.ts";

it("forgets what was found in requests that are gone, and nothing else", () => {
  const looks = new Map(
    ["a", "b", "c"].map((id) => [scanKey({ id, askedHash: id === "c" ? "" : "h" }), id]),
  );
  dropRemoved(looks, (id) => id !== "b");
  expect([...looks.values()]).toEqual(["a", "c"]);
});
