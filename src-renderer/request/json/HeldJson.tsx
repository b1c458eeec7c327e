// The bar in other views while the JSON view holds text that is not a valid document; they are read only until then.
import { useT } from "#words/index.ts";
import { Bar } from "#kit/layout/Bar.tsx";
import { LinkButton } from "#kit/controls/Button.tsx";

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
