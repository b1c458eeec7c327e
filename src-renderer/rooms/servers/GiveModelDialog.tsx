// Gives a server that calls a model itself a program of its own.
import { environmentLines } from "#shared/programs/environment.ts";
import { newProgram } from "#shared/programs/program.ts";
import type { ServerView } from "#shared/servers/server.ts";
import { useT } from "#words/index.ts";
import { reviewServers } from "#data/approval.ts";
import { send } from "#data/commands.ts";
import { DiffBlock } from "#editor/DiffBlock.tsx";
import { Button } from "#kit/controls/Button.tsx";
import { useAction } from "#kit/hooks/useAction.ts";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { Dialog } from "#kit/overlays/Dialog.tsx";

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
