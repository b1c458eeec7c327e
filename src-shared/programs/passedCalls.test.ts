import { expect, it } from "vitest";
import { isPass, passesOf, passFor } from "./passedCalls.ts";
import type { Block } from "../request/document/message.ts";

const call = (name: string, input: object): Block =>
  ({ type: "tool_use", id: "a", name, input }) as Block;
const read = call("Read", { file_path: "/tmp/a" });

it("is a filter with calls: alone", () => {
  for (const written of ["calls:Read", "calls:Read*a* -calls:*.env*", "calls:(a OR b)"])
    expect(isPass(written), written).toBe(true);
  for (const written of [
    "",
    "Read",
    "uses:Read",
    "calls:Read kind:completion",
    "calls:(",
    "-is:open",
  ])
    expect(isPass(written), written).toBe(false);
});

it.each<[string, Block, boolean]>([
  ["calls:Read", read, true],
  ["calls:Rea", read, false],
  ["calls:read", read, false],
  ["calls:Read", call("Read {}", {}), false],
  [String.raw`calls:Read*\/tmp\/*`, read, true],
  [String.raw`calls:Read*\/tmp\/*`, call("Read", { file_path: "/etc" }), false],
  ["calls:Read -calls:*.env*", call("Read", { file_path: ".env" }), false],
  ["calls:Write", call("Write", { content: "x".repeat(2000) }), true],
  ["calls:Write*", call("Write", { content: "x".repeat(2000) }), false],
  ["calls:Write -calls:*.env*", call("Write", { content: "x".repeat(2000) }), false],
  ["calls:*", read, true],
  ["(", read, false],
])("%s and %j: %s", (written, block, is) => {
  expect(passesOf([written], block)).toEqual(is ? [written] : []);
});

it("is made from a call, with its arguments or any", () => {
  const exact = passFor(read, true) ?? "";
  expect(exact).toBe(String.raw`calls:"Read {\"file_path\":\"/tmp/a\"}"`);
  expect(passesOf([exact], read)).toEqual([exact]);
  expect(passesOf([exact], call("Read", { file_path: "/tmp/a", limit: 1 }))).toEqual([]);
  expect(passFor(read, false)).toBe("calls:Read");
  expect(passFor(call("Write", { content: "x".repeat(2000) }), true)).toBeNull();
});
