// "The same request 14 times": requests of one server and one call that ask exactly the same stand in one row.
import type { Sample } from "../../src-shared/sampling/life/sample.ts";

/** Fewer are as quickly read as opened. */
export const FOLD_FROM = 3;

/**
 * Equal for requests that ask the same; null for one that stands for itself: decided on already, or not kept. Turns of
 * one call stay with it.
 */
function likenessOf(
  { asker, origin, phase, attempts, askedHash }: Sample,
  isTurn: boolean,
): string | null {
  if (phase.kind !== "request" || attempts.length > 0 || askedHash === "") return null;
  const call =
    origin.kind !== "certain"
      ? origin.kind
      : isTurn
        ? origin.call.runId
        : `${origin.call.method} ${origin.call.name}`;
  return JSON.stringify([asker.serverId, call, askedHash]);
}

export interface Fold {
  /** What it is known by while its requests come and go: what they ask. */
  key: string;
  samples: readonly Sample[];
}

/** Groups that are folded, by the id of each of their requests, in the order given. */
export function foldsOf(
  samples: readonly Sample[],
  turns: ReadonlyMap<string, number>,
): ReadonlyMap<string, Fold> {
  const groups = new Map<string, Sample[]>();
  for (const sample of samples) {
    const likeness = likenessOf(sample, turns.has(sample.id));
    if (likeness === null) continue;
    const group = groups.get(likeness);
    if (group === undefined) groups.set(likeness, [sample]);
    else group.push(sample);
  }
  return byEach(groups, "same");
}

/**
 * Of one server, refused because nobody decided about them in time: what there is to say of them is how many they were. The
 * same request that ended in the same way before anybody decided, as where a server that floods goes.
 */
export function endedFoldsOf(ended: readonly Sample[]): ReadonlyMap<string, Fold> {
  const late = new Map<string, Sample[]>();
  const gone = new Map<string, Sample[]>();
  const add = (to: Map<string, Sample[]>, key: string, sample: Sample): void => {
    const group = to.get(key);
    if (group === undefined) to.set(key, [sample]);
    else group.push(sample);
  };
  for (const sample of ended) {
    const likeness = goneLikeness(sample);
    if (ranOut(sample)) add(late, sample.asker.serverId, sample);
    else if (likeness !== null) add(gone, likeness, sample);
  }
  return new Map([...byEach(late, "late"), ...byEach(gone, "gone")]);
}

function goneLikeness({ asker, phase, attempts, askedHash }: Sample): string | null {
  if (phase.kind !== "ended" || phase.ending.kind !== "cancelled") return null;
  if (attempts.length > 0 || askedHash === "") return null;
  return JSON.stringify([asker.serverId, phase.ending.because.kind, askedHash]);
}

/** A wait that has run out, by a limit of the person's own. */
export const ranOut = ({ phase }: Sample): boolean =>
  phase.kind === "ended" &&
  phase.ending.kind === "refused" &&
  phase.ending.refusal.reason === "waited-too-long";

function byEach(groups: ReadonlyMap<string, Sample[]>, name: string): ReadonlyMap<string, Fold> {
  const byId = new Map<string, Fold>();
  for (const [likeness, group] of groups) {
    if (group.length < FOLD_FROM) continue;
    const fold = { key: `${name}-${idOf(likeness)}`, samples: group };
    for (const { id } of group) byId.set(id, fold);
  }
  return byId;
}

/** As a part of an id of the page, without spaces and signs: another for each text. */
const idOf = (text: string): string =>
  text.replaceAll(/[^a-zA-Z0-9-]/g, (sign) => `_${sign.charCodeAt(0).toString(16)}_`);
