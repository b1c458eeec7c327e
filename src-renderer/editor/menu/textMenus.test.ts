import { expect, it } from "vitest";
import { copyAs } from "./textMenus.ts";

it("copies a block as text, as JSON, and as Markdown under its name", () => {
  expect(copyAs("text", "due: *now*", "markdown", "Message 1")).toBe("due: *now*");
  expect(JSON.parse(copyAs("json", 'a "b"', "markdown", "Message 1"))).toEqual({
    type: "text",
    text: 'a "b"',
  });
  expect(copyAs("markdown", "due", "markdown", "Message 1")).toBe("### Message 1\n\ndue\n");
});

it("copies JSON unchanged, in a fence with more backticks than it contains", () => {
  const json = '{ "a": "```" }';
  expect(copyAs("json", json, "json", "Call")).toBe(json);
  expect(copyAs("markdown", json, "json", "Call")).toBe(
    '### Call\n\n````json\n{ "a": "```" }\n````\n',
  );
});
