// The content of a rule's form (numbers and times as text), and its conversion from and to a rule.
import type { ModelRef } from "#shared/models/model.ts";
import { ruleRefusalSchema, ruleSchema } from "#shared/policy/rules/rule.ts";
import type { Rule, RuleChanges, RuleDuration, RuleGate } from "#shared/policy/rules/rule.ts";
import { readUnfinished } from "#shared/filter/typed.ts";
import { parseNumber } from "#kit/controls/Field.tsx";

type Redacted = NonNullable<RuleChanges["redact"]>[number];

/** All fields are always present, so that input is not lost when another choice hides it. */
export interface RuleFormValues {
  name: string;
  note: string;
  on: boolean;
  request: boolean;
  response: boolean;
  when: string;
  server: Rule["server"] | null;
  exactly: string | null;
  decide: Rule["decide"];
  code: string;
  message: string;
  reason: string;
  model: ModelRef | null;
  maxTokens: string;
  redact: readonly Redacted[];
  system: { from: string; to: string } | null;
  secondLook: boolean;
  team: boolean;
  holds: RuleDuration["kind"];
  /** As in a `datetime-local` input, in the user's time zone. */
  until: string;
  thread: string;
  uses: string;
}

export type Place =
  | "name"
  | "gate"
  | "when"
  | "code"
  | "message"
  | "reason"
  | "maxTokens"
  | "until"
  | "uses";
/** Why a field is invalid; details of `filter` are shown at the filter. */
export type Fault = "empty" | "whole" | "code" | "word" | "time" | "past" | "filter" | "long";
export type Faults = Partial<Record<Place, Fault>>;

const refusal = ruleRefusalSchema.parse({});
/** The most uses that `rule.ts` allows. */
const USES_MAX = 1_000_000;

/** The form content of a rule. */
export function formValuesOf(rule: Rule): RuleFormValues {
  const { changes = {}, holds, refusal: told = refusal } = rule;
  return {
    name: rule.name,
    note: rule.note ?? "",
    on: rule.on,
    request: rule.gate !== "response",
    response: rule.gate !== "request",
    when: rule.when,
    server: rule.server ?? null,
    exactly: rule.exactly ?? null,
    decide: rule.decide,
    code: String(told.code),
    message: told.message,
    reason: told.reason,
    model: changes.model ?? null,
    maxTokens: changes.maxTokens === undefined ? "" : String(changes.maxTokens),
    redact: changes.redact ?? [],
    system: changes.system ?? null,
    secondLook: rule.secondLook === true,
    team: rule.team === true,
    holds: holds.kind,
    until: holds.kind === "until" ? localTime(holds.atMs) : "",
    thread: holds.kind === "thread" ? holds.thread : "",
    uses: holds.kind === "uses" ? String(holds.left) : "",
  };
}

/** An empty rule. It asks, as if there were no rule. */
export const emptyRule = (): RuleFormValues => ({
  ...formValuesOf(ruleSchema.parse({ id: "new", name: "new", decide: "ask" })),
  name: "",
});

/** Formats an instant like `2026-11-21T18:30`, in the user's time zone. */
export function localTime(atMs: number): string {
  const at = new Date(atMs);
  const pad = (value: number): string => String(value).padStart(2, "0");
  const day = `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
  return `${day}T${pad(at.getHours())}:${pad(at.getMinutes())}`;
}

type Read = { ok: true; rule: Rule } | { ok: false; faults: Faults };

/** The rule in the form, or the fault of each field. */
export function readRule(id: string, typed: RuleFormValues, nowMs: number): Read {
  const faults = faultsOf(typed, nowMs);
  if (Object.keys(faults).length > 0) return { ok: false, faults };
  const changes = changesOf(typed);
  const rule: Rule = {
    id,
    name: typed.name.trim(),
    ...(typed.note.trim() === "" ? {} : { note: typed.note.trim() }),
    on: typed.on,
    gate: typed.request && typed.response ? "both" : typed.request ? "request" : "response",
    when: typed.when.trim(),
    ...(typed.server ? { server: typed.server } : {}),
    ...(typed.exactly === null ? {} : { exactly: typed.exactly }),
    decide: typed.decide,
    ...(typed.decide === "refuse"
      ? {
          refusal: {
            code: Number(typed.code),
            message: typed.message.trim(),
            reason: typed.reason.trim(),
          },
        }
      : {}),
    ...(changes === null ? {} : { changes }),
    ...(typed.secondLook && mayRequireReview(typed) ? { secondLook: true } : {}),
    ...(typed.team && mayAskTeam(typed) ? { team: true } : {}),
    holds: holdsOf(typed),
  };
  return { ok: true, rule: ruleSchema.parse(rule) };
}

/** The gates that are chosen. */
export const gatesIn = ({
  request,
  response,
}: Pick<RuleFormValues, "request" | "response">): RuleGate[] => [
  ...(request ? (["request"] as const) : []),
  ...(response ? (["response"] as const) : []),
];

/** Changes only make sense at gate 1, and not for a refusal. */
export const mayChange = ({ request, decide }: RuleFormValues): boolean =>
  request && decide !== "refuse";
/** Only a rule for requests alone can ask for a review of the response. */
export const mayRequireReview = ({ request, response, decide }: RuleFormValues): boolean =>
  request && !response && decide !== "refuse";

/** Only a rule that asks about a request can ask the team. */
export const mayAskTeam = ({ request, decide }: RuleFormValues): boolean =>
  request && decide === "ask";

function faultsOf(typed: RuleFormValues, nowMs: number): Faults {
  const faults: Faults = {};
  const set = (place: Place, fault: Fault | null): void => {
    if (fault !== null) faults[place] = fault;
  };
  set("name", textFault(typed.name, 200));
  if (!typed.request && !typed.response) faults.gate = "empty";
  if (readUnfinished(typed.when.trim(), gatesIn(typed)).faults.length > 0) faults.when = "filter";
  if (typed.decide === "refuse") {
    set("code", codeFault(typed.code));
    set("message", textFault(typed.message, 500));
    set(
      "reason",
      ruleRefusalSchema.shape.reason.safeParse(typed.reason.trim()).success ? null : "word",
    );
  }
  if (mayChange(typed) && typed.maxTokens.trim() !== "") {
    set("maxTokens", wholeFault(typed.maxTokens, Number.MAX_SAFE_INTEGER));
  }
  if (typed.holds === "until") set("until", timeFault(typed.until, nowMs));
  if (typed.holds === "uses") set("uses", wholeFault(typed.uses, USES_MAX));
  return faults;
}

function textFault(text: string, most: number): Fault | null {
  if (text.trim() === "") return "empty";
  return text.trim().length > most ? "long" : null;
}

function wholeFault(text: string, most: number): Fault | null {
  if (text.trim() === "") return "empty";
  const value = parseNumber(text);
  return value !== null && Number.isInteger(value) && value >= 1 && value <= most ? null : "whole";
}

function codeFault(text: string): Fault | null {
  const value = parseNumber(text);
  return value !== null && ruleRefusalSchema.shape.code.safeParse(value).success ? null : "code";
}

function timeFault(text: string, nowMs: number): Fault | null {
  const atMs = new Date(text).getTime();
  if (text === "" || Number.isNaN(atMs)) return "time";
  return atMs <= nowMs ? "past" : null;
}

function changesOf(typed: RuleFormValues): RuleChanges | null {
  if (!mayChange(typed)) return null;
  const { model, maxTokens, redact, system } = typed;
  const changes: RuleChanges = {
    ...(model === null ? {} : { model }),
    ...(maxTokens.trim() === "" ? {} : { maxTokens: Number(maxTokens) }),
    ...(redact.length === 0 ? {} : { redact: [...redact] }),
    ...(system === null || system.from === system.to ? {} : { system }),
  };
  return Object.keys(changes).length === 0 ? null : changes;
}

function holdsOf(typed: RuleFormValues): RuleDuration {
  switch (typed.holds) {
    case "until":
      return { kind: "until", atMs: new Date(typed.until).getTime() };
    case "thread":
      return { kind: "thread", thread: typed.thread };
    case "uses":
      return { kind: "uses", left: Number(typed.uses) };
    default:
      return { kind: typed.holds };
  }
}

type RuleField = keyof RuleFormValues;

/** Fields that differ between two forms. */
export function changedFields(before: RuleFormValues, after: RuleFormValues): RuleField[] {
  return (Object.keys(before) as RuleField[]).filter(
    (member) => JSON.stringify(before[member]) !== JSON.stringify(after[member]),
  );
}

/** A readable id for a new rule, unique by a random suffix. */
export function newId(name: string, random: () => number = Math.random): string {
  const word = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 60);
  const mark = Array.from({ length: 6 }, () => Math.floor(random() * 36).toString(36)).join("");
  return word === "" ? `rule-${mark}` : `${word}-${mark}`;
}
