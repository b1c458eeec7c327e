// A question whose yes ends what waits: off until it was in sight for half a second and the hand is free.
import type { ReactNode } from "react";
import type { Leave } from "../../hand/arm.ts";
import { useArm } from "../../hand/useArm.ts";
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
  onConfirm: (leave: Leave) => void;
  onCancel: () => void;
}) {
  const arm = useArm(what);
  return (
    <ConfirmDialog
      open
      danger
      title={title}
      body={body}
      confirm={confirm}
      armed={arm.isOn}
      onCancel={onCancel}
      onConfirm={() => arm.by(onConfirm)}
    />
  );
}
