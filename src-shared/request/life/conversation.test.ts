// Turns of one call belong together, where the call is certain, and turns of one conversation of a program.
import { expect, it } from "vitest";
import type { HeldRequest, Origin, OriginCall } from "./heldRequest.ts";
import { conversationsOf } from "./conversation.ts";

const call = (runId: string): OriginCall => ({
  runId,
  method: "tools/call",
  name: "plan",
  arguments: {},
});
const certain = (runId: string): Origin => ({ kind: "certain", call: call(runId) });
const request = (id: string, receivedAtMs: number, origin: Origin, serverId = "s") => ({
  id,
  receivedAtMs,
  origin,
  requester: { serverId },
});

it("numbers the turns of one call in the order of their arrival", () => {
  const conversations = conversationsOf([
    request("b", 2, certain("r1")),
    request("x", 3, certain("r2")),
    request("a", 1, certain("r1")),
  ]);
  expect(
    conversations.map((t) => [t.id, t.turns.map(({ request, turn }) => `${request.id}${turn}`)]),
  ).toEqual([
    ["run s r1", ["a1", "b2"]],
    ["run s r2", ["x1"]],
  ]);
});

it("leaves uncertain requests alone, and keeps servers apart", () => {
  const unsure: Origin = { kind: "ambiguous", calls: [call("r1"), call("r2")] };
  const conversations = conversationsOf([
    request("a", 1, unsure),
    request("b", 2, unsure),
    request("c", 3, { kind: "none" }),
    request("d", 4, certain("r1")),
    request("e", 5, certain("r1"), "other"),
    request("r1", 6, { kind: "none" }),
  ]);
  expect(conversations.map((t) => t.turns.map(({ request }) => request.id))).toEqual([
    ["a"],
    ["b"],
    ["c"],
    ["d"],
    ["e"],
    ["r1"],
  ]);
  expect(conversations[0]?.id).toBeNull();
});

it("keeps the order of requests in the same millisecond", () => {
  const [conversation] = conversationsOf([
    request("a", 1, certain("r")),
    request("b", 1, certain("r")),
  ]);
  expect(conversation?.turns.map(({ request }) => request.id)).toEqual(["a", "b"]);
});

it("groups a program's turns by what it says, and leaves its side requests alone", () => {
  const turn = (id: string, serverId: string, conversation: HeldRequest["conversation"]) => ({
    ...request(id, id.charCodeAt(0), { kind: "none" }, serverId),
    conversation,
  });
  const conversations = conversationsOf([
    turn("a", "p", { id: "1" }),
    turn("b", "p", { id: "1", side: "title" }),
    turn("c", "p", { id: "2" }),
    turn("d", "q", { id: "1" }),
    turn("e", "p", { id: "1" }),
  ]);
  expect(
    conversations.map(({ turns }) => turns.map(({ request, turn: at }) => `${request.id}${at}`)),
  ).toEqual([["a1", "e2"], ["b1"], ["c1"], ["d1"]]);
});
