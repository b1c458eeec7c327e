// Evaluates the rules for a request or response as it is now. Does, records and counts nothing.
import { rowOf } from "#shared/filter/columns.ts";
import type { ColumnName } from "#shared/filter/columns.ts";
import { factsOf } from "#shared/filter/facts.ts";
import type { FilterItem } from "#shared/filter/matches.ts";
import { indexText } from "#shared/filter/text.ts";
import { ownTextsOf } from "#shared/filter/texts.ts";
import type { Inspection } from "#shared/findings/inspection.ts";
import type { FindingKind } from "#shared/findings/kinds.ts";
import { withoutDisabledKinds } from "#shared/findings/disabledKinds.ts";
import type { ModelRef } from "#shared/models/model.ts";
import type { Answered } from "#shared/rules/judge/atGate.ts";
import { compile, firstMatch, isForServer, judge, verdictOf } from "#shared/rules/judge/judge.ts";
import type {
  Compiled,
  JudgeContext,
  Matcher,
  RuleMatch,
  VerdictInput,
} from "#shared/rules/judge/judge.ts";
import type { Rule, RuleGate } from "#shared/rules/rule.ts";
import { permissionRuleId } from "#shared/rules/standingPermission.ts";
import type { CallTerms, StandingPermission } from "#shared/rules/standingPermission.ts";
import { requestPasses, responsePasses } from "#shared/rules/judge/callTerms.ts";
import { stricterVerdict } from "#shared/team/strictness.ts";
import { unsureOf } from "#shared/rules/judge/unsure.ts";
import { withRuleChanges, verdictInputOf } from "#shared/rules/judge/verdictInput.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import { isByHand } from "#shared/request/document/edited.ts";
import { reviewable } from "#shared/request/life/attempts.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { FIRST_KIND } from "#shared/request/kinds/names.ts";
import type { KindName } from "#shared/request/kinds/names.ts";
import { kindOf } from "#shared/request/kinds/registry.ts";
import type { Limits } from "../admission/limits.ts";
import type { ModeSwitch } from "../admission/modeSwitch.ts";
import type { DeskDeps } from "../desk/deskDeps.ts";
import type { EventApplier } from "../desk/eventApplier.ts";
import type { Roster } from "../desk/roster.ts";
import type { FindingsScanner } from "../findings/scanner.ts";
import { within } from "../within.ts";
import type { ServerStanding } from "#shared/rules/judged.ts";

/**
 * How long a request or response may wait for its scan (queueing and scanning, which the inspector also limits
 * separately), in milliseconds. After that it counts as not scanned and is left to the user.
 */
export const SCAN_TIMEOUT_MS = 60_000;
/** The parts of the desk that rules are evaluated with. */
export interface EvaluatedAt {
  roster: Roster;
  applying: EventApplier;
  scanner: FindingsScanner;
  limits: Limits;
  switch: ModeSwitch;
}

/** The rule that matches and its verdict; null when none matches or there are none. */
export type MatchedRule = ReturnType<typeof judge>;

export class RuleEvaluator {
  readonly #parts: DeskDeps;
  readonly #desk: EvaluatedAt;
  /** Since when this run is. Nothing of an earlier one is known. */
  readonly #sinceMs: number;
  /** The last permission that decided: parsing an expression takes as long as all the rest. */
  #permissions: Compiled | null = null;

  constructor(parts: DeskDeps, desk: EvaluatedAt) {
    this.#parts = parts;
    this.#desk = desk;
    this.#sinceMs = parts.clock.nowMs();
  }

  /** Whether rules may decide about this server's requests. */
  #mayDecide(serverId: string): boolean {
    return this.#desk.switch.of(serverId) === "rules";
  }

  /** The permission that came with the request. */
  #ownPermission(requestId: string): StandingPermission | null {
    return this.#desk.roster.runtime(requestId)?.permission ?? null;
  }

  /**
   * Whether any rules apply to requests, or responses, of the request's server.
   * @param own the permission of a request that is not in the roster yet
   */
  appliesTo(request: HeldRequest, gate: RuleGate, own?: StandingPermission): boolean {
    if (this.#permissionFor(request, own) !== null) return true;
    if ((this.#parts.teamRules?.(request.id, false)?.byGate[gate].length ?? 0) > 0) return true;
    if (!this.#mayDecide(request.requester.serverId) && !refusesAlways(request)) return false;
    return (this.#parts.rules?.compiled()?.byGate[gate].length ?? 0) > 0;
  }

  /** Whether the response may be sent while it is generated: a permission lets it pass, and no rule can refuse it. */
  mayStream(request: HeldRequest): boolean {
    const { serverId } = request.requester;
    if (this.#permissionFor(request) === null || this.#terms(serverId) !== null) return false;
    if (!this.#mayDecide(serverId)) return true;
    const rules = this.#parts.rules?.compiled()?.byGate.response ?? [];
    return !rules.some(({ rule }) => rule.decide === "refuse" && isForServer(rule, serverId));
  }

  /** Whether a permission lets requests pass whatever they say: nothing is redacted, and no rule may refuse one. */
  passesUnread(serverId: string): boolean {
    const permission = this.#permission(serverId);
    if (permission === null || permission.changes?.redact !== undefined) return false;
    if (this.#terms(serverId) !== null) return false;
    const { request = [], response = [] } = this.#parts.rules?.compiled()?.byGate ?? {};
    const mayRefuse = [...request, ...response].some(
      ({ rule }) => rule.decide === "refuse" && isForServer(rule, serverId),
    );
    return !(mayRefuse && this.#mayDecide(serverId));
  }

  /** Whether a permission lets it pass whatever is found, and no rule could decide about it. */
  passesUnscanned(request: HeldRequest, gate: RuleGate): boolean {
    const { id, requester } = request;
    const { serverId } = requester;
    const permission = this.#permissionFor(request);
    if (permission === null || permission.changes?.redact !== undefined) return false;
    if (this.#ownPermission(id) === null && this.#terms(serverId) !== null) return false;
    const mayDecide = this.#mayDecide(serverId);
    const rules = this.#parts.rules?.compiled()?.byGate[gate] ?? [];
    return !rules.some(
      ({ rule }) =>
        isForServer(rule, serverId) &&
        (mayDecide || (refusesAlways(request) && rule.decide === "refuse")),
    );
  }

  /** What a program's permission is limited to; null: there is none, or it is not limited. */
  #terms = (serverId: string): CallTerms | null =>
    this.#parts.requesters?.permissionOf?.(serverId)?.terms ?? null;

  #permission(serverId: string): Rule | null {
    const permission = this.#parts.requesters?.permissionOf?.(serverId) ?? null;
    if (permission === null || this.#desk.switch.isStopped(serverId)) return null;
    // A rule that cannot be read may refuse the request.
    const { rules } = this.#parts;
    const areLocked = rules !== undefined && rules.compiled() === null;
    return areLocked && this.#mayDecide(serverId) ? null : ruleFor(permission, "completion");
  }

  /** None holds for a request of the team: one user cannot allow what several decide about. */
  #permissionFor(request: HeldRequest, own = this.#ownPermission(request.id)): Rule | null {
    const { id, requester, requestKind = FIRST_KIND } = request;
    const isTeams = (this.#parts.teamRules?.(id, false) ?? null) !== null;
    if (isTeams) return null;
    if (own === null)
      return requestKind === "completion" ? this.#permission(requester.serverId) : null;
    const { rules } = this.#parts;
    const areLocked = rules !== undefined && rules.compiled() === null;
    const mayRefuse = this.#mayDecide(requester.serverId) || refusesAlways(request);
    if (this.#desk.switch.isStopped(requester.serverId) || (areLocked && mayRefuse)) return null;
    return { ...ruleFor(own, requestKind), id: permissionRuleId(own.id, "agent") };
  }

  /** The findings, or null when the scan takes too long. */
  scan(request: HeldRequest, answer: Answered | null): Promise<Inspection | null> {
    if (answer === null)
      return within(this.#desk.scanner.scanRequest(request), SCAN_TIMEOUT_MS, null);
    const { id, state } = answer;
    const looked = { id, hash: state.generatedHash, document: state.generated };
    return within(this.#desk.scanner.scanResponse(request, looked), SCAN_TIMEOUT_MS, null);
  }

  /**
   * The team's rules refuse in every mode, and so do one's own for some kinds; everything else depends on it.
   * @param isSameMode false: the mode has changed since the scan began
   */
  evaluate(
    request: HeldRequest,
    answer: Answered | null,
    inspection: Inspection | null,
    isSameMode = true,
  ): MatchedRule {
    const mayDecide = isSameMode && this.#mayDecide(request.requester.serverId);
    const compiled =
      mayDecide || refusesAlways(request) ? (this.#parts.rules?.compiled() ?? null) : null;
    const matched = compiled && this.#judged(compiled, request, answer, inspection);
    const own = mayDecide || isRefusal(matched) ? matched : null;
    const teams = this.#parts.teamRules?.(request.id, own?.said.team === true) ?? null;
    const found =
      teams === null
        ? own
        : stricterOf(this.#judged(teams, request, answer, inspection, true), own);
    const permission = isSameMode ? this.#permissionFor(request) : null;
    if (found?.said.decide === "refuse" || (permission === null && mayDecide)) return found;
    // What the user chose for an agent as a whole gives way to a rule that is about this action.
    if (found !== null && this.#ownPermission(request.id) !== null) return found;
    return permission && this.#permitted(permission, found, request, answer, inspection);
  }

  /** What the permission decides. Within terms, a rule by which the user is asked is stricter. */
  #permitted(
    permission: Rule,
    found: MatchedRule,
    request: HeldRequest,
    answer: Answered | null,
    inspection: Inspection | null,
  ): MatchedRule {
    const isOwn = this.#ownPermission(request.id) !== null;
    const terms = isOwn ? null : this.#terms(request.requester.serverId);
    if (terms !== null && found?.said.decide === "ask") return found;
    const isWithin = terms === null || this.#isWithin(terms, request, answer, inspection);
    if (!isWithin) return null;
    this.#permissions = compile([permission], this.#permissions);
    const gate = answer === null ? "request" : "response";
    const [ready] = this.#permissions.byGate[gate];
    if (ready === undefined) return null;
    // Its expression is true of all that it is for, so that nothing has to be found out about the request.
    const { judged = [] } = request;
    const off = this.#desk.scanner.disabledKinds();
    const said = verdictOf(ready, { gate, judged }, (rule) =>
      this.#standing(request, rule, answer, inspection, off),
    );
    return { rule: ready.rule, query: ready.query, said };
  }

  #isWithin(
    terms: CallTerms,
    request: HeldRequest,
    answer: Answered | null,
    inspection: Inspection | null,
  ): boolean {
    const seen = inspection && withoutDisabledKinds(inspection, this.#desk.scanner.disabledKinds());
    if (answer !== null) return responsePasses(terms, answer.state.generated, seen);
    const ofThisRun = this.#desk.roster
      .all()
      .filter(({ receivedAtMs }) => receivedAtMs >= this.#sinceMs);
    return requestPasses(terms, request, ofThisRun, seen);
  }

  #judged(
    compiled: Compiled,
    request: HeldRequest,
    answer: Answered | null,
    inspection: Inspection | null,
    forTeam = false,
  ): MatchedRule {
    // No user of a desk turns the team's checks off, or accepts texts for the team.
    const off = forTeam ? null : this.#desk.scanner.disabledKinds();
    return judge(
      compiled,
      ...this.#seen(request, answer === null ? "request" : "response", forTeam),
      (rule) => this.#standing(request, rule, answer, inspection, off),
    );
  }

  /**
   * Whether one of these expressions of the team matches the request with any of its responses. `unsure`: it may, also because
   * something is not scanned yet.
   */
  fitsAny(request: HeldRequest, expressions: readonly Matcher[]): boolean | "unsure" {
    const isScanned = this.#desk.scanner.isScanned(request);
    const each = reviewable(request).map((one) => ({ ...request, attempts: [one] }));
    let found: false | "unsure" = false;
    for (const seen of [request, ...each]) {
      const [item, { nowMs }] = this.#seen(seen, "request", true);
      const shown = isScanned ? item : unscanned(item);
      for (const fits of expressions) {
        const does = fits(shown, nowMs);
        if (does === true) return true;
        if (does === "unsure") found = does;
      }
    }
    return found;
  }

  /** Resolves once the request and its responses are scanned, or have taken too long. */
  async whenScanned(request: HeldRequest): Promise<void> {
    const answers = reviewable(request).filter((one) => !isByHand(one));
    await Promise.all([null, ...answers].map((one) => this.scan(request, one as Answered | null)));
  }

  /** The first rule at gate 1 that matches, whatever it decides. */
  firstMatch(compiled: Compiled, request: HeldRequest): RuleMatch | null {
    return firstMatch(compiled, ...this.#seen(request, "request"));
  }

  #seen(request: HeldRequest, gate: RuleGate, forTeam = false): [FilterItem, JudgeContext] {
    const { serverId: id } = request.requester;
    const standing: ServerStanding = this.#parts.requesters?.standing?.(id) ?? UNKNOWN;
    return [
      forTeam
        ? itemOf(this.#desk.scanner.withAllFound(request), [], standing)
        : itemOf(request, this.#desk.scanner.disabledKinds(), standing),
      {
        gate,
        nowMs: this.#parts.clock.nowMs(),
        askedHash: request.askedHash,
        thread: request.origin.kind === "certain" ? request.origin.call.runId : null,
        judged: request.judged ?? [],
        server: { id, ...standing },
      },
    ];
  }

  #standing(
    request: HeldRequest,
    rule: Rule,
    answer: Answered | null,
    inspection: Inspection | null,
    off: readonly FindingKind[] | null,
  ): VerdictInput {
    const out = rule.changes?.redact ?? [];
    const document = withRuleChanges(request, rule);
    const sends = answer === null && document !== null && kindOf(request).hasModel;
    const model = sends ? this.#model(request, rule, document) : null;
    const limit =
      sends && model !== null ? this.#desk.limits.holdReason(request, model, document) : null;
    // Values to be redacted must be known even if the user turned their checks off.
    const wanted =
      inspection === null || off === null ? inspection : withoutDisabledKinds(inspection, off, out);
    const stands = { ...verdictInputOf(request, rule, answer, wanted), limit };
    return kindOf(request).hasModel ? { ...stands, model } : stands;
  }

  /** The rule's own model, or the first suitable one; null when the user does not allow it for this server. */
  #model(request: HeldRequest, { changes }: Rule, document: RequestDocument): ModelRef | null {
    const model =
      changes?.model ?? this.#parts.models?.choose?.(request.requester.serverId, document) ?? null;
    return model === null || this.#desk.applying.checkModel(request, model) !== null ? null : model;
  }
}

/** For a request of the team: the team's rules, with the user's own where they are stricter. */
function stricterOf(team: MatchedRule, own: MatchedRule): MatchedRule {
  const said = stricterVerdict(team?.said ?? null, own?.said ?? null);
  if (said === null || said === own?.said) return said === null ? null : own;
  if (team === null || said === team.said) return team;
  const { changes } = said;
  return { ...team, said, rule: { ...team.rule, ...(changes === undefined ? {} : { changes }) } };
}

/** The user has allowed everything, or what `terms` say, whatever is found: true of each request of this kind. */
const ruleFor = ({ id, name, redact, terms }: StandingPermission, kind: KindName): Rule => ({
  id: permissionRuleId(id, terms === undefined ? "program" : "calls"),
  name,
  on: true,
  gate: "both",
  when: `kind:${kind} findings:>=0`,
  decide: "allow",
  ...(redact.length === 0 ? {} : { changes: { redact } }),
  holds: { kind: "always" },
});

/** Rules that refuse such a request do so in every mode. */
const refusesAlways = (request: HeldRequest): boolean =>
  kindOf(request).refusesInEveryMode === true;
const isRefusal = (matched: MatchedRule): boolean =>
  matched?.said.decide === "refuse" && matched.said.held === undefined;

const UNKNOWN: ServerStanding = { identity: null, name: "own" };

/** Columns that a scan fills. */
const SCANNED: readonly ColumnName[] = ["findings", "finding", "has"];

const unscanned = (item: FilterItem): FilterItem => ({
  ...item,
  unsure: new Map([
    ...(item.unsure ?? []),
    ...SCANNED.map((column) => [column, "unknown"] as const),
  ]),
});

function itemOf(
  request: HeldRequest,
  off: readonly FindingKind[],
  { name }: ServerStanding,
): FilterItem {
  let text: string | null = null;
  const facts = factsOf(request, off);
  return {
    row: rowOf(facts),
    indexed: () => (text ??= indexText(ownTextsOf(request))),
    unsure: unsureOf(request, facts, name),
  };
}
