// Helpers for calls in the Workbench.
import { isJsonObject } from "#shared/json.ts";
import type { RunView, ServerLine } from "#shared/servers/server.ts";

/** A call may succeed while the tool itself reports a failure. */
export const saysItFailed = (run: RunView): boolean =>
  isJsonObject(run.result) && run.result.isError === true;

/** MCP's log levels (RFC 5424), least severe first. */
export const levels = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
] as const;
export type Level = (typeof levels)[number];

/** Lines at or above the level `least`; lines without a known level are always included. */
export function atLeast(lines: readonly ServerLine[], least: Level): ServerLine[] {
  const floor = levels.indexOf(least);
  return lines.filter((line) => {
    const rank = levels.findIndex((level) => level === line.level);
    return rank === -1 || rank >= floor;
  });
}

/** Duration of a call, until now while it runs. */
export const lastedMs = (run: RunView, nowMs: number): number =>
  (run.endedAtMs ?? nowMs) - run.startedAtMs;
