// The team of `serve --store`: joins it at the start, and tells the log when its database is there and when it is not.
import { hostname } from "node:os";
import type { TeamFailure } from "#shared/team/failure.ts";
import type { TeamState } from "#shared/team/view.ts";
import type { Features } from "../composition/features.ts";
import type { Variables } from "./config/variables.ts";
import { CommandFault } from "./fault.ts";
import { WORDS } from "./words.ts";

/** Variable with the password of the team's database, where the address has none. */
export const STORE_PASSWORD = "COUNTERSIGN_STORE_PASSWORD";

type Known = Exclude<TeamState, { kind: "connecting" }>;

export class TeamLink {
  readonly #print: (line: string) => void;
  #last = "";
  #arrived: (state: Known) => void = () => undefined;
  readonly #first = new Promise<Known>((resolve) => (this.#arrived = resolve));

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  /** Call at each change. Attempts to connect that fail for the same reason are told once. */
  changed(state: TeamState | null): void {
    if (state === null || state.kind === "connecting") return;
    this.#arrived(state);
    const what = state.kind === "online" ? "online" : state.failure.kind;
    if (what === this.#last) return;
    this.#last = what;
    this.#print(
      state.kind === "online"
        ? WORDS.teamOnline(state.login, state.roles)
        : WORDS.teamOffline(state.failure),
    );
  }

  /**
   * Joins the team of this start, and none of an earlier one. A database that cannot be reached is waited for.
   * @throws {CommandFault} for what does not go away by itself
   */
  async join({ team }: Features, store: string | undefined, variables: Variables): Promise<void> {
    if (store === undefined) {
      if (team.view().settings !== null) await team.leave();
      return;
    }
    const settings = { url: store, label: `serve on ${hostname()}`, authorities: null };
    const password = variables.get(STORE_PASSWORD);
    const joined = await team.join({ ...settings, allowPlain: false }, password);
    if (!joined.ok) throw new CommandFault(WORDS.fault(joined.failure));
    const state = await this.#first;
    if (state.kind === "offline" && !passes(state.failure)) {
      throw new CommandFault(WORDS.teamOffline(state.failure));
    }
    if (state.kind === "online" && !state.roles.includes("reviewer")) {
      throw new CommandFault(WORDS.notReviewer(state.login));
    }
  }
}

const passes = ({ kind }: TeamFailure): boolean =>
  kind === "team-offline" || kind === "team-busy" || kind === "team-other";
