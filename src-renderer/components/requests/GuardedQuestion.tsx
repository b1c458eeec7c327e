// A question whose yes ends what waits: off until it was in sight for half a second and the hand is free.
import type { ReactNode } from "react";
import type { DecisionToken } from "../../guard/decisionGuard.ts";
import { useDecisionGuard } from "../../guard/useDecisionGuard.ts";
import { ConfirmDialog } from "../../ui/layout/Dialog.tsx";

/** @param what names all that is asked about: another value is another question */
export function GuardedQuestion({
  what,
  title,
  body,
  confirm,
  onConfirm,
  onCancel,
}: {
  what: string;
  title: ReactNode;
  body: ReactNode;
  confirm: ReactNode;
  onConfirm: (token: DecisionToken) => void;
  onCancel: () => void;
}) {
  const guard = useDecisionGuard(what);
  return (
    <ConfirmDialog
      open
      danger
      title={title}
      body={body}
      confirm={confirm}
      guardOn={guard.isOn}
      onCancel={onCancel}
      onConfirm={() => guard.run(onConfirm)}
    />
  );
}
