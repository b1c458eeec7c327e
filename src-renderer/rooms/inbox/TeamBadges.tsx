// In a row of the inbox: votes, and who edits it or has it open.
import { useT } from "#words/index.ts";
import { useTeamMark } from "#data/team.ts";
import { Icon } from "#kit/controls/Icon.tsx";
import { EditedIcon } from "#kit/controls/icons.ts";
import { Initials } from "#request/team/Initials.tsx";
import s from "./TeamBadges.module.css";
import { Row } from "#kit/layout/Stack.tsx";

export function TeamBadges({ id }: { id: string }) {
  const t = useT();
  const mark = useTeamMark(id);
  if (mark === undefined) return null;
  const { editor, present, proposal, votesNeeded } = mark;
  const other = editor !== null && !editor.isHere ? editor.login : present[0];
  const votes = proposal?.votes.length ?? 0;
  return (
    <>
      {votesNeeded === 2 && (
        <span className={s.votes} title={t("team.badge", { votes })}>
          {t("team.votes.of", { votes })}
        </span>
      )}
      {other !== undefined && (
        <Row
          as="span"
          gap={4}
          inline
          title={
            other === editor?.login
              ? t("team.editing", { login: other })
              : t("team.present", { count: present.length, names: present.join(", ") })
          }
        >
          <Initials login={other} />
          {other === editor?.login && <Icon of={EditedIcon} />}
          <span className="sr">{other}</span>
        </Row>
      )}
    </>
  );
}
