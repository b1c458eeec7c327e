// Says what a rule that was just saved does from now on, and where it does not act yet, with the way to let it.
import { useState } from "react";
import type { Failure } from "../../../src-shared/outcome.ts";
import type { Rule } from "../../../src-shared/policy/rules/rule.ts";
import { useArm } from "../../hand/useArm.ts";
import { useT } from "../../i18n/index.ts";
import { send } from "../../state/commands.ts";
import { useMirror } from "../../state/mirror.ts";
import { openRule } from "../../state/view.ts";
import {
  decideWaiting,
  leaveWaiting,
  readWaiting,
  useWaiting,
} from "../../state/requests/waiting.ts";
import { Bar } from "../../ui/layout/Bar.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import { Dialog } from "../../ui/layout/Dialog.tsx";
import { FailureBar } from "../../components/requests/FailureBar.tsx";
import { CheckIcon, ReviewIcon, RulesIcon } from "../../ui/controls/icons.ts";
import { WaitingBar } from "../../components/requests/WaitingBar.tsx";

export function AlwaysSaved({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const t = useT();
  const position = useMirror((state) => state.desk.masterSwitch);
  const number = useMirror(({ rules }) => rules.rules.findIndex(({ id }) => id === rule.id) + 1);
  const waiting = useWaiting();
  const arm = useArm(`${rule.id} ${position}`);
  const [failure, setFailure] = useState<Failure | null>(null);
  const turn = async (): Promise<void> => {
    const result = await send("desk.switch", "rules");
    setFailure(result.ok ? null : result.failure);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("rules.always.saved", { name: rule.name })}
      foot={
        <>
          <Button
            level="plain"
            icon={RulesIcon}
            onClick={() => {
              onClose();
              openRule(rule.id);
            }}
          >
            {t("rules.judged.show")}
          </Button>
          <span className="grow" />
          {position === "review" ? (
            <>
              <Button onClick={onClose}>{t("rules.always.stay")}</Button>
              {/* Where Save was: a second click of the same hand is none for this. */}
              <Button level="primary" disabled={!arm.isOn} onClick={() => void turn()}>
                {t("rules.idle.turn")}
              </Button>
            </>
          ) : (
            <Button level="primary" onClick={onClose}>
              {t("common.close")}
            </Button>
          )}
        </>
      }
    >
      {failure !== null && <FailureBar failure={failure} />}
      <WaitingBar
        waiting={waiting}
        onDecide={decideWaiting}
        onLeave={leaveWaiting}
        onRead={readWaiting}
      />
      {position === "rules" ? (
        <Bar tone="info" icon={CheckIcon} title={t("rules.always.acts", { number })} />
      ) : (
        <Bar tone="warn" icon={ReviewIcon} title={t(`rules.idle.${position}`)}>
          {t("rules.always.idle", { number })}
        </Bar>
      )}
    </Dialog>
  );
}
