// How the end of a connection reads in the record of a request that waited on it.
import type { ServerFailure } from "../../../src-shared/outcome.ts";
import type { CancelReason } from "../../../src-shared/sampling/life/sample.ts";

/** What the end of the connection means for a request that waits. */
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
