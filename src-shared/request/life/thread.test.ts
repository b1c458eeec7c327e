// Turns of one call belong together, where the call is certain.
import { expect, it } from "vitest";
import type { Origin, OriginCall } from "./heldRequest.ts";
import { threadsOf } from "./conversation.ts";

const call = (runId: string): OriginCall => ({
  runId,
  method: "tools/call",
  name: "plan",
  arguments: {},
});
const certain = (runId: string): Origin => ({ kind: "certain", call: call(runId) });
const sample = (id: string, receivedAtMs: number, origin: Origin, serverId = "s") => ({
  id,
  receivedAtMs,
  origin,
  asker: { serverId },
});

it("numbers the turns of one call in the order of their arrival", () => {
  const threads = threadsOf([
    sample("b", 2, certain("r1")),
    sample("x", 3, certain("r2")),
    sample("a", 1, certain("r1")),
  ]);
  expect(
    threads.map((t) => [t.id, t.turns.map(({ sample, turn }) => `${sample.id}${turn}`)]),
  ).toEqual([
    ["r1", ["a1", "b2"]],
    ["r2", ["x1"]],
  ]);
  expect(threads[0]?.call?.name).toBe("plan");
});

it("leaves uncertain requests alone, and keeps servers apart", () => {
  const unsure: Origin = { kind: "ambiguous", calls: [call("r1"), call("r2")] };
  const threads = threadsOf([
    sample("a", 1, unsure),
    sample("b", 2, unsure),
    sample("c", 3, { kind: "none" }),
    sample("d", 4, certain("r1")),
    sample("e", 5, certain("r1"), "other"),
    sample("r1", 6, { kind: "none" }),
  ]);
  expect(threads.map((t) => t.turns.map(({ sample }) => sample.id))).toEqual([
    ["a"],
    ["b"],
    ["c"],
    ["d"],
    ["e"],
    ["r1"],
  ]);
  expect(threads[0]?.call).toBeNull();
});

it("keeps the order of requests in the same millisecond", () => {
  const [thread] = threadsOf([sample("a", 1, certain("r")), sample("b", 1, certain("r"))]);
  expect(thread?.turns.map(({ sample }) => sample.id)).toEqual(["a", "b"]);
});
