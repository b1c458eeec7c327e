// Options of an export: which requests, which format, with or without contents; then the system's save dialog.
import { useState } from "react";
import { useT } from "#words/index.ts";
import { exportKinds } from "#shared/ledger/files.ts";
import type { ExportKind, HistorySelection } from "#shared/ledger/files.ts";
import { Button } from "#kit/controls/Button.tsx";
import { Dialog } from "#kit/overlays/Dialog.tsx";
import { RadioGroup } from "#kit/controls/RadioGroup.tsx";
import { Stack } from "#kit/layout/Stack.tsx";

/** What can be exported: the marked requests, everything found, everything; the first is preselected. */
export interface Choice {
  id: "marked" | "found" | "all";
  /** Null: not counted yet. */
  count: number | null;
  selection: HistorySelection;
}

export function ExportDialog({
  choices,
  onClose,
  onExport,
}: {
  choices: readonly Choice[];
  onClose: () => void;
  onExport: (selection: HistorySelection, kind: ExportKind) => void;
}) {
  const t = useT();
  const [which, setWhich] = useState(choices[0]?.id ?? "all");
  const [kind, setKind] = useState<ExportKind>("lines");
  const choice = choices.find(({ id }) => id === which);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("history.export.title")}
      foot={
        <>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button
            level="primary"
            disabled={choice === undefined || choice.count === 0}
            onClick={() => choice !== undefined && onExport(choice.selection, kind)}
          >
            {t("history.export.choose")}
          </Button>
        </>
      }
    >
      <Stack gap={16}>
        <RadioGroup
          label={t("common.requests")}
          value={which}
          onChange={setWhich}
          options={choices.map(({ id, count }) => ({
            value: id,
            label:
              count === null ? t("history.export.uncounted") : t(`history.export.${id}`, { count }),
          }))}
        />
        <RadioGroup
          label={t("history.export.form")}
          value={kind}
          onChange={setKind}
          options={exportKinds.map((value) => ({
            value,
            label: t(`history.export.kind.${value}`),
            hint: t(`history.export.hint.${value}`),
          }))}
        />
      </Stack>
    </Dialog>
  );
}
