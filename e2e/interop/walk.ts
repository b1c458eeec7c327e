// The steps for every family, in one run of the app: each ends with what the server itself got.
import { expect, test } from "../fixtures.ts";
import type { Desk } from "../support/desk.ts";
import { startScriptedModel, streamsText } from "../support/scriptedModel.ts";
import { giveUp } from "./givingUp.ts";
import { startServer } from "./running.ts";
import { connectedAnew, connectedSinceMs, endedAs, held, openRun, PROMPT } from "./steps.ts";
import { runPanel, SLOW, type Walk } from "./steps.ts";
import { STEPS, type Subject } from "./subject.ts";

interface Given {
  open: () => Promise<Desk>;
  later: (close: () => Promise<unknown>) => void;
}

/** Starts server, model and app, and connects them. */
export async function begin(subject: Subject, { open, later }: Given): Promise<Walk> {
  const model = await startScriptedModel(streamsText(["模型", "回答"]));
  later(model.close);
  const server = await startServer(subject);
  later(server.close);
  const desk = await open();
  await desk.useModels(model.baseUrl);
  await desk.addServer({
    name: "subject",
    era: subject.era ?? "auto",
    endpoint: server.endpoint,
  });
  await desk.connectAll();
  expect((await desk.server("subject")).negotiated?.protocolVersion).toBe(subject.revision);
  return { subject, desk, server, model };
}

const lastAsked = ({ model }: Walk): string =>
  JSON.stringify(model.asked().at(-1)?.body["messages"]);

/** Most tools return the text unchanged. */
const answersOf = ({ answers }: Subject): NonNullable<Subject["answers"]> =>
  answers ?? {
    approved: { text: "MCP 是一个协议。", got: /MCP 是一个协议。/ },
    edited: { text: "我改过的回答 (edited)", got: /我改过的回答 \(edited\)/ },
    again: { text: "又连上了", got: /又连上了/ },
  };

async function approve(walk: Walk): Promise<void> {
  const { desk, subject, model } = walk;
  const prompt = `${PROMPT} (approve)`;
  const run = await held(walk, subject.ask, prompt);
  await expect(desk.review).toContainText(subject.shows?.(prompt) ?? prompt);
  const { origin } = await desk.request();
  expect(origin).toMatchObject({ kind: "certain", call: { name: subject.ask.name } });
  const { text, got } = answersOf(subject).approved;
  model.answers(streamsText([text.slice(0, 5), text.slice(5)]));
  await desk.decide(desk.approve);
  await expect(desk.answer).toBeVisible({ timeout: SLOW.timeout });
  await expect(desk.review).toContainText(text);
  expect(lastAsked(walk)).toContain(prompt);
  await desk.decide(desk.approve);
  expect(await desk.resultOf(run)).toMatch(got);
}

async function edit(walk: Walk): Promise<void> {
  const { desk, subject, model } = walk;
  const run = await held(walk, subject.ask, `${PROMPT} (edit)`);
  await desk.write(desk.message(1), "只说一句话 “edited”");
  model.answers(streamsText(["generated, and not what leaves"]));
  await desk.decide(desk.approve);
  await expect(desk.review).toContainText("generated, and not what leaves", {
    timeout: SLOW.timeout,
  });
  expect(JSON.parse(lastAsked(walk))).toContainEqual(
    expect.objectContaining({ content: "只说一句话 “edited”" }),
  );
  const { text, got } = answersOf(subject).edited;
  await desk.write(desk.answer, text);
  await desk.decide(desk.approve);
  const result = await desk.resultOf(run);
  expect(result).toMatch(got);
  expect(result).not.toContain("not what leaves");
}

async function reject(walk: Walk): Promise<void> {
  const { desk, subject, model } = walk;
  const before = model.asked().length;
  const run = await held(walk, subject.ask, `${PROMPT} (reject)`);
  await desk.rejectNow();
  if (subject.embedded) {
    expect(await desk.ended(run)).toMatchObject({
      state: "failed",
      failure: { kind: "run-not-repeated", because: "rejected" },
    });
  } else {
    expect(await desk.resultOf(run)).toMatch(subject.rejected);
  }
  expect(model.asked().length).toBe(before);
  await expect(desk.review).toContainText("You rejected this at gate");
  await openRun(desk, subject.ask.name);
  const said = subject.embedded ? /n’t repeated|no longer|declined|rejected/i : subject.rejected;
  await expect(runPanel(desk)).toContainText(said);
  await desk.room("Inbox").click();
}

async function cancel(walk: Walk): Promise<void> {
  const { desk, subject } = walk;
  const since = await connectedSinceMs(desk);
  const run = await held(walk, subject.ask, `${PROMPT} (cancel)`);
  await desk.do("calls.cancel", run);
  expect((await desk.ended(run)).state).toBe("cancelled");
  await expect.poll(async () => (await desk.requests()).at(-1)?.phase.kind).toBe("ended");
  await endedAs(desk, ["call-cancelled"]);
  if (subject.dropsAfterCancel === true) await connectedAnew(desk, since);
}

async function reconnect(walk: Walk): Promise<void> {
  const { desk, subject, server } = walk;
  await held(walk, subject.ask, `${PROMPT} (reconnect)`);
  const { id } = await desk.server("subject");
  const since = await connectedSinceMs(desk);
  await server.kill(desk);
  await expect.poll(async () => (await desk.requests()).at(-1)?.phase.kind, SLOW).toBe("ended");
  await endedAs(desk, ["server-died", "disconnected", "call-ended"]);
  await server.again();
  await desk.do("servers.connect", id);
  await connectedAnew(desk, since);
  const run = await held(walk, subject.ask, `${PROMPT} (again)`);
  const { text, got } = answersOf(subject).again;
  await desk.answerByHand(text);
  expect(await desk.resultOf(run)).toMatch(got);
}

/** All steps, or the short form; the step that fails is named in the results. */
export async function walkThrough(
  walk: Walk,
  brief: boolean,
  extras: () => Promise<void>,
): Promise<void> {
  await test.step(STEPS.approve, () => approve(walk));
  if (!brief) await test.step(STEPS.edit, () => edit(walk));
  await test.step(STEPS.reject, () => reject(walk));
  if (!brief) {
    await test.step(STEPS.giveUp, () => giveUp(walk));
    await extras();
    await test.step(STEPS.cancel, () => cancel(walk));
    await test.step(STEPS.reconnect, () => reconnect(walk));
  }
}
