// What the window shows of a request of the team.
import type { Login, SessionId, TeamRequest } from "#shared/team/request.ts";
import type { TeamMark } from "#shared/team/view.ts";

/** @param session this desk's; null while it is offline */
export function markOf(
  { holder, lease, present, votesNeeded, proposal }: TeamRequest,
  session: SessionId | null,
  login: Login,
): Omit<TeamMark, "isHeldHere"> {
  return {
    holder: holder.login,
    isHolderAlive: holder.isAlive,
    editor:
      lease === null
        ? null
        : { login: lease.login, isHere: lease.session === session, untilMs: lease.untilMs },
    present: [...new Set(present.map((one) => one.login))].filter((one) => one !== login),
    votesNeeded,
    proposal,
  };
}

/** A request of this desk that the database does not have yet. */
export const ownMark = (holder: Login): TeamMark => ({
  holder,
  isHeldHere: true,
  isHolderAlive: true,
  editor: null,
  present: [],
  votesNeeded: 1,
  proposal: null,
});
