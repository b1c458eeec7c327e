// Dependencies of the desk.
import type { MasterSwitch } from "#shared/settings/settings.ts";
import type { Compiled } from "#shared/rules/judge/judge.ts";
import type { FindingKind } from "#shared/findings/kinds.ts";
import type {
  Clock,
  DeskListener,
  DeskModels,
  Generator,
  Hasher,
  Inspector,
  Ledger,
  LimitSource,
  MediaStore,
  FixtureSource,
  RuleBook,
  TeamQueue,
} from "../ports.ts";
import type { Requesters } from "../requesters.ts";

export interface DeskDeps {
  ledger: Ledger;
  media: MediaStore;
  generator: Generator;
  hasher: Hasher;
  clock: Clock;
  listener: DeskListener;
  masterSwitch: MasterSwitch;
  /** Who requests come from. What is absent is not known: the defaults apply. */
  requesters?: Partial<
    Pick<Requesters, "policyOf" | "limitsOf" | "standing" | "permissionOf" | "acceptedOf" | "hosts">
  >;
  /** Absent: a request goes to the model that was chosen for it, at an unknown cost. */
  models?: DeskModels;
  /** Generations of one request that may run at once. Absent: no limit. */
  candidatesAtOnce?: () => number;
  /** Whether there is a draft for the request. Absent: there are none. */
  hasDraft?: (requestId: string) => boolean;
  rules?: RuleBook;
  /**
   * The team's rules for a request of the team, or one that is about to become the team's; null for any other. Absent:
   * there is no team.
   */
  teamRules?(requestId: string, goesThere: boolean): Compiled | null;
  /** Fixtures for servers that have them turned on. Absent: there are none. */
  fixtures?: FixtureSource;
  /** Scans requests and responses. Absent: nothing is scanned. */
  inspector?: Inspector;
  /** Checks that the user has turned off. */
  findingsOff?: () => readonly FindingKind[];
  /** The user's limits for all and the spend so far. Absent: only the limits in each request's policy apply. */
  limits?: LimitSource;
  /** Characters that open requests may hold together; beyond that, new ones are refused. */
  openCharactersMax?: number;
  /** The team's queue. Absent: the user works alone. */
  team?: TeamQueue;
}
