// Servers that need the user's approval before they start or are contacted, and how to open the review dialog.
import type { ServerView } from "#shared/servers/server.ts";
import { mirror } from "./mirror.ts";
import { openServerDialog, view } from "./view.ts";

export const needsApproval = ({ state }: ServerView): boolean =>
  state.kind === "needs-confirmation";

/** What is reviewed, for a button label. */
export const reviewedKind = ({ endpoint }: ServerView): "command" | "address" =>
  endpoint.kind === "stdio" ? "command" : "address";

/**
 * Reviews these servers first, then every other one that needs approval: in the room Servers, or where the user is.
 */
export function reviewServers(
  first: readonly string[],
  where: "servers" | "here" = "servers",
): void {
  const others = Object.values(mirror.getState().servers)
    .filter(needsApproval)
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const ids = [...new Set([...first, ...others.map(({ id }) => id)])];
  const [serverId = null] = ids;
  if (where === "here") return view.setState({ serverDialog: { kind: "review", ids } });
  view.setState({ serverId });
  openServerDialog({ kind: "review", ids });
}
