// Below the identity of a request of the team: whose desk received it, who edits it, who has it open.
import { useT } from "#words/index.ts";
import { send } from "#data/commands.ts";
import { useIsEditedElsewhere, useTeamMark } from "#data/team.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { FailureBar } from "#kit/layout/FailureBar.tsx";
import { Initials } from "#request/team/Initials.tsx";
import s from "./Team.module.css";
import { useAction } from "#kit/hooks/useAction.ts";

export function TeamLine({ id, isOpen }: { id: string; isOpen: boolean }) {
  const t = useT();
  const mark = useTeamMark(id);
  const hasEnded = !useIsEditedElsewhere(mark);
  const { failure, tell } = useAction();
  if (mark === undefined) return null;
  const { holder: login, isHeldHere, isHolderAlive, editor, present, votesNeeded } = mark;
  const edits = editor !== null && !editor.isHere ? editor : null;
  const others = present.filter((one) => one !== edits?.login);
  const take = (): void => void send("team.claim", id).then(tell);
  return (
    <>
      <div className={s.line} role="status" data-team="">
        {!isHeldHere && (
          <span className={s.who}>
            {t(isHolderAlive || !isOpen ? "team.holder" : "team.holderLost", { login })}
          </span>
        )}
        {edits !== null && isOpen && (
          <span className={s.who}>
            <Initials login={edits.login} />
            {t(hasEnded ? "team.editingOver" : "team.editing", { login: edits.login })}
            {hasEnded && <LinkButton onClick={take}>{t("team.takeOver")}</LinkButton>}
          </span>
        )}
        {others.length > 0 && (
          <span className={s.who}>
            {others.map((one) => (
              <Initials key={one} login={one} />
            ))}
            {t("team.present", { count: others.length, names: others.join(", ") })}
          </span>
        )}
        {votesNeeded === 2 && isOpen && <span className={s.who}>{t("team.two")}</span>}
      </div>
      <FailureBar failure={failure} />
    </>
  );
}
