// A change of a config file to preview: before and after, and the button that makes it.
import type { ReactNode } from "react";
import type { Failure } from "#shared/outcome.ts";
import { DiffBlock } from "#editor/DiffBlock.tsx";
import { useT } from "#words/index.ts";
import { Button } from "#kit/controls/Button.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { LoadingBars } from "#kit/layout/LoadingBars.tsx";
import { Dialog } from "#kit/overlays/Dialog.tsx";
import { Paper } from "#kit/text/Paper.tsx";

export function ChangeDialog<Hash extends string | null>({
  title,
  intro,
  apply,
  file,
  change,
  failure,
  onApply,
  onClose,
  children,
}: {
  title: string;
  intro: string;
  apply: string;
  file: string;
  change: { hash: Hash; before: string; after: string } | null;
  failure: Failure | null;
  onApply: (hash: Hash) => Promise<void>;
  onClose: () => void;
  children?: ReactNode;
}) {
  const t = useT();
  const act = (): void => {
    if (change !== null) void onApply(change.hash);
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      onConfirm={act}
      title={title}
      intro={intro}
      foot={
        <>
          <span className="xs ink3 grow">{t("hosts.dialog.nothing")}</span>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button level="primary" disabled={change === null} onClick={act}>
            {apply}
          </Button>
        </>
      }
    >
      <FailureBar failure={failure} />
      {children}
      {change === null && failure === null && <LoadingBars rows={4} />}
      {/* In a diff all of a new file would be green. */}
      {change?.before === "" && (
        <Paper text={change.after} label={t("hosts.dialog.diff", { file })} small />
      )}
      {change !== null && change.before !== "" && (
        <DiffBlock
          identity={`${change.hash} ${change.after.length}`}
          original={change.before}
          modified={change.after}
          language="plaintext"
          folds
          label={t("hosts.dialog.diff", { file })}
        />
      )}
    </Dialog>
  );
}
