// What an agent does with its own tools: whether it comes to the desk, and the way there and back.
import { useState } from "react";
import type { AgentView } from "#shared/agents/agentRow.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { Button } from "#kit/controls/Button.tsx";
import { Dot } from "#kit/layout/Badge.tsx";
import { dayTime } from "#kit/text/time.ts";
import { SetUpDialog, UndoAgentDialog } from "./AgentDialogs.tsx";
import s from "./Hosts.module.css";

const DOTS = {
  direct: "off",
  unchecked: "busy",
  held: "on",
  opens: "on",
  "not-held": "bad",
  changed: "bad",
} as const;

export function BuiltInTools({ agent }: { agent: AgentView }) {
  const t = useT();
  const [opened, setOpened] = useState<"set" | "undo" | null>(null);
  const { state, choices, name } = agent;
  const close = (): void => setOpened(null);
  return (
    <section className={s.tools} aria-label={t("agents.toolsOf", { name })}>
      <div className={s.server}>
        <Dot state={DOTS[state.kind]} />
        <b>{t("agents.tools")}</b>
        <span className="ink2">
          {choices === null ? t("agents.direct") : t(`agents.choice.${choices.actions}`)}
        </span>
        <span className={s.state}>
          {stateWord(t, agent)}
          {choices !== null && (
            <Button
              size="s"
              aria-label={t("agents.undoOf", { name })}
              onClick={() => setOpened("undo")}
            >
              {t("hosts.undo")}
            </Button>
          )}
          <Button
            size="s"
            disabled={agent.needsNode}
            aria-label={t(choices === null ? "agents.setUpOf" : "agents.changeOf", { name })}
            onClick={() => setOpened("set")}
          >
            {t(choices === null ? "agents.setUp" : "policy.change")}
          </Button>
        </span>
        {hintsOf(t, agent).map((hint) => (
          <span key={hint} className={s.why}>
            {hint}
          </span>
        ))}
      </div>
      {opened === "set" && <SetUpDialog agent={agent} onClose={close} />}
      {opened === "undo" && <UndoAgentDialog agent={agent} onClose={close} />}
    </section>
  );
}

/** Codex doesn't run a hook before its user has trusted it, and doesn't say so. */
const needsTrust = ({ state }: AgentView): boolean =>
  state.kind === "unchecked" && state.needs.includes("trust");

function stateWord(t: T, agent: AgentView): string {
  const { state } = agent;
  if (state.kind === "held" || state.kind === "opens")
    return t("agents.state.held", { at: dayTime(state.sinceMs) });
  if (state.kind === "direct") return t("hosts.state.direct");
  if (needsTrust(agent)) return t("agents.state.untrusted");
  return t(state.kind === "unchecked" ? "agents.state.unheard" : "agents.state.changed");
}

function hintsOf(t: T, agent: AgentView): string[] {
  const { state, name, needsNode } = agent;
  if (needsNode) return [t("agents.needsNode", { name })];
  if (state.kind === "changed") return state.what.map((what) => t(`agents.changed.${what}`));
  if (needsTrust(agent)) return [t("agents.untrustedHint")];
  return state.kind === "unchecked" ? [t("agents.unheardHint", { name })] : [];
}
