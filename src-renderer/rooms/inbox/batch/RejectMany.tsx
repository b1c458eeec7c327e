// Rejects several requests with one reason, which is recorded for each and sent to the servers only if the box is
// checked.
import { useState } from "react";
import type { DecisionToken } from "#data/guard/decisionGuard.ts";
import { useDecisionGuard } from "#data/guard/useDecisionGuard.ts";
import { useT } from "#words/index.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { streamedOf } from "#shared/request/life/streamed.ts";
import { Button } from "#kit/controls/Button.tsx";
import { Checkbox } from "#kit/controls/Checkbox.tsx";
import { SubmitForm } from "#kit/controls/SubmitForm.tsx";
import { Dialog } from "#kit/overlays/Dialog.tsx";
import { Field, Input } from "#kit/controls/Field.tsx";
import s from "./Batch.module.css";

export function RejectMany({
  requests,
  agent,
  onReject,
  onKeep,
}: {
  requests: readonly HeldRequest[];
  /** It gets the reason in any case. */
  agent?: string;
  onReject: (token: DecisionToken, note: string, tell: boolean) => void;
  onKeep: () => void;
}) {
  const t = useT();
  const [note, setNote] = useState("");
  const [tell, setTell] = useState(false);
  const guard = useDecisionGuard(
    requests.map(({ id, revision }) => `${id} ${revision}`).join("\n"),
  );
  const count = requests.length;
  const begun = requests.filter((request) => streamedOf(request) !== null).length;
  const run = (): void => {
    if (count > 0) guard.run((token) => onReject(token, note.trim(), tell && note.trim() !== ""));
  };
  return (
    <Dialog
      open
      onClose={onKeep}
      onConfirm={run}
      title={t("batch.rejectTitle", { count })}
      intro={[
        agent === undefined ? t("batch.rejectBody") : t("action.reject.effect", { agent }),
        ...(begun === 0 ? [] : [t("batch.rejectStreamed", { count: begun })]),
      ].join(" ")}
      foot={
        <>
          <Button onClick={onKeep}>{t("batch.keep")}</Button>
          <Button level="danger" disabled={!guard.isOn || count === 0} onClick={run}>
            {t("batch.rejectRun", { count })}
          </Button>
        </>
      }
    >
      <div className={s.reject}>
        <SubmitForm label={t("batch.rejectRun", { count })} onSubmit={run}>
          <Field label={t(agent === undefined ? "batch.reason" : "action.reject.without")}>
            {(wiring) => <Input {...wiring} value={note} maxLength={10_000} onValue={setNote} />}
          </Field>
        </SubmitForm>
        {agent === undefined && (
          <Checkbox checked={tell} onChange={setTell}>
            {t("batch.tell")}
          </Checkbox>
        )}
      </div>
    </Dialog>
  );
}
