// Dependencies of the desk.
import type { ModelRef } from "#shared/models/model.ts";
import type { Failure } from "#shared/outcome.ts";
import type { MasterSwitch } from "#shared/settings/settings.ts";
import type { LimitSource, ModelFacts } from "../admission/limits.ts";
import type { RuleEngineDeps } from "../rules/ruleEvaluator.ts";
import type { ControlOf } from "../admission/modeSwitch.ts";
import type { FindingKind } from "#shared/findings/kinds.ts";
import type {
  Clock,
  DeskListener,
  Generator,
  Hasher,
  Inspector,
  Ledger,
  MediaStore,
  FixtureSource,
  TeamQueue,
} from "../ports.ts";

export interface DeskDeps extends RuleEngineDeps, ModelFacts {
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
