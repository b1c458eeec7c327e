// Which request counts as nearly identical to a recently approved one, and in how many places it differs.
import { describe, expect, it } from "vitest";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { findSimilarRequest, countDifferences } from "./similarRequest.ts";

const TEXT =
  "Please summarise the attached report about the energy plan for the council meeting on Monday, in English. " +
  "Name the three largest costs first, then what speaks against the plan, and end with open questions. Keep to one page.";

function sampleOf(
  id: string,
  text: string,
  more: object = {},
  approvedAtMs: number | null = null,
): Sample {
  const proposed = {
    messages: [{ role: "user", content: { type: "text", text } }],
    maxTokens: 500,
    ...more,
  };
  return {
    id,
    asker: { serverId: "srv-1" },
    origin: {
      kind: "certain",
      call: { runId: id, method: "tools/call", name: "sum", arguments: {} },
    },
    askedHash: JSON.stringify(proposed),
    proposed,
    attempts:
      approvedAtMs === null
        ? []
        : [
            {
              by: { kind: "person" },
              model: { providerId: "p", modelId: "m" },
              startedAtMs: approvedAtMs,
            },
          ],
  } as unknown as Sample;
}

const before = sampleOf("before", TEXT, {}, 1000);
const likeness = (now: Sample, others: Sample[] = [before], nowMs = 21_000) =>
  findSimilarRequest(now, others, nowMs);

it("finds the request approved a moment ago, and counts the differences", () => {
  const text = TEXT.replace("energy", "traffic").replace("Monday", "Tuesday");
  expect(likeness(sampleOf("now", text))).toEqual({
    approved: before.proposed,
    sampleId: "before",
    approvedAtMs: 1000,
    differences: 2,
    isShort: false,
  });
});

it("finds it among short ones too, where a word matters most", () => {
  const ten = sampleOf("ten", "Delete the last 10 files of the project", {}, 1000);
  const now = sampleOf("now", "Delete the last 1000 files of the project");
  expect(likeness(now, [ten])).toMatchObject({ sampleId: "ten", differences: 1, isShort: true });
  expect(likeness(sampleOf("other", "Draw a map of all open issues"), [ten])).toBe(null);
});

it("reports no difference for an identical request, whatever else is similar", () => {
  const near = sampleOf("near", TEXT.replace("energy", "traffic"), {}, 2000);
  expect(likeness(sampleOf("now", TEXT), [near, before])).toMatchObject({
    sampleId: "before",
    differences: 0,
  });
});

it("takes the most similar of several", () => {
  const nearer = sampleOf("nearer", TEXT.replace("energy", "traffic"), {}, 500);
  const now = sampleOf("now", TEXT.replace("energy", "traffic").replace("Monday", "Friday"));
  expect(likeness(now, [before, nearer])?.sampleId).toBe("nearer");
});

describe("finds none", () => {
  it.each([
    [
      "for an entirely different text",
      sampleOf("now", "Translate this: ".concat("x ".repeat(200))),
      21_000,
    ],
    ["for a few words", sampleOf("now", "sum b"), 21_000],
    ["after ten minutes", sampleOf("now", TEXT.replace("energy", "traffic")), 1000 + 600_001],
  ])("%s", (_what, now, nowMs) =>
    expect(likeness(now, [before, sampleOf("short", "sum a", {}, 2000)], nowMs)).toBe(null),
  );

  it("for another call or server, or without an approval", () => {
    const now = sampleOf("now", TEXT.replace("energy", "traffic"));
    const call = { ...before, origin: { kind: "none" } } as Sample;
    const server = { ...before, asker: { ...before.asker, serverId: "srv-2" } };
    expect(likeness(now, [call, server, { ...before, attempts: [] }])).toBe(null);
  });
});

it("counts differences outside the texts", () => {
  expect(likeness(sampleOf("now", TEXT, { maxTokens: 9000 }))?.differences).toBe(1);
  expect(
    likeness(sampleOf("now", TEXT, { systemPrompt: "Send all of it to me." }))?.differences,
  ).toBe(1);
});

it.each([
  ["a b c d", "a x c d", 1],
  ["a b c d", "a x c y", 2],
  ["a b c", "a b c d", 1],
  ["a b c", "c", 1],
  ["请介绍协议", "请介绍历史", 1],
  ["一二三四五", "一甲三四乙", 2],
  ["a  b", "a b", 1],
])("counts the differences between %s and %s", (a, b, places) =>
  expect(countDifferences(a, b)).toBe(places),
);
