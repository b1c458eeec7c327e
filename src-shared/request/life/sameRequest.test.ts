import { expect, it } from "vitest";
import { isGivenUp, isSameRequest } from "./sameRequest.ts";
import type { HeldRequest } from "./heldRequest.ts";

const origin = (name: string) => ({
  kind: "certain",
  call: { runId: Math.random().toString(), method: "tools/call", name, arguments: {} },
});
const request = (over: object = {}, requester: object = {}): HeldRequest =>
  ({
    requestKind: "elicitation",
    requester: {
      serverId: "s",
      host: { name: "codex", sessionId: Math.random().toString() },
      ...requester,
    },
    origin: origin("release"),
    asked: { message: "Which?", _meta: { progressToken: 1 } },
    askedHash: "one",
    ...over,
  }) as unknown as HeldRequest;

it("knows a request again in another session of the same host, whatever its progress token", () => {
  expect(isSameRequest(request(), request())).toBe(true);
  const again = { askedHash: "two", asked: { _meta: { progressToken: 2 }, message: "Which?" } };
  expect(isSameRequest(request(), request(again))).toBe(true);
  const call = (toolUse: string, task?: object) =>
    request({
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

it.each<[string, HeldRequest]>([
  ["another host", request({}, { host: { name: "opencode", sessionId: "x" } })],
  ["a host without a name", request({}, { host: { name: "", sessionId: "x" } })],
  ["the Workbench", request({}, { host: undefined })],
  ["another server", request({}, { serverId: "other" })],
  ["another identity", request({}, { identity: { name: "changed" } })],
  ["another tool", request({ origin: origin("publish") })],
  ["another kind", request({ requestKind: "tool-call" })],
  ["other content", request({ askedHash: "two", asked: { message: "What?" } })],
])("does not take it for a request of %s", (_what, other) => {
  expect(isSameRequest(request(), other)).toBe(false);
  expect(isSameRequest(other, request())).toBe(false);
});

it("counts as given up what host or server ended, not what the user did", () => {
  const cancelled = (kind: string) =>
    isGivenUp({ kind: "cancelled", because: { kind } } as Parameters<typeof isGivenUp>[0]);
  expect(["call-cancelled", "server-cancelled", "disconnected"].every(cancelled)).toBe(true);
  expect(["quit", "switched-off", "sibling-declined"].some(cancelled)).toBe(false);
});
