// What the user has accepted as a program's own: when, how much, and how to take that back.
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { ProgramView } from "#shared/programs/program.ts";
import { useT } from "#words/index.ts";
import { send } from "#data/commands.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { dayTime } from "#kit/text/time.ts";

/** Renders nothing where nothing was accepted. */
export function AcceptedOwn({
  program: { id, accepted },
  tell,
}: {
  program: ProgramView;
  tell: (done: Outcome<unknown, Failure>) => unknown;
}) {
  const t = useT();
  if (accepted === null) return null;
  return (
    <>
      {t("programs.own.accepted", {
        when: dayTime(accepted.atMs),
        texts: t("programs.own.texts", { count: accepted.texts }),
        tools: t("programs.own.tools", { count: accepted.tools }),
      })}{" "}
      <LinkButton onClick={() => void send("programs.deleteAccepted", id).then(tell)}>
        {t("programs.own.delete")}
      </LinkButton>
    </>
  );
}
