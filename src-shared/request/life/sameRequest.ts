// Whether a host has a request made again that ended before its response reached the server.
import { canonicalJson } from "../../canonical.ts";
import { isJsonObject } from "../../json.ts";
import type { Json } from "../../json.ts";
import { gaveUp } from "./actors.ts";
import type { CancelReason, Ending, Origin, HeldRequest } from "./heldRequest.ts";

const LOST: ReadonlySet<CancelReason["kind"]> = new Set<CancelReason["kind"]>([
  "call-cancelled",
  "server-died",
  "disconnected",
]);

/** True if host or server gave up before the response was delivered. */
export const isGivenUp = (ending: Ending): boolean =>
  ending.kind === "undeliverable" ||
  (ending.kind === "cancelled" && (gaveUp(ending.because.kind) || LOST.has(ending.because.kind)));

/**
 * True for requests with the same content, of the same server with the same identity, in calls of the same tool by the
 * same host. Sessions may differ; requests without a host are never the same.
 */
export function isSameRequest(one: HeldRequest, other: HeldRequest): boolean {
  const { requester: a, requestKind: kind } = one;
  const { requester: b, requestKind: otherKind } = other;
  const host = a.host?.name ?? "";
  return (
    host !== "" &&
    host === b.host?.name &&
    a.serverId === b.serverId &&
    kind === otherKind &&
    isSame(a.identity ?? null, b.identity ?? null) &&
    isSame(toolOf(one.origin), toolOf(other.origin)) &&
    (one.askedHash === other.askedHash || isSame(contentOf(one.asked), contentOf(other.asked)))
  );
}

const isSame = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b);

const toolOf = (origin: Origin): string[] =>
  origin.kind === "certain" ? [origin.call.method, origin.call.name] : [];

/** Without `_meta`, whose progress token is another one each time; a tool call has it under `otherParams`. */
function contentOf(asked: Json): Json {
  if (!isJsonObject(asked)) return asked;
  const { _meta: _, otherParams, ...content } = asked;
  const others = isJsonObject(otherParams) ? contentOf(otherParams) : null;
  return isJsonObject(others) && Object.keys(others).length > 0
    ? { ...content, otherParams: others }
    : content;
}
