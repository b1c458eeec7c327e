// Rejects many requests with one reason, which goes into the record of each, and to the servers only when ticked.
import { useState } from "react";
import type { Leave } from "../../hand/arm.ts";
import { useArm } from "../../hand/useArm.ts";
import { useT } from "../../i18n/index.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Checkbox } from "../../ui/controls/Checkbox.tsx";
import { Dialog } from "../../ui/layout/Dialog.tsx";
import { Field, Input } from "../../ui/controls/Field.tsx";
import s from "./Batch.module.css";

export function RejectMany({
  samples,
  onReject,
  onKeep,
}: {
  samples: readonly Sample[];
  onReject: (leave: Leave, note: string, tell: boolean) => void;
  onKeep: () => void;
}) {
  const t = useT();
  const [note, setNote] = useState("");
  const [tell, setTell] = useState(false);
  const arm = useArm(samples.map(({ id, revision }) => `${id} ${revision}`).join("\n"));
  const count = samples.length;
  return (
    <Dialog
      open
      onClose={onKeep}
      title={t("batch.rejectTitle", { count })}
      intro={t("batch.rejectBody")}
      foot={
        <>
          <Button onClick={onKeep}>{t("batch.keep")}</Button>
          <Button
            level="danger"
            disabled={!arm.isOn || count === 0}
            onClick={() =>
              arm.by((leave) => onReject(leave, note.trim(), tell && note.trim() !== ""))
            }
          >
            {t("batch.rejectRun", { count })}
          </Button>
        </>
      }
    >
      <div className={s.reject}>
        <Field label={t("batch.reason")}>
          {(wiring) => <Input {...wiring} value={note} maxLength={10_000} onValue={setNote} />}
        </Field>
        <Checkbox checked={tell} onChange={setTell}>
          {t("batch.tell")}
        </Checkbox>
      </div>
    </Dialog>
  );
}
