import { expect, it } from "vitest";
import { dropRemoved, scanKey } from "./scanCache.ts";

it("removes only the findings of requests that are gone", () => {
  const looks = new Map(
    ["a", "b", "c"].map((id) => [scanKey({ id, askedHash: id === "c" ? "" : "h" }), id]),
  );
  dropRemoved(looks, (id) => id !== "b");
  expect([...looks.values()]).toEqual(["a", "c"]);
});
