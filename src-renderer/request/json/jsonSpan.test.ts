// A string deep in a JSON value is found in the text that shows it.
import { expect, it } from "vitest";
import { spansIn } from "./jsonSpan.ts";

const text = JSON.stringify({ list: [1, 2], deep: [{ q: 'Say "go" now' }] }, null, 2);
const found = (json: string, path: (string | number)[], start: number, end: number) => {
  const span = spansIn(json)(path, { start, end });
  return span === undefined ? undefined : json.slice(span.start, span.end);
};

it("finds text after escaped characters", () => {
  expect(found(text, ["deep", 0, "q"], 9, 12)).toBe("now");
});

it("finds the whole value if it has no text, or shows other characters", () => {
  expect(found(text, ["list", 1], 0, 1)).toBe("2");
  expect(found('{"q": "\\u0067o now"}', ["q"], 3, 6)).toBe('"\\u0067o now"');
});

it("finds nothing at a missing place", () => {
  expect(found(text, ["deep", 1, "q"], 0, 1)).toBeUndefined();
  expect(found("{", ["q"], 0, 1)).toBeUndefined();
});
