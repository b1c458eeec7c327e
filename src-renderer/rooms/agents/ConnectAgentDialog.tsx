// Creates an entry for an agent whose config the user edits, and shows it once; or lists a config file that was not found.
import { useState } from "react";
import type { HostEntryTexts } from "#shared/agents/gateway/gatewayView.ts";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { useT } from "#words/index.ts";
import { reviewServers } from "#data/approval.ts";
import { pickConfigFile } from "#data/agents.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { Button, LinkButton } from "#kit/controls/Button.tsx";
import { CopyButton } from "#kit/controls/CopyButton.tsx";
import { Field } from "#kit/controls/Field.tsx";
import { Select } from "#kit/controls/Select.tsx";
import { Dialog } from "#kit/overlays/Dialog.tsx";
import s from "./Agents.module.css";
import { useAction } from "#kit/hooks/useAction.ts";

export function ConnectAgentDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const servers = Object.values(useMirror((state) => state.servers));
  const [serverId, setServerId] = useState<string | null>(null);
  const [texts, setTexts] = useState<HostEntryTexts | null>(null);
  const { failure, tell } = useAction();
  const create = async (): Promise<void> => {
    if (serverId === null || texts !== null) return;
    const made = await send("hosts.connect", serverId);
    tell(made);
    if (made.ok) setTexts(made.value);
  };
  const pick = async (): Promise<void> => {
    const picked = await pickConfigFile();
    if (tell(picked) && picked.value !== null) onClose();
  };
  const close = (): void => {
    onClose();
    if (texts !== null && serverId !== null) reviewServers([serverId], "here");
  };
  return (
    <Dialog
      open
      wide
      onClose={close}
      onConfirm={() => void create()}
      title={t("hosts.connectDialog.title")}
      intro={t("hosts.connectDialog.intro")}
      foot={
        texts === null ? (
          <>
            <span className="grow">
              <LinkButton onClick={() => void pick()}>{t("hosts.addFile")}</LinkButton>
            </span>
            <Button onClick={close}>{t("common.cancel")}</Button>
            <Button level="primary" disabled={serverId === null} onClick={() => void create()}>
              {t("hosts.connectDialog.create")}
            </Button>
          </>
        ) : (
          <Button level="primary" onClick={close}>
            {t("common.close")}
          </Button>
        )
      }
    >
      <FailureBar failure={failure} />
      {texts === null ? (
        <Field label={t("common.server")}>
          {(field) => (
            <Select
              {...field}
              value={serverId}
              options={servers.map(({ id, name }) => ({ value: id, label: name, wire: true }))}
              placeholder={t(
                servers.length === 0
                  ? "hosts.connectDialog.noServers"
                  : "hosts.connectDialog.choose",
              )}
              disabled={servers.length === 0}
              onChange={setServerId}
            />
          )}
        </Field>
      ) : (
        <>
          <p>{t("hosts.connectDialog.once")}</p>
          {texts.relay === null ? (
            <p className="xs ink2">{t("hosts.connectDialog.noNode")}</p>
          ) : (
            <Entry
              title={t("hosts.connectDialog.relay")}
              what={t("hosts.connectDialog.copyRelay")}
              text={texts.relay}
            />
          )}
          <Entry
            title={t("hosts.connectDialog.http")}
            what={t("hosts.connectDialog.copyHttp")}
            text={texts.http}
          />
        </>
      )}
    </Dialog>
  );
}

function Entry({ title, what, text }: { title: string; what: string; text: string }) {
  return (
    <section aria-label={title}>
      <h3 className={s.entryHead}>
        {title}
        <CopyButton what={what} text={() => text} />
      </h3>
      <pre className={s.entry}>{text}</pre>
    </section>
  );
}
