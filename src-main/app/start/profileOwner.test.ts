import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { otherOwner } from "./profileOwner.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-owner-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});
const own = process.getuid?.() ?? 0;

it("accepts the user's own folder, and one that does not exist yet", () => {
  expect(otherOwner(folder)).toBeNull();
  expect(otherOwner(path.join(folder, "new"))).toBeNull();
});

it("names the owner of another user's folder, and of a link", () => {
  expect(otherOwner(folder, own + 1)).toBe(own);
  const link = path.join(folder, "link");
  symlinkSync(folder, link);
  expect(otherOwner(link, own + 1)).toBe(own);
  expect(otherOwner(link)).toBeNull();
});
