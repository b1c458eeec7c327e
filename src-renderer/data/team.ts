// The team as components need it: whether this desk is in one, and what holds a request of the team back.
import { useEffect, useMemo, useRef, useState } from "react";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { TeamMark, TeamView } from "#shared/team/view.ts";
import { useT } from "#words/index.ts";
import { send } from "./commands.ts";
import { useMirror } from "./mirror.ts";

/** Why a request of the team cannot be approved now. */
export type TeamHold = "team-offline" | "team-stopped" | "team-edited";

export const useIsInTeam = (): boolean => useMirror(({ team }) => team.settings !== null);

/** Undefined for a request of one's own. */
export const useTeamMark = (id: string): TeamMark | undefined =>
  useMirror(({ team }) => team.requests[id]);

/** @param isEditedElsewhere another desk edits it now */
export function teamHoldOf(
  { state, mode, requests }: Pick<TeamView, "state" | "mode" | "requests">,
  id: string,
  isEditedElsewhere = isEdited(requests[id]),
): TeamHold | null {
  if (requests[id] === undefined) return null;
  if (state?.kind !== "online") return "team-offline";
  if (mode.kind === "stopped") return "team-stopped";
  return isEditedElsewhere ? "team-edited" : null;
}

const isEdited = (mark: TeamMark | undefined): boolean =>
  mark?.editor?.isHere === false && mark.editor.untilMs > Date.now();

export function useTeamHold(id: string): TeamHold | null {
  const team = useMirror((state) => state.team);
  return teamHoldOf(team, id, useIsEditedElsewhere(team.requests[id]));
}

/** Why the team holds back an approved response, or another of the same call: all are sent together. */
export function useGroupHold({ id, reply }: Pick<HeldRequest, "id" | "reply">): TeamHold | null {
  const ids = reply.kind === "embedded" ? [id, ...reply.siblings] : [id];
  return useMirror(
    ({ team }) =>
      ids.map((one) => teamHoldOf(team, one, false)).find((hold) => hold !== null) ?? null,
  );
}

/** Changes by itself once the other's time to edit has run out. */
export function useIsEditedElsewhere(mark: TeamMark | undefined): boolean {
  const [passedMs, setPassed] = useState(0);
  const untilMs = mark?.editor?.isHere === false ? mark.editor.untilMs : null;
  useEffect(() => {
    if (untilMs === null) return undefined;
    const timer = setTimeout(() => setPassed(untilMs), Math.max(0, untilMs - Date.now()));
    return () => clearTimeout(timer);
  }, [untilMs]);
  return untilMs !== null && untilMs > passedMs;
}

/** Renewed while the user types; the database gives it for a minute. */
const RENEW_MS = 20_000;

/**
 * The change of a request's text: with the first one this desk takes the lease to edit, as long as nobody else has it.
 * Undefined while another desk edits.
 */
export function useTeamEdits<How>(
  id: string,
  change: ((how: How) => void) | undefined,
): ((how: How) => void) | undefined {
  const mark = useTeamMark(id);
  const isTeams = mark !== undefined;
  const isElsewhere = useIsEditedElsewhere(mark);
  const claimedMs = useRef<number | null>(null);
  useEffect(
    () => () => {
      if (claimedMs.current !== null) void send("team.release", id);
      claimedMs.current = null;
    },
    [id],
  );
  return useMemo(() => {
    if (change === undefined || !isTeams) return change;
    if (isElsewhere) return undefined;
    return (how: How) => {
      const now = Date.now();
      if (claimedMs.current === null || now - claimedMs.current > RENEW_MS) {
        claimedMs.current = now;
        void send("team.claim", id);
      }
      change(how);
    };
  }, [change, id, isTeams, isElsewhere]);
}

/** The user's login; null while the database cannot be reached. */
export const useLogin = (): string | null =>
  useMirror(({ team }) => (team.state?.kind === "online" ? team.state.login : null));

/** The label of the button that approves: where two people have to, approving is voting, or only proposing. */
export function useApproveLabel(id: string, label: string): string {
  const t = useT();
  const mark = useTeamMark(id);
  const me = useLogin();
  if (mark?.votesNeeded !== 2) return label;
  return t(mark.holder === me ? "team.propose" : "team.voteToApprove");
}
