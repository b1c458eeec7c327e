// The desk's part of an agent's config: entries among its hooks, or a plugin as a file of its own.
import type { AgentTable } from "#shared/agents/agent.ts";
import type { ActionChoice } from "#shared/agents/comesToUser.ts";
import { pluginText } from "#shared/agents/hookCommand.ts";
import {
  entriesFor,
  entriesIn,
  settingsIn,
  withEntries,
  withoutEntries,
} from "#shared/agents/hookConfig.ts";
import type { HookWay } from "#shared/agents/hookConfig.ts";
import { canonicalJson } from "#shared/canonical.ts";
import { isJsonObject } from "#shared/json.ts";

/** The name of the script's file, which stands in each of our commands. */
const SCRIPT = "hook.cjs";

/** It has no list of hooks but loads a file. */
const hasPlugin = ({ hook }: AgentTable): boolean => hook.form === "plugin";

/** The config with our part; null where it can't be written, or would not be read there. */
export function withHook(
  table: AgentTable,
  text: string | null,
  way: HookWay,
  actions: ActionChoice,
): string | null {
  if (hasPlugin(table)) return way.kind === "command" ? pluginText(way) : null;
  const isRead = text === null || text.trim() === "" || settingsIn(".json", text) !== null;
  const entries = isRead ? entriesFor(table, way, actions) : null;
  return entries === null ? null : withEntries(text, entries);
}

/** The config without what has this id: `text` null if nothing is left of a plugin. Null where it can't be taken out. */
export function withoutHook(
  table: AgentTable,
  text: string,
  id: string,
): { text: string | null } | null {
  if (hasPlugin(table)) return { text: text.includes(id) ? null : text };
  return withoutEntries(text, id, { before: null, entries: [] });
}

/** What has this id, in one form whatever its order; empty if there is nothing. Null where it can't be read. */
export function hookIn(table: AgentTable, text: string, id: string): string | null {
  if (hasPlugin(table)) return text.includes(id) ? text : "";
  return entriesIn(text, id)?.map(canonicalJson).toSorted().join("\n") ?? null;
}

/** Whether the config turns all hooks off, or those that run our script. Each agent reads one of these keys. */
export function hooksAreOff(table: AgentTable, text: string): boolean {
  const settings = hasPlugin(table) ? null : settingsIn(".json", text);
  const gemini = settings?.["hooksConfig"];
  return (
    settings?.["disableAllHooks"] === true ||
    (isJsonObject(gemini) &&
      (gemini["enabled"] === false || JSON.stringify(gemini["disabled"] ?? "").includes(SCRIPT)))
  );
}
