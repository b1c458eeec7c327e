import { expect, it } from "vitest";
import { deadlineOf } from "./deadline.ts";

it("is the earlier of the server's and the user's own", () => {
  const deadline = { atMs: 100, totalMs: 60 };
  const waits = { atMs: 90, totalMs: 50, scope: "server" as const };
  expect(deadlineOf({})).toBeUndefined();
  expect(deadlineOf({ deadline })).toEqual({ ...deadline, by: "server" });
  expect(deadlineOf({ waits })).toEqual({ atMs: 90, totalMs: 50, by: "limit" });
  expect(deadlineOf({ deadline, waits })?.by).toBe("limit");
  expect(deadlineOf({ deadline, waits: { ...waits, atMs: 101 } })?.by).toBe("server");
});
