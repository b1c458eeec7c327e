// The top bar with its data: the mode switch, refusing all pending requests, server health.
import { useState } from "react";
import { useT } from "#words/index.ts";
import { useReviewedAgents } from "#data/agents.ts";
import { send, sendDecision } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import { isOpen, openItemsKey } from "#data/select.ts";
import { goTo, view } from "#data/view.ts";
import type { MasterSwitch } from "#shared/settings/settings.ts";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { GuardedQuestion } from "./GuardedQuestion.tsx";
import { TopBar } from "./TopBar.tsx";
import s from "./Shell.module.css";
import { useAction } from "#kit/hooks/useAction.ts";

export function ConnectedTopBar() {
  const t = useT();
  const open = useMirror((state) => Object.values(state.requests).filter(isOpen).length);
  const desk = useMirror((state) => state.desk);
  const servers = useMirror((state) => state.servers);
  const [asking, setAsking] = useState(false);
  const refuses = useMirror(({ requests }) => (asking ? openItemsKey(requests) : ""));
  const { failure, tell } = useAction();
  // The mode was changed from the tray, or nothing is pending any more: the prompt no longer applies.
  const mayRefuse = desk.masterSwitch === "stopped" && open > 0;
  if (asking && !mayRefuse) setAsking(false);
  const on = Object.values(servers).filter((server) => server.enabled);
  const connected = on.filter((server) => server.state.kind === "connected").length;
  const agents = useReviewedAgents();
  const rulesState = useMirror(({ rules }) =>
    rules.faults.length > 0 ? "broken" : rules.rules.some((rule) => rule.on) ? "some" : "none",
  );
  const turn = async (to: MasterSwitch): Promise<void> => {
    tell(await send("desk.switch", to));
  };
  return (
    <>
      <TopBar
        position={desk.masterSwitch}
        stopped={
          desk.masterSwitch === "stopped"
            ? { sinceMs: desk.switchedAtMs, refused: desk.refusedSince, waiting: open }
            : null
        }
        rules={
          desk.masterSwitch === "rules"
            ? { sinceMs: desk.switchedAtMs, decided: desk.ruledSince, state: rulesState }
            : null
        }
        health={{ agents, connected, total: on.length }}
        onSwitch={(to) => void turn(to)}
        onRules={() => goTo("rules")}
        onRefuseAll={() => setAsking(true)}
        onHealth={() => goTo("servers")}
        onPalette={() => view.setState({ paletteOpen: true })}
      />
      {failure !== null && (
        <div className={s.over}>
          <FailureBar failure={failure} />
        </div>
      )}
      {asking && (
        <GuardedQuestion
          what={refuses}
          title={t("shell.master.refuseTitle", { count: open })}
          body={t("shell.master.refuseBody")}
          confirm={t("shell.master.refuseConfirm", { count: open })}
          onCancel={() => setAsking(false)}
          onConfirm={(token) => {
            setAsking(false);
            void sendDecision(token, "desk.refuseAll");
          }}
        />
      )}
    </>
  );
}
