// Lets the user's rules decide where the mode allows it: evaluates a request or response once it is scanned, unless
// the user decided first.
import { matchedIn } from "#shared/filter/texts.ts";
import type { Inspection } from "#shared/findings/inspection.ts";
import type {
  BacklogVerdict,
  ConfirmedVerdict,
  BacklogPreview,
} from "#shared/rules/judge/backlogPreview.ts";
import type { Failure } from "#shared/outcome.ts";
import { answerAlone } from "#shared/rules/judge/atGate.ts";
import type { Answered } from "#shared/rules/judge/atGate.ts";
import { hasDecided } from "#shared/rules/judge/judge.ts";
import type { Matcher, Verdict, Compiled } from "#shared/rules/judge/judge.ts";
import type { Rule } from "#shared/rules/rule.ts";
import type { RequestEvent } from "#shared/request/life/event.ts";
import type { Base, HeldRequest } from "#shared/request/life/heldRequest.ts";
import { isAsPreviewed, eventsOfVerdict, verdictHash } from "./ruleVerdict.ts";
import type { DecisionDeps } from "../desk/decide.ts";
import { RuleEvaluator } from "./ruleEvaluator.ts";
import type { EvaluatedAt } from "./ruleEvaluator.ts";
import type { Refuser } from "../admission/refuser.ts";
import type { DeskDeps } from "../desk/deskDeps.ts";
import type { Recorder } from "../desk/recorder.ts";
import type { applyingInOrder } from "../desk/teamRows.ts";
import type { HeldByRule, Incoming } from "../ports.ts";
import type { Judged } from "#shared/rules/judged.ts";
import { asksForAny } from "#shared/filter/matches.ts";
import type { ColumnName } from "#shared/filter/columns.ts";
import { kindFactsOf } from "#shared/request/kinds/facts.ts";
import { namesKind, namesMetadata } from "#shared/rules/ruleQuery.ts";
import { advance } from "#shared/request/life/advance.ts";
import { draftOf } from "../desk/intake.ts";
import type { DocumentUpdates } from "../desk/intake.ts";
import { nextTurn, yieldWhenDue } from "../desk/slices.ts";
import { refusalForFailure } from "#shared/dialects/failureRefusal.ts";
import { reviewable, underWay } from "#shared/request/life/attempts.ts";

/** After a ledger lock of at most this length, rules still make the decisions that it prevented. */
const LOCKED_MS = 10_000;

const NOT_AWAITED: Inspection = { findings: [], more: 0, tookMs: 0 };

/** A verdict shown in a preview, which must still hold when a pending request is evaluated. */
interface Asked {
  said: ConfirmedVerdict;
  isTouched: IsTouched;
}

interface Judging {
  asked?: Asked;
  /** Neither allows nor asks, and only for a kind that rules refuse in every mode. */
  onlyRefuses?: boolean;
}

/** The parts of the desk that rules decide with. */
interface DecidedAt extends EvaluatedAt {
  deciding: DecisionDeps;
  recorder: Recorder;
  updates: DocumentUpdates;
  refusing: Refuser;
  /** At once; of a request of the team, once the team's database has accepted them. */
  applyAll: ReturnType<typeof applyingInOrder>;
}

export class RuleEngine {
  readonly #parts: DeskDeps;
  readonly #judgement: RuleEvaluator;
  readonly #desk: DecidedAt;

  constructor(parts: DeskDeps, desk: DecidedAt) {
    this.#parts = parts;
    this.#judgement = new RuleEvaluator(parts, desk);
    this.#desk = desk;
  }

  /** Whether rules have yet to decide about the request. */
  isPending(requestId: string): boolean {
    return this.#desk.roster.runtime(requestId)?.awaitsRules === true;
  }

  /** Whether rules, or its own permission, apply to a new request. Replays are always for the user. */
  appliesTo(request: HeldRequest, own?: Incoming["permission"]): boolean {
    return request.reply.kind !== "replay" && this.#judgement.appliesTo(request, "request", own);
  }

  /** Whether a permission decides about a new request without its scan. */
  decidesAtOnce(request: HeldRequest): boolean {
    return this.#judgement.passesUnscanned(request, "request");
  }

  /** Whether the response may be sent while it is generated: nothing can still refuse it. */
  mayStream(request: HeldRequest): boolean {
    return this.#judgement.mayStream(request);
  }

  /** Whether requests of the requester pass whatever they say: nothing is redacted, and no rule may refuse one. */
  passesUnread(serverId: string): boolean {
    return this.#judgement.passesUnread(serverId);
  }

  /**
   * Whether one of these expressions matches the request with any of its responses, or may. Waits for their scans
   * where it depends on them.
   */
  async fitsAny(request: HeldRequest, expressions: readonly Matcher[]): Promise<boolean> {
    const fits = this.#judgement.fitsAny(request, expressions);
    if (fits !== "unsure") return fits;
    await this.#judgement.whenScanned(request);
    const now = this.#desk.roster.get(request.id) ?? request;
    return this.#judgement.fitsAny(now, expressions) !== false;
  }

  /** Waits while rules have yet to decide: what they refuse, nobody else is asked about. */
  async whenRuled(request: HeldRequest): Promise<void> {
    if (this.isPending(request.id)) await this.#judgement.whenScanned(request);
  }

  /** The rule that holds or refuses this request, which is not held by default. */
  heldByRule(incoming: Incoming): Promise<HeldByRule | null> {
    return heldByRule(incoming, this.#parts, this.#judgement);
  }

  /** Call for a new request that rules apply to: until they decide, the user is not asked. */
  markPending({ id }: HeldRequest): void {
    this.#setJudged(id, true);
  }

  /**
   * Called before an event is applied, with the request as it will be. True when the event brings a response that
   * rules apply to; from then on the request is pending for them.
   */
  expectRuling(request: HeldRequest, event: RequestEvent): boolean {
    const isNext = this.#answered(request, event) !== null;
    if (isNext) this.#setJudged(request.id, true);
    return isNext;
  }

  /** Evaluates a request marked by `markPending`, unless it already got a response. */
  async decideRequest(requestId: string): Promise<void> {
    if (!this.isPending(requestId)) return;
    const request = this.#desk.roster.get(requestId);
    if (request?.phase.kind === "request") {
      await this.#judge(request, null);
    } else {
      this.#setJudged(requestId, false);
    }
  }

  /** Call for every applied event: evaluates a response it brings. */
  onEvent(request: HeldRequest, event: RequestEvent): void {
    const answer = this.#answered(request, event);
    if (answer !== null) void this.#judge(request, answer);
    // The user looks at it already: a rule can only refuse.
    if (event.kind === "document-updated" && this.appliesTo(request))
      void this.#judge(request, null, { onlyRefuses: true });
    const refused = providerFailed(request, event);
    if (refused !== null)
      // Once the event has taken effect.
      queueMicrotask(() => {
        const now = this.#desk.roster.get(request.id);
        const atMs = this.#parts.clock.nowMs();
        if (now?.revision === request.revision)
          void this.#desk.applyAll(now, [{ ...refused, atMs }]);
      });
  }

  /** The response that the event brings, if rules apply to it. */
  #answered(request: HeldRequest, event: RequestEvent): Answered | null {
    if (event.kind !== "attempt-done" || request.reply.kind === "replay") return null;
    const answer = answerAlone(request);
    const isIt = answer?.id === event.attemptId && this.#judgement.appliesTo(request, "response");
    return isIt ? answer : null;
  }

  #setJudged(requestId: string, isJudged: boolean): void {
    const runtime = this.#desk.roster.runtime(requestId);
    if (runtime !== undefined) runtime.awaitsRules = isJudged;
  }

  /** What rules would decide now about these pending requests; changes nothing. */
  preview(requestIds: readonly string[], isTouched: IsTouched): Promise<BacklogPreview> {
    const untouched = (id: string): UntouchedItem | null => this.#untouched(id);
    return previewRules(this.#judgement, this.#parts.hasher, untouched, requestIds, isTouched);
  }

  /**
   * Lets rules decide about pending requests, one per turn of the loop, as long as they are untouched and the rules
   * still say what the preview showed. Resolves to those that were decided.
   */
  async decideWaiting(
    all: readonly ConfirmedVerdict[],
    isTouched: IsTouched,
  ): Promise<BacklogVerdict[]> {
    const decided: BacklogVerdict[] = [];
    for (const said of all) {
      const { id, gate, decide, ruleHash } = said;
      // Each decision waits for the disk; the turn lets input from the user and servers be handled first.
      await nextTurn();
      const waits = isTouched(id) ? null : this.#untouched(id);
      const as = { asked: { said, isTouched } };
      const done = waits === null ? null : await this.#judgeLate(waits, as);
      if (done !== null) decided.push({ id, gate, rule: done.rule, decide, ruleHash });
    }
    return decided;
  }

  /**
   * The ledger works again: evaluates what only a short lock kept from being decided. After a longer one, requests
   * are left to the user.
   */
  onRecovered(): void {
    const since = this.#parts.clock.nowMs() - LOCKED_MS;
    for (const [id, runtime] of this.#desk.roster.runtimes()) {
      const { lockedAtMs } = runtime;
      runtime.lockedAtMs = null;
      const waits = lockedAtMs !== null && lockedAtMs >= since ? this.#untouched(id) : null;
      if (waits !== null) void this.#judgeLate(waits);
    }
  }

  /** The new request or single response, if nobody has acted on it and rules apply to it; otherwise null. */
  #untouched(id: string): UntouchedItem | null {
    const request = this.#desk.roster.get(id);
    if (request === undefined || request.reply.kind === "replay" || this.isPending(id)) return null;
    const answer = answerAlone(request);
    const isNew = request.phase.kind === "request" && request.attempts.length === 0;
    if (answer === null ? !isNew : answerTouched(request)) return null;
    return this.#judgement.appliesTo(request, answer === null ? "request" : "response")
      ? { request, answer }
      : null;
  }

  /** As `#judge`, for what has waited: what it is about is read again first. */
  async #judgeLate({ request, answer }: UntouchedItem, how: Judging = {}): Promise<Verdict | null> {
    const read = await this.#desk.updates.readAgain(request.id);
    return read.ok ? this.#judge(request, answer, how) : null;
  }

  /** The verdict, or null when no rule decided or it could not be recorded. */
  async #judge(
    before: HeldRequest,
    answer: Answered | null,
    { asked, onlyRefuses = false }: Judging = {},
  ): Promise<Verdict | null> {
    const { id, revision, askedHash } = before;
    const base = { revision, hash: answer === null ? askedHash : answer.state.generatedHash };
    const epoch = this.#desk.switch.epoch;
    if (!onlyRefuses) this.#setJudged(id, true);
    const gate = answer === null ? "request" : "response";
    const passes = (): boolean => this.#judgement.passesUnscanned(before, gate);
    // Where nothing depends on the scan, it goes on for its row; the decision has a turn of the loop of its own, in which
    // the user may have redaction, a limit or a rule begin.
    if (passes()) await nextTurn();
    const inspection = passes() ? NOT_AWAITED : await this.#judgement.scan(before, answer);
    if (!onlyRefuses) this.#setJudged(id, false);
    const request = this.#desk.roster.get(id);
    const isSameMode = this.#desk.switch.epoch === epoch && !onlyRefuses;
    const goesOn =
      request !== undefined &&
      request.revision === revision &&
      request.phase.kind === (answer === null ? "request" : "response") &&
      !asked?.isTouched(id);
    const verdict =
      request !== undefined && goesOn
        ? await this.#decide(request, base, answer, { inspection, isSameMode, wanted: asked?.said })
        : null;
    if (this.#desk.roster.get(id) !== undefined) {
      // A decision was written together with the rows that waited for it.
      if (verdict === null) this.#desk.recorder.flushSoon();
      this.#parts.listener.requestChanged(id);
    }
    return verdict;
  }

  /** Whatever it applies, it applies before it waits. */
  async #decide(
    request: HeldRequest,
    base: Base,
    answer: Answered | null,
    now: {
      inspection: Inspection | null;
      isSameMode: boolean;
      wanted?: ConfirmedVerdict | undefined;
    },
  ): Promise<Verdict | null> {
    const { inspection, isSameMode, wanted } = now;
    const found = this.#judgement.evaluate(request, answer, inspection, isSameMode);
    if (found === null) return null;
    const { rule } = found;
    const matched = matchedIn(found.query, request);
    const said: Verdict = matched.length === 0 ? found.said : { ...found.said, matched };
    if (wanted !== undefined && !isAsPreviewed(wanted, found, this.#parts.hasher)) return null;
    const events = eventsOfVerdict(
      { request, rule, said, base },
      inspection,
      answer,
      this.#desk.deciding,
    );
    const [first] = events;
    const held = first?.kind === "judged" ? first.held : undefined;
    if (wanted !== undefined && held !== undefined) return null;
    // What would have passed is told that the budget is used up: nobody may be there to allow more.
    const refusal =
      held?.kind === "limit"
        ? this.#desk.limits.budgets.refusalFor(request.requester.serverId)
        : null;
    if (refusal !== null)
      events.push({
        atMs: this.#parts.clock.nowMs(),
        by: { kind: "desk" },
        kind: "refused",
        refusal,
      });
    const used = held === undefined && this.#uses(rule, request);
    if (used && this.#parts.rules?.takeUse(rule.id) !== true) return null;
    const done = await this.#desk.applyAll(request, events);
    if (!done.ok) {
      if (used) this.#parts.rules?.returnUse(rule.id);
      this.#notApplied(request.id, done.failure, wanted !== undefined);
      return null;
    }
    this.#asksTeam(request.id, said);
    if (held !== undefined) return { ...said, held };
    this.#decided(request, said, first?.atMs ?? 0);
    return said;
  }

  /** A rule asks the team about the request. */
  #asksTeam(id: string, { team, decide }: Verdict): void {
    if (team === true && decide !== "refuse") this.#parts.team?.take(id);
  }

  /** Takes the request as it was before. */
  #decided({ judged = [] }: HeldRequest, { rule, decide }: Verdict, atMs: number): void {
    if (!hasDecided(rule.id, judged)) this.#parts.rules?.onDecided?.(rule.id, atMs);
    if (decide === "ask" || judged.some(hasPassed)) return;
    this.#desk.switch.ruledSince += 1;
    this.#parts.listener.deskChanged();
  }

  #notApplied(id: string, failure: Failure, isWanted: boolean): void {
    const runtime = this.#desk.roster.runtime(id);
    if (runtime !== undefined && !isWanted && isLocked(failure)) {
      runtime.lockedAtMs = this.#parts.clock.nowMs();
    }
    const [over] = failure.kind === "team-refused" ? (failure.holds ?? []) : [];
    if (over !== undefined) this.#desk.refusing.refuseOverBudget(id, over.unit);
  }

  /**
   * Whether deciding takes a use of the rule. It is taken before anything is done, so that a rule never decides more
   * often than it may.
   */
  #uses({ id, holds }: Rule, { judged = [] }: HeldRequest): boolean {
    return holds.kind === "uses" && !hasDecided(id, judged);
  }
}

const isLocked = (failure: Failure): boolean =>
  failure.kind === "not-recorded" && failure.reason === "locked";

/** False once the request has ended, and while something that a rule approved is running. */
export function isForUser({ phase, attempts }: HeldRequest): boolean {
  if (phase.kind === "ended") return false;
  if ("by" in phase) return phase.by.kind !== "rule";
  const runs = attempts.filter(({ state }) => state.kind === "running");
  return runs.length === 0 || runs.some(({ by }) => by.kind !== "rule");
}

/** Whether a rule let the request pass or refused it. */
const hasPassed = ({ decide, held }: Judged): boolean => decide !== "ask" && held === undefined;

/** Whether anything but a verdict happened since the response came. */
function answerTouched({ timeline }: HeldRequest): boolean {
  const at = timeline.findLastIndex(({ kind }) => kind === "attempt-done");
  return timeline.slice(at + 1).some(({ kind }) => kind !== "judged");
}

const FINDINGS: ReadonlySet<ColumnName> = new Set<ColumnName>(["findings", "finding", "has"]);

/** The rules could not be evaluated: everything is held, its response included. */
const IN_DOUBT: HeldByRule = { rule: null, reviewsResponse: true };

/**
 * The first rule that matches, if it asks the user or refuses; in every mode, since holding is the stricter choice. A
 * rules file with a fault holds everything, and so does a scan that a rule needs and that takes too long.
 */
async function heldByRule(
  incoming: Incoming,
  parts: DeskDeps,
  evaluator: RuleEvaluator,
): Promise<HeldByRule | null> {
  const { rules, clock } = parts;
  if (rules === undefined) return null;
  const compiled = rules.compiled();
  if (compiled === null) return IN_DOUBT;
  const queries = compiled.byGate.request.map(({ query }) => query).filter(namesKind);
  if (queries.length === 0) return null;
  const draft = advance(null, draftOf(incoming, parts))?.request;
  if (draft === undefined) return IN_DOUBT;
  let request: HeldRequest = draft;
  if (queries.some((query) => asksForAny(query, FINDINGS))) {
    const inspection = await evaluator.scan(draft, null);
    if (inspection === null) return IN_DOUBT;
    const { askedHash: hash } = draft;
    const at = {
      atMs: clock.nowMs(),
      by: { kind: "desk" as const },
      gate: "request" as const,
      hash,
    };
    request = advance(draft, { kind: "inspected", ...at, ...inspection })?.request ?? draft;
  }
  const rule = evaluator.firstMatch(rulesFor(compiled, request), request)?.rule;
  if (rule === undefined || rule.decide === "allow") return null;
  const { id, name, secondLook } = rule;
  return { rule: { id, name }, reviewsResponse: secondLook === true };
}

/** A rule that allows does not allow what its author may not have thought of: what is sent besides the content. */
function rulesFor(compiled: Compiled, held: HeldRequest): Compiled {
  if (!kindFactsOf(held).facts(held.proposed).metadata) return compiled;
  const request = compiled.byGate.request.filter(
    ({ rule, query }) =>
      rule.decide !== "allow" || rule.exactly !== undefined || namesMetadata(query),
  );
  return { ...compiled, byGate: { ...compiled.byGate, request } };
}

/** Whether the user has opened or edited the request. Asked again just before a rule decides. */
export type IsTouched = (requestId: string) => boolean;

/** A new request, or a single response, that nobody has acted on. */
interface UntouchedItem {
  request: HeldRequest;
  answer: Answered | null;
}

/**
 * What rules would decide now about pending requests and responses; those that the user has touched are only counted
 * (`mine`). Changes nothing and takes no use of a rule.
 */
async function previewRules(
  judgement: RuleEvaluator,
  hasher: DeskDeps["hasher"],
  untouched: (requestId: string) => UntouchedItem | null,
  requestIds: readonly string[],
  isTouched: IsTouched,
): Promise<BacklogPreview> {
  const would: BacklogVerdict[] = [];
  let mine = 0;
  const left = new Map<string, number>();
  const turn = yieldWhenDue();
  for (const id of requestIds) {
    await turn();
    const waits = untouched(id);
    if (waits === null) continue;
    const inspection = await judgement.scan(waits.request, waits.answer);
    const found = judgement.evaluate(waits.request, waits.answer, inspection);
    if (found === null || found.said.held !== undefined || found.said.decide === "ask") continue;
    if (isTouched(id)) {
      mine += 1;
      continue;
    }
    const { gate, rule, decide } = found.said;
    const { holds } = found.rule;
    if (holds.kind === "uses" && !hasDecided(rule.id, waits.request.judged ?? [])) {
      const uses = left.get(rule.id) ?? holds.left;
      if (uses === 0) continue;
      left.set(rule.id, uses - 1);
    }
    const as = verdictHash(found, hasher);
    would.push({ id, gate, rule, decide, ruleHash: as });
  }
  return { would, mine };
}

type Refused = Omit<Extract<RequestEvent, { kind: "refused" }>, "atMs">;

/** The event that ends it with the provider's error; null for any other request or event. `request`: after it. */
function providerFailed(request: HeldRequest, event: RequestEvent): Refused | null {
  if (event.kind !== "attempt-failed" && event.kind !== "attempt-stopped") return null;
  const failure = event.kind === "attempt-failed" ? event.failure : event.brokenOff;
  const attempt = request.attempts.find(({ id }) => id === event.attemptId);
  if (failure === undefined || attempt?.by.kind !== "rule" || request.reply.kind !== "http")
    return null;
  // What the user or another model wrote is still there to choose.
  const others = [...underWay(request), ...reviewable(request)].some(({ id }) => id !== attempt.id);
  const isOpen = request.phase.kind === "request" || request.phase.kind === "response";
  if (others || !isOpen) return null;
  return { kind: "refused", by: attempt.by, refusal: refusalForFailure(failure) };
}
