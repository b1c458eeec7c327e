// A confirmation that ends pending work: its button is disabled until visible for half a second and no key is held.
import type { ReactNode } from "react";
import type { DecisionToken } from "#data/guard/decisionGuard.ts";
import { useDecisionGuard } from "#data/guard/useDecisionGuard.ts";
import { ConfirmDialog } from "#kit/overlays/Dialog.tsx";

/** @param what a key of everything the question is about: a new value restarts the guard */
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
