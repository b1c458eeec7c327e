// Texts for what a rule does, how long it applies, and what it decided about a request. A rule is always named.
import type { T } from "#words/index.ts";
import type { LapsedRule } from "#shared/rules/judge/lapsed.ts";
import type { Shadow } from "#shared/rules/shadow.ts";
import type { Rule, RuleChanges, RuleGate, RuleDuration } from "#shared/rules/rule.ts";
import { permissionOf } from "#shared/rules/standingPermission.ts";
import { choiceName } from "./attemptAuthor.ts";
import { spelledOut } from "#shared/visible.ts";
import { dayTime } from "#kit/text/time.ts";
import type { HeldBack, Judged } from "#shared/rules/judged.ts";

/** What a rule does besides its decision, in short parts: gate, changes, expiry. */
export function ruleWords(t: T, rule: Rule): string[] {
  const { gate, server, exactly, changes, secondLook, team, refusal, holds } = rule;
  return [
    ...(gate === "request" ? [] : [t(`rules.at.${gate}`)]),
    ...(server === undefined ? [] : [t("rules.sum.server", { name: server.name })]),
    ...(exactly === undefined ? [] : [t("rules.sum.exactly")]),
    ...(rule.decide === "refuse" && refusal !== undefined
      ? [t("rules.sum.code", { code: refusal.code, reason: refusal.reason })]
      : []),
    ...(changes === undefined ? [] : changesWords(t, changes)),
    ...(secondLook === true ? [t("rules.sum.secondLook")] : []),
    ...(team === true ? [t("rules.sum.team")] : []),
    ...(holds.kind === "always" ? [] : [durationWords(t, holds)]),
  ];
}

/** The changes to a request, one text each. */
export function changesWords(t: T, changes: RuleChanges): string[] {
  const { model, maxTokens, redact, system } = changes;
  return [
    ...(model === undefined ? [] : [t("rules.change.model", { model: model.modelId })]),
    ...(maxTokens === undefined ? [] : [t("rules.change.maxTokens", { count: maxTokens })]),
    ...(redact ?? []).map((group) => t(`rules.change.redact.${group}`)),
    ...(system === undefined ? [] : [t(`rules.change.system.${systemKind(system)}`)]),
  ];
}

const systemKind = ({ from, to }: { from: string; to: string }) =>
  from === "" ? "added" : to === "" ? "removed" : "replaced";

export function durationWords(t: T, holds: RuleDuration): string {
  switch (holds.kind) {
    case "until":
      return t("rules.holds.untilTime", { time: dayTime(holds.atMs) });
    case "uses":
      return t("rules.holds.usesLeft", { count: holds.left });
    default:
      return t(`rules.holds.${holds.kind}`);
  }
}

/** What a rule decided at a gate, in one sentence, and its consequence and the words it matched. */
export function judgedWords(t: T, judged: Judged): { what: string; more: string } {
  const { what, more } = saidWords(t, judged);
  const found = (judged.matched ?? []).map(({ of, path, words }) =>
    t(`rules.judged.matched.${of}`, { path: spelledOut(path), words: spelledOut(words) }),
  );
  return { what, more: [more, ...found].filter((some) => some !== "").join(" ") };
}

function saidWords(t: T, judged: Judged): { what: string; more: string } {
  const { decide, held, changes, gate, secondLook, team } = judged;
  const name = judged.rule.name;
  const list = changes === undefined ? "" : changesWords(t, changes).join(t("common.comma"));
  // A request that is held back waits for the user, whatever the rule decided.
  const whose = permissionOf({ kind: "rule", ...judged.rule });
  const isWatch = whose !== null;
  if (whose === "agent")
    return {
      what: t(`rules.judged.choice${held === undefined ? "Passes" : "Held"}`, {
        name: choiceName(t, judged.rule),
      }),
      more: held === undefined ? "" : heldWords(t, held),
    };
  if (decide !== "ask" && held !== undefined) {
    const waits = isWatch
      ? whose === "calls"
        ? "heldCalls"
        : "heldWatch"
      : decide === "allow"
        ? "held"
        : "heldRefuse";
    return {
      what: t(`rules.judged.${waits}`, { name }),
      more: [
        heldWords(t, held),
        ...(list === "" ? [] : [t("rules.judged.changes", { list })]),
      ].join(" "),
    };
  }
  if (decide === "refuse") return { what: t("rules.judged.refuse", { name }), more: "" };
  if (decide === "allow") {
    const by = isWatch ? (whose === "calls" ? "calls" : "watch") : "allow";
    return {
      what: t(`rules.judged.${by}${gateNumber(gate)}`, { name }),
      more: [
        ...(list === "" ? [] : [t("rules.judged.changes", { list })]),
        ...(secondLook === true ? [t("rules.judged.secondLook")] : []),
      ].join(" "),
    };
  }
  const more = held === undefined ? "" : heldWords(t, held);
  const asks = t(team === true ? "rules.judged.askTeam" : "rules.judged.ask", { name });
  if (list === "") return { what: asks, more };
  return { what: t("rules.judged.prepared", { name, list }), more: team === true ? asks : "" };
}

/** A rule matched but was not applied, and why. */
export function lapsedWords(t: T, { rule: { name, holds }, why }: LapsedRule): string {
  if (why === "time" && holds.kind === "until") {
    return t("rules.lapsed.time", { name, time: dayTime(holds.atMs) });
  }
  return t(`rules.lapsed.${why === "time" ? "uses" : why}`, { name });
}

/** Why the user has to decide although a rule would allow it. */
export function heldWords(t: T, held: HeldBack): string {
  switch (held.kind) {
    case "findings":
      return t("rules.held.findings", {
        groups: held.groups.map((group) => t(`rules.group.${group}`)).join(t("common.comma")),
      });
    case "limit":
      return limitWords(t, held.reason);
    case "second-look":
      return t("rules.held.second-look", { rule: held.rule });
    case "server":
      return t(`rules.held.server.${held.why}`);
    default:
      return t(`rules.held.${held.kind}`);
  }
}

/** A sentence for the recorded reason of a limit that holds a request back. */
function limitWords(t: T, reason: string): string {
  if (reason === "cost-unknown") return t("rules.held.costUnknown");
  if (reason === "not-counted") return t("rules.held.notCounted");
  const [unit, window, scope] = reason.split("-");
  if (
    (unit !== "tokens" && unit !== "cost") ||
    (window !== "hour" && window !== "day" && window !== "month")
  ) {
    return t("rules.held.limit", { reason });
  }
  const of = scope === "all" ? "budgetOfAll" : "budget";
  return t(`rules.held.${of}.${unit}`, { window: t(`refusals.window.${window}`) });
}

/** `1,209 times`, or that the rule has not decided anything yet. */
export const usedWords = (t: T, count: number | undefined): string =>
  count === undefined || count === 0 ? t("rules.used.never") : t("rules.used.times", { count });

const gateNumber = (at: RuleGate): "1" | "2" => (at === "request" ? "1" : "2");

/** Why a rule is never reached, or not at one of its gates. */
export function shadowWords(t: T, { number, by, at, unchanged }: Shadow): string {
  if (at === undefined) return t("rules.shadow.title", { number, name: by.name });
  const words = t("rules.shadow.titleAt", { number, name: by.name, gate: gateNumber(at) });
  return unchanged === true ? `${words} ${t("rules.shadow.unchanged")}` : words;
}

/** The short form of `shadowWords`. */
export const shadowBrief = (t: T, { number, at }: Shadow): string =>
  at === undefined
    ? t("rules.shadow.brief", { number })
    : t("rules.shadow.briefAt", { number, gate: gateNumber(at) });
