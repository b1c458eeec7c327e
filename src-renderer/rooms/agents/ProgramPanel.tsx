// A program's panel: its mode, budgets and token; and that of an entry for an agent whose config the user edits.
import { useState } from "react";
import { PROGRAM_MODES } from "#shared/programs/program.ts";
import type { ProgramMode, ProgramView } from "#shared/programs/program.ts";
import type { OtherHostView } from "#shared/agents/gateway/gatewayView.ts";
import { BudgetBars } from "#forms/limits/BudgetBars.tsx";
import { useT } from "#words/index.ts";
import { lookAgain } from "#data/agents.ts";
import { useAmount } from "#data/budgetText.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { notify } from "#data/notice.ts";
import { openServer } from "#data/view.ts";
import { Button, LinkButton } from "#kit/controls/Button.tsx";
import { Select } from "#kit/controls/Select.tsx";
import { useAction } from "#kit/hooks/useAction.ts";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { RoomPanel } from "#kit/layout/Room.tsx";
import { TitleBar } from "#kit/layout/Section.tsx";
import { Hint } from "#kit/text/Text.tsx";
import { dayTime } from "#kit/text/time.ts";
import { Part, StateLine } from "./AgentPanel.tsx";
import { isPast, programState } from "./doorStates.ts";
import { isConfirmed } from "./programs/ProgramDialog.tsx";
import { AcceptedOwn } from "./programs/AcceptedOwn.tsx";
import { OpenedProgram, changeProgram } from "./programs/OpenedProgram.tsx";
import { inputOf } from "./programs/programForm.ts";
import { DOOR_WORDS } from "./setup/setup.ts";
import s from "./Agents.module.css";

export function ProgramPanel({ program }: { program: ProgramView }) {
  const t = useT();
  const { id, name, mode, requests, usedAtMs, expiresAtMs, serverId, accepted } = program;
  const [opened, setOpened] = useState<"edit" | "renew" | "remove" | "calls" | "watch" | null>(
    null,
  );
  const { failure, fail, tell } = useAction();
  const amount = useAmount();
  const budgets = useMirror((state) => state.limits.servers[id]);
  const server = useMirror((state) => (serverId === null ? undefined : state.servers[serverId]));
  const setMode = async (next: ProgramMode): Promise<void> => {
    if (isConfirmed(next)) setOpened(next);
    else fail(await changeProgram(program, { ...inputOf(program), mode: next }));
  };
  return (
    <RoomPanel label={name}>
      <TitleBar title={<span title={name}>{name}</span>}>
        <span className="grow" />
        <Button size="m" onClick={() => setOpened("edit")}>
          {t("common.edit")}
        </Button>
      </TitleBar>
      <FailureBar failure={failure} />
      <div className={s.parts}>
        <Part title={t(DOOR_WORDS.calls)}>
          <StateLine state={programState(t, program, undefined, amount)} />
          <label className={s.choice}>
            <span className="ink2">{t("common.mode")}</span>
            <Select
              aria-label={t("programs.modeOf", { name })}
              value={mode}
              options={PROGRAM_MODES.map((one) => ({
                value: one,
                label: t(`programs.mode.${one}`),
              }))}
              onChange={(next) => void setMode(next)}
            />
          </label>
          <Hint>{t(`programs.modeHint.${mode}`)}</Hint>
        </Part>
        {budgets !== undefined && (
          <Part title={t("programs.budgets")}>
            <BudgetBars uses={budgets} amount={amount} />
          </Part>
        )}
        <Part title={t("programs.use")}>
          <ul className={s.notes}>
            <li>{t("programs.requests", { count: requests })}</li>
            <li>
              {usedAtMs === null
                ? t("programs.unused")
                : t("programs.used", { when: dayTime(usedAtMs) })}
            </li>
            {expiresAtMs !== null && (
              <li>
                {t(isPast(expiresAtMs) ? "programs.expired" : "programs.expires", {
                  when: dayTime(expiresAtMs),
                })}
              </li>
            )}
            {accepted !== null && (
              <li>
                <AcceptedOwn program={program} tell={tell} />
              </li>
            )}
            {server !== undefined && (
              <li>
                <LinkButton onClick={() => openServer(server.id)}>
                  {t("programs.ofServer", { name: server.name })}
                </LinkButton>
              </li>
            )}
          </ul>
          <div className={s.buttons}>
            <Button size="s" onClick={() => setOpened("renew")}>
              {t("programs.renew")}
            </Button>
            <Button size="s" onClick={() => setOpened("remove")}>
              {t("programs.remove")}
            </Button>
          </div>
        </Part>
      </div>
      {opened !== null && (
        <OpenedProgram what={opened} program={program} onClose={() => setOpened(null)} />
      )}
    </RoomPanel>
  );
}

export function EntryPanel({ entry }: { entry: OtherHostView }) {
  const t = useT();
  const { id, serverId, name, atMs, isUsed, sessions } = entry;
  const { failure, tell } = useAction();
  const remove = async (): Promise<void> => {
    if (!tell(await send("hosts.disconnect", id))) return;
    notify({ says: t("hosts.other.removed", { name }), keysIn: "agents" });
    lookAgain();
  };
  return (
    <RoomPanel label={name}>
      <TitleBar title={<span title={name}>{name}</span>}>
        <span className="grow" />
        <Button
          size="m"
          title={t("hosts.other.removeHint", { name })}
          onClick={() => void remove()}
        >
          {t("common.remove")}
        </Button>
      </TitleBar>
      <FailureBar failure={failure} />
      <div className={s.parts}>
        <Part title={t(DOOR_WORDS.servers)}>
          <StateLine
            state={{
              tone: isUsed ? "ok" : "none",
              word: t(isUsed ? "hosts.other.used" : "hosts.other.unused"),
              below: "",
            }}
          >
            {sessions > 0 && t("hosts.sessions", { count: sessions })}
          </StateLine>
          <ul className={s.notes}>
            <li>
              <LinkButton onClick={() => openServer(serverId)}>
                {t("hosts.uses", { name })}
              </LinkButton>
            </li>
            <li>{t("hosts.other.made", { when: dayTime(atMs) })}</li>
          </ul>
          <Hint>{t("hosts.other.removeHint", { name })}</Hint>
        </Part>
      </div>
    </RoomPanel>
  );
}
