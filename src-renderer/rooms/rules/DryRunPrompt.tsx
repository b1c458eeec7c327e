// Offers a dry run before a rule is turned on for the first time.
import { KEYS } from "#shared/shortcuts.ts";
import { useT } from "#words/index.ts";
import { useMirror } from "#data/mirror.ts";
import { Button } from "#kit/controls/Button.tsx";
import { Dialog } from "#kit/layout/Dialog.tsx";
import { PlayIcon } from "#kit/controls/icons.ts";
import { useFirstFocus } from "#kit/hooks/useFirstFocus.ts";
import { TRIED, tryRule } from "./tryRule.ts";
import type { Asked } from "./useRuleActions.tsx";

export function DryRunPrompt({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const t = useT();
  const total = useMirror((state) => state.history.total);
  const first = useFirstFocus<HTMLButtonElement>();
  const save = (on: boolean): void => {
    onClose();
    void asked.go(on);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("rules.first.title", { name: asked.name })}
      intro={t("rules.first.text")}
      foot={
        <>
          {asked.canStayOff && (
            <Button level="plain" onClick={() => save(false)}>
              {t("rules.first.off")}
            </Button>
          )}
          <span className="grow" />
          <Button onClick={() => save(true)}>{t("rules.first.on")}</Button>
          <Button
            ref={first}
            level="primary"
            icon={PlayIcon}
            keys={KEYS.confirm}
            disabled={total === 0}
            onClick={() => {
              onClose();
              void tryRule(asked.row.key);
            }}
          >
            {t("rules.dry.try", { count: Math.min(TRIED, total) })}
          </Button>
        </>
      }
    >
      <p className="xs ink2">{t(total === 0 ? "rules.dry.nothing" : "rules.first.what")}</p>
    </Dialog>
  );
}
