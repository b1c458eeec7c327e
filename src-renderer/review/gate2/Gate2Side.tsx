// The side panel of gate 2: findings, author, cost and stop reason, a row each.
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
import { Section } from "../../ui/layout/Section.tsx";
import { AuthorRow, SpentRow, StopReasonRow } from "./AnswerRows.tsx";
import { AttemptList } from "../attempts/AttemptList.tsx";
import { ContextIncluded } from "../context/ContextIncluded.tsx";
import { withoutFound } from "../findings/findingActions.ts";
import { FindingsPanel } from "../findings/FindingsPanel.tsx";
import type { Serious } from "../findings/useSerious.ts";
import { ProviderWarnings } from "../models/Fit.tsx";
import type { useAgain } from "./gate2Hooks.ts";
import { ApprovedFacts } from "./Generating.tsx";
import { ModelChoice } from "../models/ModelPicker.tsx";
import { Votes } from "../team/Votes.tsx";
import { isAnswered } from "./useGate2.ts";
import type { Answered, useGate2 } from "./useGate2.ts";

export interface Gate2SideProps {
  sample: Sample;
  asked: RequestDocument;
  current: Attempt;
  /** The attempt whose response is shown. */
  attempt: Answered;
  gate: ReturnType<typeof useGate2>;
  again: ReturnType<typeof useAgain>;
  found: ReturnType<typeof useFindings>;
  serious: Serious;
  /** How many findings the user's edits removed. */
  settled: number;
  /** An answer by hand in which nothing has been typed yet. */
  unwritten: boolean;
  flags: readonly Flag[];
  /** Undefined: read only. */
  change: ((how: (now: ResponseDocument) => ResponseDocument) => void) | undefined;
  onJump: (place: Finding | Flag) => void;
}

export function Gate2Side(props: Gate2SideProps) {
  const { sample, asked, current, attempt, gate, again, found, settled, flags, change } = props;
  const t = useT();
  const isThere = isAnswered(current);
  const other = t("review.model.again");
  return (
    <>
      <FindingsPanel
        looked={found}
        settled={settled}
        flags={flags}
        what={t("review.findings.answer")}
        pending={isThere ? props.unwritten && "writing" : true}
        onJump={props.onJump}
        serious={props.serious}
        onRemove={change && ((some) => change((now) => withoutFound(now, some)))}
      />
      <Votes
        id={sample.id}
        shown={gate.document}
        ranked={again.ranked}
        onUse={change && ((document) => change(() => document as ResponseDocument))}
      />
      <AuthorRow
        attempt={current}
        document={isThere ? gate.document : undefined}
        models={again.models}
      >
        <AttemptList sample={sample} />
        <ContextIncluded asked={sample.proposed} document={current.document} />
        <ProviderWarnings warnings={isThere ? attempt.state.warnings : undefined} />
        <Section heading={other}>
          <ModelChoice
            heading={other}
            ranked={again.ranked}
            chosen={again.model}
            asked={asked.modelPreferences}
            onChoose={again.choose}
            onAddModel={() => openSettings("models")}
          />
        </Section>
        <ApprovedFacts attempt={current} />
      </AuthorRow>
      {isThere && (
        <>
          <SpentRow sample={sample} attempt={attempt} />
          <StopReasonRow
            attempt={attempt}
            document={gate.document}
            generated={gate.generated}
            flags={flags}
            onChange={change}
          />
        </>
      )}
    </>
  );
}
