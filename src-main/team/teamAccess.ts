// What the parts of the team's service share: the store while it is reachable, the desk, who the user is.
import type { ReadRow } from "#shared/ledger/row.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { TeamFailure } from "#shared/team/failure.ts";
import type { OfferedModel } from "#shared/team/offered.ts";
import type { Login } from "#shared/team/request.ts";
import type { Desk } from "../core/desk/desk.ts";
import type { TeamStore } from "./store.ts";

export interface TeamAccess {
  /** Null while the database cannot be reached. */
  store(): TeamStore | null;
  /** Why it cannot be reached. */
  offline(): TeamFailure;
  desk(): Desk;
  /** The user's login; empty before the first connection. */
  login(): Login;
  /** How many people have to approve this request, by the team's policy. Waits for its scan if that or a rule depends on it. */
  votesFor(request: HeldRequest): Promise<1 | 2>;
  /** An entry of another desk has values that make no sense: it counts for nothing, and the user is told. */
  skipped(row: ReadRow): void;
  /** The database takes no more of this login for now: the user is told. */
  full(failure: TeamFailure): void;
  /** The models of this desk that it offers to the others for this request, the best first. */
  offered(request: HeldRequest): OfferedModel[];
}
