// The gates and the record of each kind of request without conversation. Sampling has no entry: it has more stages, and
// is there from the start.
import { lazy } from "react";
import type { ComponentType } from "react";
import type { KindName } from "#shared/kinds/names.ts";
import type { Sample } from "#shared/sampling/life/sample.ts";
import type { GateProps } from "./gate.ts";

export interface KindGates {
  /** While the user decides about the request. */
  Request: ComponentType<GateProps>;
  /** While it is carried out, and for what came of it; for requests with a `producer`. */
  Response?: ComponentType<GateProps>;
  /** What was asked and sent, read only. */
  Record: ComponentType<{ sample: Sample }>;
}

// Loaded on demand: they include the public suffix list, which is large.
const GATES: Readonly<Partial<Record<KindName, KindGates>>> = {
  elicitation: {
    Request: lazy(async () => ({
      default: (await import("./form/elicitation.tsx")).ElicitationGate,
    })),
    Record: lazy(async () => ({
      default: (await import("./form/ElicitationRecord.tsx")).ElicitationRecord,
    })),
  },
  "tool-call": {
    Request: lazy(async () => ({ default: (await import("./call/call.tsx")).CallGate })),
    Response: lazy(async () => ({ default: (await import("./call/result.tsx")).ResultGate })),
    Record: lazy(async () => ({
      default: (await import("./call/ToolCallRecord.tsx")).ToolCallRecord,
    })),
  },
};

/** Null for sampling. */
export const kindGatesOf = ({ requestKind }: Pick<Sample, "requestKind">): KindGates | null =>
  (requestKind === undefined ? undefined : GATES[requestKind]) ?? null;
