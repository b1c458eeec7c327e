// Expands main's partial changes: a change of a request carries only what the window doesn't have.
import type { Change, Push } from "#shared/contract/pushes.ts";
import { patched } from "#shared/request/document/patch.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";

/** Returns the changes in order, each with the full request after it. `requests` are those before the first change. */
export function expandChanges(
  requests: Readonly<Record<string, HeldRequest>>,
  pushes: readonly Push[],
): Change[] {
  const later = new Map<string, HeldRequest | undefined>();
  return pushes.map(({ change }): Change => {
    if (change.kind === "request-removed") later.set(change.id, undefined);
    if (change.kind !== "request-patch") return change;
    const { id } = change;
    const request = patched(later.has(id) ? later.get(id) : requests[id], change);
    if (request === null) {
      // Impossible as long as main sends the first change in full; reported rather than shown wrong.
      return {
        kind: "fault",
        failure: { kind: "internal", detail: `no request to change: ${id}` },
      };
    }
    later.set(id, request);
    return { kind: "request", request };
  });
}
