// What a batch decision depends on: the selection, what of it is approvable, and that all was scanned.
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";

type Known = Pick<HeldRequest, "id" | "revision">;

/** A key of these requests and their versions: another or a changed request gives another key. */
export const versionKey = (requests: readonly Known[]): string =>
  requests.map(({ id, revision }) => `${id} ${revision}`).join("\n");

/**
 * When this key changes the guard restarts, so that nobody approves what changed under the pointer.
 * @param which the approvable requests, by `versionKey`
 * @param ready true once all were scanned
 */
export const batchGuardKey = (
  model: string | null,
  marked: readonly Known[],
  which: string,
  ready: boolean,
): string => [model ?? "", ready ? "ready" : "looking", which, versionKey(marked)].join("\n\n");
