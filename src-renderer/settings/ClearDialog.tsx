// Before older files are cleared: which, what they hold, what is nowhere else.
import { useState } from "react";
import type { OldCleared, OldFile } from "../../src-shared/ledger/keeping.ts";
import type { Failure } from "../../src-shared/outcome.ts";
import { useT } from "../i18n/index.ts";
import { send } from "../state/commands.ts";
import { Bar } from "../ui/Bar.tsx";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { FailureBar } from "../ui/FailureBar.tsx";
import { Quote } from "../ui/Quote.tsx";
import { size } from "../ui/time.ts";
import { holdsWords } from "./oldWords.ts";
import s from "./OldFiles.module.css";

export function ClearDialog({
  files,
  onClose,
  onCleared,
}: {
  files: readonly OldFile[];
  onClose: () => void;
  onCleared: (cleared: OldCleared) => void;
}) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const count = files.length;
  const only = files.filter(
    ({ holds }) => holds.kind === "unreadable" || (holds.kind === "rows" && holds.missing > 0),
  );
  const clear = async (): Promise<void> => {
    setBusy(true);
    const result = await send(
      "oldFiles.clear",
      files.map(({ id }) => id),
    );
    setBusy(false);
    if (result.ok) onCleared(result.value);
    else setFailure(result.failure);
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t("retention.old.title", { count })}
      intro={t("retention.old.goes")}
      foot={
        <>
          <Button onClick={onClose}>{t("retention.old.keep", { count })}</Button>
          <Button level="danger" disabled={busy} onClick={() => void clear()}>
            {t("retention.old.confirm", { count })}
          </Button>
        </>
      }
    >
      {failure !== null && <FailureBar failure={failure} />}
      {only.length > 0 && (
        <Bar tone="warn" title={t("retention.old.nowhere", { count: only.length })}>
          {t("retention.old.nowhereWhy")}
        </Bar>
      )}
      <ul className={s.files}>
        {files.map((file) => (
          <li key={file.id}>
            <div className={s.about}>
              <p className={s.name}>
                <Quote cut>{file.file.split(/[\\/]/).at(-1) ?? file.file}</Quote>{" "}
                <span>{size(t, file.bytes)}</span>
              </p>
              <p className={s.hint}>{holdsWords(t, file)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
