// Text in the JSON view that is no document yet: the other views say so, and leave it alone.
import { useT } from "../../i18n/index.ts";
import { Bar } from "../../ui/layout/Bar.tsx";
import { LinkButton } from "../../ui/controls/Button.tsx";

export function HeldJson({ onOpen, onDiscard }: { onOpen: () => void; onDiscard: () => void }) {
  const t = useT();
  return (
    <Bar
      tone="warn"
      quiet
      title={t("review.json.held")}
      actions={
        <>
          <LinkButton onClick={onOpen}>{t("review.json.goOn")}</LinkButton>
          <LinkButton onClick={onDiscard}>{t("review.json.discard")}</LinkButton>
        </>
      }
    >
      {t("review.json.heldNext")}
    </Bar>
  );
}
