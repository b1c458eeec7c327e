// After setting an agent up: what it still needs.
import type { AgentRow } from "#shared/agents/agentRow.ts";
import { useT } from "#words/index.ts";
import { Button } from "#kit/controls/Button.tsx";
import { Bar } from "#kit/layout/Bar.tsx";
import { Dialog } from "#kit/overlays/Dialog.tsx";

export function CheckDialog({ row, onClose }: { row: AgentRow; onClose: () => void }) {
  const t = useT();
  const { name } = row;
  return (
    <Dialog
      open
      onClose={onClose}
      onConfirm={onClose}
      title={t("setup.check.isSetUp", { name })}
      foot={
        <>
          <span className="xs ink3 grow">{t("setup.check.byAction", { name })}</span>
          <Button level="primary" onClick={onClose}>
            {t("setup.check.done")}
          </Button>
        </>
      }
    >
      <Needs row={row} />
    </Dialog>
  );
}

/** What the user has to do in the agent first. */
function Needs({ row: { name, tools } }: { row: AgentRow }) {
  const t = useT();
  const needs = tools?.state.kind === "unchecked" ? tools.state.needs : [];
  return needs.map((need) => (
    <Bar
      key={need}
      tone={need === "restart" ? "info" : "warn"}
      title={t(`setup.need.${need}`, { name })}
      quiet
    >
      {t(`setup.needWhy.${need}`, { name })}
    </Bar>
  ));
}
