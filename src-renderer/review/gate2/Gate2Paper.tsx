// The paper of gate 2: a complete response as blocks, JSON or diff; one that is generating or failed; or all side by
// side.
import type {
  RequestDocument,
  ResponseDocument,
} from "../../../src-shared/sampling/document/message.ts";
import { useT } from "../../i18n/index.ts";
import type { Attempt, Sample } from "../../../src-shared/sampling/life/sample.ts";
import { useMirror } from "../../state/mirror.ts";
import type { GateView } from "../../state/view.ts";
import { writtenWords } from "../../components/requests/attemptAuthor.ts";
import { FailureBar } from "../../components/requests/FailureBar.tsx";
import { Answer } from "./Answer.tsx";
import type { ChangeAnswer } from "./Answer.tsx";
import { AnswerDiff } from "../candidates/AnswerDiff.tsx";
import { StreamingResponse } from "./StreamingResponse.tsx";
import { IncompleteBar } from "./IncompleteBar.tsx";
import { findModel } from "../models/findModel.ts";
import { JsonPaper } from "../json/JsonPaper.tsx";
import { Reasoning } from "./Reasoning.tsx";
import { AttemptPlaceholder, SideBySide } from "../candidates/SideBySide.tsx";
import { CallFactsContext } from "./useCallChecks.ts";
import type { useCallChecks } from "./useCallChecks.ts";
import { isAnswered } from "./useGate2.ts";
import type { Gate2 } from "./useGate2.ts";

interface Props {
  sample: Sample;
  asked: RequestDocument;
  /** The attempt that is shown. */
  current: Attempt;
  gate: Gate2;
  /** The response with placeholders as the model wrote it; null to show the one to be sent. */
  written: ResponseDocument | null;
  /** Undefined: read only. */
  change: ChangeAnswer | undefined;
  view: GateView;
  sideBySide: boolean;
  calls: ReturnType<typeof useCallChecks>;
}

export function Gate2Paper(props: Props) {
  const { sample, current, sideBySide } = props;
  const models = useMirror((state) => state.models);
  if (sideBySide) return <SideBySide sample={sample} current={current.id} />;
  if (isAnswered(current)) {
    return (
      <>
        <IncompleteBar failure={current.state.brokenOff} />
        <Shown {...props} />
      </>
    );
  }
  if (current.state.kind === "running") {
    return <StreamingResponse attempt={current} model={findModel(models, current.model).name} />;
  }
  if (current.state.kind === "failed") return <FailureBar failure={current.state.failure} quiet />;
  return <AttemptPlaceholder sample={sample} of={current} />;
}

function Shown({ sample, asked, gate, written, change, view, calls }: Props) {
  const t = useT();
  const models = useMirror((state) => state.models);
  const { attempt, document } = gate;
  const author =
    attempt.model === null ? writtenWords(t, attempt) : findModel(models, attempt.model).name;
  if (written !== null) {
    return <Answer document={written} sampleId={sample.id} media={sample.media} />;
  }
  switch (view) {
    case "blocks":
      return (
        <>
          <Reasoning attempt={attempt} />
          <CallFactsContext value={calls}>
            <Answer
              document={document}
              sampleId={sample.id}
              media={sample.media}
              tools={asked.tools ?? []}
              soon={attempt.model !== null}
              from={author}
              adds={attempt.model === null}
              onChange={change}
              onBroken={gate.onBroken}
            />
          </CallFactsContext>
        </>
      );
    case "json":
      return (
        <JsonPaper
          which="response"
          identity={attempt.id}
          document={document}
          typed={gate.typed}
          onDocument={(next: ResponseDocument) => gate.change(() => next)}
          onTyped={gate.setTyped}
        />
      );
    case "diff":
      return <AnswerDiff sample={sample} attempt={attempt} gate={gate} />;
  }
}
