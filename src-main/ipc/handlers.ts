// The IPC handlers, calling the desk or a service. No decisions are taken here.
import { ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { Decision } from "#shared/request/life/decision.ts";
import type { Results } from "#shared/contract/contract.ts";
import type { LoginItemView } from "#shared/contract/machine.ts";
import type { Snapshot } from "#shared/contract/pushes.ts";
import { sendsContent } from "../core/desk/decide.ts";
import { isReplied } from "../core/desk/roster.ts";
import type { RetentionService } from "../history/retention.ts";
import { historyHandlers } from "../history/handlers.ts";
import type { HistoryHandlerParts } from "../history/handlers.ts";
import type { MediaService } from "../core/media/media.ts";
import { modelHandlers, type ModelHandlerParts } from "../models/handlers.ts";
import type { Drafts } from "../history/drafts.ts";
import { TouchedRequests } from "../core/touchedRequests.ts";
import type { ProgramsService } from "../programs/programs.ts";
import { programHandlers } from "../programs/handlers.ts";
import { ruleHandlers, type RuleHandlerParts } from "../rules/handlers.ts";
import { serverHandlers, type ServerHandlerParts } from "../servers/handlers.ts";
import type { SettingsService } from "../profile/settings.ts";
import type { SpendingService } from "../history/spending.ts";
import type { EarlyHandlers, Handlers } from "./dispatch.ts";
import { teamHandlers } from "../team/handlers.ts";
import type { TeamHandlerParts } from "../team/handlers.ts";
import { agentHandlers } from "../agents/handlers.ts";
import type { AgentDoors } from "../agents/agentDoors.ts";
import type { AgentsService } from "../agents/agents.ts";
import type { GatewayService } from "../agents/gateway/gateway.ts";
import { kindOf } from "#shared/request/kinds/registry.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";

interface HandlerParts
  extends
    TeamHandlerParts,
    ModelHandlerParts,
    RuleHandlerParts,
    ServerHandlerParts,
    HistoryHandlerParts {
  doors: AgentDoors;
  agents: AgentsService;
  gateway: GatewayService;
  /** A system dialog for a host's config file; null when the user cancelled. */
  pickHostFile(): Promise<string | null>;
  retention: RetentionService;
  /** Actions of agents that are pending. */
  actions: { filesOf(requestId: string): Promise<Results["actions.files"]> };
  drafts: Drafts;
  settings: SettingsService;
  programs: ProgramsService;
  media: MediaService;
  spending: SpendingService;
  early: EarlyHandlers;
  snapshot(): Snapshot;
  confirmQuit(quit: boolean): void;
  loginItem: { look(): LoginItemView; set(on: boolean): Outcome<LoginItemView, Failure> };
  paste(): void;
  /** Opens a page in the system's browser. */
  openPage(url: string): void;
}

/** The handlers of all channels with these prefixes. */
type Of<Begins extends string> = Pick<Handlers, Extract<keyof Handlers, `${Begins}.${string}`>>;

/** The handler table for `serve`. */
export function handlersOf(parts: HandlerParts): Handlers {
  const touched = new TouchedRequests(parts.drafts, (id) => parts.desk.request(id) !== undefined);
  return {
    ...parts.early,
    ...requestHandlers(parts, touched),
    ...serverHandlers(parts),
    ...agentHandlers(parts.doors, parts.agents, parts.gateway, () => parts.pickHostFile()),
    ...programHandlers(parts.programs),
    ...teamHandlers(parts),
    ...modelHandlers(parts),
    ...historyHandlers(parts),
    ...ruleHandlers(parts, touched),
    "app.snapshot": () => ok(parts.snapshot()),
    "app.confirmQuit": (quit) => done(parts.confirmQuit(quit)),
    "app.loginItem": () => ok(parts.loginItem.look()),
    "app.setLoginItem": (on) => parts.loginItem.set(on),
    "app.paste": () => done(parts.paste()),
    "settings.set": (patch) => {
      const set = parts.settings.set(patch);
      if (patch.retention !== undefined) parts.retention.changed();
      return set;
    },
  };
}

function requestHandlers(
  parts: HandlerParts,
  touched: TouchedRequests,
): Of<"desk" | "ledger" | "drafts" | "inspect" | "actions" | "media" | "spending"> {
  const { desk, actions, drafts, settings, team } = parts;
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
        parts.servers.approved(request);
      if (decided.ok) openConsented(request, desk.request(id), decision, parts.openPage);
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
    "media.read": (id, ref, from) => parts.media.pieces.piece(id, ref, from),
    "media.pick": (id, kind) => parts.media.pick(id, kind),
    "media.put": (id, kind, bytes) => parts.media.put(id, kind, bytes),
    "media.fix": (id, ref) => parts.media.fix(id, ref),
    "media.save": (id, ref, stated) => parts.media.save(id, ref, stated),
    "spending.read": (day) => parts.spending.since(day),
    "spending.save": () => parts.spending.save(),
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
