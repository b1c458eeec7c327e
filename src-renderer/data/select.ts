// Facts derived from requests, as pure functions; components memoise them by the request's identity.
import type { DeskView } from "#shared/request/life/deskView.ts";
import { isGenerating } from "#shared/request/life/attempts.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { ProgramView } from "#shared/programs/program.ts";
import type { ServerView } from "#shared/servers/server.ts";

/** The stage shown in lists: gate 1, generating, gate 2, or ended. */
export type Stage = "request" | "generating" | "response" | "ready" | "ended";

export function stageOf(request: HeldRequest): Stage {
  switch (request.phase.kind) {
    case "request":
      return "request";
    case "response":
      return isGenerating(request) ? "generating" : "response";
    case "ready":
    case "delivering":
      return "ready";
    case "ended":
      return "ended";
  }
}

/** At a gate, for the user to decide. */
export const isPending = (request: HeldRequest): boolean => {
  const stage = stageOf(request);
  return stage === "request" || stage === "response";
};

/** Open, and not decided by rules alone so far. */
export const isForUser = (request: HeldRequest): boolean =>
  isOpen(request) && request.automatic !== true;

export const isOpen = (request: HeldRequest): boolean => request.phase.kind !== "ended";

/**
 * A key of everything open, for a prompt about all of it: if one request ends as another arrives, the count is
 * unchanged, yet the user hasn't seen the new one.
 */
export const openItemsKey = (requests: Readonly<Record<string, HeldRequest>>): string =>
  Object.values(requests)
    .filter(isOpen)
    .map(({ id }) => id)
    .join("\n");

interface Requesters {
  servers: Readonly<Record<string, Pick<ServerView, "policy">>>;
  programs: Readonly<Record<string, Pick<ProgramView, "effective">>>;
}

/** What holds for requests of this server or program; undefined if it is not this desk's. */
export const policyFor = (
  { servers, programs }: Requesters,
  requesterId: string,
): ProgramView["effective"] | undefined =>
  servers[requesterId]?.policy ?? programs[requesterId]?.effective;

/** Why requests of this server or program cannot be approved: the global mode or its own is Stopped; null if neither is. */
export function stoppedBy(
  { desk, ...requesters }: Requesters & { desk: Pick<DeskView, "masterSwitch"> },
  requesterId: string,
): "stopped" | "server-stopped" | null {
  if (desk.masterSwitch === "stopped") return "stopped";
  return policyFor(requesters, requesterId)?.control === "stopped" ? "server-stopped" : null;
}

/** A connected or connecting server could send a request, so its review is worth preparing. */
export const mayReceiveRequests = ({ servers }: { servers: Record<string, ServerView> }): boolean =>
  Object.values(servers).some(
    ({ state: { kind } }) => kind === "connected" || kind === "connecting",
  );
