// The review of a request without conversation: its gate, or how it ended.
import { Suspense } from "react";
import type { RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import type { GateProps } from "../../gate/gate.ts";
import { Ended } from "../ended/Ended.tsx";
import type { KindViews } from "./registry.ts";

export function KindReview({
  kind,
  gate,
  asked,
}: {
  kind: KindViews;
  gate: Omit<GateProps, "asked">;
  asked: RequestDocument | null;
}) {
  const { sample, narrow, panelOpen, onPanel } = gate;
  const { phase, producer } = sample;
  const isSecond = phase.kind === "response" && producer !== undefined;
  const { Gate, Result } = kind;
  return (
    <Suspense>
      {asked !== null && isSecond && Result !== undefined ? (
        <Result {...gate} asked={asked} />
      ) : asked !== null && (phase.kind === "request" || phase.kind === "response") ? (
        <Gate {...gate} asked={asked} />
      ) : (
        <Ended {...{ sample, narrow, panelOpen, onPanel }} asked={null} />
      )}
    </Suspense>
  );
}
