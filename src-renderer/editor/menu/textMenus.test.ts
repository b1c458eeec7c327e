import { expect, it } from "vitest";
import { copyAs } from "./textMenus.ts";

it("copies a block as what it says, as its JSON, and as Markdown under its name", () => {
  expect(copyAs("text", "due: *now*", "markdown", "Message 1")).toBe("due: *now*");
  expect(JSON.parse(copyAs("json", 'a "b"', "markdown", "Message 1"))).toEqual({
    type: "text",
    text: 'a "b"',
  });
  expect(copyAs("markdown", "due", "markdown", "Message 1")).toBe("### Message 1\n\ndue\n");
});

it("keeps JSON as it stands, and fences it by more backticks than it holds", () => {
  const json = '{ "a": "```" }';
  expect(copyAs("json", json, "json", "Call")).toBe(json);
  expect(copyAs("markdown", json, "json", "Call")).toBe(
    '### Call\n\n````json\n{ "a": "```" }\n````\n',
  );
});
