// A worker that checks the arguments of a tool call against the tool's schema. Both come from outside and may make
// the check run forever, above all by regular expressions, so the caller terminates the worker after a timeout.
import { checkArguments } from "#shared/findings/arguments.ts";
import type { Checked, Fault } from "#shared/findings/arguments.ts";
import type { JsonObject } from "#shared/json.ts";

export interface CheckRequest {
  schema: JsonObject;
  input: JsonObject;
  patterns: boolean;
}

export type CheckResult =
  | { kind: "ready" }
  | {
      kind: "checked";
      /** JSON Pointer fragments with the fault at each. */
      faults: [string, Fault][];
      /** The number of faults not listed. */
      more: number;
    }
  | Extract<Checked, { kind: "unchecked" }>;

/** Users fix faults one by one, so more would only fill the screen. */
const LISTED = 20;

onmessage = ({ data }: MessageEvent<CheckRequest>) => {
  const checked = checkArguments(data.schema, data.input, { patterns: data.patterns });
  if (checked.kind === "unchecked") return postMessage(checked satisfies CheckResult);
  const faults = [...checked.faults];
  const told: CheckResult = {
    kind: "checked",
    faults: faults.slice(0, LISTED),
    more: Math.max(0, faults.length - LISTED),
  };
  return postMessage(told);
};

postMessage({ kind: "ready" } satisfies CheckResult);
