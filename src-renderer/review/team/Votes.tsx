// Second at the side of a request that two people have to approve: who proposed, who has voted.
import { useT } from "../../i18n/index.ts";
import { send } from "../../state/commands.ts";
import { useLogin, useTeamMark } from "../../state/team.ts";
import { LinkButton } from "../../ui/controls/Button.tsx";
import { Initials } from "../../components/team/Initials.tsx";
import s from "../../components/team/Team.module.css";
import { SideFact } from "../kinds/SideFact.tsx";

/** @param onUse puts the proposed document in place of what is shown; absent where it cannot be edited */
export function Votes({
  id,
  onUse,
}: {
  id: string;
  onUse?: ((document: unknown) => void) | undefined;
}) {
  const t = useT();
  const mark = useTeamMark(id);
  const me = useLogin();
  if (mark === undefined || mark.votesNeeded !== 2) return null;
  const { proposal, holder } = mark;
  const use = async (): Promise<void> => {
    const read = await send("team.proposed", id);
    if (read.ok && read.value !== null) onUse?.(read.value.document);
  };
  return (
    <SideFact
      label={t("team.votes.label")}
      answer={t("team.votes.of", { votes: proposal?.votes.length ?? 0 })}
      why={
        <>
          {proposal === null ? (
            t("team.votes.none")
          ) : (
            <>
              <p className={s.voter}>
                <Initials login={proposal.by} /> {t("team.votes.proposed", { login: proposal.by })}
              </p>
              {proposal.votes
                .filter((login) => login !== proposal.by)
                .map((login) => (
                  <p key={login} className={s.voter}>
                    <Initials login={login} /> {t("team.votes.voted", { login })}
                  </p>
                ))}
              {me !== null && holder !== me && !proposal.votes.includes(me) && (
                <p>{t("team.votes.notYet")}</p>
              )}
              <p>{t("team.votes.clears")}</p>
            </>
          )}
          {holder === me && <p>{t("team.votes.own")}</p>}
          {proposal !== null && onUse !== undefined && (
            <LinkButton onClick={() => void use()}>{t("team.votes.use")}</LinkButton>
          )}
        </>
      }
    />
  );
}
