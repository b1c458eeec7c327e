// The review of a request without conversation: its gate, or how it ended.
import { Suspense } from "react";
import type { RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import { PlacesContext } from "../blocks/places.ts";
import { Ended } from "../ended/Ended.tsx";
import type { KindGateProps } from "./KindPage.tsx";
import type { KindViews } from "./registry.ts";
import { useKindFindings } from "./useKindFindings.ts";

interface Reviewed {
  kind: KindViews;
  gate: Omit<KindGateProps, "found" | "serious" | "onJump">;
  asked: RequestDocument | null;
}

export function KindReview({ kind, gate, asked }: Reviewed) {
  const { sample, narrow, panelOpen, onPanel } = gate;
  const { phase, producer } = sample;
  const isSecond = phase.kind === "response" && producer !== undefined;
  const { Gate, Result } = kind;
  return (
    <Suspense>
      {asked !== null && isSecond && Result !== undefined ? (
        <Result {...gate} asked={asked} />
      ) : asked !== null && (phase.kind === "request" || phase.kind === "response") ? (
        <Decided Gate={Gate} gate={gate} asked={asked} />
      ) : (
        <Ended {...{ sample, narrow, panelOpen, onPanel }} asked={null} />
      )}
    </Suspense>
  );
}

function Decided({
  Gate,
  gate,
  asked,
}: Omit<Reviewed, "kind"> & GateOf & { asked: RequestDocument }) {
  const { shared, ...scanned } = useKindFindings(gate, "request", asked);
  return (
    <PlacesContext value={shared}>
      <Gate {...gate} {...scanned} asked={asked} />
    </PlacesContext>
  );
}
type GateOf = Pick<KindViews, "Gate">;
