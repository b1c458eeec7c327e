// From a program's or a server's write to the editor at gate 1, in turns.
import type { HeldRequest } from "../../../src-shared/request/life/heldRequest.ts";
import type { Desk } from "../../support/desk.ts";
import { press } from "../../support/press.ts";
import { clockLag } from "../clock.ts";
import { untilShown } from "../page.ts";
import { ask, bodyOf } from "./client.ts";
import type { Address } from "./client.ts";

/** The first ones open what later ones reuse. */
const WARM = 3;

/** Milliseconds of each; a request's are counted from when its server wrote it, by the machine's clock. */
export async function appeared(desk: Desk, program: Address, serverId: string, runs: number) {
  const { page } = desk;
  // A request that ended stays selected, and the one that follows does not open by itself.
  for (const { id } of await desk.requests()) await desk.do("desk.dismiss", id);
  const lag = (await page.evaluate(clockLag)) - clockLag();
  const found: { completions: number[]; requests: number[] } = { completions: [], requests: [] };
  for (let run = -WARM; run < runs; run += 1) {
    const completion = (await completionShown(desk, program, `asked-${run}-end`)) + lag;
    const request = (await requestShown(desk, serverId, `sampled-${run}-end`)) + lag;
    if (run < 0) continue;
    found.completions.push(completion);
    found.requests.push(request);
  }
  return found;
}

const now = (): number => performance.timeOrigin + performance.now();

async function completionShown(desk: Desk, program: Address, token: string): Promise<number> {
  const leave = new AbortController();
  let sentMs = 0;
  let asked: Promise<unknown> = Promise.resolve();
  const shown = await untilShown(desk.page, token, async () => {
    sentMs = now();
    asked = ask(program, bodyOf(token), leave.signal).catch(() => undefined);
  });
  leave.abort();
  await asked;
  await cleared(desk, token);
  return shown - sentMs;
}

async function requestShown(desk: Desk, serverId: string, token: string): Promise<number> {
  const { page } = desk;
  await press(page);
  let run = "";
  const shown = await untilShown(page, token, async () => {
    run = await desk.do("calls.start", serverId, "tool", "once", { text: token });
  });
  await desk.rejectNow();
  const { sentMs } = JSON.parse(await desk.resultOf(run)) as { sentMs: number };
  await cleared(desk, token);
  return shown - sentMs;
}

/** Ended requests leave the list, so that the next one is shown like the first. */
async function cleared(desk: Desk, token: string): Promise<void> {
  const request: HeldRequest = await desk.request(
    (one) => one.phase.kind === "ended" && JSON.stringify(one).includes(token),
  );
  await desk.do("desk.dismiss", request.id);
}
