// What the user can do about a server's identity: accept it, and see how a tool was described before.
import type { Failure } from "#shared/outcome.ts";
import type { ToolDifference } from "#shared/servers/identity/known.ts";
import type { DecisionToken } from "./guard/decisionGuard.ts";
import { send, sendDecision } from "./commands.ts";

export interface IdentityActions {
  /** Accepts the identity with this hash ("This is fine"); returns why it was not accepted. */
  accept(token: DecisionToken, hash: string): Promise<Failure | null>;
  difference(tool: string): Promise<ToolDifference | null>;
}

export const identityActions = (serverId: string): IdentityActions => ({
  async accept(token, hash) {
    const done = await sendDecision(token, "servers.acceptIdentity", serverId, hash);
    return done.ok ? null : done.failure;
  },
  async difference(tool) {
    const found = await send("servers.toolDifference", serverId, tool);
    return found.ok ? found.value : null;
  },
});
