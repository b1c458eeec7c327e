// How an action ended, at the gate.
import { actionIn } from "#shared/kinds/action/document.ts";
import type { Sample } from "#shared/sampling/life/sample.ts";
import { useT } from "#words/index.ts";
import { JsonPapers } from "../JsonPapers.tsx";

export function EndedAction({ sample }: { sample: Sample }) {
  const t = useT();
  const action = sample.proposed === null ? null : actionIn(sample.proposed);
  if (action === null) return <p>{t("elicitation.notKept")}</p>;
  return <JsonPapers of={[{ label: action.tool, value: action.input }]} />;
}
