// Who a server is, for rules about it: the identity that was approved, and whether its name is its own.
import { foldValue } from "../../../src-shared/filter/text.ts";
import type { ServerStanding } from "../../../src-shared/policy/judged.ts";
import type { Hasher } from "../../desk/ports.ts";
import { identityOf } from "./confirm.ts";
import type { ServerEntry } from "./serverEntry.ts";

/** @param isChanged it is not as it was when the user last approved it */
export function standingOf(
  entry: ServerEntry | undefined,
  all: readonly ServerEntry[],
  isChanged: boolean,
  hasher: Hasher,
): ServerStanding {
  if (entry === undefined) return { identity: null, name: "unapproved" };
  const names = (one: ServerEntry): string[] => [one.stored.id, one.stored.name].map(foldValue);
  const own = names(entry);
  const isShared = all.some(
    (other) => other !== entry && names(other).some((name) => own.includes(name)),
  );
  // Nothing is connected that was not approved.
  const isApproved = entry.connection !== null;
  const { id, endpoint } = entry.stored;
  return {
    identity: isApproved ? hasher.hash({ id, ...identityOf(endpoint) }) : null,
    name: !isApproved ? "unapproved" : isChanged ? "changed" : isShared ? "shared" : "own",
  };
}
