// A bar for an image or audio that could not be added, fixed or saved.
import type { Failure } from "#shared/outcome.ts";
import { useT } from "#words/index.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";

export function MediumFailure({
  failure,
  onClose,
}: {
  failure: Failure | null;
  onClose: () => void;
}) {
  const t = useT();
  if (failure === null) return null;
  return (
    <FailureBar
      failure={failure}
      tone="warn"
      actions={<LinkButton onClick={onClose}>{t("common.close")}</LinkButton>}
    />
  );
}
