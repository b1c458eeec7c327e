import { expect, it } from "vitest";
import { checkRequest } from "./checkRequest.ts";
import { refusalText } from "./refusal.ts";

const form = (properties: object) => ({
  message: "m",
  requestedSchema: { type: "object", properties: properties as never },
});

it.each([
  [
    form({ a: { type: "object" } }),
    "params.requestedSchema.properties.a must be a string, number, integer, boolean, or an array of choices: a form is flat",
  ],
  [
    form({ a: { type: "string", enum: [] } }),
    "params.requestedSchema.properties.a must list its choices as strings, or as const and title",
  ],
  [
    { mode: "url" as const, message: "m", url: "javascript:alert(1)" },
    "params.url must be an https or http address",
  ],
  [
    { mode: "url" as const, message: "m", url: "https://a:b@c.example" },
    "params.url must not contain a user name or password",
  ],
])("tells the server what to change: %#", (request, said) => {
  expect(refusalText(checkRequest(request))).toBe(said);
});

it("refuses nothing for a note alone", () => {
  const flags = checkRequest(form({ a: { type: "string", format: "hex" } }));
  expect(flags).toHaveLength(1);
  expect(refusalText(flags)).toBeNull();
});
