// Budgets for the window, warnings when one is nearly used up, and raising the limit that refused a request.
import { isNearlyUsed } from "#shared/rules/limits/budget.ts";
import type { BudgetUse } from "#shared/rules/limits/budget.ts";
import { allLimitsSchema } from "#shared/rules/limitSchemas.ts";
import { entryOf } from "#shared/rules/limits/limits.ts";
import type { AllLimits, Budgets, ServerLimits } from "#shared/rules/limits/limits.ts";
import { placeOf } from "#shared/rules/limits/raise.ts";
import type { LimitPlace, Raise } from "#shared/rules/limits/raise.ts";
import type { LimitsView } from "#shared/contract/limits.ts";
import type { Json } from "#shared/json.ts";
import { fail, ok } from "#shared/outcome.ts";
import { fold } from "#shared/ledger/fold.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { policySchema } from "#shared/servers/policy/policy.ts";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";
import type { Audience } from "../audience.ts";
import type { Ledger, LedgerEntry } from "../core/ports.ts";
import { PerFrame } from "../core/perFrame.ts";
import type { SettingsService } from "../profile/settings.ts";

/** Budgets are free again as time passes, without an event, so they are checked at this interval. */
const LOOK_MS = 20_000;

/** What this service needs of the desk. */
export interface LimitedDesk {
  request(id: string): HeldRequest | undefined;
  recorder: { recordDecisions(rows: readonly LedgerEntry[]): Outcome<void, Failure> };
  limits: {
    view(serverIds: readonly string[]): Omit<LimitsView, "programs">;
    allowMore(request: HeldRequest, place: LimitPlace, more: number): boolean;
  };
}

export interface LimitsParts {
  desk: LimitedDesk;
  /** For requests that the desk no longer holds. */
  ledger: Pick<Ledger, "rowsOf">;
  servers: {
    views(): { id: string; name: string; policy: ServerPolicy }[];
    setPolicy(id: string, policy: ServerPolicy): Outcome<null, Failure>;
  };
  /** Programs that call a model themselves; their limits are raised in their own form. */
  programs: { view(): { id: string; name: string }[] };
  settings: Pick<SettingsService, "settings" | "set">;
  audience: Pick<Audience, "set">;
  /** A budget is used up or nearly so; `server` is null for the global one. Once per window. */
  warn(use: BudgetUse, server: string | null): void;
}

export class LimitsService {
  readonly #parts: LimitsParts;
  readonly #soon = new PerFrame(() => this.#look(), 100);
  #timer: NodeJS.Timeout | null = null;
  #last = "";
  /** Warnings already given, with the time their window ends. */
  readonly #warned = new Map<string, number>();

  constructor(parts: LimitsParts) {
    this.#parts = parts;
  }

  view(): LimitsView {
    const programs = this.#parts.programs.view();
    const ids = [...this.#parts.servers.views(), ...programs].map(({ id }) => id);
    const view = this.#parts.desk.limits.view(ids);
    const limited = programs.filter(({ id }) => Object.hasOwn(view.servers, id));
    return { ...view, programs: Object.fromEntries(limited.map(({ id, name }) => [id, name])) };
  }

  /** Something was spent, or a limit was changed. */
  changed(): void {
    this.#soon.ask();
  }

  close(): void {
    this.#soon.drop();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /**
   * Raises the limit that refused this request, which may be a past one. Recorded in the ledger before it takes
   * effect.
   */
  raise(requestId: string, raise: Raise): Outcome<null, Failure> {
    const here = this.#parts.desk.request(requestId);
    const request = here ?? this.#past(requestId);
    const ending = request?.phase.kind === "ended" ? request.phase.ending : null;
    const place = ending?.kind === "refused" ? placeOf(ending.refusal) : null;
    if (request === undefined || ending?.kind !== "refused" || place === null) {
      return fail({ kind: "not-found", what: "sample" });
    }
    const policy = this.#parts.servers
      .views()
      .find(({ id }) => id === request.requester.serverId)?.policy;
    const set = place.scope === "all" ? this.#parts.settings.settings.limits : policy?.limits;
    if (set === undefined) return fail({ kind: "not-found", what: "server" });
    const was = limitAt(set, place);
    const once = place.limit.kind === "budget" || entryOf(place.limit.name).once === true;
    // A one-time allowance is useless once the desk no longer holds the request.
    if (raise.how === "once" && (!once || here === undefined)) return fail({ kind: "stale" });
    const recorded = this.#record(request, ending.refusal.reason, place, raise, was);
    if (!recorded.ok) return recorded;
    if (raise.how === "once") {
      const allowed = this.#parts.desk.limits.allowMore(request, place, raise.more);
      this.changed();
      return allowed ? ok(null) : fail({ kind: "stale" });
    }
    const next = withLimit(set, place, raise.limit);
    const done = place.scope === "all" ? this.#setAll(next) : this.#setOwn(request, policy, next);
    if (done.ok) this.changed();
    return done;
  }

  #past(requestId: string): HeldRequest | undefined {
    const rows = this.#parts.ledger.rowsOf(requestId);
    return rows.ok ? fold(rows.value)?.request : undefined;
  }

  #setAll(limits: unknown): Outcome<null, Failure> {
    const read = allLimitsSchema.safeParse(limits);
    if (!read.success) return fail({ kind: "stale" });
    const done = this.#parts.settings.set({ limits: read.data });
    return done.ok ? ok(null) : done;
  }

  #setOwn({ requester }: HeldRequest, policy: ServerPolicy | undefined, limits: unknown) {
    const read = policySchema.safeParse({ ...policy, limits });
    if (!read.success) return fail<Failure>({ kind: "stale" });
    return this.#parts.servers.setPolicy(requester.serverId, read.data);
  }

  #record(
    { id }: HeldRequest,
    reason: string,
    { scope, limit }: LimitPlace,
    raise: Raise,
    was: number | null,
  ): Outcome<void, Failure> {
    const body = {
      by: { kind: "person" },
      reason,
      how: raise.how,
      scope,
      was,
      ...(limit.kind === "budget" ? { window: limit.window } : {}),
      limit: raise.how === "once" ? (was ?? 0) + raise.more : raise.limit,
    };
    const atMs = Date.now();
    const row = { sampleId: id, atMs, kind: "limit-raised", body: body as Json };
    return this.#parts.desk.recorder.recordDecisions([row]);
  }

  #look(): void {
    const view = this.view();
    const said = JSON.stringify(view);
    if (said !== this.#last) {
      this.#last = said;
      this.#parts.audience.set("limits", () => view);
    }
    this.#warn(view);
    const any = view.all.length > 0 || Object.keys(view.servers).length > 0;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = any ? setTimeout(() => this.#look(), LOOK_MS) : null;
    this.#timer?.unref();
  }

  /** Warns at 80 % and at 100 %, once per window. */
  #warn(view: LimitsView): void {
    const all = [...this.#parts.servers.views(), ...this.#parts.programs.view()];
    const names = new Map(all.map(({ id, name }) => [id, name]));
    const own = Object.entries(view.servers).flatMap(([id, uses]) =>
      uses.map((use) => ({ use, id, server: names.get(id) ?? id })),
    );
    const ofAll = view.all.map((use) => ({ use, id: "", server: null }));
    const nowMs = Date.now();
    for (const { use, id, server } of [...own, ...ofAll]) {
      const level = use.used >= use.limit ? "full" : isNearlyUsed(use) ? "nearly" : null;
      const key = [id, use.unit, use.window, level].join(" ");
      if (level === null || (this.#warned.get(key) ?? 0) > nowMs) continue;
      this.#warned.set(key, use.untilMs ?? nowMs + LOOK_MS);
      this.#parts.warn(use, server);
    }
  }
}

type Limited = ServerLimits | AllLimits;

function limitAt(limits: Limited, { limit }: LimitPlace): number | null {
  if (limit.kind === "budget") return limits.budgets[limit.unit][limit.window];
  const found: unknown = Reflect.get(limits, limit.name);
  return typeof found === "number" ? found : null;
}

function withLimit(limits: Limited, { limit }: LimitPlace, value: number | null): object {
  if (limit.kind === "figure") return { ...limits, [limit.name]: value };
  const budgets: Budgets = {
    ...limits.budgets,
    [limit.unit]: { ...limits.budgets[limit.unit], [limit.window]: value },
  };
  return { ...limits, budgets };
}
