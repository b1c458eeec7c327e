// Shows a program's token once, and asks before its mode, token or access changes.
import type { Failure } from "#shared/outcome.ts";
import { environmentLines } from "#shared/programs/environment.ts";
import type { ProgramToken } from "#shared/programs/program.ts";
import type { ServerView } from "#shared/servers/server.ts";
import { useT } from "#words/index.ts";
import { reviewServers } from "#data/approval.ts";
import { send } from "#data/commands.ts";
import { DiffBlock } from "#editor/DiffBlock.tsx";
import { Button } from "#kit/controls/Button.tsx";
import { CopyButton } from "#kit/controls/CopyButton.tsx";
import { useAction } from "#kit/hooks/useAction.ts";
import { Dialog } from "#kit/overlays/Dialog.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { newProgram } from "./programForm.ts";
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
  what: "watch" | "renew" | "remove";
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

const HIDDEN = "••••••";

/** Creates a program for a server and sets its variables in the server's environment. */
export function GiveModelDialog({ server, onClose }: { server: ServerView; onClose: () => void }) {
  const t = useT();
  const { failure, tell } = useAction();
  const before = server.endpoint.kind === "stdio" ? server.endpoint.env : [];
  const lines = environmentLines(t("programs.give.address"), HIDDEN);
  const names = new Set(lines.map(({ name }) => name));
  const kept = before.filter(({ name }) => !names.has(name));
  const textOf = (env: readonly { name: string; secret: boolean; value?: string }[]): string =>
    env.map(({ name, secret, value }) => `${name}=${secret ? HIDDEN : (value ?? "")}`).join("\n");
  const give = async (): Promise<void> => {
    const given = await send("programs.give", server.id, newProgram(server.name));
    if (!tell(given)) return;
    onClose();
    reviewServers([server.id]);
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      onConfirm={() => void give()}
      title={t("programs.give.title", { name: server.name })}
      intro={t("programs.give.intro")}
      foot={
        <>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button level="primary" onClick={() => void give()}>
            {t("programs.give.act")}
          </Button>
        </>
      }
    >
      <FailureBar failure={failure} />
      <DiffBlock
        identity={server.id}
        original={textOf(before)}
        modified={textOf([...kept, ...lines])}
        language="plaintext"
        label={t("programs.give.diff")}
      />
    </Dialog>
  );
}
