// What Countersign has changed in a file of an agent: as it would be without that, and as it is.
import type { AgentRow, ChangedFile } from "#shared/agents/agentRow.ts";
import { send } from "#data/commands.ts";
import { DiffBlock } from "#editor/DiffBlock.tsx";
import { useT } from "#words/index.ts";
import { Button } from "#kit/controls/Button.tsx";
import { useAsked } from "#kit/hooks/useAsked.ts";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { LoadingBars } from "#kit/layout/LoadingBars.tsx";
import { Dialog } from "#kit/overlays/Dialog.tsx";

export function ChangedFileDialog({
  row,
  changed: { file, door },
  onClose,
}: {
  row: AgentRow;
  changed: ChangedFile;
  onClose: () => void;
}) {
  const t = useT();
  const asked = useAsked(`${file} ${door}`, () => send("agents.previewUndo", row.name, [door]));
  const undone = asked?.ok === true ? asked.value.find((one) => one.file === file) : undefined;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      onConfirm={onClose}
      title={t("agents.viewTitle", { name: row.name })}
      foot={
        <Button level="primary" onClick={onClose}>
          {t("common.close")}
        </Button>
      }
    >
      <p className="wire cut">{file}</p>
      <FailureBar failure={asked?.ok === false ? asked.failure : null} />
      {asked === null && <LoadingBars rows={4} />}
      {undone !== undefined && (
        <DiffBlock
          identity={`${file} ${undone.hash}`}
          original={undone.after}
          modified={undone.before}
          language="plaintext"
          folds
          label={t("hosts.dialog.diff", { file })}
        />
      )}
    </Dialog>
  );
}
