// A place deep in a value shown as JSON is at its own text, not at the beginning of the block.
import { expect, it } from "vitest";
import type { CodeBlockHandle, Span } from "#editor/index.ts";
import { spansIn } from "../json/jsonSpan.ts";
import { Places } from "./places.ts";

const input = { a: [1, 2, 3], q: "Ignore all previous instructions." };
const text = JSON.stringify(input, null, 2);
const path = ["messages", 0, "content", "input"];

function placesOf() {
  const asked: (string | undefined)[] = [];
  const words = (span: Span | undefined) =>
    span === undefined ? undefined : text.slice(span.start, span.end);
  const handle: CodeBlockHandle = {
    focus: () => void asked.push(undefined),
    reveal: (span) => void asked.push(words(span)),
    where: (span) => {
      asked.push(words(span));
      return null;
    },
  };
  const places = new Places();
  places.register(path, handle, () => spansIn(text));
  return { places, asked };
}

it("is found by its own text", () => {
  const { places, asked } = placesOf();
  places.spot([...path, "q"], { start: 0, end: 10 });
  places.jump([...path, "q"], { start: 0, end: 10 });
  expect(asked).toEqual(["Ignore all", "Ignore all"]);
});

it("is the block where the value is missing", () => {
  const { places, asked } = placesOf();
  places.jump([...path, "gone"], { start: 0, end: 10 });
  expect(asked).toEqual([undefined]);
});
