// One line for a question of a server that waits and is not on screen: who asks, how many more, the way there.
import { useT } from "../../i18n/index.ts";
import { Bar } from "../../ui/layout/Bar.tsx";
import { LinkButton } from "../../ui/controls/Button.tsx";
import { AskedIcon } from "../../ui/controls/icons.ts";
import { ariaKeys } from "../../ui/controls/keys.ts";
import { KeyCap } from "../../ui/controls/KeyCap.tsx";

/** The key that leads to the oldest question that waits, from everywhere. */
export const QUESTION_KEYS = "Mod+J";

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
          <LinkButton onClick={onShow} aria-keyshortcuts={ariaKeys(QUESTION_KEYS)}>
            {t("question.show")}
          </LinkButton>
          <KeyCap of={QUESTION_KEYS} />
        </>
      }
    >
      {others > 0 && t("question.others", { count: others })}
    </Bar>
  );
}
