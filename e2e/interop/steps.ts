// What the steps of a walk share: the present walk, a held request, a run on the Workbench, its end.
import { expect } from "../fixtures.ts";
import type { CancelReason } from "../../src-shared/request/life/heldRequest.ts";
import type { Desk } from "../support/desk.ts";
import type { ScriptedModel } from "../support/scriptedModel.ts";
import type { RunningServer } from "./running.ts";
import type { Subject, Tool } from "./subject.ts";

export const SLOW = { timeout: 20_000, intervals: [30, 60, 120, 250] };
/** Text as people really write it, in a language that careless code breaks first. */
export const PROMPT = "请简单介绍一下 MCP 协议";

export interface Walk {
  subject: Subject;
  desk: Desk;
  server: RunningServer;
  model: ScriptedModel;
}

/** Calls a tool of the subject and opens the request that it causes. */
export async function held({ desk }: Walk, tool: Tool, prompt: string): Promise<string> {
  const run = await desk.start("subject", tool.name, tool.args(prompt));
  await openWaiting(desk);
  return run;
}

/** Opens the pending request: there is never more than one here. */
export async function openWaiting(desk: Desk): Promise<void> {
  const waiting = desk
    .rows()
    .filter({ has: desk.page.getByRole("img", { name: "Request, pending" }) });
  await expect(waiting).toHaveCount(1, { timeout: SLOW.timeout });
  await waiting.click();
  await expect(desk.approve).toHaveAccessibleName(/^Approve & generate/);
}

/** Shows the last run of a tool on the Workbench. */
export async function openRun(desk: Desk, tool: string): Promise<void> {
  await desk.room("Workbench").click();
  // Only rows in view exist, and some servers have many tools.
  await desk.page.getByRole("textbox", { name: "Search tools" }).fill(tool);
  await desk.page.getByRole("main").getByText(tool, { exact: true }).first().click();
}

export const runPanel = (desk: Desk) => desk.page.getByRole("region", { name: "Run", exact: true });

export async function endedAs(desk: Desk, kinds: CancelReason["kind"][]): Promise<void> {
  const { phase } = await desk.request(({ phase: { kind } }) => kind === "ended");
  const ending = phase.kind === "ended" ? phase.ending : null;
  expect(ending?.kind).toBe("cancelled");
  expect(kinds).toContain(ending?.kind === "cancelled" ? ending.because.kind : null);
  await expect(desk.approve).toBeHidden();
}

/** When this connection to the subject was made; 0 while there is none. */
export async function connectedSinceMs(desk: Desk): Promise<number> {
  const { state } = await desk.server("subject");
  return state.kind === "connected" ? state.sinceMs : 0;
}

export async function connectedAnew(desk: Desk, since: number): Promise<void> {
  await expect.poll(() => connectedSinceMs(desk), SLOW).toBeGreaterThan(since);
}
