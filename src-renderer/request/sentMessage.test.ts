// The message shown for an ended request is the one that its server got.
import { expect, it } from "vitest";
import type { CancelReason, ReplyPath, HeldRequest } from "#shared/request/life/heldRequest.ts";
import { sentMessage } from "./sentMessage.ts";

const ended = (because: CancelReason, reply: ReplyPath): HeldRequest =>
  ({
    reply,
    phase: { kind: "ended", atMs: 1, ending: { kind: "cancelled", because } },
  }) as unknown as HeldRequest;
const pushed: ReplyPath = { kind: "pushed", requestId: 7 };
const embedded: ReplyPath = { kind: "embedded", key: "a", siblings: [] };

it.each(["switched-off", "quit"] as const)(
  "shows the error sent to a server that still waits: %s",
  (kind) => {
    expect(sentMessage(ended({ kind }, pushed), null)).toEqual({
      jsonrpc: "2.0",
      id: 7,
      error: {
        code: expect.any(Number),
        message: expect.any(String),
        data: { reason: "closing" },
      },
    });
    // A call that is not repeated sends nothing.
    expect(sentMessage(ended({ kind }, embedded), null)).toBeNull();
  },
);

it("is null for a server that gave up", () => {
  expect(sentMessage(ended({ kind: "disconnected" }, pushed), null)).toBeNull();
});
