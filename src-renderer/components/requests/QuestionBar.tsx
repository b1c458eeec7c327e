// One line for a question of a server that waits and is not on screen: who asks, how many more, the way there.
import { KEYS } from "../../../src-shared/shortcuts.ts";
import { useT } from "../../i18n/index.ts";
import { Bar } from "../../ui/layout/Bar.tsx";
import { LinkButton } from "../../ui/controls/Button.tsx";
import { AskedIcon } from "../../ui/controls/icons.ts";
import { ariaKeys } from "../../ui/controls/keys.ts";
import { KeyCap } from "../../ui/controls/KeyCap.tsx";

/** @param others questions that wait beside this one */
export function QuestionBar({
  server,
  others,
  onShow,
}: {
  server: string;
  others: number;
  onShow: () => void;
}) {
  const t = useT();
  return (
    <Bar
      tone="info"
      icon={AskedIcon}
      title={t("question.elsewhere", { server })}
      actions={
        <>
          <LinkButton onClick={onShow} aria-keyshortcuts={ariaKeys(KEYS.question)}>
            {t("question.show")}
          </LinkButton>
          <KeyCap of={KEYS.question} />
        </>
      }
    >
      {others > 0 && t("question.others", { count: others })}
    </Bar>
  );
}
