import { expect, it } from "vitest";
import { looksAlike, confusableServer } from "./likeness.ts";

it.each([
  ["github", "GitHub"],
  ["github", "gіthub"],
  ["github", "git-hub"],
  ["github", "githlub"],
  ["github", "gihtub"],
  ["github", "g\u200Bithub"],
  ["modern", "modem"],
  ["Postgres", "P0stgres"],
  ["files", "fi1es"],
])("%s and %s look alike", (one, other) => {
  expect(looksAlike(one, other)).toBe(true);
  expect(looksAlike(other, one)).toBe(true);
});

it.each([
  ["github", "github"],
  ["github", "gitlab"],
  ["work", "word"],
  ["staging-1", "staging-2"],
  ["日本", "日木"],
  ["!!!", "???"],
])("%s and %s do not", (one, other) => {
  expect(looksAlike(one, other)).toBe(false);
});

it("names which of the user's servers another resembles", () => {
  const all = [
    { id: "1", name: "GitHub" },
    { id: "2", name: "notes", claims: "github" },
    { id: "3", name: "Notes" },
  ];
  expect(confusableServer({ id: "2", name: "x", claims: "github" }, all)).toEqual({
    name: "GitHub",
    by: "claim",
  });
  expect(confusableServer({ id: "3", name: "Notes" }, all)).toEqual({ name: "notes", by: "name" });
  expect(confusableServer({ id: "1", name: "GitHub", claims: "github-mcp" }, all)).toBeNull();
});
