// The context of a text for detectors: the scan and the addresses, computed once for all of them.
import type { TextContext } from "./detector.ts";
import { addressesIn } from "../phrases/hosts.ts";
import { imitableOf } from "../characters/lookalike.ts";
import { scanOf } from "./scan.ts";

const NONE = imitableOf([]);

export function textContextOf(
  text: string,
  {
    voice,
    gate,
    own = NONE,
  }: Pick<TextContext, "voice" | "gate"> & Partial<Pick<TextContext, "own">>,
): TextContext {
  const scan = scanOf(text);
  return { voice, gate, own, scan, addresses: addressesIn(text, scan) };
}
