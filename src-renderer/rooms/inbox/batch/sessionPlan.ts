// Which actions of a session may be allowed together, and why the others stay: only reads of files inside of its folder,
// of which nothing else is known.
import type { ActionKind } from "#shared/agents/agent.ts";
import { pathWithin } from "#shared/agents/pathWithin.ts";
import { tableOf } from "#shared/agents/tables.ts";
import { actionIn } from "#shared/request/kinds/action/document.ts";
import type { Draft } from "#shared/request/life/decision.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { ExclusionReason, ScanState } from "./batchPlan.ts";

/** Of one kind of action, of a read, or as in every batch. */
export type StayReason =
  | Exclude<ActionKind, "read">
  | "settings"
  | "guarded"
  | "linked"
  | "outside"
  | "unread"
  | Extract<
      ExclusionReason,
      "findings" | "flags" | "stopped" | "team" | "not-inspected" | "not-yet" | "edited" | "ended"
    >;

/** Why an action stays for what it is, whatever was found in it; null for a read that may be allowed with others. */
export function whyReadStays({ phase, proposed, flags }: HeldRequest): StayReason | null {
  const request = proposed === null ? null : actionIn(proposed);
  if (phase.kind !== "request" || request === null) return "ended";
  const { agent, tool, input, files, session, projectSettings } = request;
  const action = tableOf(agent.id).actionOf(tool, input);
  if (action.kind !== "read") return action.kind;
  const [file, ...others] = files;
  if (files.some(({ isGuarded }) => isGuarded === true)) return "guarded";
  if (file === undefined || others.length > 0 || file.path !== action.path) return "unread";
  if (file.isLinked === true) return "linked";
  if (session.folder === null || !pathWithin(session.folder, file.real)) return "outside";
  // Of a regular file main compares place and length at Allow; its content is not shown, and is not what is allowed.
  if (!["text", "binary"].includes(file.state)) return "unread";
  // Its card alone names them.
  if (projectSettings !== undefined) return "settings";
  return flags.length > 0 ? "flags" : null;
}

export interface StayContext {
  look: ScanState;
  draft: Draft | undefined;
  stopped: boolean;
  teamHolds: boolean;
}

/** Why an action stays; null: it may be allowed together with others. */
export function whyStays(request: HeldRequest, context: StayContext): StayReason | null {
  const { look, draft, stopped, teamHolds } = context;
  if (look.kind === "found" && look.all > 0) return "findings";
  const own = whyReadStays(request);
  if (own !== null) return own;
  if (stopped) return "stopped";
  if (teamHolds) return "team";
  if (draft !== undefined) return "edited";
  if (look.kind === "found") return null;
  return look.kind === "failed" ? "not-inspected" : "not-yet";
}
