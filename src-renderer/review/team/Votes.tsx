// Second at the side of a request that two people have to approve: who proposed, who has voted.
import { useEffect, useMemo, useState } from "react";
import { canonicalJson } from "../../../src-shared/canonical.ts";
import type { Json } from "../../../src-shared/json.ts";
import { useT } from "../../i18n/index.ts";
import { send } from "../../state/commands.ts";
import { useLogin, useTeamMark } from "../../state/team.ts";
import { LinkButton } from "../../ui/controls/Button.tsx";
import { Initials } from "../../components/team/Initials.tsx";
import s from "../../components/team/Team.module.css";
import { SideFact } from "../kinds/SideFact.tsx";

/**
 * @param shown the document that the user would approve now
 * @param onUse puts the proposed document in place of what is shown; absent where it cannot be edited
 */
export function Votes({
  id,
  shown,
  onUse,
}: {
  id: string;
  shown: unknown;
  onUse?: ((document: unknown) => void) | undefined;
}) {
  const t = useT();
  const mark = useTeamMark(id);
  const me = useLogin();
  const proposed = useProposed(id, mark?.proposal?.hash);
  const isOther = useMemo(
    () => proposed !== null && canonicalJson(shown as Json) !== canonicalJson(proposed as Json),
    [proposed, shown],
  );
  if (mark === undefined || mark.votesNeeded !== 2) return null;
  const { proposal, holder } = mark;
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
              {proposed !== null && (
                <p className={isOther ? "warn" : undefined}>
                  {t(isOther ? "team.votes.other" : "team.votes.same")}
                </p>
              )}
            </>
          )}
          {holder === me && <p>{t("team.votes.own")}</p>}
          {isOther && onUse !== undefined && (
            <LinkButton onClick={() => onUse(proposed)}>{t("team.votes.use")}</LinkButton>
          )}
        </>
      }
    />
  );
}

/** The proposed document; null until it is known. */
function useProposed(id: string, hash: string | undefined): unknown {
  const [read, setRead] = useState<{ hash: string; document: unknown } | null>(null);
  useEffect(() => {
    if (hash === undefined) return undefined;
    let isLate = false;
    void send("team.proposed", id).then((now) => {
      if (!isLate && now.ok) setRead(now.value);
    });
    return () => void (isLate = true);
  }, [id, hash]);
  return read !== null && read.hash === hash ? (read.document ?? null) : null;
}
