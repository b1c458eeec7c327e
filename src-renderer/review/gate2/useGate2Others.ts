// What can be done at gate 2 beside the two decisions: back to the request, once more, stop, always.
import { KEYS } from "../../../src-shared/shortcuts.ts";
import { useT } from "../../i18n/index.ts";
import type { Attempt, Sample } from "../../../src-shared/sampling/life/sample.ts";
import type { Arm } from "../../hand/arm.ts";
import { send } from "../../state/commands.ts";
import { AgainIcon, BackIcon, StopIcon } from "../../ui/controls/icons.ts";
import type { Other } from "../gates/Actions.tsx";
import { alwaysFor } from "../rules/always.ts";
import type { useAgain } from "./gate2Hooks.ts";
import type { useDecision } from "../gates/useDecision.ts";

export interface Gate2Hands {
  deciding: ReturnType<typeof useDecision>;
  again: ReturnType<typeof useAgain>;
  /** Guards what goes to the model of `again`. */
  againArm: Arm;
}

/** @param hash of the answer that a decision refers to */
export function useGate2Others(
  sample: Sample,
  current: Attempt,
  hash: string,
  { deciding, again, againArm }: Gate2Hands,
): Other[] {
  const t = useT();
  const canAct = deciding.armed && !deciding.busy && deciding.held === null;
  const canAgain = canAct && againArm.isOn && again.model !== null;
  const comes = current.state.kind === "running" || current.state.kind === "waiting";
  const regenerate = (): void => {
    const { model } = again;
    if (model === null) return;
    againArm.by(() =>
      deciding.run(hash, {
        kind: "approve-request",
        document: current.document,
        model,
        ...(current.options === undefined ? {} : { options: current.options }),
        from: { attemptId: current.id, how: "again" },
      }),
    );
  };
  const others: Other[] = [
    {
      id: "back",
      label: t("review.backToRequest"),
      icon: BackIcon,
      disabled: !canAct,
      run: () => deciding.run(hash, { kind: "back-to-request" }),
    },
    {
      id: "again",
      label: t("review.regenerate"),
      icon: AgainIcon,
      keys: KEYS.regenerate,
      disabled: !canAgain,
      run: regenerate,
    },
  ];
  if (comes) {
    others.push({
      id: "stop",
      label: t("review.stop"),
      icon: StopIcon,
      run: () => void send("desk.stop", sample.id, current.id),
    });
  }
  others.push(alwaysFor(t, sample.id, "response"));
  return others;
}
