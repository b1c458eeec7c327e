// A filter that is still being typed, and the fixes offered for it.
import { expect, it } from "vitest";
import { parse } from "./parse.ts";
import { print } from "./print.ts";
import { fixOf, readUnfinished } from "./typed.ts";

it.each([
  ["is:open", "is:open"],
  ["is:open ser", "is:open ser"],
  ["is:open server:", "is:open"],
  ["is:rej", ""],
  ["a is:rej", "a"],
  ['a "b c', "a"],
  ['a server:"b c', "a"],
  ["a OR", "a"],
  ["a (b", "a"],
  ["nope:x a", null],
  ["nope:x a OR", null],
  ["a -", "a"],
])("reads the unfinished %j as %j", (text, meaning) => {
  const { query } = readUnfinished(text);
  expect(query === null ? null : print(query)).toBe(meaning);
});

it.each([
  ["serverr:x", "server:x"],
  ["is:rejectd a", "is:rejected a"],
  ["took:>2", "took:>2s"],
  ["tokens:9..2", "tokens:2..9"],
  ['a "b c', 'a "b c"'],
  ["a “b c", "a “b c”"],
  ["a (b OR c", "a (b OR c)"],
  ["a )", "a "],
  ["a ()", "a "],
  ["a OR", "a "],
  ["su*ize", '"su*ize"'],
  ["zzzz:5 b", '"zzzz:5" b'],
])("offers to fix %j as %j, which parses", (text, mended) => {
  const [fault] = parse(text).faults;
  const mend = fault === undefined ? null : fixOf(text, fault);
  if (mend === null) throw new Error("nothing is offered");
  const after = text.slice(0, mend.start) + mend.insert + text.slice(mend.end);
  expect(after).toBe(mended);
  expect(parse(after).faults).toEqual([]);
});
