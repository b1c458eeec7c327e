// The content of a rule's form (numbers and times as text), its faults, and its conversion from and to a rule.
import { z } from "zod";
import { ruleRefusalSchema, ruleSchema } from "#shared/rules/rule.ts";
import type { Rule, RuleChanges, RuleDuration, RuleGate } from "#shared/rules/rule.ts";
import { readUnfinished } from "#shared/filter/typed.ts";
import type { RuleFormValues } from "#data/drafts.ts";
import { parseNumber } from "#kit/controls/Field.tsx";
import type { Form } from "#kit/form/form.tsx";
import type { T } from "#words/index.ts";

const refusal = ruleRefusalSchema.parse({});
/** The most uses that `rule.ts` allows. */
const USES_MAX = 1_000_000;

/** The form content of a rule. */
export function formValuesOf(rule: Rule): RuleFormValues {
  const { changes = {}, holds, refusal: sent = refusal } = rule;
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
    code: String(sent.code),
    message: sent.message,
    reason: sent.reason,
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

/** @param now the time that an end is compared with, in milliseconds */
export const ruleForm = (t: T, id: string, now: () => number = Date.now) =>
  z.custom<RuleFormValues>().transform((typed, { addIssue }): Rule => {
    const faults = faultsOf(typed, now());
    for (const [field, fault] of faults)
      addIssue({ code: "custom", path: [field], message: t(`rules.fault.${fault}`) });
    return faults.length === 0 ? ruleOf(id, typed) : z.NEVER;
  });

export type RuleFormApi = Form<ReturnType<typeof ruleForm>>;

/** Sets several fields at once. */
export function fillForm(form: RuleFormApi, part: Partial<RuleFormValues>): void {
  for (const [name, value] of Object.entries(part) as [keyof RuleFormValues, never][])
    form.setFieldValue(name, value);
}

/** The rule in a form without faults. */
function ruleOf(id: string, typed: RuleFormValues): Rule {
  const changes = changesOf(typed);
  return ruleSchema.parse({
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
  });
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

/** Details of `filter` are shown at the filter. */
type Fault = "empty" | "whole" | "code" | "word" | "time" | "past" | "filter" | "long" | "gate";

/** The fault of each field, except for fields that do not apply. */
function faultsOf(typed: RuleFormValues, nowMs: number): [keyof RuleFormValues, Fault][] {
  const isRefusal = typed.decide === "refuse";
  const { reason: reasonSchema } = ruleRefusalSchema.shape;
  const found: [keyof RuleFormValues, Fault | null | false][] = [
    ["name", textFault(typed.name, 200)],
    ["request", !typed.request && !typed.response && "gate"],
    ["when", readUnfinished(typed.when.trim(), gatesIn(typed)).faults.length > 0 && "filter"],
    ["code", isRefusal && codeFault(typed.code)],
    ["message", isRefusal && textFault(typed.message, 500)],
    ["reason", isRefusal && !reasonSchema.safeParse(typed.reason.trim()).success && "word"],
    [
      "maxTokens",
      mayChange(typed) &&
        typed.maxTokens.trim() !== "" &&
        wholeFault(typed.maxTokens, Number.MAX_SAFE_INTEGER),
    ],
    ["until", typed.holds === "until" && timeFault(typed.until, nowMs)],
    ["uses", typed.holds === "uses" && wholeFault(typed.uses, USES_MAX)],
  ];
  return found.flatMap(([field, fault]) => (fault ? [[field, fault]] : []));
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
