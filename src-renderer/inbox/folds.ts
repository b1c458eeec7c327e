// "The same request 14 times": requests of one server and one call that ask exactly the same stand in one row.
import type { Sample } from "../../src-shared/sampling/sample.ts";

/** Fewer are as quickly read as opened. */
export const FOLD_FROM = 3;

/** Equal for requests that ask the same; null for one that stands for itself: decided on already, or not kept. */
function likenessOf({ asker, origin, phase, attempts, askedHash }: Sample): string | null {
  if (phase.kind !== "request" || attempts.length > 0 || askedHash === "") return null;
  const call = origin.kind === "certain" ? [origin.call.method, origin.call.name] : [origin.kind];
  return JSON.stringify([asker.serverId, askedHash, ...call]);
}

/** Groups that are folded, by the id of each of their requests, in the order given. */
export function foldsOf(samples: readonly Sample[]): ReadonlyMap<string, readonly Sample[]> {
  const groups = new Map<string, Sample[]>();
  for (const sample of samples) {
    const likeness = likenessOf(sample);
    if (likeness === null) continue;
    const group = groups.get(likeness);
    if (group === undefined) groups.set(likeness, [sample]);
    else group.push(sample);
  }
  const byId = new Map<string, readonly Sample[]>();
  for (const group of groups.values()) {
    if (group.length >= FOLD_FROM) for (const { id } of group) byId.set(id, group);
  }
  return byId;
}

/** What a folded row is known by while its requests come and go: what they ask. */
export const foldKey = ({ asker, askedHash }: Sample): string =>
  `same-${asker.serverId}-${askedHash}`;
