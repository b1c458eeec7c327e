// The team as the window sees it.
import type { TeamFailure } from "./failure.ts";
import type { Login, SessionId, TeamMode, TeamRequest } from "./request.ts";
import type { TeamRole } from "./roles.ts";
import type { TeamSettings } from "./settings.ts";

/** Of the connection; `offline` connects again by itself. */
export type TeamState =
  | { kind: "connecting" }
  | { kind: "online"; login: Login; session: SessionId; roles: TeamRole[] }
  | { kind: "offline"; failure: TeamFailure; sinceMs: number };

/** What the window shows of a request of the team, beside the request itself. */
export interface TeamMark {
  holder: Login;
  /** This desk received it. */
  isHeldHere: boolean;
  /** False: its desk no longer answers. */
  isHolderAlive: boolean;
  /** Who edits it until when (the time of the database); null: nobody. */
  editor: { login: Login; isHere: boolean; untilMs: number } | null;
  /** Other logins that have it open. */
  present: Login[];
  votesNeeded: 1 | 2;
  proposal: TeamRequest["proposal"];
}

export interface TeamView {
  /** Null: the user works alone. */
  settings: TeamSettings | null;
  isPasswordKept: boolean;
  state: TeamState | null;
  mode: TeamMode;
  /** By request. */
  requests: Record<string, TeamMark>;
  /** Whose desks brought open requests that cannot be shown, as another program has written them. */
  unreadable: Login[];
}

export const noTeam: TeamView = {
  settings: null,
  isPasswordKept: false,
  state: null,
  mode: { kind: "running", by: null, atMs: null },
  requests: {},
  unreadable: [],
};
