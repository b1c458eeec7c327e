// Servers that need a person's approval before they start or are reached, and the way to the dialog that asks for it.
import type { ServerView } from "../../src-shared/servers/server.ts";
import { mirror } from "./mirror.ts";
import { openServerDialog, view } from "./view.ts";

export const needsApproval = ({ state }: ServerView): boolean =>
  state.kind === "needs-confirmation";

/** What is reviewed: words of a button. */
export const reviewedKind = ({ endpoint }: ServerView): "command" | "address" =>
  endpoint.kind === "stdio" ? "command" : "address";

/** Reviews these, then every other one that needs it. */
export function reviewServers(first: readonly string[]): void {
  const others = Object.values(mirror.getState().servers)
    .filter(needsApproval)
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const ids = [...new Set([...first, ...others.map(({ id }) => id)])];
  const [serverId = null] = ids;
  view.setState({ serverId });
  openServerDialog({ kind: "review", ids });
}
