import { expect, it } from "vitest";
import { isGivenUp, isSameRequest } from "./sameRequest.ts";
import type { Sample } from "./heldRequest.ts";

const origin = (name: string) => ({
  kind: "certain",
  call: { runId: Math.random().toString(), method: "tools/call", name, arguments: {} },
});
const sample = (over: object = {}, asker: object = {}): Sample =>
  ({
    requestKind: "elicitation",
    asker: {
      serverId: "s",
      host: { name: "codex", sessionId: Math.random().toString() },
      ...asker,
    },
    origin: origin("release"),
    asked: { message: "Which?", _meta: { progressToken: 1 } },
    askedHash: "one",
    ...over,
  }) as unknown as Sample;

it("knows a request again in another session of the same host, whatever its progress token", () => {
  expect(isSameRequest(sample(), sample())).toBe(true);
  const again = { askedHash: "two", asked: { _meta: { progressToken: 2 }, message: "Which?" } };
  expect(isSameRequest(sample(), sample(again))).toBe(true);
  const call = (toolUse: string, task?: object) =>
    sample({
      askedHash: toolUse,
      asked: {
        name: "release",
        arguments: {},
        otherParams: { _meta: { "claudecode/toolUseId": toolUse }, ...(task && { task }) },
      },
    });
  expect(isSameRequest(call("a"), call("b"))).toBe(true);
  expect(isSameRequest(call("a"), call("b", {}))).toBe(false);
});

it.each<[string, Sample]>([
  ["another host", sample({}, { host: { name: "opencode", sessionId: "x" } })],
  ["a host without a name", sample({}, { host: { name: "", sessionId: "x" } })],
  ["the Workbench", sample({}, { host: undefined })],
  ["another server", sample({}, { serverId: "other" })],
  ["another identity", sample({}, { identity: { name: "changed" } })],
  ["another tool", sample({ origin: origin("publish") })],
  ["another kind", sample({ requestKind: "tool-call" })],
  ["other content", sample({ askedHash: "two", asked: { message: "What?" } })],
])("does not take it for a request of %s", (_what, other) => {
  expect(isSameRequest(sample(), other)).toBe(false);
  expect(isSameRequest(other, sample())).toBe(false);
});

it("counts as given up what host or server ended, not what the user did", () => {
  const cancelled = (kind: string) =>
    isGivenUp({ kind: "cancelled", because: { kind } } as Parameters<typeof isGivenUp>[0]);
  expect(["call-cancelled", "server-cancelled", "disconnected"].every(cancelled)).toBe(true);
  expect(["quit", "switched-off", "sibling-declined"].some(cancelled)).toBe(false);
});
