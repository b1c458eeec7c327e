// A request as a window gets it: with whether the user has anything to decide about it.
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { Desk } from "./desk.ts";

export function shownRequest(
  desk: Pick<Desk, "request" | "needsUser">,
  requestId: string,
): HeldRequest | undefined {
  const request = desk.request(requestId);
  const isAsked = request?.phase.kind === "ended" || desk.needsUser(requestId);
  return request === undefined || isAsked ? request : { ...request, automatic: true };
}
