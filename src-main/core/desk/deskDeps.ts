// Dependencies of the desk.
import type { ModelRef } from "#shared/models/model.ts";
import type { Failure } from "#shared/outcome.ts";
import type { MasterSwitch } from "#shared/settings/settings.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import type { Compiled } from "#shared/rules/judge/judge.ts";
import type { ServerStanding } from "#shared/rules/judged.ts";
import type { StandingPermission } from "#shared/rules/standingPermission.ts";
import type { ControlOf } from "../admission/modeSwitch.ts";
import type { FindingKind } from "#shared/findings/kinds.ts";
import type {
  Clock,
  DeskListener,
  Generator,
  Hasher,
  Inspector,
  Ledger,
  LimitSource,
  MediaStore,
  ModelFacts,
  FixtureSource,
  RuleBook,
  TeamQueue,
} from "../ports.ts";

export interface DeskDeps extends ModelFacts {
  ledger: Ledger;
  media: MediaStore;
  generator: Generator;
  hasher: Hasher;
  clock: Clock;
  audience: DeskListener;
  masterSwitch: MasterSwitch;
  /** The user's override per server. Absent: the mode applies to all. */
  controlOf?: ControlOf;
  /** Generations of one request that may run at once. Absent: no limit. */
  candidatesAtOnce?: () => number;
  /** Why requests of this server may not go to this model, or null. Absent: any may. */
  checkModel?(serverId: string, model: ModelRef): Failure | null;
  /** Whether there is a draft for the request. Absent: there are none. */
  hasDraft?: (requestId: string) => boolean;
  rules?: RuleBook;
  /**
   * The team's rules for a request of the team, or one that is about to become the team's; null for any other. Absent:
   * there is no team.
   */
  teamRules?(requestId: string, goesThere: boolean): Compiled | null;
  /** The server's current identity. Absent: unknown, and its name counts as its own. */
  serverStanding?(serverId: string): ServerStanding;
  /**
   * The user's standing permission for this requester: every request passes, unless a rule refuses it. Absent or null:
   * none.
   */
  permissionOf?(serverId: string): StandingPermission | null;
  /** The model for a request without a chosen one: the first that can take it and is allowed, or null. */
  chooseModel?(request: HeldRequest, document: RequestDocument): ModelRef | null;
  /** Fixtures for servers that have them turned on. Absent: there are none. */
  fixtures?: FixtureSource;
  /** Scans requests and responses. Absent: nothing is scanned. */
  inspector?: Inspector;
  /** Checks that the user has turned off. */
  findingsOff?: () => readonly FindingKind[];
  /** Hosts of the user's servers, for the check on look-alike addresses. */
  serverHosts?: () => readonly string[];
  /** The user's limits and the spend so far. Absent: only the limits in each request's policy apply. */
  limits?: LimitSource;
  /** Characters that open requests may hold together; beyond that, new ones are refused. */
  openCharactersMax?: number;
  /** The team's queue. Absent: the user works alone. */
  team?: TeamQueue;
}
