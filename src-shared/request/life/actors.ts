// Who asked for a request and gets what comes of it, and who ended it where nobody decided.
import type { KindName } from "../kinds/names.ts";
import type { Actor, CancelReason, HeldRequest } from "./heldRequest.ts";

/** Who can wait for a response. `person`: the user, of a replay. */
export type RequesterKind = "server" | "host" | "program" | "agent" | "person";

type Asked = { requestKind?: KindName | undefined; reply: Pick<HeldRequest["reply"], "kind"> };

/** Who sent a request. What comes of it goes to the same one. */
export function requesterKindOf({ requestKind, reply }: Asked): RequesterKind {
  if (reply.kind === "replay") return "person";
  if (reply.kind === "http") return "program";
  if (reply.kind === "hook") return "agent";
  return requestKind === "tool-call" ? "host" : "server";
}

/** How a call ended, for the requests that depend on it. */
export type CallEnd =
  | "ended"
  | { kind: "host-cancelled"; reason?: string }
  | { kind: "call-cancelled" | "call-rejected" | "call-refused" };

export const askedBy = (asked: Asked): Actor => ({ kind: requesterKindOf(asked) });

/** Who caused each cancellation. */
export const CANCELLED_BY: Readonly<
  Record<CancelReason["kind"], Exclude<Actor["kind"], "rule" | "fixture">>
> = {
  "server-cancelled": "server",
  "host-cancelled": "host",
  "host-left": "host",
  "program-left": "program",
  "agent-left": "agent",
  "call-ended": "server",
  "call-cancelled": "person",
  "call-rejected": "person",
  "call-refused": "desk",
  "server-died": "server",
  // Nobody ends a connection that is lost.
  disconnected: "desk",
  "switched-off": "person",
  "sibling-declined": "desk",
  quit: "person",
  interrupted: "desk",
  "holder-lost": "desk",
};

/** Who caused the cancellation. */
export const cancelledBy = ({ kind }: CancelReason): Actor => ({ kind: CANCELLED_BY[kind] });

/** True when who asked gave up, by saying so, by leaving or by ending the call. */
export const gaveUp = (reason: string): boolean => GAVE_UP.has(reason);
const GAVE_UP: ReadonlySet<string> = new Set<CancelReason["kind"]>([
  "server-cancelled",
  "call-ended",
  "host-cancelled",
  "host-left",
  "program-left",
  "agent-left",
]);

/**
 * The actor of a row, as recorded by any version. Older ones wrote `server` for a program. Where a host had ended its
 * call or session they wrote `person` or `server`, as they did where its server was lost: nobody knows which.
 * @param reason the kind of a cancellation
 */
export function actorIn(
  by: Actor,
  reason: unknown,
  request: Pick<HeldRequest, "requester" | "reply" | "requestKind">,
): Actor {
  const asked = requesterKindOf(request);
  if (by.kind === "server" && asked === "program") return { kind: "program" };
  const hasHost = asked === "host" || request.requester.host !== undefined;
  const isEither =
    (by.kind === "person" && reason === "call-cancelled") ||
    (by.kind === "server" && reason === "disconnected");
  return hasHost && isEither ? { kind: "unknown" } : by;
}
