// Until when the user can decide: until the server or the host gives up, or the user's own limit refuses the request.
import type { HeldRequest } from "./heldRequest.ts";

export interface DeadlineOf {
  atMs: number;
  totalMs: number;
  by: "server" | "host" | "limit";
  learnt?: true;
}

/** The earlier of the two deadlines; undefined when there is none. */
export function deadlineOf({
  deadline,
  waits,
}: Pick<HeldRequest, "deadline" | "waits">): DeadlineOf | undefined {
  if (waits !== undefined && waits.atMs < (deadline?.atMs ?? Infinity)) {
    return { atMs: waits.atMs, totalMs: waits.totalMs, by: "limit" };
  }
  return deadline === undefined ? undefined : { by: "server", ...deadline };
}
