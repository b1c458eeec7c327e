// Which actions of an agent come to the user.
import type { ActionKind, AgentId, EventRole } from "./agent.ts";

/** Which actions wait for the user. `asked`: those that the agent would ask about; the others are only reported. */
export const ACTION_CHOICES = ["asked", "changes", "everything"] as const;
export type ActionChoice = (typeof ACTION_CHOICES)[number];

/** Kinds that change nothing and send nothing but the agent's own look-ups. */
const LOOKS: ReadonlySet<ActionKind> = new Set<ActionKind>(["read", "search", "fetch"]);

/** Whether an action waits for the user; otherwise the choice lets it pass, and the agent's own permissions decide. */
export function comesToUser(
  choice: ActionChoice,
  role: Extract<EventRole, "before" | "permission">,
  kind: ActionKind,
): boolean {
  // The agent would ask its user now.
  if (role === "permission") return true;
  return choice === "everything" || (choice === "changes" && !LOOKS.has(kind));
}

/** An agent whose hook was measured to hold, and which of its actions come to the user. */
export interface HoldingHook {
  agent: AgentId;
  actions: ActionChoice;
}
