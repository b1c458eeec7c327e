// `kill -9` at named points of requests that do not come alone: embedded in a result, two of one result, a task. After
// each the record verifies, every decision has its row, each request has ended once, and nothing was left half done.
import path from "node:path";
import { expect, test } from "../../fixtures.ts";
import type { OpenOptions } from "../../fixtures.ts";
import type { Desk } from "../../support/desk.ts";
import { serverNode } from "../../support/paths.ts";
import { fromJsonText } from "../../../src-shared/ledger/history.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";

const server = (file: string, ...args: string[]) => ({
  command: serverNode,
  args: [path.resolve(import.meta.dirname, file), ...args],
});
const dual = server("../../servers/dual.mjs");
const everything = server(
  "../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js",
  "stdio",
);

type Open = (options?: OpenOptions) => Promise<Desk>;

async function kill(desk: Desk): Promise<void> {
  const child = desk.app.process();
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await gone;
}

/** How each of so many requests ended, by the record that the next start reads; the record is whole. */
async function afterwards(open: Open, killed: Desk, count: number): Promise<string[]> {
  const desk = await open({ profile: killed.profile });
  expect(await desk.do("history.verify")).toMatchObject({ fault: null });
  let ends: string[] = [];
  await expect
    .poll(
      async () => {
        const found = await desk.call("history.find", "is:ended");
        const rows = found.ok ? fromJsonText(found.value).rows : [];
        ends = rows.map(({ facts: { state, reason } }) => reason ?? state);
        return ends.length;
      },
      { timeout: 20_000 },
    )
    .toBe(count);
  await desk.close();
  return ends;
}

const base = (sample: Sample, hash: string) => ({ revision: sample.revision, hash });

/** Answers by hand over the contract, up to the approval at the second gate. */
async function approve(desk: Desk, id: string, text: string): Promise<void> {
  const at = (): Promise<Sample> => desk.sample((one) => one.id === id);
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

async function withDual(open: Open, tool: string, args: Record<string, unknown>): Promise<Desk> {
  const desk = await open();
  await desk.addServer({
    name: "dual",
    era: "modern",
    endpoint: { kind: "stdio", ...dual, cwd: null, env: [] },
  });
  await desk.connectAll();
  await desk.start("dual", tool, args);
  await desk.sample();
  return desk;
}

test("embedded, waiting at gate 1: the call was not repeated, and that is said", async ({
  open,
}) => {
  const desk = await withDual(open, "ask", { question: "Why is the sky blue?" });
  await kill(desk);
  expect(await afterwards(open, desk, 1)).toEqual(["interrupted"]);
});

test("two of one result, the first approved: neither has left", async ({ open }) => {
  const desk = await withDual(open, "compare", {});
  await expect.poll(async () => (await desk.samples()).length).toBe(2);
  const [first] = await desk.samples();
  await approve(desk, first?.id ?? "", "the first answer");
  expect((await desk.sample((one) => one.id === first?.id)).phase.kind).toBe("ready");
  await kill(desk);
  expect(await afterwards(open, desk, 2)).toEqual(["interrupted", "interrupted"]);
});

test("two of one result, both approved: each has left once, or nobody knows", async ({ open }) => {
  const desk = await withDual(open, "compare", {});
  await expect.poll(async () => (await desk.samples()).length).toBe(2);
  for (const { id } of await desk.samples()) await approve(desk, id, "an answer");
  await kill(desk);
  for (const end of await afterwards(open, desk, 2)) expect(["replied", "unknown"]).toContain(end);
});

test("a task, waiting and approved: what its server could not fetch is not called delivered", async ({
  open,
}) => {
  test.setTimeout(120_000);
  const servers = { everything: { ...everything, countersign: { tasks: true } } };
  const tool = "trigger-sampling-request-async";
  const desk = await open({ servers });
  await desk.start("everything", tool, { prompt: "Why?" });
  await desk.sample();
  await kill(desk);
  expect(await afterwards(open, desk, 1)).toEqual(["interrupted"]);

  const second = await open({ servers });
  await second.start("everything", tool, { prompt: "And why this?" });
  const { id } = await second.sample();
  await approve(second, id, "Because.");
  await kill(second);
  const [end] = await afterwards(open, second, 1);
  expect(["replied", "unknown"]).toContain(end);
});
