// How a tool call ended, for the ended view and History.
import { responseIn, toolCallIn } from "../../../../src-shared/kinds/tool-call/document.ts";
import type { Sample } from "../../../../src-shared/sampling/life/sample.ts";
import { useT } from "../../../i18n/index.ts";
import { Paper } from "../../../ui/text/Paper.tsx";
import { Heading } from "../../blocks/Heading.tsx";

export function ToolCallRecord({ sample }: { sample: Sample }) {
  const t = useT();
  const call = toolCallIn(sample.proposed);
  if (call === null) return <p>{t("elicitation.notKept")}</p>;
  const decided = sample.phase.kind === "ended" ? sample.phase.ending : sample.phase;
  const response = responseIn("document" in decided ? decided.document : null);
  const asked = JSON.stringify(call.arguments, null, 2);
  const sent = response === null ? null : JSON.stringify(response.arguments, null, 2);
  return (
    <>
      <Heading>
        <b>{t("toolCall.asked", { name: call.name })}</b>
      </Heading>
      <Paper text={asked} label={t("toolCall.asked", { name: call.name })} />
      <Heading>
        <b>{t(sent === null ? "toolCall.notRun" : "toolCall.ran")}</b>
      </Heading>
      {sent !== null && sent !== asked && <Paper text={sent} label={t("toolCall.ran")} />}
    </>
  );
}
