// Tells the window, the tray and notifications what the desk reports.
import type { Failure } from "#shared/outcome.ts";
import type { StreamView } from "#shared/request/life/stream.ts";
import type { Desk } from "../../core/desk/desk.ts";
import { shownRequest } from "../../core/desk/shown.ts";
import type { DeskListener } from "../../core/ports.ts";
import type { Pusher } from "../../ipc/push.ts";
import type { ArrivedRequest } from "../system/notify.ts";

interface Outside {
  /** The number of requests that wait for the user, and the one that just arrived. */
  waiting(count: number, arrived: ArrivedRequest | null): void;
  /** The desk's view changed: its mode or counters. */
  moved(): void;
}

/** @param desk read when a push is sent, so that many changes in one turn cost one copy */
export function deskListener(
  desk: () => Desk,
  pusher: Pusher,
  fault: (failure: Failure) => void,
  outside: Outside,
): DeskListener {
  const known = new Set<string>();
  const tell = (id: string, open: boolean, server: string): void => {
    if (open === known.has(id)) return;
    if (open) known.add(id);
    else known.delete(id);
    outside.waiting(known.size, open ? { what: { kind: "request", id }, server } : null);
  };
  const runs = ({ requestId, attemptId }: StreamView): boolean => {
    const attempts = desk().request(requestId)?.attempts;
    return attempts?.find(({ id }) => id === attemptId)?.state.kind === "running";
  };
  return {
    requestChanged(requestId) {
      const now = desk();
      pusher.request(requestId, () => shownRequest(now, requestId));
      const server = now.request(requestId)?.requester.name ?? "";
      tell(requestId, now.needsUser(requestId), server);
    },
    requestRemoved(requestId) {
      pusher.requestRemoved(requestId);
      // Of another desk, once this one leaves the team.
      tell(requestId, false, "");
    },
    streamed: (more) => pusher.stream({ kind: "stream", ...more }, () => runs(more)),
    deskChanged() {
      pusher.set("desk", () => desk().view());
      outside.moved();
    },
    fault,
  };
}
