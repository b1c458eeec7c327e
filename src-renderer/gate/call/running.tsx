// A tool call while the server carries it out.
import { isJsonObject } from "#shared/json.ts";
import { toolCallIn } from "#shared/request/kinds/tool-call/document.ts";
import { useT } from "#words/index.ts";
import { Heading } from "#request/document/Heading.tsx";
import { AlsoSent } from "./AlsoSent.tsx";
import { NOT_SCANNED } from "#data/findings.ts";
import { Paper } from "#kit/text/Paper.tsx";
import { gateOf } from "../frame/Frame.tsx";
import type { Gate, GateProps } from "../gate.ts";
import { kindSteps } from "../steps.ts";
import { useReview } from "../useReview.ts";

export const RunningGate = gateOf(function useRunning(props: GateProps): Gate | null {
  const { request, asked } = props;
  const t = useT();
  const parts = { of: `${request.id} running`, document: asked, found: NOT_SCANNED };
  const review = useReview(props, { ...parts, guard: "running call" });
  const call = toolCallIn(asked);
  if (call === null) return null;
  const sent = request.attempts.at(-1)?.document["arguments"];
  const text = JSON.stringify(isJsonObject(sent) ? sent : call.arguments, null, 2);
  return {
    review,
    steps: kindSteps(t, request, "generating"),
    views: [
      {
        id: "blocks",
        label: t("common.call"),
        render: () => (
          <>
            <Heading>
              <b>{t("toolCall.ran")}</b>
            </Heading>
            <Paper text={text} label={t("toolCall.ran")} />
            <AlsoSent call={call} />
          </>
        ),
      },
    ],
    findings: { what: "", pending: true },
    rows: [{ id: "tool", label: t("toolCall.tool"), value: call.name, brief: call.name }],
    decide: {
      label: t("review.approveReply"),
      approve: null,
      sends: {
        first: t("toolCall.runningOn", { server: request.requester.name }),
        second: t("toolCall.comesFirst"),
      },
      news: "",
      reject: {
        kind: "reject",
        hash: request.askedHash,
        effect: t("toolCall.rejects.result"),
        tells: "host",
      },
      rule: null,
    },
  };
});
