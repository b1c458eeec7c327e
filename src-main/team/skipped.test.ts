import { expect, it } from "vitest";
import { skippedBy } from "./skipped.ts";

const row = (by: object) => ({ sample: "1", atMs: 1, kind: "rejected", body: { by: { ...by } } });

it("tells the login that the database has checked, or whose desk holds the request", () => {
  const told: string[] = [];
  const skipped = skippedBy(
    (id) => (id === "1" ? "ana" : undefined),
    (login) => told.push(login),
  );
  skipped(row({ kind: "person", login: "bo" }));
  skipped(row({ kind: "person", login: "bo" }));
  skipped(row({ kind: "desk", login: "cy" }));
  skipped(row({ kind: "person", login: 5 }));
  skipped({ ...row({}), body: {} });
  skipped({ ...row({}), sample: "2" });
  expect(told).toEqual(["bo", "ana", "?"]);
});

it("tells no more than a screen can show, whatever is written", () => {
  const told: string[] = [];
  const skipped = skippedBy(
    () => undefined,
    (login) => told.push(login),
  );
  for (let at = 0; at < 1000; at += 1) skipped(row({ kind: "person", login: `${at}`.repeat(99) }));
  expect(told).toHaveLength(20);
  expect(Math.max(...told.map(({ length }) => length))).toBe(63);
});
