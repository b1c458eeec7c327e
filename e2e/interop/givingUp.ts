// How a server stops waiting for a response, in each family's own way, and what Countersign makes of it.
import { expect } from "../fixtures.ts";
import type { Desk } from "../support/desk.ts";
import { connectedAnew, connectedSinceMs, endedAs, held, openRun, PROMPT } from "./steps.ts";
import { runPanel, type Walk } from "./steps.ts";
import type { GivesUp, Told } from "./subject.ts";

/** How Countersign may report it. */
const TOLD: Record<Told, { kinds: Parameters<typeof endedAs>[1]; words: RegExp }> = {
  "call-ended": { kinds: ["call-ended"], words: /call behind this request (probably )?ended/ },
  "server-cancelled": {
    kinds: ["server-cancelled"],
    words: /(server|”) (cancelled|withdrew|gave up)/i,
  },
  either: {
    kinds: ["call-ended", "server-cancelled"],
    words: /call behind this request (probably )?ended|(server|”) (cancelled|withdrew|gave up)/i,
  },
};

type By<K extends GivesUp["by"]> = Extract<GivesUp, { by: K }>;

export async function giveUp(walk: Walk): Promise<void> {
  const { givesUp } = walk.subject;
  switch (givesUp.by) {
    case "timeout":
      return timeout(walk, givesUp);
    case "expiry":
      return expiry(walk, givesUp);
    case "end":
      return end(walk);
  }
}

const prompt = `${PROMPT} (give up)`;

/** It has a timeout: its tool goes on without a response. */
async function timeout({ desk }: Walk, { tool, says, told, afterMs }: By<"timeout">) {
  const before = (await desk.requests()).length;
  const run = await desk.start("subject", tool.name, tool.args(prompt));
  await expect.poll(async () => (await desk.requests()).length).toBe(before + 1);
  await desk.rows().first().click();
  await expect
    .poll(async () => (await desk.requests()).at(-1)?.phase.kind, { timeout: afterMs + 15_000 })
    .toBe("ended");
  expect(await desk.resultOf(run)).toMatch(says);
  await endedAs(desk, TOLD[told].kinds);
  await expect(desk.review).toContainText(TOLD[told].words);
  const { receivedAtMs, phase } = await desk.request();
  expect(phase.kind === "ended" ? phase.atMs - receivedAtMs : 0).toBeGreaterThan(afterMs * 0.9);
}

/**
 * Its request is embedded in a result: it does not wait, and cannot cancel the request. All it can do is to refuse
 * the response when the call is repeated: it was sent, and the call says that it came too late.
 */
async function expiry(walk: Walk, { tool, says, afterMs }: By<"expiry">): Promise<void> {
  const { desk } = walk;
  const run = await held(walk, tool, prompt);
  const { receivedAtMs } = await desk.request();
  await expect.poll(() => Date.now() - receivedAtMs).toBeGreaterThan(afterMs);
  await desk.answerByHand("太晚了");
  expect(await desk.resultOf(run)).toMatch(says);
  await expect(desk.review).toContainText("“subject” received the response.");
  await openRun(desk, tool.name);
  await expect(runPanel(desk)).toContainText("gave up");
  await desk.room("Inbox").click();
}

/** It would wait forever: only a request to exit ends the wait. */
async function end(walk: Walk): Promise<void> {
  const { desk, subject, server } = walk;
  const since = await connectedSinceMs(desk);
  const run = await held(walk, subject.ask, prompt);
  await server.kill(desk, "SIGTERM");
  await desk.request(({ phase }) => phase.kind === "ended" && phase.ending.kind === "cancelled");
  await endedAs(desk, ["server-died", "disconnected"]);
  await expect(desk.review).toContainText("subject ended. Nothing was sent.");
  expect((await desk.ended(run)).state).toBe("failed");
  await connectAgain(desk, walk);
  await connectedAnew(desk, since);
}

async function connectAgain(desk: Desk, { server }: Walk): Promise<void> {
  await server.again();
  await desk.do("servers.connect", (await desk.server("subject")).id);
}
