// Which gate draws a request: by its kind, and by the stage that it has reached. Sampling and completions have no gates
// among the kinds: they have more stages, and are there from the start.
import { lazy, useDeferredValue } from "react";
import type { ComponentType } from "react";
import type { KindName } from "#shared/request/kinds/names.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { isGenerating } from "#shared/request/life/attempts.ts";
import type { GateProps } from "./gate.ts";
import { RequestGate } from "./request/request.tsx";
import { GeneratingGate } from "./response/generating.tsx";
import { ResponseGate } from "./response/response.tsx";

interface KindGates {
  /** While the user decides about the request. */
  Request: ComponentType<GateProps>;
  /** While it is carried out, and for what came of it; for requests with a `producer`. */
  Response?: ComponentType<GateProps>;
  /** What was asked and sent, read only, once it has ended. */
  Ended: ComponentType<{ request: HeldRequest }>;
  /** What it wants, in one line, once it has ended; absent: the call behind it. */
  Led?: ComponentType<{ request: HeldRequest }>;
}

// Loaded on demand: they include the public suffix list, which is large.
const GATES: Readonly<Record<KindName, KindGates | null>> = {
  sampling: null,
  completion: null,
  elicitation: {
    Request: lazy(async () => ({
      default: (await import("./form/elicitation.tsx")).ElicitationGate,
    })),
    Ended: lazy(async () => ({
      default: (await import("./form/EndedElicitation.tsx")).EndedElicitation,
    })),
  },
  "tool-call": {
    Request: lazy(async () => ({ default: (await import("./call/call.tsx")).CallGate })),
    Response: lazy(async () => ({ default: (await import("./call/result.tsx")).ResultGate })),
    Ended: lazy(async () => ({
      default: (await import("./call/EndedCall.tsx")).EndedCall,
    })),
  },
  action: {
    Request: lazy(async () => ({ default: (await import("./action/action.tsx")).ActionGate })),
    Ended: lazy(async () => ({
      default: (await import("./action/EndedAction.tsx")).EndedAction,
    })),
    Led: lazy(async () => ({ default: (await import("./action/Led.tsx")).ActionLed })),
  },
};

/** Null for sampling and completions. */
export const kindGatesOf = ({ requestKind }: Pick<HeldRequest, "requestKind">): KindGates | null =>
  requestKind === undefined ? null : GATES[requestKind];

/** What draws a request that has not ended. */
export function gateAt(request: HeldRequest): ComponentType<GateProps> {
  const isFirst = request.phase.kind === "request";
  const kind = kindGatesOf(request);
  if (kind !== null) {
    const { Request, Response = Request } = kind;
    return isFirst || request.producer === undefined ? Request : Response;
  }
  if (isFirst) return RequestGate;
  return isGenerating(request) ? GeneratingGate : ResponseGate;
}

/**
 * The previous copy (`drawn`) only when a model was generating in it and the latest one opens gate 2; else the
 * latest. Nothing can be decided while generating, so no decision is ever based on an old copy.
 */
export function requestToDraw(latest: HeldRequest, drawn: HeldRequest): HeldRequest {
  const opens = latest.phase.kind === "response" && isGenerating(drawn) && !isGenerating(latest);
  return opens && latest.id === drawn.id ? drawn : latest;
}

/** The copy to render, given what React rendered last. */
export const useDrawnRequest = (latest: HeldRequest): HeldRequest =>
  requestToDraw(latest, useDeferredValue(latest));
