// The footer of a batch: Reject at the left, what is approved and its cost, Approve at the right, as at a gate.
import { KEYS } from "#shared/shortcuts.ts";
import { useT } from "#words/index.ts";
import { useMoney } from "#data/money.ts";
import { Button } from "#kit/controls/Button.tsx";
import type { BatchActions } from "./batchActions.ts";
import type { Plan } from "./batchPlan.ts";
import s from "./Batch.module.css";

export function BatchFooter({
  acts,
  plan,
  total,
  off,
  busy,
  guardOn,
  approve,
  onReject,
}: {
  acts: BatchActions;
  plan: Plan;
  /** How many are selected. */
  total: number;
  off: boolean;
  busy: boolean;
  guardOn: boolean;
  approve: { label: string; run: () => void };
  onReject: () => void;
}) {
  const t = useT();
  return (
    <footer className={s.actions}>
      <Button disabled={busy || acts.open.length === 0} onClick={onReject}>
        {t("batch.reject", { count: acts.open.length })}
      </Button>
      {acts.ended.length > 0 && (
        <Button level="plain" disabled={!guardOn || busy} onClick={acts.dismiss}>
          {t("batch.dismiss", { count: acts.ended.length })}
        </Button>
      )}
      <Sends plan={plan} total={total} />
      <Button
        level="primary"
        fixed
        keys={KEYS.approve}
        data-decides="batch-approve"
        disabled={off}
        onClick={approve.run}
      >
        {approve.label}
      </Button>
    </footer>
  );
}

function Sends({ plan, total }: { plan: Plan; total: number }) {
  const t = useT();
  const money = useMoney();
  const { costUsd, costUnknown, approvable, excluded, tokens } = plan;
  const cost =
    costUnknown === approvable.length
      ? t("batch.estimateUnknown")
      : costUnknown > 0
        ? t("batch.estimateAtLeast", { money: money(costUsd), count: costUnknown })
        : costUsd === 0
          ? t("cost.free")
          : t("common.atMostMoney", { money: money(costUsd) });
  return (
    <div className={s.sends} role="status">
      <p className="cut">
        {t("batch.sends", { count: approvable.length, total })}
        {excluded.length > 0 && t("batch.sendsOut", { count: excluded.length })}
      </p>
      {approvable.length > 0 && <p className="cut">{t("batch.price", { tokens, cost })}</p>}
    </div>
  );
}
