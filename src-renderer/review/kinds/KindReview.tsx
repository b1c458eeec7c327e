// The review of a request without conversation: its gate, or how it ended.
import { Suspense, useMemo } from "react";
import type { Span } from "../../editor/index.ts";
import type { RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import { useFindings } from "../../state/findings.ts";
import { Places, PlacesContext } from "../blocks/places.ts";
import { useFindingKeys } from "../findings/findingActions.ts";
import { useSerious } from "../findings/useSerious.ts";
import { jumpTo } from "../gate1/requestPaper.ts";
import { Ended } from "../ended/Ended.tsx";
import type { KindGateProps } from "./KindPage.tsx";
import type { KindViews } from "./registry.ts";

const NO_SPANS: ReadonlyMap<string, readonly Span[]> = new Map();

interface Reviewed {
  kind: KindViews;
  gate: Omit<KindGateProps, "found" | "serious" | "onJump">;
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
  const { sample, view } = gate;
  const found = useFindings(sample.id, "request", asked);
  const shared = useMemo(() => ({ places: new Places(), spans: NO_SPANS }), []);
  const jump = jumpTo(shared.places, gate);
  useFindingKeys(found.findings, jump);
  const serious = useSerious(sample.id, asked, view !== "json", found, shared.places, (finding) =>
    jump(finding, true),
  );
  return (
    <PlacesContext value={shared}>
      <Gate {...gate} {...{ found, serious, asked }} onJump={jump} />
    </PlacesContext>
  );
}
