// A server's identity for rules bound to it: whether it is approved, and whether its name is unique.
import { foldValue } from "#shared/filter/text.ts";
import type { ServerStanding } from "#shared/rules/judged.ts";
import type { Hasher } from "../core/ports.ts";
import { identityOf } from "./confirm.ts";
import type { ServerEntry } from "./serverEntry.ts";

/**
 * @param isChanged the identity differs from the one the user last approved
 * @param isApproved it is connected, by Countersign or for a host, which only approved servers are
 */
export function standingOf(
  entry: ServerEntry | undefined,
  all: readonly ServerEntry[],
  isChanged: boolean,
  isApproved: boolean,
  hasher: Hasher,
): ServerStanding {
  if (entry === undefined) return { identity: null, name: "unapproved" };
  const names = (one: ServerEntry): string[] => [one.stored.id, one.stored.name].map(foldValue);
  const own = names(entry);
  const isShared = all.some(
    (other) => other !== entry && names(other).some((name) => own.includes(name)),
  );
  const { id, endpoint } = entry.stored;
  return {
    identity: isApproved ? hasher.hash({ id, ...identityOf(endpoint) }) : null,
    name: !isApproved ? "unapproved" : isChanged ? "changed" : isShared ? "shared" : "own",
  };
}
