// A tool call while the server carries it out.
import { isJsonObject } from "../../../../src-shared/json.ts";
import type { ToolCallRequest } from "../../../../src-shared/kinds/tool-call/document.ts";
import { KEYS } from "../../../../src-shared/shortcuts.ts";
import { useT } from "../../../i18n/index.ts";
import { NOT_SCANNED } from "../../../state/findings.ts";
import { Paper } from "../../../ui/text/Paper.tsx";
import { Heading } from "../../blocks/Heading.tsx";
import { FindingsPanel } from "../../findings/FindingsPanel.tsx";
import type { Serious } from "../../findings/useSerious.ts";
import { sendingDisabledReason } from "../../gates/disabledReasons.tsx";
import type { GateProps } from "../../gates/gateProps.ts";
import { useDecision } from "../../gates/useDecision.ts";
import { KindPage } from "../KindPage.tsx";
import { SideFact } from "../SideFact.tsx";
import { useKindKeys } from "../useKindKeys.ts";

const NOTHING: Serious = {
  ...{ count: 0, scanning: false, unseen: 0, out: null, ticks: [] },
  ...{ isSeen: () => true, review: () => undefined },
};

export function RunningCall({ call, ...props }: GateProps & { call: ToolCallRequest }) {
  const { sample } = props;
  const t = useT();
  const deciding = useDecision(sample, "running call");
  const run = sample.attempts.at(-1);
  const sent = run?.document["arguments"];
  const primary = { label: t("review.approveReply"), disabled: true, run: () => undefined };
  const decline = {
    id: "decline",
    label: t("toolCall.reject"),
    keys: KEYS.reject,
    disabled: !deciding.guardOn || deciding.busy,
    run: () => deciding.run(sample.askedHash, { kind: "reject", tellServer: false }),
  };
  const viewName = t("toolCall.views.call");
  useKindKeys({ gate: props, primary, decline, viewName, edit: null });
  return (
    <KindPage
      {...{ ...props, viewName, deciding }}
      {...{ found: NOT_SCANNED, serious: NOTHING, onJump: () => undefined }}
      notes={0}
      facts={[call.name]}
      side={
        <>
          <FindingsPanel looked={NOT_SCANNED} what="" onJump={() => undefined} pending />
          <SideFact label={t("toolCall.tool")} answer={call.name} />
        </>
      }
      foot={{
        primary,
        sends: {
          first: t("toolCall.runningOn", { server: sample.asker.name }),
          second: t("toolCall.comesFirst"),
        },
        off: deciding.held === "team-offline" ? sendingDisabledReason(t, deciding) : null,
        ...{ decline, others: [] },
      }}
    >
      <Heading>
        <b>{t("toolCall.ran")}</b>
      </Heading>
      <Paper
        text={JSON.stringify(isJsonObject(sent) ? sent : call.arguments, null, 2)}
        label={t("toolCall.ran")}
      />
    </KindPage>
  );
}
