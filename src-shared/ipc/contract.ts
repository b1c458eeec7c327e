// The one contract between main and renderer: every channel, its arguments (checked at run time where
// they arrive), its result. Results are data; nothing is thrown across.
import { z } from "zod";
import type { ContextPiece, WholePiece } from "../context/piece.ts";
import type { Failure, Outcome } from "../outcome.ts";
import type { HistoryImported, HistoryTask } from "../ledger/files.ts";
import type { HistoryView, JsonText } from "../ledger/history.ts";
import type { LedgerMoved } from "../ledger/trouble.ts";
import type { Verifying } from "../ledger/verifying.ts";
import type { Inspection } from "../inspect/inspection.ts";
import { localSettingsSchema } from "../models/localSettings.ts";
import type { LocalView } from "../models/local.ts";
import type { ModelsView } from "../models/model.ts";
import type { SpentDay } from "../models/spending.ts";
import type { FixturesView } from "../fixtures/view.ts";
import type { FoundConfig, Pong, RunView, ServerLine, ServerView } from "../servers/server.ts";
import type { TrafficMessage, TrafficRow, TrafficView } from "../servers/traffic.ts";
import type { SignedOut } from "../servers/signIn.ts";
import { networkPatchSchema } from "../settings/network.ts";
import type { NetworkView } from "../settings/network.ts";
import { masterSwitchSchema, settingsPatchSchema } from "../settings/settings.ts";
import type { Settings } from "../settings/settings.ts";
import type { MediaFacts } from "../sampling/media.ts";
import type { SamplePatch } from "../sampling/patch.ts";
import type { Sample } from "../sampling/sample.ts";
import type { StreamView } from "../sampling/stream.ts";
import { base, decisionSchema, draftSchema, request, response } from "./decision.ts";
import type { Draft } from "./decision.ts";
import type { MachineView } from "./machine.ts";
import { modelsChannels } from "./models.ts";
import type { ModelsResults } from "./models.ts";
import { limitsChannels } from "./limits.ts";
import type { LimitsResults, LimitsView } from "./limits.ts";
import { historyChannels } from "./history.ts";
import type { HistoryResults } from "./history.ts";
import { identityChannels } from "./identity.ts";
import type { IdentityResults } from "./identity.ts";
import { fixturesChannels } from "./fixtures.ts";
import type { FixturesResults } from "./fixtures.ts";
import type { DeskView } from "./desk.ts";
import { dryRunChannels, rulesChannels } from "./rules.ts";
import type { DryRunning, RulesResults, RulesView } from "./rules.ts";
import { elicitAnswerSchema } from "../servers/elicitAnswer.ts";
import type { ElicitationView } from "../servers/elicitation.ts";
import { policySchema } from "../servers/policy.ts";
import type { SharedRoot } from "../servers/policy.ts";
import { serverInputSchema } from "../servers/input.ts";

export type { MachineView } from "./machine.ts";

const id = z.string().min(1).max(200);
const seq = z.number().int().nonnegative();

const mediaRef = z.string().max(100);
const mediumKind = z.enum(["image", "audio", "any"]);

const none = z.tuple([]);
const args = <const T extends readonly [z.ZodType, ...z.ZodType[]]>(...items: T) => z.tuple(items);

/** Arguments of every channel. A channel that is not here does not exist. */
export const channels = {
  "app.snapshot": none,
  "app.confirmQuit": args(z.boolean()),
  "desk.decide": args(id, base, decisionSchema),
  "desk.stop": args(id, id),
  "desk.takeBack": args(id),
  "desk.switch": args(masterSwitchSchema),
  "desk.refuseAll": none,
  "desk.refuseUnrecorded": none,
  "desk.dismiss": args(id),
  "ledger.retry": none,
  "ledger.saveElsewhere": none,
  "desk.moreRounds": args(id),
  "drafts.save": args(id, draftSchema),
  "drafts.discard": args(id, z.union([z.literal(1), z.literal(2), z.literal("refine")])),
  "inspect.document": args(id, z.enum(["request", "response"]), z.union([request, response])),
  "media.read": args(id, mediaRef),
  "media.pick": args(id, mediumKind),
  "media.put": args(id, mediumKind, z.instanceof(Uint8Array)),
  "media.mend": args(id, mediaRef),
  "media.save": args(id, mediaRef, z.string().max(1000)),
  "spending.read": args(z.iso.date().nullable()),
  "spending.save": none,
  "servers.add": args(serverInputSchema),
  "servers.update": args(id, serverInputSchema),
  "servers.remove": args(id),
  "servers.enable": args(id, z.boolean()),
  "servers.policy": args(id, policySchema),
  "servers.pickFolder": none,
  "servers.connect": args(id),
  "servers.confirm": args(id, z.string().max(64)),
  "servers.signIn": args(
    id,
    z
      .strictObject({ id: z.string().min(1).max(2000), secret: z.string().max(4000).nullable() })
      .nullable(),
  ),
  "servers.cancelSignIn": args(id),
  "servers.signOut": args(id),
  "servers.lines": args(id),
  "servers.ping": args(id),
  "servers.find": none,
  "servers.traffic": args(id),
  "servers.trafficEnd": none,
  "servers.trafficMessage": args(id, seq),
  "servers.trafficFind": args(id, z.string().min(1).max(1000), seq),
  "servers.trafficLines": args(id, z.array(seq).max(50_000)),
  "servers.trafficClear": args(id),
  "context.pieces": args(id),
  "context.piece": args(id, z.string().min(1).max(500)),
  "calls.start": args(
    id,
    z.enum(["tool", "prompt", "resource"]),
    z.string().max(4000),
    z.record(z.string(), z.json()),
  ),
  "calls.cancel": args(id),
  "calls.logLevel": args(id, z.string().max(20)),
  "elicitations.answer": args(id, elicitAnswerSchema),
  "elicitations.takeBack": args(id),
  "network.look": args(z.array(z.url().max(2000)).max(100)),
  "network.set": args(networkPatchSchema, z.string().max(4000).nullable()),
  "network.pickCertificate": none,
  "network.dropCertificate": args(z.string().min(1).max(4000)),
  "local.look": args(z.boolean()),
  "local.configure": args(z.string().min(1).max(500), localSettingsSchema),
  "local.unload": none,
  "settings.set": args(settingsPatchSchema),
  "demo.run": args(z.string().max(100)),
  ...historyChannels,
  ...identityChannels,
  ...limitsChannels,
  ...modelsChannels,
  ...fixturesChannels,
  ...dryRunChannels,
  ...rulesChannels,
} as const;

export type { ApprovedRun, Decision, Draft } from "./decision.ts";
export type Channel = keyof typeof channels;
export type Args<C extends Channel> = z.infer<(typeof channels)[C]>;

/** A medium that now belongs to the request; `type` is what its bytes show. */
export interface OwnMedium {
  facts: MediaFacts;
  type: string | null;
}

/** What each channel gives back when it goes well; every channel may give a `Failure` instead. */
export interface Results
  extends
    HistoryResults,
    IdentityResults,
    FixturesResults,
    LimitsResults,
    ModelsResults,
    RulesResults {
  "app.snapshot": Snapshot;
  "app.confirmQuit": null;
  "desk.decide": null;
  "desk.stop": null;
  "desk.takeBack": null;
  "desk.switch": null;
  /** How many requests were refused and questions declined. */
  "desk.refuseAll": number;
  /** Refuses everything that waits while nothing can be recorded; how many. */
  "desk.refuseUnrecorded": number;
  /** Takes an ended sample out of the list; the ledger keeps it. */
  "desk.dismiss": null;
  /** Tries to write again; the failure when it still cannot. */
  "ledger.retry": null;
  /** Asks for a folder and lets the ledger go on there; null when none was chosen. */
  "ledger.saveElsewhere": LedgerMoved | null;
  /** Lets the call that led to this request have as many rounds with tools again. */
  "desk.moreRounds": null;
  "drafts.save": null;
  "drafts.discard": null;
  /** Looks through a document that is being edited. Null: it could not be done in time. */
  "inspect.document": Inspection | null;
  /** The bytes and, when recognised as an image or sound that is safe to show, their type. */
  "media.read": { bytes: Uint8Array<ArrayBuffer>; type: string | null };
  /** The system asks for a file, main reads and checks it; null when the person picked none. */
  "media.pick": OwnMedium | null;
  /** Keeps bytes that were pasted or dropped. */
  "media.put": OwnMedium;
  /** The same bytes as proper base64, kept beside what came. */
  "media.mend": OwnMedium;
  /** The system asks where to; the type that is stated names the file. False when the person chose no place. */
  "media.save": boolean;
  /** What generations took and cost from that day on, or altogether; newest day first. */
  "spending.read": SpentDay[];
  /** Everything as CSV by the system's own dialog; false when the person chose no place. */
  "spending.save": boolean;
  "servers.add": string;
  "servers.update": null;
  "servers.remove": null;
  "servers.enable": null;
  "servers.policy": null;
  /** A folder picked in the system's own dialog, to be shared; null when none was. Nothing is shared yet. */
  "servers.pickFolder": SharedRoot | null;
  "servers.connect": null;
  "servers.confirm": null;
  "servers.signIn": null;
  "servers.cancelSignIn": null;
  "servers.signOut": SignedOut;
  "servers.lines": ServerLine[];
  "servers.ping": Pong;
  "servers.find": FoundConfig;
  /** Everything kept of the server's messages; from now on `traffic` pushes follow, for it alone. */
  "servers.traffic": JsonText<TrafficView>;
  "servers.trafficEnd": null;
  "servers.trafficMessage": TrafficMessage;
  /** The numbers of the rows after the given one whose message holds the text. */
  "servers.trafficFind": number[];
  /** The rows as JSON lines, and how many of them were left out. */
  "servers.trafficLines": { text: string; left: number };
  "servers.trafficClear": null;
  /** What could be added to the request, without the texts. */
  "context.pieces": ContextPiece[];
  "context.piece": WholePiece;
  /** The run's id. */
  "calls.start": string;
  "calls.cancel": null;
  "calls.logLevel": null;
  "elicitations.answer": null;
  /** An answer that still waits for what was asked beside it. */
  "elicitations.takeBack": null;
  /** What is set, and the way that each of the given addresses would take now. */
  "network.look": NetworkView;
  /** The proxy's password with it: null keeps the one that is stored, an empty one removes it. */
  "network.set": null;
  /** The system asks for a file; null when the person picked none. */
  "network.pickCertificate": string | null;
  "network.dropCertificate": null;
  /** Reads the memory anew, and asks llama.cpp for devices the first time that they are wanted; they come as a push. */
  "local.look": null;
  "local.configure": null;
  /** False while the model works: then it stays. */
  "local.unload": boolean;
  "settings.set": Settings;
  /** Connects the demo server and calls the named tool; the run's id. */
  "demo.run": string;
}

export type Result<C extends Channel> = Outcome<Results[C], Failure>;

/** Everything the renderer mirrors, at one version. */
export interface Snapshot {
  version: number;
  samples: Sample[];
  /** What running attempts have produced so far. */
  streams: StreamView[];
  drafts: Record<string, Draft[]>;
  servers: ServerView[];
  runs: RunView[];
  /** Questions of servers to the person, oldest first. */
  elicitations: ElicitationView[];
  models: ModelsView;
  /** The models inside the app, their machine and engine. */
  local: LocalView;
  settings: Settings;
  desk: DeskView;
  /** How budgets stand. */
  limits: LimitsView;
  history: HistoryView;
  fixtures: FixturesView;
  /** An export that is open for reading in its place. */
  historyImport: HistoryImported | null;
  rules: RulesView;
  machine: MachineView;
}

export type { DeskView };

/** A change pushed to the renderer, in order; `version` grows by one with each. */
export interface Push {
  version: number;
  change: Told;
}

/** A change as it travels: of a sample only what the window does not have. */
export type Told = Exclude<Change, { kind: "sample" }> | SamplePatch;

export type Change =
  | { kind: "sample"; sample: Sample }
  | { kind: "sample-removed"; id: string }
  /** What a running attempt has produced since the last push; a view, discarded at its end. */
  | ({ kind: "stream" } & StreamView)
  | { kind: "server"; server: ServerView }
  | { kind: "server-removed"; id: string }
  | { kind: "server-lines"; id: string; lines: ServerLine[] }
  /** Rows that are new or were changed; those before `firstSeq` are no longer kept. */
  | { kind: "traffic"; id: string; rows: TrafficRow[]; forgotten: number; firstSeq: number }
  | { kind: "run"; run: RunView }
  | { kind: "run-removed"; id: string }
  | { kind: "elicitation"; elicitation: ElicitationView }
  | { kind: "elicitation-removed"; id: string }
  | { kind: "models"; models: ModelsView }
  | { kind: "local"; local: LocalView }
  | { kind: "settings"; settings: Settings }
  | { kind: "desk"; desk: DeskView }
  | { kind: "limits"; limits: LimitsView }
  /** Something was added to the history, or its index has moved on: what was found may be found anew. */
  | { kind: "history"; history: HistoryView }
  | { kind: "fixtures"; fixtures: FixturesView }
  /** How far verifying is; null once it has ended. */
  | { kind: "verifying"; verifying: Verifying }
  /** How far a dry run of rules is; null once it has ended. */
  | { kind: "dry-run"; running: DryRunning }
  /** An export that is open for reading; null: the history is that of this record again. */
  | { kind: "history-import"; imported: HistoryImported | null }
  /** How far an export or import is; null at its end. */
  | { kind: "history-task"; task: HistoryTask | null }
  /** The rules that hold are others now, or the file has become broken or whole. */
  | { kind: "rules"; rules: RulesView }
  | { kind: "fault"; failure: Failure }
  /** The person asked to quit while requests are open. */
  | { kind: "quit-asked"; open: number }
  | { kind: "command"; command: "palette" | "keys" | "focus-inbox" };

/** What the preload script exposes as `window.desk`. */
export interface DeskBridge {
  invoke<C extends Channel>(channel: C, ...args: Args<C>): Promise<Result<C>>;
  /**
   * Hears pushes as JSON text of `Push[]`: one string crosses the bridge at once, an object member by member,
   * which costs milliseconds a request. Returns the function that ends the subscription.
   */
  subscribe(listener: (pushes: string) => void): () => void;
}
