// The cancellation reason that is recorded for requests when their connection ends.
import type { ServerFailure } from "#shared/outcome.ts";
import type { CancelReason } from "#shared/request/life/heldRequest.ts";

/** The reason for a request that was pending when the connection ended. */
export function cancelReasonFor(failure: ServerFailure): CancelReason {
  switch (failure.kind) {
    case "server-exited": {
      const detail = failure.signal ?? (failure.code === null ? undefined : `exit ${failure.code}`);
      return { kind: "server-died", ...(detail === undefined ? {} : { detail }) };
    }
    case "server-closed-output":
      return { kind: "server-died" };
    default:
      return { kind: "disconnected" };
  }
}
