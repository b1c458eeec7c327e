// The one contract between main and renderer: every channel, its arguments (checked at run time where
// they arrive), its result. Results are data; nothing is thrown across.
import { z } from "zod";
import type { Failure, Outcome } from "../outcome.ts";
import type { Inspection } from "../inspect/inspection.ts";
import { localSettingsSchema } from "../models/local/localSettings.ts";
import type { SpentDay } from "../models/cost/spending.ts";
import { networkPatchSchema } from "../settings/network.ts";
import type { NetworkView } from "../settings/network.ts";
import { masterSwitchSchema, settingsPatchSchema } from "../settings/settings.ts";
import type { Settings } from "../settings/settings.ts";
import type { MediaFacts } from "../sampling/document/media.ts";
import {
  kindDocument,
  base,
  announcedSchema,
  decisionSchema,
  draftSchema,
  request,
  response,
} from "../sampling/life/decision.ts";
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
import { identityChannels } from "./identity.ts";
import type { IdentityResults } from "./identity.ts";
import { keepingChannels } from "./keeping.ts";
import type { KeepingResults } from "./keeping.ts";
import { fixturesChannels } from "./fixtures.ts";
import type { FixturesResults } from "./fixtures.ts";
import type { LoginItemView, PreparingTold } from "./machine.ts";
import { dryRunChannels, rulesChannels } from "./rules.ts";
import type { RulesResults } from "./rules.ts";
import { act, dialog, draft, read, stop } from "./effects.ts";
import type { Effect } from "./effects.ts";

const id = z.string().min(1).max(200);

const mediaRef = z.string().max(100);
const mediumKind = z.enum(["image", "audio", "any"]);

/** What every channel does, and its arguments. A channel that is not here does not exist. */
export const channels = {
  "app.preparing": read(),
  "app.snapshot": read(),
  "app.confirmQuit": stop(z.boolean()),
  "app.loginItem": read(),
  "app.setLoginItem": act(z.boolean()),
  /** Pastes where the keyboard is: the window itself may not read the clipboard. */
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
  "drafts.discard": draft(
    id,
    z.union([z.literal(1), z.literal(2), z.literal("refine"), z.literal("respond")]),
  ),
  "inspect.document": read(
    id,
    z.enum(["request", "response"]),
    z.union([request, response, kindDocument]),
  ),
  "media.read": read(id, mediaRef, z.int().nonnegative()),
  "media.pick": dialog(id, mediumKind),
  "media.put": draft(id, mediumKind, z.instanceof(Uint8Array)),
  "media.mend": draft(id, mediaRef),
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
  ...historyChannels,
  ...hostsChannels,
  ...identityChannels,
  ...keepingChannels,
  ...limitsChannels,
  ...modelsChannels,
  ...fixturesChannels,
  ...dryRunChannels,
  ...rulesChannels,
  ...serversChannels,
} as const satisfies Record<string, { effect: Effect; args: z.ZodType }>;

export type Channel = keyof typeof channels;
/** Channels whose calls need the user's hand. */
export type ActChannel = {
  [C in Channel]: (typeof channels)[C]["effect"] extends "act" ? C : never;
}[Channel];
export type ActCall = { [C in ActChannel]: { channel: C; args: Args<C> } }[ActChannel];

/**
 * Channels by which something leaves, starts or ends because the user says so: the window sends them only with the word
 * of a free hand (`hand/arm`).
 */
export type DecidingChannel =
  | "desk.decide"
  | "desk.refuseAll"
  | "desk.refuseUnrecorded"
  | "rules.decideWaiting"
  | "servers.confirm"
  | "servers.fine";
/** All the others. */
export type FreeChannel = Exclude<Channel, DecidingChannel>;
export type Args<C extends Channel> = z.infer<(typeof channels)[C]["args"]>;

/** A medium that now belongs to the request; `type` is what its bytes show. */
export interface OwnMedium {
  facts: MediaFacts;
  type: string | null;
}

/** What each channel gives back when it goes well; every channel may give a `Failure` instead. */
export interface Results
  extends
    HistoryResults,
    HostsResults,
    IdentityResults,
    KeepingResults,
    FixturesResults,
    LimitsResults,
    ModelsResults,
    RulesResults,
    ServersResults {
  /** What is done before the desk opens, and how far it is; null where nothing is. Answered before the desk is open. */
  "app.preparing": PreparingTold | null;
  /** The desk opens now; what is under way is given up, and done at the next start. Answered before the desk is open. */
  "app.snapshot": Snapshot;
  "app.confirmQuit": null;
  "app.loginItem": LoginItemView;
  /** What the system has afterwards: it may refuse. */
  "app.setLoginItem": LoginItemView;
  "app.paste": null;
  "desk.decide": null;
  /** These are decided later, each once, at this one press of the user's: those of a batch. False: not any more. */
  "desk.announce": null;
  /** The request came into sight: what a rule might decide about it is the user's now. */
  "desk.opened": null;
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
  /** Lets the call that led to this request have as many rounds with tools again. */
  "desk.moreRounds": null;
  "drafts.save": null;
  "drafts.discard": null;
  /** Scans a document that is being edited. Null: it could not be done in time. */
  "inspect.document": Inspection | null;
  /** The bytes and, when recognised as an image or sound that is safe to show, their type. */
  /** The piece that begins at that byte; `total` counts the bytes of the whole. */
  "media.read": { bytes: Uint8Array<ArrayBuffer>; type: string | null; total: number };
  /** The system asks for a file, main reads and checks it; null when the user picked none. */
  "media.pick": OwnMedium | null;
  /** Keeps bytes that were pasted or dropped. */
  "media.put": OwnMedium;
  /** The same bytes as proper base64, kept beside what came. */
  "media.mend": OwnMedium;
  /** The system asks where to; the type that is stated names the file. False when the user chose no place. */
  "media.save": boolean;
  /** What generations took and cost from that day on, or altogether; newest day first. */
  "spending.read": SpentDay[];
  /** Everything as CSV by the system's own dialog; false when the user chose no place. */
  "spending.save": boolean;
  /** What is set, and the way that each of the given addresses would take now. */
  "network.look": NetworkView;
  /** The proxy's password with it: null keeps the one that is stored, an empty one removes it. */
  "network.set": null;
  /** The system asks for a file; null when the user picked none. */
  "network.pickCertificate": string | null;
  "network.dropCertificate": null;
  /** Reads the memory anew, and asks llama.cpp for devices the first time that they are wanted; they come as a push. */
  "local.look": null;
  "local.configure": null;
  /** False while the model works: then it stays. */
  "local.unload": boolean;
  "settings.set": Settings;
}

export type Result<C extends Channel> = Outcome<Results[C], Failure>;

/** What the preload script exposes as `window.desk`. */
export interface DeskBridge {
  invoke<C extends Channel>(channel: C, ...args: Args<C>): Promise<Result<C>>;
  /**
   * Hears pushes as JSON text of `Push[]`: one string crosses the bridge at once, an object field by field,
   * which costs milliseconds a request. Returns the function that ends the subscription.
   */
  subscribe(listener: (pushes: string) => void): () => void;
}
