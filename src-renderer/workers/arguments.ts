// Runs in a worker: checks the arguments of a tool call against the tool's schema. Both are foreign and may be
// made to take for ever, regular expressions above all: whoever asks ends the worker when it takes too long.
import { checkArguments } from "../../src-shared/inspect/arguments.ts";
import type { Fault } from "../../src-shared/inspect/arguments.ts";
import type { JsonObject } from "../../src-shared/json.ts";

export interface Ask {
  schema: JsonObject;
  input: JsonObject;
  patterns: boolean;
}

export type Told =
  | { kind: "ready" }
  | {
      kind: "checked";
      /** JSON Pointer fragments with what is wrong there. */
      faults: [string, Fault][];
      /** Faults that are not listed. */
      more: number;
    }
  | { kind: "unchecked"; detail: string };

/** A person mends one after the other; more would only fill the screen. */
const LISTED = 20;

onmessage = ({ data }: MessageEvent<Ask>) => {
  const checked = checkArguments(data.schema, data.input, { patterns: data.patterns });
  if (checked.kind === "unchecked") return postMessage(checked satisfies Told);
  const faults = [...checked.faults];
  const told: Told = {
    kind: "checked",
    faults: faults.slice(0, LISTED),
    more: Math.max(0, faults.length - LISTED),
  };
  return postMessage(told);
};

postMessage({ kind: "ready" } satisfies Told);
