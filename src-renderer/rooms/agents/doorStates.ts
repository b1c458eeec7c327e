// The state of each door in words: the weakest thing that is known, and the proof or the missing step beneath it.
import { CHECK_TRIES } from "#shared/agents/agentRow.ts";
import type { AgentCheck, AgentRow } from "#shared/agents/agentRow.ts";
import type { BudgetUse } from "#shared/rules/limits/budget.ts";
import type { ProgramView } from "#shared/programs/program.ts";
import type { T } from "#words/index.ts";
import { briefTime, span } from "#kit/text/time.ts";
import { serversOf } from "./setup/setup.ts";

export interface DoorState {
  /** `ok`: seen to be held. `part`: some of it. `warn`: something is missing. `none`: not through Countersign. */
  tone: "ok" | "part" | "warn" | "none";
  word: string;
  below: string;
}

/** @returns null where its tools can't be held */
export function toolsState(t: T, { name, version, tools }: AgentRow): DoorState | null {
  if (tools === null) return null;
  const { state } = tools;
  const warn = (word: string, below: string): DoorState => ({ tone: "warn", word, below });
  switch (state.kind) {
    case "direct":
      return { tone: "none", word: t("agents.state.direct"), below: t("agents.below.notSetUp") };
    case "unchecked": {
      const need = (["node", "trust", "trusted-folder", "restart"] as const).find((one) =>
        state.needs.includes(one),
      );
      const { outdated } = state;
      if (outdated !== null) {
        const since = t(`agents.outdated.${outdated.why}`, { version: version ?? name });
        return warn(t("agents.state.outdated"), since);
      }
      if (need !== undefined)
        return warn(t(`agents.state.need.${need}`), t(`agents.below.need.${need}`, { name }));
      return warn(t("agents.state.unchecked"), t("agents.below.unchecked"));
    }
    case "held":
      return { tone: "ok", word: t("agents.state.held"), below: proof(t, state) };
    case "opens":
      return warn(
        t("agents.state.opens"),
        t("agents.below.opens", { limit: span(t, state.limitMs) }),
      );
    case "not-held":
      return warn(t("agents.state.notHeld"), t("agents.below.notHeld"));
    case "changed":
      return warn(t("agents.state.changed"), t("agents.below.changed"));
  }
}

/** How it is known that the door is held. */
export function proof(t: T, { sinceMs, check }: { sinceMs: number; check: AgentCheck | null }) {
  return check === null
    ? t("agents.below.seen", { at: briefTime(sinceMs) })
    : t("agents.below.checked", { at: briefTime(check.atMs) });
}

export const heldTries = (t: T, { results }: AgentCheck): string =>
  t("agents.tries", {
    held: results.filter(({ came }) => came === "held").length,
    count: CHECK_TRIES.length,
  });

/** Counted are servers that the agent has really used through Countersign. */
export function serversState(t: T, row: AgentRow): DoorState {
  const servers = serversOf(row);
  const count = servers.length;
  const used = servers.filter(({ state }) => state === "through").length;
  const set = servers.filter(({ serverId }) => serverId !== undefined).length;
  const word = t("agents.state.through", { used, count });
  if (count === 0) return { tone: "none", word: t("agents.state.noServers"), below: "" };
  if (servers.some(({ state }) => state === "drifted"))
    return { tone: "warn", word: t("hosts.state.drifted"), below: t("hosts.count", { count }) };
  if (set === 0)
    return {
      tone: "none",
      word: t("agents.state.direct"),
      below: t("hosts.count", { count }),
    };
  if (servers.some(({ serverId, alsoDirect = [] }) => serverId !== undefined && alsoDirect.length))
    return { tone: "warn", word, below: t("agents.below.alsoDirect") };
  if (used < set) return { tone: "warn", word, below: t("agents.below.afterRestart") };
  return { tone: used === count ? "ok" : "part", word, below: t("agents.below.through") };
}

/**
 * Held is only what waits for the user.
 * @param program that of its model calls
 * @returns null where its model calls can't be held
 */
export function callsState(
  t: T,
  { calls }: AgentRow,
  program: ProgramView | undefined,
): DoorState | null {
  if (calls === null) return null;
  const mode = program?.mode ?? "hold";
  switch (calls.state.kind) {
    case "direct":
      return { tone: "none", word: t("agents.state.direct"), below: "" };
    case "unused":
      return { tone: "warn", word: t("agents.state.unused"), below: t("agents.below.noCall") };
    case "held":
      return {
        tone: mode === "watch" ? "none" : "ok",
        word: t(mode === "hold" ? "agents.state.held" : `programs.mode.${mode}`),
        below: t("agents.below.seen", { at: briefTime(calls.state.lastMs) }),
      };
  }
}

/** An expired token stays in the list: it is refused until the program is edited. */
export const isPast = (atMs: number | null): boolean => atMs !== null && atMs <= Date.now();

/** What a program's calls come to, by its mode. */
export function programState(
  t: T,
  { mode, usedAtMs, expiresAtMs }: ProgramView,
  budget: BudgetUse | undefined,
  amount: (unit: BudgetUse["unit"], value: number) => string,
): DoorState {
  if (isPast(expiresAtMs))
    return { tone: "warn", word: t("programs.isExpired"), below: t("programs.isRefused") };
  const below =
    budget === undefined
      ? t(usedAtMs === null ? "programs.unused" : `programs.modeBrief.${mode}`)
      : t(`programs.spent.${budget.window}`, {
          used: amount(budget.unit, budget.used),
          limit: amount(budget.unit, budget.limit),
        });
  const isSeen = usedAtMs !== null;
  const word = t(`programs.mode.${mode}`);
  if (mode === "watch") return { tone: "none", word, below };
  if (mode === "hold" && isSeen) return { tone: "ok", word: t("agents.state.held"), below };
  return { tone: isSeen ? "ok" : "none", word, below };
}
