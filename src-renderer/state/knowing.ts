// What a person does about who a server is: takes it as known, looks at how a tool was described.
import type { Failure } from "../../src-shared/outcome.ts";
import type { ToolDifference } from "../../src-shared/servers/identity/known.ts";
import type { Leave } from "../hand/arm.ts";
import { send, sendDecision } from "./commands.ts";

export interface Knowing {
  /** "This is fine" to what the hash stands for; gives why it was not taken. */
  fine(leave: Leave, hash: string): Promise<Failure | null>;
  difference(tool: string): Promise<ToolDifference | null>;
}

export const knowingOf = (serverId: string): Knowing => ({
  async fine(leave, hash) {
    const done = await sendDecision(leave, "servers.fine", serverId, hash);
    return done.ok ? null : done.failure;
  },
  async difference(tool) {
    const found = await send("servers.toolDifference", serverId, tool);
    return found.ok ? found.value : null;
  },
});
