// Older files that still hold what requests held: each with its size and what it holds; cleared after a question.
import { useEffect, useState } from "react";
import type { OldCleared, OldFile } from "../../src-shared/ledger/keeping.ts";
import type { Failure } from "../../src-shared/outcome.ts";
import { useT } from "../i18n/index.ts";
import { send } from "../state/commands.ts";
import { Button } from "../ui/Button.tsx";
import { FailureBar } from "../ui/FailureBar.tsx";
import { Quote } from "../ui/Quote.tsx";
import { size } from "../ui/time.ts";
import { ClearDialog } from "./ClearDialog.tsx";
import { holdsWords } from "./oldWords.ts";
import s from "./OldFiles.module.css";

export function OldFiles() {
  const t = useT();
  const [files, setFiles] = useState<readonly OldFile[] | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [clearing, setClearing] = useState<readonly OldFile[] | null>(null);
  const [cleared, setCleared] = useState<OldCleared | null>(null);
  const look = async (): Promise<void> => {
    const looked = await send("oldFiles.look");
    if (looked.ok) setFiles(looked.value);
    setFailure(looked.ok ? null : looked.failure);
  };
  useEffect(() => void look(), []);
  const clearable = (files ?? []).filter(isClearable);
  const bytes = clearable.reduce((sum, file) => sum + file.bytes, 0);
  return (
    <>
      <p className={s.hint}>{t("retention.old.intro")}</p>
      {failure !== null && <FailureBar failure={failure} />}
      {files === null && failure === null && <p className={s.hint}>{t("retention.old.asking")}</p>}
      {cleared !== null && (
        <p role="status">
          {t("retention.old.cleared", { count: cleared.files, size: size(t, cleared.bytes) })}
        </p>
      )}
      {files?.length === 0 && <p>{t("retention.old.none")}</p>}
      {files !== null && files.length > 0 && (
        <ul className={s.files}>
          {files.map((file) => (
            <Row key={file.id} file={file} onClear={() => setClearing([file])} />
          ))}
        </ul>
      )}
      {clearable.length > 1 && (
        <Button size="m" onClick={() => setClearing(clearable)}>
          {t("retention.old.clearAll", { count: clearable.length, size: size(t, bytes) })}
        </Button>
      )}
      {clearing !== null && (
        <ClearDialog
          files={clearing}
          onClose={() => setClearing(null)}
          onCleared={(done) => {
            setClearing(null);
            setCleared(done);
            void look();
          }}
        />
      )}
    </>
  );
}

/** A record of its own is left as it is. */
const isClearable = ({ holds }: OldFile): boolean => holds.kind !== "other";

function Row({ file, onClear }: { file: OldFile; onClear: () => void }) {
  const t = useT();
  const name = file.file.split(/[\\/]/).at(-1) ?? file.file;
  return (
    <li>
      <div className={s.about}>
        <p>
          {t(`retention.old.kind.${file.kind}`)} · {size(t, file.bytes)}
        </p>
        <p className={s.hint}>{holdsWords(t, file)}</p>
        <p className={s.hint}>
          <Quote cut>{file.file}</Quote>
        </p>
      </div>
      {isClearable(file) && (
        <Button size="m" aria-label={t("retention.old.clearNamed", { name })} onClick={onClear}>
          {t("retention.old.clear")}
        </Button>
      )}
    </li>
  );
}
