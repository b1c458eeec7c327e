// The IPC handlers, calling the desk or a service. No decisions are taken here.
import { ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { Decision } from "#shared/request/life/decision.ts";
import type { LoginItemView } from "#shared/contract/machine.ts";
import type { Snapshot } from "#shared/contract/pushes.ts";
import { kindOf } from "#shared/request/kinds/registry.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { SharedRoot } from "#shared/servers/policy/policy.ts";
import { agentHandlers } from "../agents/handlers.ts";
import type { Features } from "../composition/features.ts";
import { sendsContent } from "../core/desk/decide.ts";
import { isReplied } from "../core/desk/roster.ts";
import type { MediaService } from "../core/media/media.ts";
import { TouchedRequests } from "../core/touchedRequests.ts";
import { historyHandlers, recordHandlers } from "../history/handlers.ts";
import type { HistoryFilesService } from "../history/historyFiles.ts";
import type { SpendingService } from "../history/spending.ts";
import { modelHandlers } from "../models/handlers.ts";
import type { SettingsService } from "../profile/settings.ts";
import { programHandlers } from "../programs/handlers.ts";
import type { FixtureDialogs } from "../rules/fixtures.ts";
import { fixtureHandlers, ruleHandlers } from "../rules/handlers.ts";
import type { RulesFilesService } from "../rules/rulesFiles.ts";
import { callHandlers, serverHandlers, trafficHandlers } from "../servers/handlers.ts";
import { teamHandlers } from "../team/handlers.ts";
import type { EarlyHandlers, Handlers } from "./dispatch.ts";

/** What the window may use beside the features. */
interface AppParts {
  settings: SettingsService;
  early: EarlyHandlers;
  rulesFiles: RulesFilesService;
  historyFiles: HistoryFilesService;
  media: MediaService;
  spending: SpendingService;
  fixtureDialogs: FixtureDialogs;
  /** System dialogs; null when the user cancelled. */
  pickFolder(): Promise<SharedRoot | null>;
  pickHostFile(): Promise<string | null>;
  pickModelFile(): Promise<string | null>;
  pickCertificate(): Promise<string | null>;
  snapshot(): Snapshot;
  confirmQuit(quit: boolean): void;
  loginItem: { look(): LoginItemView; set(on: boolean): Outcome<LoginItemView, Failure> };
  updates: {
    look(): Promise<Outcome<null, Failure>>;
    download(): Promise<Outcome<null, Failure>>;
    restart(): Promise<Outcome<null, Failure>>;
  };
  paste(): void;
  /** Opens a page in the system's browser. */
  openPage(url: string): void;
}

/** The handlers of all channels with these prefixes. */
type Of<Begins extends string> = Pick<Handlers, Extract<keyof Handlers, `${Begins}.${string}`>>;

/** The handler table for `serve`. */
export function handlersOf(features: Features, app: AppParts): Handlers {
  const { desk, drafts, servers, retention, limits } = features;
  const touched = new TouchedRequests(drafts, (id) => desk.request(id) !== undefined);
  return {
    ...app.early,
    ...requestHandlers(features, app, touched),
    ...serverHandlers(desk, servers, features.importing, retention, app.pickFolder),
    ...trafficHandlers(features.traffic),
    ...callHandlers(servers, features.calls, features.context),
    ...agentHandlers(features.doors, features.agents, features.gateway, app.pickHostFile),
    ...programHandlers(features.programs),
    ...teamHandlers(features.team, app.pickCertificate),
    ...modelHandlers(features.models, features.localModels, features.network, app),
    ...historyHandlers(features.history, app.historyFiles, features.replay, features.dryRuns),
    ...recordHandlers(features.verifying, features.signed, features.deletion, retention),
    ...ruleHandlers(desk, features.rules, app.rulesFiles, touched),
    ...fixtureHandlers(features.fixtures, app.fixtureDialogs),
    "limits.raise": (id, raise) => limits.raise(id, raise),
    "app.snapshot": () => ok(app.snapshot()),
    "app.confirmQuit": (quit) => done(app.confirmQuit(quit)),
    "app.loginItem": () => ok(app.loginItem.look()),
    "app.setLoginItem": (on) => app.loginItem.set(on),
    "updates.look": () => app.updates.look(),
    "updates.download": () => {
      // It may take long; the view says how far it is.
      void app.updates.download();
      return ok(null);
    },
    "updates.install": () => app.updates.restart(),
    "app.paste": () => done(app.paste()),
    "settings.set": (patch) => {
      const set = app.settings.set(patch);
      if (patch.retention !== undefined) retention.changed();
      return set;
    },
  };
}

function requestHandlers(
  { desk, actions, drafts, team, servers }: Features,
  { settings, media, spending, openPage }: AppParts,
  touched: TouchedRequests,
): Of<"desk" | "ledger" | "drafts" | "inspect" | "actions" | "media" | "spending"> {
  return {
    "desk.decide": async (id, base, decision) => {
      const request = desk.request(id);
      const isTeams = team.requests.isTeams(id);
      if (request !== undefined && sendsContent(request, decision)) {
        const read = await desk.readAgain(id);
        if (!read.ok) return read;
      }
      const decided = isTeams
        ? await team.requests.decide(id, base, decision)
        : await retryWhileLocked(() => desk.decide(id, base, decision));
      // The user saw the server's identity when approving.
      if (decided.ok && request !== undefined && !isTeams && approves.has(decision.kind))
        servers.approved(request);
      if (decided.ok) openConsented(request, desk.request(id), decision, openPage);
      return decided;
    },
    // The guard keeps the announced decisions.
    "desk.announce": () => ok(null),
    "desk.opened": (id) => done(team.look(id), touched.opened(id)),
    "desk.stop": (id, attemptId) => team.requests.stop(id, attemptId) ?? desk.stop(id, attemptId),
    "desk.takeBack": (id) => team.requests.takeBack(id) ?? desk.withdrawApproval(id),
    "desk.switch": (position) => {
      desk.setSwitch(position);
      return settings.keepSwitch(position);
    },
    "desk.refuseAll": async () => ok(await desk.refuseAll()),
    "desk.moreRounds": (id) =>
      team.requests.moreRounds(id) ?? retryWhileLocked(() => desk.allowMoreRounds(id)),
    "desk.refuseUnrecorded": async () => ok(await desk.refuseUnrecorded()),
    "desk.dismiss": (id) => {
      const dismissed = desk.dismiss(id);
      // Dismissing a request discards its draft.
      if (dismissed.ok) drafts.drop(id);
      return dismissed;
    },
    "ledger.retry": () => desk.retryLedger(),
    "drafts.save": (id, draft) => {
      // The window lags a little: don't save a draft for a request whose response was sent.
      const request = desk.request(id);
      if (request === undefined || isReplied(request)) return ok(null);
      return done(drafts.save(id, draft));
    },
    "drafts.discard": (id, gate) => done(drafts.discard(id, gate)),
    "inspect.document": (id, gate, document) => desk.scanner.scanDocument(id, gate, document),
    // No hook is heard yet, so no action is held here.
    "actions.files": async (id) => ok(await actions.filesOf(id)),
    "media.read": (id, ref, from) => media.pieces.piece(id, ref, from),
    "media.pick": (id, kind) => media.pick(id, kind),
    "media.put": (id, kind, bytes) => media.put(id, kind, bytes),
    "media.fix": (id, ref) => media.fix(id, ref),
    "media.save": (id, ref, stated) => media.save(id, ref, stated),
    "spending.read": (day) => spending.since(day),
    "spending.save": () => spending.save(),
  };
}

/** Decisions that show that the user trusts the server. */
const approves: ReadonlySet<Decision["kind"]> = new Set(["approve-request", "approve-candidates"]);

const done = (..._nothing: void[]): Outcome<null, Failure> => ok(null);

/**
 * Opens the page of a link request after the user consented; the decision is already recorded.
 * @param after the request now: where two people decide, the first only proposes to open the page
 */
function openConsented(
  request: HeldRequest | undefined,
  after: HeldRequest | undefined,
  decision: Decision,
  openPage: (url: string) => void,
): void {
  if (decision.kind !== "respond" || !request?.proposed) return;
  if (after?.phase.kind === "request") return;
  const url = kindOf(request).addressOpenedBy?.(request.proposed, decision.document) ?? null;
  if (url !== null) openPage(url);
}

/** Milliseconds between attempts, and their number: half a second in all. */
const AGAIN_MS = 25;
const TRIES = 20;

/**
 * Retries the user's decision while another program (backup, virus scanner) holds a lock on the ledger, so that the user
 * need not click again. Waits with a timer to keep main responsive. A failed `work` must have had no effect.
 */
export async function retryWhileLocked<T>(
  work: () => Outcome<T, Failure>,
): Promise<Outcome<T, Failure>> {
  for (let tried = 1; ; tried += 1) {
    const done = work();
    if (done.ok || !isLocked(done.failure) || tried === TRIES) return done;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

const isLocked = (failure: Failure): boolean =>
  failure.kind === "not-recorded" && failure.reason === "locked";
