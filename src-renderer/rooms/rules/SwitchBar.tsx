// Tells the user that rules are inactive in the current mode, with a button to switch to Rules.
import { useT } from "#words/index.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { LinkButton } from "#kit/controls/Button.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { ReviewIcon } from "#kit/controls/icons.ts";
import { useAction } from "#kit/hooks/useAction.ts";

/** Shows nothing when no rule is on, or when rules are active. */
export function SwitchBar() {
  const t = useT();
  const mode = useMirror((state) => state.desk.masterSwitch);
  const some = useMirror(
    ({ rules }) => rules.faults.length === 0 && rules.rules.some(({ on }) => on),
  );
  const { failure, tell } = useAction();
  if (!some || mode === "rules") return null;
  return (
    <>
      <Bar
        tone="info"
        icon={ReviewIcon}
        quiet
        title={t(`rules.idle.${mode}`)}
        actions={
          mode === "review" && (
            <LinkButton onClick={() => void send("desk.switch", "rules").then(tell)}>
              {t("rules.idle.turn")}
            </LinkButton>
          )
        }
      >
        {t("rules.idle.text")}
      </Bar>
      <FailureBar failure={failure} />
    </>
  );
}
