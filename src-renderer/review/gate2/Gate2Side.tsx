// Beside the answer at gate 2: what was found in it, its facts, the attempts, and the model for another one.
import { useT } from "../../i18n/index.ts";
import type { Finding } from "../../../src-shared/inspect/findings.ts";
import type { Flag } from "../../../src-shared/sampling/document/flag.ts";
import type {
  RequestDocument,
  ResponseDocument,
} from "../../../src-shared/sampling/document/message.ts";
import type { Attempt, Sample } from "../../../src-shared/sampling/life/sample.ts";
import type { useFindings } from "../../state/findings.ts";
import { openSettings } from "../../state/view.ts";
import { AnswerFacts, YourEdit } from "./AnswerSide.tsx";
import { AttemptList } from "../attempts/AttemptList.tsx";
import { ContextGiven } from "../context/ContextGiven.tsx";
import { withoutFound } from "../findings/findingActions.ts";
import { FindingsPanel } from "../findings/FindingsPanel.tsx";
import { ProviderWarnings } from "../models/Fit.tsx";
import type { useAgain } from "./gate2Hooks.ts";
import { ApprovedFacts, SoFar } from "./Generating.tsx";
import { ModelRow } from "../models/ModelPicker.tsx";
import { isAnswered } from "./useGate2.ts";
import type { Answered, useGate2 } from "./useGate2.ts";

export interface Gate2SideProps {
  sample: Sample;
  asked: RequestDocument;
  current: Attempt;
  /** The one whose answer is shown. */
  attempt: Answered;
  gate: ReturnType<typeof useGate2>;
  again: ReturnType<typeof useAgain>;
  found: ReturnType<typeof useFindings>;
  /** How many findings of the answer as generated the person's edit has settled. */
  settled: number;
  flags: readonly Flag[];
  /** Absent where the answer cannot be edited. */
  change: ((how: (now: ResponseDocument) => ResponseDocument) => void) | undefined;
  onJump: (place: Finding | Flag) => void;
}

export function Gate2Side(props: Gate2SideProps) {
  const { sample, asked, current, attempt, gate, again, found, settled, flags, change } = props;
  const t = useT();
  const isThere = isAnswered(current);
  return (
    <>
      <FindingsPanel
        looked={found}
        settled={settled}
        flags={flags}
        what={t("review.findings.answer")}
        pending={!isThere}
        onJump={props.onJump}
        onRemove={change && ((some) => change((now) => withoutFound(now, some)))}
      />
      {isThere && (
        <AnswerFacts
          attempt={attempt}
          attempts={sample.attempts}
          document={gate.document}
          generated={gate.generated}
          models={again.models}
          onChange={change}
        />
      )}
      {current.state.kind === "running" && <SoFar attempt={current} />}
      <AttemptList sample={sample} />
      {isThere && gate.edited && attempt.model !== null && <YourEdit gate={gate} />}
      <ContextGiven asked={sample.proposed} document={current.document} />
      <ProviderWarnings warnings={isThere ? attempt.state.warnings : undefined} />
      <ModelRow
        heading={t("review.model.again")}
        ranked={again.ranked}
        chosen={again.model}
        asked={asked.modelPreferences}
        onChoose={again.choose}
        onAddModel={() => openSettings("models")}
      />
      <ApprovedFacts attempt={current} />
    </>
  );
}
