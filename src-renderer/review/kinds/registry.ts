// The views of each kind of request without conversation. Sampling has no entry: the gates are made for it.
import { lazy } from "react";
import type { ComponentType } from "react";
import type { KindName } from "../../../src-shared/kinds/names.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import type { GateProps } from "../../gate/gate.ts";

export interface KindViews {
  /** While the user decides. */
  Gate: ComponentType<GateProps>;
  /** Gate 2, while the server carries out the request and for what it made; for requests with a `producer`. */
  Result?: ComponentType<GateProps>;
  /** What was asked and sent, read only. */
  Record: ComponentType<{ sample: Sample }>;
}

// Loaded on demand: they include the public suffix list, which is large.
const VIEWS: Readonly<Partial<Record<KindName, KindViews>>> = {
  elicitation: {
    Gate: lazy(async () => ({
      default: (await import("./elicitation/ElicitationGate.tsx")).ElicitationGate,
    })),
    Record: lazy(async () => ({
      default: (await import("./elicitation/ElicitationRecord.tsx")).ElicitationRecord,
    })),
  },
  "tool-call": {
    Gate: lazy(async () => ({
      default: (await import("../../gate/call.tsx")).CallGate,
    })),
    Result: lazy(async () => ({
      default: (await import("../../gate/result.tsx")).ResultGate,
    })),
    Record: lazy(async () => ({
      default: (await import("./tool-call/ToolCallRecord.tsx")).ToolCallRecord,
    })),
  },
};

/** Null for sampling. */
export const kindViewsOf = ({ requestKind }: Pick<Sample, "requestKind">): KindViews | null =>
  (requestKind === undefined ? undefined : VIEWS[requestKind]) ?? null;
