import { expect, it } from "vitest";
import { isLink, openingOf } from "./opening.ts";

const id = "0b9f4f6e-6c1f-4c0e-9f5e-0a5d2c7b1e90";

it("reads the id of a request from its link", () => {
  expect(openingOf(`countersign://request/${id}`)).toEqual({ kind: "request", id });
});

it.each([
  "countersign://request/",
  "countersign://request/1",
  `countersign://request/${id}/approve`,
  `countersign://request/${id}?approve=1`,
  `countersign://request/${id}#x`,
  `countersign://request/${id}\n`,
  `countersign://request/../${id}`,
  `countersign://question/${id}`,
  `countersign:request/${id}`,
  `COUNTERSIGN://request/${id}`,
  `countersign://request/${id.toUpperCase()}`,
  `countersign://x@request/${id}`,
  `https://example.com/countersign://request/${id}`,
])("rejects the link %j", (link) => {
  expect(openingOf(link)).toEqual({ kind: "bad-link" });
});

it("recognizes its scheme in any case", () => {
  expect(isLink("Countersign:anything")).toBe(true);
  expect(isLink("--countersign:x")).toBe(false);
});
