// Tells the user that rules are inactive in the current mode, with a button to switch to Rules.
import { useState } from "react";
import type { Failure } from "../../src-shared/outcome.ts";
import { useT } from "../i18n/index.ts";
import { send } from "../state/commands.ts";
import { useMirror } from "../state/mirror.ts";
import { Bar } from "../ui/layout/Bar.tsx";
import { LinkButton } from "../ui/controls/Button.tsx";
import { FailureBar } from "../components/requests/FailureBar.tsx";
import { ReviewIcon } from "../ui/controls/icons.ts";

/** Shows nothing when no rule is on, or when rules are active. */
export function SwitchBar() {
  const t = useT();
  const position = useMirror((state) => state.desk.masterSwitch);
  const some = useMirror(
    ({ rules }) => rules.faults.length === 0 && rules.rules.some(({ on }) => on),
  );
  const [failure, setFailure] = useState<Failure | null>(null);
  if (!some || position === "rules") return null;
  const turn = async (): Promise<void> => {
    const result = await send("desk.switch", "rules");
    setFailure(result.ok ? null : result.failure);
  };
  return (
    <>
      <Bar
        tone="info"
        icon={ReviewIcon}
        quiet
        title={t(`rules.idle.${position}`)}
        actions={
          position === "review" && (
            <LinkButton onClick={() => void turn()}>{t("rules.idle.turn")}</LinkButton>
          )
        }
      >
        {t("rules.idle.text")}
      </Bar>
      {failure !== null && <FailureBar failure={failure} />}
    </>
  );
}
