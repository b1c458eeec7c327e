// Scan results by request id and hash, which never change.
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";

export const scanKey = ({ id, askedHash }: Pick<HeldRequest, "id" | "askedHash">): string =>
  `${id} ${askedHash}`;

/** Drops the results of requests that were removed; none that still exists is scanned again. */
export function dropRemoved(looks: Map<string, unknown>, isThere: (id: string) => boolean): void {
  for (const key of looks.keys()) {
    if (!isThere(key.slice(0, key.lastIndexOf(" ")))) looks.delete(key);
  }
}
