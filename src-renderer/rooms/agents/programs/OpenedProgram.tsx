// The dialogs about a program: its form, and what is asked before its mode, token or access changes.
import { useState } from "react";
import type { ProgramInput, ProgramToken, ProgramView } from "#shared/programs/program.ts";
import type { Failure } from "#shared/outcome.ts";
import { send } from "#data/commands.ts";
import { ProgramDialog } from "./ProgramDialog.tsx";
import { ConfirmDialog, TokenDialog } from "./ProgramDialogs.tsx";
import { inputOf } from "./programForm.ts";

export async function changeProgram(
  { id }: ProgramView,
  input: ProgramInput,
): Promise<Failure | null> {
  const done = await send("programs.update", id, input);
  return done.ok ? null : done.failure;
}

export function OpenedProgram({
  what,
  program,
  onClose,
}: {
  what: "edit" | "renew" | "remove" | "calls" | "watch";
  program: ProgramView;
  onClose: () => void;
}) {
  const { id, name } = program;
  const [token, setToken] = useState<ProgramToken | null>(null);
  const closeAfter = async (changing: Promise<Failure | null>): Promise<Failure | null> => {
    const failed = await changing;
    if (failed === null) onClose();
    return failed;
  };
  const confirm = async (): Promise<Failure | null> => {
    if (what === "watch" || what === "calls")
      return closeAfter(changeProgram(program, { ...inputOf(program), mode: what }));
    const done = await (what === "renew"
      ? send("programs.renew", id)
      : send("programs.remove", id));
    if (!done.ok) return done.failure;
    if (done.value === null) onClose();
    else setToken(done.value);
    return null;
  };
  if (token !== null) return <TokenDialog name={name} made={token} onClose={onClose} />;
  return what === "edit" ? (
    <ProgramDialog
      program={program}
      onSave={(input) => closeAfter(changeProgram(program, input))}
      onClose={onClose}
    />
  ) : (
    <ConfirmDialog what={what} name={name} onClose={onClose} onConfirm={confirm} />
  );
}
