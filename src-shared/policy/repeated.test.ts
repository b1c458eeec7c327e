import { expect, it } from "vitest";
import { repeatedOf } from "./repeated.ts";

type Row = Parameters<typeof repeatedOf>[0][number];
let next = 0;
const row = (more: Partial<Row> = {}): Row => ({
  ...{ id: `r${(next += 1)}`, serverId: "a", serverName: "atlas", call: "sum", state: "replied" },
  ...{ gate: null, edited: [], byHand: false, decidedBy1: ["me"] },
  ...more,
});
const times = (count: number, more: Partial<Row> = {}): Row[] =>
  Array.from({ length: count }, () => row(more));

it("says what was approved as it came, or rejected, three times and never otherwise, most often first", () => {
  const approved = times(3);
  const rejected = times(4, {
    serverId: "m",
    serverName: "mallory",
    call: null,
    state: "rejected",
    gate: 1,
  });
  expect(repeatedOf([...approved, ...rejected])).toEqual([
    { sampleId: rejected[0]?.id, serverName: "mallory", call: null, how: "rejected", times: 4 },
    { sampleId: approved[0]?.id, serverName: "atlas", call: "sum", how: "approved", times: 3 },
  ]);
});

it("says what was edited each time, for whoever can tell whether it was the same edit", () => {
  expect(repeatedOf(times(3, { edited: ["request"] }))).toMatchObject([
    { how: "edited", times: 3 },
  ]);
  expect(repeatedOf(times(3, { edited: ["request", "response"] }))).toEqual([]);
});

it.each<[string, Row[]]>([
  ["twice", times(2)],
  ["edited once", [...times(3), row({ edited: ["request"] })]],
  ["answered by hand once", [...times(3), row({ byHand: true })]],
  ["rejected once, at the answer", [...times(3), row({ state: "rejected", gate: 2 })]],
  ["rejected and approved", [...times(3), row({ state: "rejected", gate: 1 })]],
  ["decided by rules", times(5, { decidedBy1: ["rule"] })],
  ["of other calls each", [row({ call: "x" }), row({ call: "y" }), row({ call: "z" })]],
])("says nothing of what was %s", (_, rows) => {
  expect(repeatedOf(rows)).toEqual([]);
});

it("leaves out what nobody decided, and says three at most", () => {
  const many = ["a", "b", "c", "d"].flatMap((call) => times(3, { call }));
  expect(repeatedOf([...times(9, { decidedBy1: [], state: "cancelled" }), ...many])).toHaveLength(
    3,
  );
});
