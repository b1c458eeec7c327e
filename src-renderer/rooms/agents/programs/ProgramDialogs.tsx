// Shows a program's token once, and asks before its mode, token or access changes.
import type { Failure } from "#shared/outcome.ts";
import type { ProgramToken } from "#shared/programs/program.ts";
import { useT } from "#words/index.ts";
import { Button } from "#kit/controls/Button.tsx";
import { CopyButton } from "#kit/controls/CopyButton.tsx";
import { useAction } from "#kit/hooks/useAction.ts";
import { Dialog } from "#kit/overlays/Dialog.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import s from "./Programs.module.css";

export function TokenDialog({
  name,
  made: { lines },
  onClose,
}: {
  name: string;
  made: ProgramToken;
  onClose: () => void;
}) {
  const t = useT();
  const text = lines.map((line) => `export ${line.name}=${line.value}`).join("\n");
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t("programs.token.title", { name })}
      intro={t("programs.token.intro")}
      foot={
        <Button level="primary" onClick={onClose}>
          {t("common.close")}
        </Button>
      }
    >
      <h3 className={s.head}>
        {t("programs.token.lines")}
        <CopyButton what={t("programs.token.lines")} text={() => text} />
      </h3>
      <pre className={s.lines}>{text}</pre>
      <p className="xs ink2">{t("programs.token.once")}</p>
    </Dialog>
  );
}

export function ConfirmDialog({
  what,
  name,
  onConfirm,
  onClose,
}: {
  what: "calls" | "watch" | "renew" | "remove";
  name: string;
  onConfirm: () => Promise<Failure | null>;
  onClose: () => void;
}) {
  const t = useT();
  const { failure, fail } = useAction();
  const confirm = async (): Promise<void> => void fail(await onConfirm());
  return (
    <Dialog
      open
      onClose={onClose}
      onConfirm={() => void confirm()}
      title={t(`programs.confirm.${what}.title`, { name })}
      foot={
        <>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button level="primary" onClick={() => void confirm()}>
            {t(`programs.confirm.${what}.act`)}
          </Button>
        </>
      }
    >
      <FailureBar failure={failure} />
      <p>{t(`programs.confirm.${what}.text`)}</p>
    </Dialog>
  );
}
