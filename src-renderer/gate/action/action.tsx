// An agent's action: its tool and input, to allow or to reject.
import { actionIn, heldActionResponse } from "#shared/kinds/action/document.ts";
import { useT } from "#words/index.ts";
import { seenWord } from "#request/findings/reviewFirst.tsx";
import { useFindings } from "#data/findings.ts";
import { gateOf } from "../frame/Frame.tsx";
import type { Gate, GateProps } from "../gate.ts";
import { JsonPapers } from "../JsonPapers.tsx";
import { useReview } from "../useReview.ts";

export const ActionGate = gateOf(function useAction(props: GateProps): Gate | null {
  const { sample, asked } = props;
  const t = useT();
  const action = actionIn(asked);
  const found = useFindings(sample.id, "request", asked);
  const review = useReview(props, { of: sample.id, document: asked, found, guard: "action" });
  if (action === null) return null;
  const { tool, input } = action;
  return {
    review,
    views: [
      {
        id: "json",
        label: t("common.json"),
        render: () => <JsonPapers of={[{ label: tool, value: input }]} />,
      },
    ],
    rows: [{ id: "tool", label: t("toolCall.tool"), value: tool, brief: tool }],
    decide: {
      label: t("common.allow"),
      approve() {
        const document = heldActionResponse({ verdict: "allow" });
        const seen = seenWord(review.serious);
        review.deciding.run(sample.askedHash, { kind: "respond", document, ...seen });
      },
      sends: { first: <b>{tool}</b>, second: "" },
      news: t("elicitation.off.newRequest"),
      reject: { kind: "reject", hash: sample.askedHash, tells: null },
      rule: "request",
    },
  };
});
