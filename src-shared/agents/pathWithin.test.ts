import { expect, it } from "vitest";
import { pathWithin } from "./pathWithin.ts";

it.each([
  ["/w", "/w/a/b.ts", "a/b.ts"],
  ["/w/", "/w/a", "a"],
  ["/w", "/w", ""],
  ["/w", "a/b", "a/b"],
  ["/", "/a", "a"],
  ["/w", "/wx/a", null],
  ["/w", "/w/../a", null],
  ["/w", "../a", null],
  ["/w", "/w//a", null],
  ["/w", "/W/a", null],
  ["/w", "/w/a\\b", "a\\b"],
  ["w", "w/a", null],
  ["C:\\w", "C:\\w\\a\\b.ts", "a/b.ts"],
  ["C:\\w", "C:\\w\\..\\a", null],
  ["C:\\w", "D:a", null],
  ["C:\\w", "\\a", null],
  ["C:\\w", "a\\b", "a/b"],
  ["\\\\s\\share\\w", "\\\\s\\share\\w\\a", "a"],
])("in %s, %s is %s", (folder, path, want) => {
  expect(pathWithin(folder, path)).toBe(want);
});
