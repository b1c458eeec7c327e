// Sets an agent up, or undoes that: the choices, and the change of its config that follows each of them.
import { useState } from "react";
import type { AgentChange } from "#shared/agents/agentView.ts";
import type { AgentView } from "#shared/agents/agentRow.ts";
import { ABSENT_CHOICES, ACTION_CHOICES } from "#shared/agents/entry.ts";
import type { AgentChoices } from "#shared/agents/entry.ts";
import type { Failure } from "#shared/outcome.ts";
import type { Result } from "#shared/ipc/contract.ts";
import { useT } from "#words/index.ts";
import { send } from "#data/commands.ts";
import { notify } from "#data/notice.ts";
import { RadioGroup } from "#kit/controls/RadioGroup.tsx";
import { useAsked } from "#kit/hooks/useAsked.ts";
import { Badge } from "#kit/layout/Badge.tsx";
import { ChangeDialog } from "./ChangeDialog.tsx";
import s from "./Hosts.module.css";

interface Props {
  agent: AgentView;
  onClose: () => void;
}

export function SetUpDialog({ agent, onClose }: Props) {
  const t = useT();
  const { name, hasPermission } = agent;
  const [choices, setChoices] = useState<AgentChoices>(
    agent.choices ?? { actions: hasPermission ? "asked" : "changes", absent: "block" },
  );
  const { change, failure, tell } = useAgentChange(JSON.stringify(choices), () =>
    send("agents.preview", agent.agent, choices),
  );
  const apply = async (hash: string | null): Promise<void> => {
    if (!tell(await send("agents.set", agent.agent, choices, hash))) return;
    onClose();
    notify({ says: t("agents.dialog.done", { name }), keysIn: "agents" });
  };
  const actions = ACTION_CHOICES.filter((one) => one !== "asked" || hasPermission);
  return (
    <ChangeDialog
      title={t("agents.dialog.title", { name })}
      intro={t("agents.dialog.intro", { name })}
      apply={t("agents.dialog.apply")}
      file={agent.file}
      change={change}
      failure={failure}
      onApply={apply}
      onClose={onClose}
    >
      <h3 className={s.choice}>{t("agents.dialog.actions")}</h3>
      <RadioGroup
        label={t("agents.dialog.actions")}
        value={choices.actions}
        onChange={(next) => setChoices({ ...choices, actions: next })}
        options={actions.map((value) => ({
          value,
          label: (
            <>
              {t(`agents.choice.${value}`)}{" "}
              {value === "asked" && <Badge tone="info">{t("agents.dialog.recommended")}</Badge>}
            </>
          ),
          hint: t(`agents.choiceHint.${value}`, { name }),
        }))}
      />
      <h3 className={s.choice}>{t("agents.dialog.absent")}</h3>
      <RadioGroup
        inline
        label={t("agents.dialog.absent")}
        value={choices.absent}
        onChange={(next) => setChoices({ ...choices, absent: next })}
        options={ABSENT_CHOICES.map((value) => ({
          value,
          label: t(`agents.absent.${value}`, { name }),
        }))}
      />
      {change !== null && (
        <ul className={s.notes}>
          {change.hash === null && <li>{t("agents.dialog.creates", { file: change.file })}</li>}
          {change.backup !== null && <li>{t("hosts.dialog.backup", { file: change.backup })}</li>}
          <li>{t("agents.dialog.restart", { name })}</li>
          {!agent.blocksOnFailure && <li>{t("agents.dialog.opens", { name })}</li>}
        </ul>
      )}
    </ChangeDialog>
  );
}

export function UndoAgentDialog({ agent, onClose }: Props) {
  const t = useT();
  const { name } = agent;
  const { change, failure, tell } = useAgentChange("undo", () =>
    send("agents.previewTakeOut", agent.agent),
  );
  const apply = async (hash: string | null): Promise<void> => {
    if (!tell(await send("agents.takeOut", agent.agent, hash))) return;
    onClose();
    notify({ says: t("agents.undoDialog.done", { name }), keysIn: "agents" });
  };
  return (
    <ChangeDialog
      title={t("agents.undoDialog.title", { name })}
      intro={t("agents.undoDialog.intro", { name })}
      apply={t("hosts.undoDialog.apply")}
      file={agent.file}
      change={change}
      failure={failure}
      onApply={apply}
      onClose={onClose}
    />
  );
}

/** The change to preview, asked for again whenever `key` changes. A failure stays until the next one is shown. */
function useAgentChange(key: string, ask: () => Promise<Result<"agents.preview">>) {
  const asked = useAsked(key, ask, { keeps: true });
  const [failed, setFailed] = useState<{ at: typeof asked; failure: Failure } | null>(null);
  const tell = (done: Result<"agents.set">): boolean => {
    setFailed(done.ok ? null : { at: asked, failure: done.failure });
    return done.ok;
  };
  const change: AgentChange | null = asked?.ok === true ? asked.value : null;
  const notShown = asked?.ok === false ? asked.failure : null;
  return {
    change,
    failure: failed !== null && failed.at === asked ? failed.failure : notShown,
    tell,
  };
}
