import { expect, it } from "vitest";
import { proposedRows, readRow } from "./rows.ts";

it("reads no text in which an object has a field twice: the database looks only at facts and outer names", () => {
  const facts = '{"by":{"kind":"desk"}}';
  const body = (reason: string) => `{"because":{"kind":"other","reason":${reason}}}`;
  const read = (content: string, of = facts) => readRow(["r", 1, "cancelled", of, content]).body;
  expect(read(body('"a"'))).toEqual({
    kind: "cancelled",
    atMs: 1,
    by: { kind: "desk" },
    because: { kind: "other", reason: "a" },
  });
  expect(read(body('"a","reas\\u006fn":"b"'))).not.toHaveProperty("because");
  expect(read(body('"a"'), '{"by":{"kind":"desk","kind":"model"}}')).not.toHaveProperty("by");
  expect(proposedRows("r", `{"rows":[{"kind":"a","facts":"{}"}]}`)).toHaveLength(1);
  expect(proposedRows("r", `{"rows":[{"kind":"a","kind":"b","facts":"{}"}]}`)).toEqual([]);
});
