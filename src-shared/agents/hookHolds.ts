// Of which tool calls in a model's response it is known that they come to the user before they run.
import type { Block } from "../request/document/message.ts";
import { isJsonObject } from "../json.ts";
import { comesToUser } from "./comesToUser.ts";
import type { HoldingHook } from "./comesToUser.ts";
import { tableOf } from "./tables.ts";

/**
 * Only a call that the agent's table reads, by the name that its hook has for the tool. MCP calls are left out: it is seen only
 * when they come whether the gateway holds them.
 */
export function hookHolds({ agent, actions }: HoldingHook, { name, input }: Block): boolean {
  if (typeof name !== "string" || !isJsonObject(input)) return false;
  const { kind } = tableOf(agent).actionOf(name, input);
  return kind !== "other" && kind !== "mcp-call" && comesToUser(actions, "before", kind);
}
