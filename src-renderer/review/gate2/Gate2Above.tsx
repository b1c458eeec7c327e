// The bars above a response: identity, rules, failures, restored values, incompatibilities with the server.
import { useT } from "../../i18n/index.ts";
import type { Failure } from "../../../src-shared/outcome.ts";
import type { Flag } from "../../../src-shared/sampling/document/flag.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import type { GateView } from "../../state/view.ts";
import { LinkButton } from "../../ui/controls/Button.tsx";
import { FailureBar } from "../../components/requests/FailureBar.tsx";
import { MediumFailure } from "../gate1/Gate1Parts.tsx";
import { HeldJson } from "../json/HeldJson.tsx";
import { IdentityBars } from "../gates/IdentityBars.tsx";
import { StreamedBar } from "../gates/StreamedBar.tsx";
import { JudgedBar } from "../rules/JudgedBar.tsx";
import { LapsedBar } from "../rules/LapsedBar.tsx";
import { SingleBlockBar } from "./SingleBlockBar.tsx";
import { RestoredBar } from "./RestoredBar.tsx";
import { ReplayBar } from "../ended/ReplayBar.tsx";
import { FatigueBar } from "../gates/FatigueBar.tsx";
import type { Deciding } from "../gates/useDecision.ts";
import type { Answered, useGate2 } from "./useGate2.ts";

const BOTH = ["request", "response"] as const;

export function Gate2Above({
  sample,
  gate,
  deciding,
  attempt,
  flags,
  view,
  onView,
  change,
  shown,
  medium,
  written,
  onWritten,
}: {
  sample: Sample;
  gate: ReturnType<typeof useGate2>;
  deciding: Deciding;
  attempt: Answered;
  flags: readonly Flag[];
  view: GateView;
  onView: (view: GateView) => void;
  change: ReturnType<typeof useGate2>["change"] | undefined;
  /** A complete response is shown, not side by side. */
  shown: boolean;
  /** A failure to add an image or audio. */
  medium: { failure: Failure | null; clear: () => void };
  /** The paper shows the response as the model wrote it, with placeholders. */
  written: boolean;
  onWritten: (written: boolean) => void;
}) {
  const t = useT();
  return (
    <>
      <IdentityBars sample={sample} />
      <FatigueBar gate="response" />
      <ReplayBar sample={sample} />
      <JudgedBar sample={sample} gates={BOTH} />
      <LapsedBar sample={sample} gate="response" />
      <StreamedBar sample={sample} shownId={attempt.id} />
      {deciding.failure !== null && (
        <FailureBar
          failure={deciding.failure}
          tone={deciding.failure.kind === "stale" ? "warn" : "danger"}
          actions={<LinkButton onClick={deciding.clear}>{t("common.close")}</LinkButton>}
        />
      )}
      <MediumFailure failure={medium.failure} onClose={medium.clear} />
      {shown && <RestoredBar attempt={attempt} written={written} onWritten={onWritten} />}
      {shown && flags.some(({ code }) => code === "answer-not-one-block") && (
        <SingleBlockBar document={gate.document} onChange={change} />
      )}
      {gate.typed !== undefined && shown && view !== "json" && (
        <HeldJson onOpen={() => onView("json")} onDiscard={gate.dropTyped} />
      )}
    </>
  );
}
