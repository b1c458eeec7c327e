// Several requests decided at once: what they are, what is left out, and what one decision does to all the others.
import { KEYS } from "../../../src-shared/shortcuts.ts";
import { useMemo, useState } from "react";
import type { Arm } from "../../hand/arm.ts";
import { useArm } from "../../hand/useArm.ts";
import { refKey } from "../../../src-shared/models/ranking/rank.ts";
import { roughly } from "../../ui/text/time.ts";
import { useT } from "../../i18n/index.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { useActions } from "../../state/actions.ts";
import type { Action } from "../../state/actions.ts";
import { closeBatch, useBatch } from "../../state/requests/batch.ts";
import { clearMarks } from "../../state/requests/marks.ts";
import { useMirror } from "../../state/mirror.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Field } from "../../ui/controls/Field.tsx";
import { Select } from "../../ui/controls/Select.tsx";
import { readTogether } from "../../state/requests/tired.ts";
import { useViewed } from "../../ui/hooks/useViewed.ts";
import { BatchFoot } from "./BatchFoot.tsx";
import { ExcludedList, GoesList } from "./BatchLists.tsx";
import { BatchProgress } from "./BatchProgress.tsx";
import { RejectMany } from "./RejectMany.tsx";
import { modelOptions, OWN, useBatchActs } from "./batchActs.ts";
import { batchGuard, namesOf } from "./batchGuard.ts";
import type { Plan } from "./batchPlan.ts";
import { useBatchPlan } from "./useBatchPlan.ts";
import s from "./Batch.module.css";

/** @param samples those that are marked, as they stand now */
export function BatchPane({ samples }: { samples: readonly Sample[] }) {
  const t = useT();
  const view = useMirror((state) => state.models);
  const options = useMemo(() => modelOptions(view, t("batch.own")), [view, t]);
  const [key, setKey] = useState<string>(OWN);
  const model = options.refOf(key);
  const { plan, looked, ready } = useBatchPlan(samples, model);
  const [rejecting, setRejecting] = useState(false);
  const batch = useBatch();
  const busy = batch?.state === "running";
  const which = namesOf(plan.goes.map(withModel));
  const arm = useArm(batchGuard(key, samples, which, ready));
  const armed = arm.isOn;
  const viewedMs = useViewed(samples.map(({ id }) => id).join("\n"));
  // Long texts take long to compare: once all are known, and again only where another one goes or one has changed.
  const read = useMemo(
    () => (ready ? readTogether(plan.goes.map(({ document }) => document)) : null),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `which` says what goes
    [which, ready],
  );
  const acts = useBatchActs(samples, plan, model, { read, viewedMs });
  const stopped = useMirror((state) => state.desk.masterSwitch === "stopped");
  const unrecorded = useMirror((state) => state.desk.ledgerTrouble !== null);
  const off =
    !armed || !ready || busy || stopped || unrecorded || model === null || plan.goes.length === 0;
  const approve = (): void => arm.by(acts.approve);
  const approveLabel = t("batch.approve", { count: plan.goes.length });
  useBatchActions({ acts, arm, approveLabel, off, busy, reject: () => setRejecting(true) });
  return (
    <section className={s.pane} aria-label={t("batch.pane")} data-batch="">
      <header className={s.head}>
        <h1>{t("batch.title", { count: samples.length })}</h1>
        <Button level="plain" size="s" keys={KEYS.unmark} onClick={clearMarks}>
          {t("batch.clear")}
        </Button>
      </header>
      {batch !== null && <BatchProgress batch={batch} onClose={closeBatch} />}
      <div className={s.body}>
        {!ready && <Looking samples={samples} looked={looked} />}
        <GoesList goes={plan.goes} />
        <ExcludedList excluded={plan.excluded} />
        <ModelField {...{ options, acts, armed }} chosen={key} onChoose={setKey} />
        {plan.goes.length > 0 && read !== null && (
          <p className={s.hint}>{t("batch.reading", { time: roughly(t, read.neededMs) })}</p>
        )}
        {(stopped || unrecorded) && (
          <p className="warn">{t(stopped ? "batch.stopped" : "batch.unrecorded")}</p>
        )}
      </div>
      <BatchFoot
        {...{ acts, plan, off, busy, armed, total: samples.length }}
        approve={{ label: approveLabel, run: approve }}
        onReject={() => setRejecting(true)}
      />
      {rejecting && (
        <RejectMany
          samples={acts.open}
          onKeep={() => setRejecting(false)}
          onReject={(leave, note, tell) => {
            setRejecting(false);
            acts.reject(leave, note, tell);
          }}
        />
      )}
    </section>
  );
}

function Looking({ samples, looked }: { samples: readonly Sample[]; looked: number }) {
  const t = useT();
  return (
    <p role="status" className={s.hint}>
      {t("batch.looking", {
        done: looked,
        total: samples.filter(({ phase }) => phase.kind === "request").length,
      })}
    </p>
  );
}

/** The model that all of them go to, or each to its own. */
function ModelField({
  options,
  acts,
  armed,
  chosen,
  onChoose,
}: {
  options: ReturnType<typeof modelOptions>;
  acts: Acts;
  armed: boolean;
  chosen: string;
  onChoose: (key: string) => void;
}) {
  const t = useT();
  const { assign, assigned, atGate, atOnce } = acts;
  return (
    <div className={s.model}>
      <Field label={t("batch.model")} hint={t("batch.approveHint", { atOnce })}>
        {(wiring) => (
          <Select {...wiring} value={chosen} options={options.list} onChange={onChoose} />
        )}
      </Field>
      {chosen !== OWN && atGate.length > 0 && (
        <Button size="m" disabled={!armed} onClick={assign}>
          {t("batch.assign", { count: atGate.length })}
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

/** Another model under the same request makes another name. */
const withModel = ({ sample: { id, revision }, model }: Plan["goes"][number]) => ({
  id: model === null ? id : `${id} ${refKey(model)}`,
  revision,
});

type Acts = ReturnType<typeof useBatchActs>;

function useBatchActions({
  acts,
  arm,
  approveLabel,
  off,
  busy,
  reject,
}: {
  acts: Acts;
  arm: Arm;
  approveLabel: string;
  off: boolean;
  busy: boolean;
  reject: () => void;
}): void {
  const t = useT();
  const actions = useMemo(
    (): Action[] => [
      {
        ...{ id: "batch-approve", group: "request", keys: KEYS.approve, decides: true },
        ...{ label: approveLabel, disabled: off, run: () => arm.by(acts.approve) },
      },
      {
        ...{ id: "batch-reject", group: "request", keys: KEYS.reject },
        label: t("batch.reject", { count: acts.open.length }),
        disabled: busy || acts.open.length === 0,
        run: reject,
      },
      {
        ...{ id: "batch-clear", group: "request", keys: KEYS.unmark },
        ...{ label: t("batch.clear"), run: clearMarks },
      },
    ],
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `reject` does the same each time
    [t, approveLabel, off, acts, busy, arm],
  );
  useActions("batch", actions);
}
