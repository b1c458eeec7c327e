// The state of a call in a few words.
import type { RunView } from "#shared/servers/server.ts";
import type { T } from "#words/index.ts";
import { age, elapsed } from "#kit/text/time.ts";
import { lastedMs, saysItFailed } from "./runs.ts";

/** @param waits a request of the call waits for the user */
export function runWords(t: T, run: RunView, nowMs: number, waits: boolean): string {
  const time = elapsed(t, lastedMs(run, nowMs));
  switch (run.state) {
    case "running":
      return t(waits ? "workbench.run.waits" : "workbench.run.running", {
        time: age(t, lastedMs(run, nowMs)),
      });
    case "done":
      return t(saysItFailed(run) ? "workbench.run.toolFailed" : "workbench.run.answered", { time });
    case "failed":
      return t("workbench.run.failed", { time });
    case "cancelled":
      return t("workbench.run.cancelled", { time });
  }
}
