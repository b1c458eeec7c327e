// Derived facts about samples, as pure functions; components memoise them by the sample's identity.
import type { DeskView } from "../../src-shared/sampling/life/deskView.ts";
import { isGenerating } from "../../src-shared/sampling/life/attempts.ts";
import type { Sample } from "../../src-shared/sampling/life/sample.ts";
import { asksPerson } from "../../src-shared/servers/elicitation.ts";
import type { ElicitationView } from "../../src-shared/servers/elicitation.ts";
import type { ServerView } from "../../src-shared/servers/server.ts";

/** The stage shown in lists: gate 1, a running model, gate 2, or the end. */
export type Stage = "request" | "generating" | "response" | "ready" | "ended";

export function stageOf(sample: Sample): Stage {
  switch (sample.phase.kind) {
    case "request":
      return "request";
    case "response":
      return isGenerating(sample) ? "generating" : "response";
    case "ready":
    case "delivering":
      return "ready";
    case "ended":
      return "ended";
  }
}

/** It is at a gate, where the person decides. */
export const isPending = (sample: Sample): boolean => {
  const stage = stageOf(sample);
  return stage === "request" || stage === "response";
};

export const isOpen = (sample: Sample): boolean => sample.phase.kind !== "ended";

/**
 * Names all that is open, for a question that is about all of it: where one ends and another comes the count stays, and
 * nobody has seen the other one.
 */
export const openNames = ({
  samples,
  elicitations,
}: {
  samples: Readonly<Record<string, Sample>>;
  elicitations: Readonly<Record<string, ElicitationView>>;
}): string =>
  [
    ...Object.values(samples)
      .filter(isOpen)
      .map(({ id }) => `request ${id}`),
    ...Object.values(elicitations)
      .filter(asksPerson)
      .map(({ id }) => `question ${id}`),
  ].join("\n");

/**
 * Why nothing of a server may leave: the master switch stands at Stopped, or this server's own position; null where
 * neither does.
 */
export function stoppedBy(
  {
    desk,
    servers,
  }: { desk: Pick<DeskView, "masterSwitch">; servers: Readonly<Record<string, ServerView>> },
  serverId: string,
): "stopped" | "server-stopped" | null {
  if (desk.masterSwitch === "stopped") return "stopped";
  return servers[serverId]?.policy.control === "stopped" ? "server-stopped" : null;
}

/** A server is there, or about to be, that could ask: what a request needs is worth having ready. */
export const canBeAsked = ({ servers }: { servers: Record<string, ServerView> }): boolean =>
  Object.values(servers).some(
    ({ state: { kind } }) => kind === "connected" || kind === "connecting",
  );
