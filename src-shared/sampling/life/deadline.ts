// Until when a request can be decided: until its server gives up, or until the user's own limit refuses it.
import type { Sample } from "./sample.ts";

export interface DeadlineOf {
  atMs: number;
  totalMs: number;
  by: "server" | "limit";
}

/** The earlier of the two; undefined where neither is known. */
export function deadlineOf({
  deadline,
  waits,
}: Pick<Sample, "deadline" | "waits">): DeadlineOf | undefined {
  if (waits !== undefined && waits.atMs < (deadline?.atMs ?? Infinity)) {
    return { atMs: waits.atMs, totalMs: waits.totalMs, by: "limit" };
  }
  return deadline === undefined ? undefined : { ...deadline, by: "server" };
}
