// `kill -9` at named points of requests that belong together: embedded in a result, two in one result, a task. After each
// the ledger verifies, every decision has its row, each request has ended once, and nothing is half done.
import path from "node:path";
import { expect, test } from "../../fixtures.ts";
import type { Desk } from "../../support/desk.ts";
import { serverNode } from "../../support/paths.ts";
import { fromJsonText } from "../../../src-shared/ledger/history.ts";
import type { HeldRequest } from "../../../src-shared/request/life/heldRequest.ts";

const server = (file: string, ...args: string[]) => ({
  command: serverNode,
  args: [path.resolve(import.meta.dirname, file), ...args],
});
const dual = server("../../servers/dual.mjs");
const everything = server(
  "../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js",
  "stdio",
);

async function kill(desk: Desk): Promise<void> {
  const child = desk.app.process();
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await gone;
}

/** How each of these requests ended, by the ledger, which is intact. */
async function ends(desk: Desk, count: number): Promise<string[]> {
  expect(await desk.do("history.verify")).toMatchObject({ fault: null });
  let found: string[] = [];
  await expect
    .poll(
      async () => {
        const told = await desk.call("history.find", "is:ended");
        const rows = told.ok ? fromJsonText(told.value).rows : [];
        found = rows.map(({ facts: { state, reason } }) => reason ?? state);
        return found.length;
      },
      { timeout: 20_000 },
    )
    .toBe(count);
  return found;
}

const base = (request: HeldRequest, hash: string) => ({ revision: request.revision, hash });

/** Answers by hand over the contract, up to the approval at gate 2. */
async function approve(desk: Desk, id: string, text: string): Promise<void> {
  const at = (): Promise<HeldRequest> => desk.request((one) => one.id === id);
  const first = await at();
  if (first.proposed === null) throw new Error("nothing to answer");
  await desk.do("desk.decide", id, base(first, first.askedHash), {
    kind: "answer-by-hand",
    document: first.proposed,
  });
  const second = await at();
  const attempt = second.attempts.at(-1);
  if (attempt === undefined || !("generatedHash" in attempt.state)) throw new Error("no attempt");
  await desk.do("desk.decide", id, base(second, attempt.state.generatedHash), {
    kind: "approve-response",
    attemptId: attempt.id,
    document: { role: "assistant", content: [{ type: "text", text }], model: "human" },
  });
}

test("embedded, two in one result and a task: a kill leaves nothing half done @long", async ({
  open,
}) => {
  test.setTimeout(120_000);
  const servers = { everything: { ...everything, countersign: { tasks: true } } };
  const asTask = "trigger-sampling-request-async";
  const first = await open({ servers });
  await first.addServer({
    name: "dual",
    era: "modern",
    endpoint: { kind: "stdio", ...dual, cwd: null, env: [] },
  });
  await first.connectAll();
  await first.start("dual", "compare");
  await expect.poll(async () => (await first.requests()).length).toBe(2);
  const [left] = await first.requests();
  await approve(first, left?.id ?? "", "the first answer");
  expect((await first.request((one) => one.id === left?.id)).phase.kind).toBe("ready");
  await first.start("dual", "ask", { question: "Why is the sky blue?" });
  await first.start("everything", asTask, { prompt: "Why?" });
  await expect.poll(async () => (await first.requests()).length).toBe(4);
  await kill(first);

  // The first of the two was approved, and not sent without the other; no call was repeated.
  const second = await open({ profile: first.profile, servers, connect: false });
  expect(await ends(second, 4)).toEqual(Array(4).fill("interrupted"));
  await second.connectAll();
  await second.start("dual", "compare");
  await second.start("everything", asTask, { prompt: "And why this?" });
  const open3 = async () => (await second.requests()).filter(({ phase }) => phase.kind !== "ended");
  await expect.poll(async () => (await open3()).length).toBe(3);
  for (const { id } of await open3()) await approve(second, id, "an answer");
  await kill(second);

  // Each was sent once, or its delivery is unknown; what the server of a task could not fetch is not called delivered.
  const third = await open({ profile: first.profile });
  const last = (await ends(third, 7)).filter((end) => end !== "interrupted");
  expect(last).toHaveLength(3);
  for (const end of last) expect(["replied", "unknown"]).toContain(end);
});
