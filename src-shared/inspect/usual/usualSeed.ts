// Learns what is usual for the calls of a server from the ledger, from requests that the user approved unchanged.
import type { Json } from "../../json.ts";
import type { Sample } from "../../sampling/life/sample.ts";
import type { Baseline } from "../inspection.ts";
import { textContextOf } from "../text/textContext.ts";
import { isSpoken, learnt, traitsOf } from "./usual.ts";
import { textsOf } from "../text/walk.ts";

/** Requests with the same key are compared with each other. Null when the call is ambiguous. */
export const usualKey = ({ asker, origin }: Pick<Sample, "asker" | "origin">): string | null =>
  origin.kind === "ambiguous"
    ? null
    : JSON.stringify(
        origin.kind === "certain"
          ? [asker.serverId, origin.call.method, origin.call.name]
          : [asker.serverId],
      );

/**
 * What is usual, by key.
 * @param samples of one server, oldest first
 */
export function usualIn(samples: readonly Sample[]): [key: string, usual: Baseline][] {
  const known = new Map<string, Baseline>();
  for (const sample of samples) {
    const key = usualKey(sample);
    if (key === null || sample.proposed === null || !isApprovedAsItCame(sample)) continue;
    const texts = [...textsOf(sample.proposed as Json)];
    const hosts = texts
      .filter(isSpoken)
      .flatMap(({ text, voice }) => textContextOf(text, { voice, gate: "request" }).addresses)
      .flatMap(({ host }) => (host === "" ? [] : [host]));
    known.set(key, learnt(known.get(key) ?? null, traitsOf(sample.proposed, texts, hosts)));
  }
  return [...known];
}

/** Only the first attempt counts. Redacted ones are skipped, as their original values are not stored. */
function isApprovedAsItCame({ attempts, proposed, askedHash }: Sample): boolean {
  const [first] = attempts;
  if (first === undefined || first.redacted !== undefined || first.model === null) return false;
  if (first.by.kind !== "person") return false;
  return (
    first.documentHash === askedHash || JSON.stringify(first.document) === JSON.stringify(proposed)
  );
}
