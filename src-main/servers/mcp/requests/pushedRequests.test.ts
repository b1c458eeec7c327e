// In any order of events: at most one response for an open id, none after the server gave up, and every request ends.
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Settlement } from "#shared/request/life/event.ts";
import type { CancelReason, Origin } from "#shared/request/life/heldRequest.ts";
import type { RequestHandle, UnattributedRequest } from "../../../core/ports.ts";
import { PushedRequests } from "./pushedRequests.ts";

type Step =
  | { kind: "ask"; id: number | string; run: string | null }
  | { kind: "cancel"; id: number | string }
  | { kind: "settle"; nth: number; settlement: Settlement }
  | { kind: "call-ended"; run: string }
  | { kind: "lost" };

const ids = fc.constantFrom<number | string>(0, 1, "0", "");
const runs = fc.constantFrom("a", "b");
const settlement = fc.constantFrom<Settlement>(
  { kind: "result", document: { role: "assistant", content: { type: "text" }, model: "m" } },
  { kind: "error", code: -1, message: "User rejected sampling request" },
  { kind: "silence" },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("ask" as const), id: ids, run: fc.option(runs) }),
  fc.record({ kind: fc.constant("cancel" as const), id: ids }),
  fc.record({ kind: fc.constant("settle" as const), nth: fc.nat(9), settlement }),
  fc.record({ kind: fc.constant("call-ended" as const), run: runs }),
  fc.constant({ kind: "lost" as const }),
);

interface FakeHeld {
  incoming: UnattributedRequest;
  over: CancelReason | "settled" | null;
}

function originOf(run: string | null): Origin {
  if (run === null) return { kind: "none" };
  return {
    kind: "certain",
    call: { runId: run, method: "tools/call", name: "t", arguments: {} },
  };
}

it("answers an id at most once for each request under it", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const sent: JSONRPCMessage[] = [];
      const held: FakeHeld[] = [];
      const pushed = new PushedRequests({
        receive: (incoming): RequestHandle => {
          const one: FakeHeld = { incoming, over: null };
          held.push(one);
          return {
            requestId: String(held.length),
            completed: () => {},
            update: () => {},
            callerFound: () => {},
            withdraw: (because) => {
              if (one.over !== null) return;
              one.over = because;
              void incoming.settle({ kind: "silence" });
            },
          };
        },
        send: (message) => {
          sent.push(message);
          return Promise.resolve();
        },
        keepAliveMs: 10_000,
      });
      let answers = 0;
      for (const one of steps) {
        if (one.kind === "ask") pushed.receive(one.id, { _meta: {} }, originOf(one.run));
        else if (one.kind === "cancel") pushed.cancelledByServer(one.id, undefined);
        else if (one.kind === "call-ended") pushed.callEnded(one.run, "ended");
        else if (one.kind === "lost") pushed.endAll({ kind: "disconnected" });
        else {
          const target = held[one.nth];
          if (target === undefined) continue;
          // Nothing leaves under an id that another open request has.
          const wasOpen = target.over === null && target.incoming.duplicate === undefined;
          target.over ??= "settled";
          const delivery = await target.incoming.settle(one.settlement);
          const leaves = wasOpen && one.settlement.kind !== "silence";
          expect(delivery.kind).toBe(leaves ? "sent" : "not-sent");
          if (leaves) answers += 1;
        }
      }
      expect(sent).toHaveLength(answers);
      pushed.endAll({ kind: "disconnected" });
      const own = held.filter(({ incoming }) => incoming.duplicate === undefined);
      expect(own.every((one) => one.over !== null)).toBe(true);
      expect(sent).toHaveLength(answers);
    }),
  );
});

it("sends the reason of a settlement in its error, and nothing else", async () => {
  const sent: JSONRPCMessage[] = [];
  let incoming: UnattributedRequest | null = null;
  const pushed = new PushedRequests({
    receive: (given) => {
      incoming = given;
      return {
        requestId: "1",
        withdraw: () => {},
        completed: () => {},
        update: () => {},
        callerFound: () => {},
      };
    },
    send: (message) => {
      sent.push(message);
      return Promise.resolve();
    },
    keepAliveMs: 10_000,
  });
  pushed.receive(0, undefined, { kind: "none" });
  const settle = (incoming as UnattributedRequest | null)?.settle;
  await settle?.({
    kind: "error",
    code: -1,
    message: "User rejected sampling request",
    data: { note: "no" },
  });
  expect(sent).toEqual([
    {
      jsonrpc: "2.0",
      id: 0,
      error: { code: -1, message: "User rejected sampling request", data: { note: "no" } },
    },
  ]);
});
