// Several requests decided at once: what they are, what is excluded, and what one decision does to the rest.
import { KEYS } from "#shared/shortcuts.ts";
import { useMemo, useState } from "react";
import type { DecisionGuard } from "#data/guard/decisionGuard.ts";
import { useDecisionGuard } from "#data/guard/useDecisionGuard.ts";
import { refKey } from "#shared/models/ranking/rank.ts";
import { useT } from "#words/index.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { useActions } from "#data/actions.ts";
import { closeBatch, useBatch } from "#data/requests/batch.ts";
import { clearMultiSelection } from "#data/requests/multiSelection.ts";
import { useMirror } from "#data/mirror.ts";
import { Button } from "#kit/controls/Button.tsx";
import { Field } from "#kit/controls/Field.tsx";
import { Select } from "#kit/controls/Select.tsx";
import { BatchFooter } from "./BatchFooter.tsx";
import { ExcludedList, ApprovableList } from "./BatchLists.tsx";
import { BatchProgress } from "./BatchProgress.tsx";
import { RejectMany } from "./RejectMany.tsx";
import { modelOptions, OWN_MODEL, useBatchActions } from "./batchActions.ts";
import { batchGuardKey, versionKey } from "./batchGuard.ts";
import type { Plan } from "./batchPlan.ts";
import { useBatchPlan } from "./useBatchPlan.ts";
import s from "./Batch.module.css";

/** @param requests the selected requests, as they are now */
export function BatchPane({ requests }: { requests: readonly HeldRequest[] }) {
  const t = useT();
  const view = useMirror((state) => state.models);
  const options = useMemo(() => modelOptions(view, t("batch.own")), [view, t]);
  const [key, setKey] = useState<string>(OWN_MODEL);
  const model = options.refOf(key);
  const { plan, scanned, ready } = useBatchPlan(requests, model);
  const [rejecting, setRejecting] = useState(false);
  const batch = useBatch();
  const busy = batch?.state === "running";
  const which = versionKey(plan.approvable.map(withModel));
  const guard = useDecisionGuard(batchGuardKey(key, requests, which, ready));
  const guardOn = guard.isOn;
  const acts = useBatchActions(requests, plan, model, ready);
  const stopped = useMirror((state) => state.desk.masterSwitch === "stopped");
  const unrecorded = useMirror((state) => state.desk.ledgerTrouble !== null);
  const off =
    !guardOn ||
    !ready ||
    busy ||
    stopped ||
    unrecorded ||
    model === null ||
    plan.approvable.length === 0;
  const approve = (): void => guard.run(acts.approve);
  const approveLabel = t("batch.approve", { count: plan.approvable.length });
  useBatchKeys({ acts, guard, approveLabel, off, busy, reject: () => setRejecting(true) });
  return (
    <section className={s.pane} aria-label={t("batch.pane")} data-batch="">
      <header className={s.head}>
        <h1>{t("batch.title", { count: requests.length })}</h1>
        <Button level="plain" size="s" keys={KEYS.unmark} onClick={clearMultiSelection}>
          {t("common.clearSelection")}
        </Button>
      </header>
      {batch !== null && <BatchProgress batch={batch} onClose={closeBatch} />}
      <div className={s.body}>
        {!ready && (
          <p role="status" className={s.hint}>
            {t("batch.looking", {
              done: scanned,
              total: requests.filter(({ phase }) => phase.kind === "request").length,
            })}
          </p>
        )}
        <ApprovableList approvable={plan.approvable} />
        <ExcludedList excluded={plan.excluded} />
        <ModelField
          options={options}
          acts={acts}
          guardOn={guardOn}
          chosen={key}
          onChoose={setKey}
        />
        {(stopped || unrecorded) && (
          <p className="warn">{t(stopped ? "batch.stopped" : "batch.unrecorded")}</p>
        )}
      </div>
      <BatchFooter
        acts={acts}
        plan={plan}
        off={off}
        busy={busy}
        guardOn={guardOn}
        total={requests.length}
        approve={{ label: approveLabel, run: approve }}
        onReject={() => setRejecting(true)}
      />
      {rejecting && (
        <RejectMany
          requests={acts.open}
          onKeep={() => setRejecting(false)}
          onReject={(token, note, tell) => {
            setRejecting(false);
            acts.reject(token, note, tell);
          }}
        />
      )}
    </section>
  );
}

/** One model for all of them, or each request's own. */
function ModelField({
  options,
  acts,
  guardOn,
  chosen,
  onChoose,
}: {
  options: ReturnType<typeof modelOptions>;
  acts: Acts;
  guardOn: boolean;
  chosen: string;
  onChoose: (key: string) => void;
}) {
  const t = useT();
  const { assign, assigned, atGate1, atOnce } = acts;
  return (
    <div className={s.model}>
      <Field label={t("common.model")} hint={t("batch.approveHint", { atOnce })}>
        {(wiring) => (
          <Select {...wiring} value={chosen} options={options.list} onChange={onChoose} />
        )}
      </Field>
      {chosen !== OWN_MODEL && atGate1.length > 0 && (
        <Button size="m" disabled={!guardOn} onClick={assign}>
          {t("batch.assign", { count: atGate1.length })}
        </Button>
      )}
      {assigned > 0 && (
        <p role="status" className={s.hint}>
          {t("batch.assigned", { count: assigned })}
        </p>
      )}
    </div>
  );
}

/** Another model for the same request must change the key. */
const withModel = ({ request: { id, revision }, model }: Plan["approvable"][number]) => ({
  id: model === null ? id : `${id} ${refKey(model)}`,
  revision,
});

type Acts = ReturnType<typeof useBatchActions>;

function useBatchKeys({
  acts,
  guard,
  approveLabel,
  off,
  busy,
  reject,
}: {
  acts: Acts;
  guard: DecisionGuard;
  approveLabel: string;
  off: boolean;
  busy: boolean;
  reject: () => void;
}): void {
  const t = useT();
  useActions("batch", [
    {
      id: "batch-approve",
      group: "request",
      keys: KEYS.approve,
      decides: true,
      label: approveLabel,
      disabled: off,
      run: () => guard.run(acts.approve),
    },
    {
      id: "batch-reject",
      group: "request",
      keys: KEYS.reject,
      label: t("batch.reject", { count: acts.open.length }),
      disabled: busy || acts.open.length === 0,
      run: reject,
    },
    {
      id: "batch-clear",
      group: "request",
      keys: KEYS.unmark,
      label: t("common.clearSelection"),
      run: clearMultiSelection,
    },
  ]);
}
