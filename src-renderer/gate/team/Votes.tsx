// Second at the side of a request that two people have to approve: who proposed what, who has voted.
import { useMemo } from "react";
import type { ReactNode } from "react";
import type { GenerationOptions } from "#shared/models/providers/options.ts";
import type { ModelRef } from "#shared/models/model.ts";
import { CANDIDATES_MAX } from "#shared/request/life/attempts.ts";
import { isSameContent } from "#shared/team/proposal.ts";
import type { Proposed, ProposedRun } from "#shared/team/proposal.ts";
import { useT } from "#words/index.ts";
import type { T } from "#words/index.ts";
import { send } from "#data/commands.ts";
import { useLogin, useTeamMark } from "#data/team.ts";
import { LinkButton } from "#kit/controls/Button.tsx";
import { Visible } from "#kit/text/Quote.tsx";
import { Initials } from "#request/team/Initials.tsx";
import s from "./Team.module.css";
import { SideFact } from "#request/SideRow.tsx";
import { isBarred } from "#request/models/ranking.ts";
import type { Ranked } from "#request/models/ranking.ts";
import { useAsked } from "#kit/hooks/useAsked.ts";

interface Props {
  id: string;
  /** The document that the user would approve now. */
  shown: unknown;
  /** What it would be generated with; absent where approving asks no model. */
  run?: { model: ModelRef | null; options: GenerationOptions };
  /** The models that can be chosen; absent for kinds of request that no model answers. */
  ranked?: Ranked;
  /** Puts what is proposed in place of what is shown; absent where it cannot be edited. */
  onUse?: ((document: unknown, run: ProposedRun | undefined) => void) | undefined;
}

export function Votes({ id, shown, run, ranked, onUse }: Props) {
  const t = useT();
  const mark = useTeamMark(id);
  const me = useLogin();
  const proposed = useProposed(id, mark?.proposal?.hash);
  const { model = null, options = NO_OPTIONS } = run ?? {};
  const isOther = useMemo(() => {
    const runs = model === null ? [] : [{ model, options }];
    return proposed !== null && !isSameContent({ document: shown, runs }, proposed);
  }, [proposed, shown, model, options]);
  if (mark === undefined || mark.votesNeeded !== 2) return null;
  const { proposal, holder } = mark;
  const hurdle = proposed === null ? null : hurdleOf(proposed, run !== undefined, ranked);
  return (
    <SideFact
      label={t("team.votes.label")}
      value={t("team.votes.of", { votes: proposal?.votes.length ?? 0 })}
      why={
        <>
          {proposal === null ? (
            t("team.votes.none")
          ) : (
            <>
              <p className={s.voter}>
                <Initials login={proposal.by} /> {t("team.votes.proposed", { login: proposal.by })}
              </p>
              {runLines(t, proposed?.runs ?? [], ranked, options)}
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
              {proposed !== null && <Difference isOther={isOther} hurdle={hurdle} />}
            </>
          )}
          {holder === me && <p>{t("team.votes.own")}</p>}
          {isOther && proposed !== null && hurdle === null && onUse !== undefined && (
            <LinkButton onClick={() => onUse(proposed.document, proposed.runs[0] ?? undefined)}>
              {t("team.votes.use")}
            </LinkButton>
          )}
        </>
      }
    />
  );
}

const NO_OPTIONS: GenerationOptions = {};

/** Whether what is proposed is what is shown, and what keeps it from being taken over. */
function Difference({ isOther, hurdle }: { isOther: boolean; hurdle: Hurdle | null }) {
  const t = useT();
  if (!isOther) return <p>{t("team.votes.same")}</p>;
  return (
    <p className="warn">
      {t("team.votes.other")}
      {(hurdle === "model" || hurdle === "asks") && <> {t(`team.votes.hurdle.${hurdle}`)}</>}
    </p>
  );
}

type Hurdle = "asks" | "model" | "unreadable";

/**
 * Why what is proposed cannot be put in place of what is shown; null if it can. `asks`: it is approved elsewhere on the
 * screen, as another response or several. `model`: its model cannot be chosen at this desk. `unreadable`: nobody can
 * approve it.
 */
function hurdleOf(
  { document, runs }: Proposed,
  asksModel: boolean,
  ranked: Ranked | undefined,
): Hurdle | null {
  if (document === null || runs.includes(null)) return "unreadable";
  if (runs.length > (asksModel ? 1 : 0)) return "asks";
  const [run] = runs;
  if (run === undefined || run === null) return asksModel ? "unreadable" : null;
  const found = ranked?.of(run.model);
  return found === undefined || isBarred(found) ? "model" : null;
}

/**
 * With which models and options something is proposed.
 * @param shown what the user would approve
 */
function runLines(
  t: T,
  runs: Proposed["runs"],
  ranked: Ranked | undefined,
  shown: GenerationOptions,
): ReactNode {
  return runs.slice(0, CANDIDATES_MAX).map((run, index) => {
    if (run === null) return null;
    const words = optionWords(t, run.options);
    const isNone = words.length === 0 && optionWords(t, shown).length > 0;
    const { name, provider } = ranked?.of(run.model) ?? {
      name: run.model.modelId,
      provider: run.model.providerId,
    };
    return (
      <p key={index} className={s.model}>
        {t("team.votes.model")}{" "}
        <bdi>
          <Visible text={name} />
        </bdi>
        {" · "}
        <bdi>
          <Visible text={provider} />
        </bdi>
        {(isNone ? [t("team.votes.noOptions")] : words).map((word) => ` · ${word}`)}
      </p>
    );
  });
}

const optionWords = (t: T, { passMetadata, parallelToolCalls }: GenerationOptions): string[] => [
  ...(passMetadata === true ? [t("modelNotes.pass")] : []),
  ...(parallelToolCalls === false ? [t("tools.oneAtATime")] : []),
];

/** Null until it is known. */
function useProposed(id: string, hash: string | undefined): Proposed | null {
  const asked = useAsked(hash === undefined ? null : `${hash} ${id}`, () =>
    send("team.proposed", id),
  );
  return asked?.ok === true && asked.value?.hash === hash ? asked.value : null;
}
