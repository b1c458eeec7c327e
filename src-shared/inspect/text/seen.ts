// The context of a text for detectors: the scan and the addresses, computed once for all of them.
import type { Around } from "./detector.ts";
import { addressesIn } from "../phrases/hosts.ts";
import { imitableOf } from "../characters/lookalike.ts";
import { scanOf } from "./scan.ts";

const NONE = imitableOf([]);

export function seenIn(
  text: string,
  { voice, gate, own = NONE }: Pick<Around, "voice" | "gate"> & Partial<Pick<Around, "own">>,
): Around {
  const scan = scanOf(text);
  return { voice, gate, own, scan, addresses: addressesIn(text, scan) };
}
