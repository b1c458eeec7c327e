// The review of a request that is no conversation: its gate while the user decides, else how it ended.
import { Suspense } from "react";
import type { RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import { useFindings } from "../../state/findings.ts";
import { Ended } from "../ended/Ended.tsx";
import type { KindGateProps } from "./KindPage.tsx";
import type { KindViews } from "./registry.ts";

interface Reviewed {
  kind: KindViews;
  gate: Omit<KindGateProps, "found">;
  asked: RequestDocument | null;
}

export function KindReview({ kind, gate, asked }: Reviewed) {
  const { sample, narrow, panelOpen, onPanel } = gate;
  const { phase } = sample;
  return (
    <Suspense>
      {asked !== null && (phase.kind === "request" || phase.kind === "response") ? (
        <Decided kind={kind} gate={gate} asked={asked} />
      ) : (
        <Ended {...{ sample, narrow, panelOpen, onPanel }} asked={null} />
      )}
    </Suspense>
  );
}

function Decided({ kind: { Gate }, gate, asked }: Reviewed & { asked: RequestDocument }) {
  const found = useFindings(gate.sample.id, "request", asked);
  return <Gate {...gate} found={found} asked={asked} />;
}
