// The contract between main and renderer: every channel, its arguments (checked where they arrive) and its result.
// Failures are results; exceptions never cross.
import { z } from "zod";
import type { Failure, Outcome } from "../outcome.ts";
import type { Inspection } from "../findings/inspection.ts";
import { localSettingsSchema } from "../models/local/localSettings.ts";
import type { SpentDay } from "../models/cost/spending.ts";
import { networkPatchSchema } from "../settings/network.ts";
import type { NetworkView } from "../settings/network.ts";
import { masterSwitchSchema, settingsPatchSchema } from "../settings/settings.ts";
import type { Settings } from "../settings/settings.ts";
import type { OwnMedium } from "../request/document/media.ts";
import {
  kindDocument,
  base,
  announcedSchema,
  decisionSchema,
  draftSchema,
  request,
  response,
} from "../request/life/decision.ts";
import { serversChannels } from "./servers.ts";
import type { ServersResults } from "./servers.ts";
import type { Snapshot } from "./pushes.ts";
import { modelsChannels } from "./models.ts";
import type { ModelsResults } from "./models.ts";
import { limitsChannels } from "./limits.ts";
import type { LimitsResults } from "./limits.ts";
import { historyChannels } from "./history.ts";
import type { HistoryResults } from "./history.ts";
import { hostsChannels } from "./hosts.ts";
import type { HostsResults } from "./hosts.ts";
import { agentsChannels } from "./agents.ts";
import type { AgentsResults } from "./agents.ts";
import { programsChannels } from "./programs.ts";
import type { ProgramsResults } from "./programs.ts";
import { identityChannels } from "./identity.ts";
import type { IdentityResults } from "./identity.ts";
import { retentionChannels } from "./retention.ts";
import type { RetentionResults } from "./retention.ts";
import { fixturesChannels } from "./fixtures.ts";
import type { FixturesResults } from "./fixtures.ts";
import { teamChannels } from "./team.ts";
import type { TeamResults } from "./team.ts";
import type { LoginItemView, PreparingView } from "./machine.ts";
import { dryRunChannels, rulesChannels } from "./rules.ts";
import type { RulesResults } from "./rules.ts";
import { act, dialog, draft, read, stop } from "./effects.ts";
import type { Effect } from "./effects.ts";

const id = z.string().min(1).max(200);

const mediaRef = z.string().max(100);
const mediumKind = z.enum(["image", "audio", "any"]);

/** Every channel with its effect and arguments. */
export const channels = {
  "app.preparing": read(),
  "app.snapshot": read(),
  "app.confirmQuit": stop(z.boolean()),
  "app.loginItem": read(),
  "app.setLoginItem": act(z.boolean()),
  /** Pastes at the focus, because the window itself must not read the clipboard. */
  "app.paste": act(),
  "desk.decide": act(id, base, decisionSchema),
  "desk.announce": act(z.array(announcedSchema).min(1).max(100_000), z.boolean()),
  "desk.opened": draft(id),
  "desk.stop": stop(id, id),
  "desk.takeBack": stop(id),
  "desk.switch": act(masterSwitchSchema),
  "desk.refuseAll": act(),
  "desk.refuseUnrecorded": act(),
  "desk.dismiss": draft(id),
  "ledger.retry": act(),
  "desk.moreRounds": act(id),
  "drafts.save": draft(id, draftSchema),
  "drafts.discard": draft(id, z.union([z.literal(1), z.literal(2), z.literal("respond")])),
  "inspect.document": read(
    id,
    z.enum(["request", "response"]),
    z.union([request, response, kindDocument]),
  ),
  "actions.files": read(id),
  "media.read": read(id, mediaRef, z.int().nonnegative()),
  "media.pick": dialog(id, mediumKind),
  "media.put": draft(id, mediumKind, z.instanceof(Uint8Array)),
  "media.fix": draft(id, mediaRef),
  "media.save": dialog(id, mediaRef, z.string().max(1000)),
  "spending.read": read(z.iso.date().nullable()),
  "spending.save": dialog(),
  "network.look": read(z.array(z.url().max(2000)).max(100)),
  "network.set": act(networkPatchSchema, z.string().max(4000).nullable()),
  "network.pickCertificate": act(),
  "network.dropCertificate": act(z.string().min(1).max(4000)),
  "local.look": read(z.boolean()),
  "local.configure": act(z.string().min(1).max(500), localSettingsSchema),
  "local.unload": stop(),
  "settings.set": act(settingsPatchSchema),
  "updates.look": act(),
  "updates.download": act(),
  "updates.install": act(),
  ...agentsChannels,
  ...historyChannels,
  ...hostsChannels,
  ...identityChannels,
  ...retentionChannels,
  ...limitsChannels,
  ...modelsChannels,
  ...programsChannels,
  ...fixturesChannels,
  ...dryRunChannels,
  ...rulesChannels,
  ...serversChannels,
  ...teamChannels,
} as const satisfies Record<string, { effect: Effect; args: z.ZodType }>;

export type Channel = keyof typeof channels;
/** Channels that need a recent user action. */
export type ActChannel = {
  [C in Channel]: (typeof channels)[C]["effect"] extends "act" ? C : never;
}[Channel];
export type ActCall = { [C in ActChannel]: { channel: C; args: Args<C> } }[ActChannel];

/**
 * Channels that send, start or end something on a user's decision. The window sends them only with proof of a
 * deliberate press (`guard/decisionGuard`).
 */
export type DecidingChannel =
  | "desk.decide"
  | "desk.refuseAll"
  | "desk.refuseUnrecorded"
  | "rules.decideWaiting"
  | "servers.confirm"
  | "servers.acceptIdentity";
/** All other channels. */
export type FreeChannel = Exclude<Channel, DecidingChannel>;
export type Args<C extends Channel> = z.infer<(typeof channels)[C]["args"]>;

/** The result of each channel on success; every channel can return a `Failure` instead. */
export interface Results
  extends
    AgentsResults,
    HistoryResults,
    HostsResults,
    IdentityResults,
    RetentionResults,
    FixturesResults,
    LimitsResults,
    ModelsResults,
    ProgramsResults,
    RulesResults,
    ServersResults,
    TeamResults {
  /** Progress of converting the ledger's file, or null. Available before the desk is open. */
  "app.preparing": PreparingView | null;
  /** Everything that the window mirrors. */
  "app.snapshot": Snapshot;
  "app.confirmQuit": null;
  "app.loginItem": LoginItemView;
  /** The system's setting afterwards, as the system can refuse the change. */
  "app.setLoginItem": LoginItemView;
  "app.paste": null;
  "desk.decide": null;
  /** Registers decisions of a batch that follow from one press of the user, each valid once; false revokes them. */
  "desk.announce": null;
  /** The user has seen the request, so rules no longer decide it. */
  "desk.opened": null;
  "desk.stop": null;
  "desk.takeBack": null;
  "desk.switch": null;
  /** The number of requests refused and elicitations declined. */
  "desk.refuseAll": number;
  /** Refuses all pending requests while the ledger cannot be written; returns their number. */
  "desk.refuseUnrecorded": number;
  /** Dismisses an ended request; the ledger keeps it. */
  "desk.dismiss": null;
  /** Tries to write the ledger again; fails if that is still not possible. */
  "ledger.retry": null;
  /** Allows the call of this request another full number of tool rounds. */
  "desk.moreRounds": null;
  "drafts.save": null;
  "drafts.discard": null;
  /** Scans a document while it is edited. Null: the scan timed out. */
  "inspect.document": Inspection | null;
  /**
   * The text of each file that a held action names, as it is now, by the path that the agent wrote; null: not text, too
   * large, or none. Empty if the action is not held here.
   */
  "actions.files": { path: string; before: string | null }[];
  /**
   * The chunk starting at the given byte, the total size in bytes, and the type if it is recognised as an image or
   * audio that is safe to show.
   */
  "media.read": { bytes: Uint8Array<ArrayBuffer>; type: string | null; total: number };
  /** Opens a file dialog and checks the file; null if the user cancelled. */
  "media.pick": OwnMedium | null;
  /** Stores pasted or dropped bytes. */
  "media.put": OwnMedium;
  /** Stores the same bytes as valid base64, next to the original. */
  "media.fix": OwnMedium;
  /** Opens a save dialog, with the declared type for the file name. False if the user cancelled. */
  "media.save": boolean;
  /** Cost and tokens from that day on, or of all days; newest day first. */
  "spending.read": SpentDay[];
  /** Exports everything as CSV through a save dialog; false if the user cancelled. */
  "spending.save": boolean;
  /** The network settings, and the current route to each of the given addresses. */
  "network.look": NetworkView;
  /** With the proxy's password: null keeps the stored one, an empty string deletes it. */
  "network.set": null;
  /** Opens a file dialog; null if the user cancelled. */
  "network.pickCertificate": string | null;
  "network.dropCertificate": null;
  /** Updates the memory figures and, on first use, asks llama.cpp for devices; results come as a push. */
  "local.look": null;
  "local.configure": null;
  /** False if the model is busy and stays loaded. */
  "local.unload": boolean;
  "settings.set": Settings;
  /** What came of it is in the view. */
  "updates.look": null;
  /** Starts the download of the version that was found. */
  "updates.download": null;
  /** Quits, installs and starts again; fails while a request is open or an agent is connected. */
  "updates.install": null;
}

export type Result<C extends Channel> = Outcome<Results[C], Failure>;

/** The API that the preload script exposes as `window.desk`. */
export interface DeskBridge {
  invoke<C extends Channel>(channel: C, ...args: Args<C>): Promise<Result<C>>;
  /**
   * Subscribes to pushes, as JSON text of `Push[]`: a single string crosses the context bridge much faster than an
   * object. Returns the function to unsubscribe.
   */
  subscribe(listener: (pushes: string) => void): () => void;
}
