// What looks through requests found, kept by request and what it asks: that never changes.
import type { Sample } from "../../src-shared/sampling/life/sample.ts";

export const lookKey = ({ id, askedHash }: Pick<Sample, "id" | "askedHash">): string =>
  `${id} ${askedHash}`;

/** Drops what is known of requests that are gone; of those that are there, none is looked through again. */
export function dropGone(looks: Map<string, unknown>, isThere: (id: string) => boolean): void {
  for (const key of looks.keys()) {
    if (!isThere(key.slice(0, key.lastIndexOf(" ")))) looks.delete(key);
  }
}
