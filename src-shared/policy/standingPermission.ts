// A permission that the user gave a program once: its requests pass without a rule. The ledger names it like one.
import type { Actor } from "../sampling/life/sample.ts";

const PREFIX = "watch.";

export const permissionRuleId = (programId: string): string => `${PREFIX}${programId}`;

/** Whether a standing permission decided, not the user or a rule. */
export const isPermission = (by: Actor): boolean =>
  by.kind === "rule" && by.id?.startsWith(PREFIX) === true;
