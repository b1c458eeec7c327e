// What a desk is made of.
import type { Cost, Usage } from "../../../src-shared/models/cost/cost.ts";
import type { ModelRef } from "../../../src-shared/models/model.ts";
import type { Failure } from "../../../src-shared/outcome.ts";
import type { MasterSwitch } from "../../../src-shared/settings/settings.ts";
import type { LimitSource } from "../admission/limits.ts";
import type { RuleEngineDeps } from "../rules/ruleEvaluator.ts";
import type { ControlOf } from "../admission/modeSwitch.ts";
import type { Usual } from "../../../src-shared/inspect/inspection.ts";
import type { FindingKind } from "../../../src-shared/inspect/kinds.ts";
import type {
  Clock,
  DeskListener,
  Generator,
  Hasher,
  Inspector,
  Ledger,
  MediaStore,
  FixtureSource,
} from "../ports.ts";

export interface DeskDeps extends RuleEngineDeps {
  ledger: Ledger;
  media: MediaStore;
  generator: Generator;
  hasher: Hasher;
  clock: Clock;
  audience: DeskListener;
  masterSwitch: MasterSwitch;
  /** Who decides about a server's requests, as the user set it. Left out: as the master switch stands. */
  controlOf?: ControlOf;
  /** How many generations run at once for one request; all where it is not said. */
  candidatesAtOnce?: () => number;
  /** Why a request of this server may not go to this model now, or null. Left out: any may. */
  checkModel?(serverId: string, model: ModelRef): Failure | null;
  /** What a generation has cost, or null where nobody knows. Left out: nobody knows. */
  costOf?(model: ModelRef, usage: Usage | undefined): Cost | null;
  /** Whether the user has typed something for it that is kept. Left out: nobody types. */
  hasDraft?: (sampleId: string) => boolean;
  /** Fixtures, for servers that the user lets have them. Left out: there are none. */
  fixtures?: FixtureSource;
  /** Scans requests and answers. Left out: nothing is scanned. */
  inspector?: Inspector;
  /** Kinds of findings that the user has turned off. */
  findingsOff?: () => readonly FindingKind[];
  /** Hosts of the user's own servers: what looks like one of them is told. */
  serverHosts?: () => readonly string[];
  /** What the record says is usual for the calls of a server, read off the main thread. */
  usualOf?: (serverId: string) => Promise<readonly (readonly [key: string, usual: Usual])[]>;
  /** Limits as the user has them set now, and what was spent. Left out: those that come with each request. */
  limits?: LimitSource;
  /** Characters that open requests may hold together; a new one beyond that is refused. */
  openCharactersMax?: number;
}
