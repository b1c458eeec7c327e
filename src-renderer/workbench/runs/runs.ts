// Facts about runs for the Workbench: how one ended, which messages are shown.
import { isJsonObject } from "../../../src-shared/json.ts";
import type { RunView, ServerLine } from "../../../src-shared/servers/server.ts";

/** A tool may end well as a call and say itself that it failed. */
export const saysItFailed = (run: RunView): boolean =>
  isJsonObject(run.result) && run.result.isError === true;

/** Log levels of MCP (RFC 5424), least severe first. */
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

/** Lines at `least` and above; what has no level, or one that is not known, is always shown. */
export function atLeast(lines: readonly ServerLine[], least: Level): ServerLine[] {
  const floor = levels.indexOf(least);
  return lines.filter((line) => {
    const rank = levels.findIndex((level) => level === line.level);
    return rank === -1 || rank >= floor;
  });
}

/** Time that a run took, or takes until now. */
export const lastedMs = (run: RunView, nowMs: number): number =>
  (run.endedAtMs ?? nowMs) - run.startedAtMs;
