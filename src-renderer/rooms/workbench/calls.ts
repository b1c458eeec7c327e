// A call in the Workbench: its state in words, and its messages by level.
import { isJsonObject } from "#shared/json.ts";
import type { RunView, ServerLine } from "#shared/servers/server.ts";
import { age, elapsed } from "#kit/text/time.ts";
import type { T } from "#words/index.ts";

/** A call may succeed while the tool itself reports a failure. */
const saysItFailed = (call: RunView): boolean =>
  isJsonObject(call.result) && call.result.isError === true;

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
const lastedMs = (call: RunView, nowMs: number): number =>
  (call.endedAtMs ?? nowMs) - call.startedAtMs;

/** @param waits a request of the call waits for the user */
export function callWords(t: T, call: RunView, nowMs: number, waits: boolean): string {
  const time = elapsed(t, lastedMs(call, nowMs));
  switch (call.state) {
    case "running":
      return t(waits ? "workbench.call.waits" : "workbench.call.running", {
        time: age(t, lastedMs(call, nowMs)),
      });
    case "done":
      return t(saysItFailed(call) ? "workbench.call.toolFailed" : "workbench.call.answered", {
        time,
      });
    case "failed":
      return t("workbench.call.failed", { time });
    case "cancelled":
      return t("workbench.call.cancelled", { time });
  }
}
