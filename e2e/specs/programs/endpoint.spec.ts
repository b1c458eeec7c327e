// Programs with the official SDKs: their requests held, edited, rejected, watched.
import { createHash } from "node:crypto";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { expect, test } from "../../fixtures.ts";
import type { Desk } from "../../support/desk.ts";
import { streamsHalf, startScriptedModel, streamsText } from "../../support/scriptedModel.ts";
import { programInputSchema } from "../../../src-shared/programs/program.ts";

const SAYS = streamsText(["Hello ", "from the model."]);

async function program(desk: Desk, input: object = {}) {
  return desk.do("programs.add", programInputSchema.parse({ name: "agent", ...input }));
}

const openai = ({ baseUrl, token }: { baseUrl: string; token: string }): OpenAI =>
  new OpenAI({ baseURL: `${baseUrl}/v1`, apiKey: token });

test("a chat completion is held, edited at both gates, and sent with its unknown fields", async ({
  open,
  later,
}) => {
  const model = await startScriptedModel(SAYS);
  later(() => model.close());
  const desk = await open();
  await desk.useModels(model.baseUrl);
  const client = openai(await program(desk));
  const asked = client.chat.completions.create({
    model: "scripted-1",
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Say hello." },
    ],
    max_tokens: 50,
    top_p: 0.9,
    // @ts-expect-error: of a later version
    a_field_of_tomorrow: { deep: [1] },
  });
  await desk.rows().first().click();
  await expect(desk.page.getByText("agent").first()).toBeVisible();
  await desk.decide(desk.approve);
  await expect(desk.page.getByText("Hello from the model.").first()).toBeVisible();
  await desk.write(desk.answer, "Hello, edited.");
  await desk.decide(desk.approve);
  expect(await asked).toMatchObject({
    object: "chat.completion",
    choices: [{ message: { role: "assistant", content: "Hello, edited." }, finish_reason: "stop" }],
  });
  expect(model.asked()[0]?.body).toEqual({
    model: "scripted-1",
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Say hello." },
    ],
    max_tokens: 50,
    top_p: 0.9,
    a_field_of_tomorrow: { deep: [1] },
    stream: true,
    stream_options: { include_usage: true },
  });
});

test("a rejection is a 403 that no SDK retries, and the same body is rejected again @long", async ({
  open,
  later,
}) => {
  const model = await startScriptedModel(SAYS);
  later(() => model.close());
  const desk = await open();
  await desk.useModels(model.baseUrl);
  const made = await program(desk);
  const client = openai(made);
  const ask = () =>
    client.chat.completions
      .create({ model: "scripted-1", messages: [{ role: "user", content: "Say hello." }] })
      .catch((error: unknown) => error);
  const first = ask();
  await desk.rows().first().click();
  await desk.rejectNow();
  const rejected = { status: 403, code: "user_rejected", type: "invalid_request_error" };
  expect(await first).toMatchObject(rejected);
  // At once: the user is not asked again.
  expect(await ask()).toMatchObject(rejected);
  expect((await desk.snapshot()).requests).toHaveLength(1);

  const stranger = openai({ ...made, token: "guessed" });
  await expect(stranger.models.list()).rejects.toMatchObject({
    status: 401,
    code: "invalid_token",
  });
  await desk.do("desk.switch", "stopped");
  const stopped = client.chat.completions.create({
    model: "scripted-1",
    messages: [{ role: "user", content: "And now?" }],
  });
  await expect(stopped).rejects.toMatchObject({ status: 403, code: "stopped" });
});

test("Watch: Messages stream at once, and the ledger names the permission @long", async ({
  open,
  later,
}) => {
  const model = await startScriptedModel(SAYS);
  later(() => model.close());
  const desk = await open();
  await desk.useModels(model.baseUrl);
  const { baseUrl, token } = await program(desk, { name: "watched", mode: "watch" });
  const client = new Anthropic({ baseURL: baseUrl, apiKey: token });
  const stream = client.messages.stream({
    model: "scripted-1",
    max_tokens: 100,
    system: "Be brief.",
    messages: [{ role: "user", content: "Say hello." }],
  });
  let text = "";
  stream.on("text", (more) => {
    text += more;
  });
  const message = await stream.finalMessage();
  expect(text).toBe("Hello from the model.");
  expect(message).toMatchObject({ stop_reason: "end_turn", content: [{ type: "text", text }] });
  const [request] = (await desk.snapshot()).requests;
  expect(request).toMatchObject({
    requestKind: "completion",
    judged: [{ rule: { name: "watched" }, decide: "allow" }, { gate: "response" }],
  });
  expect(
    await client.messages.countTokens({
      model: "scripted-1",
      messages: [{ role: "user", content: "Say hello." }],
    }),
  ).toMatchObject({ input_tokens: expect.any(Number) });
});

test("a response that streams under Watch is held at gate 2: what was sent is named, there and once rejected @long", async ({
  open,
  later,
}) => {
  const half = streamsHalf("Hello ", "from the model.");
  const model = await startScriptedModel(half.script);
  later(() => model.close());
  const desk = await open();
  await desk.useModels(model.baseUrl);
  const watched = programInputSchema.parse({ name: "watched", mode: "watch" });
  const { id, baseUrl, token } = await desk.do("programs.add", watched);
  const client = new Anthropic({ baseURL: baseUrl, apiKey: token });
  const stream = client.messages.stream({
    model: "scripted-1",
    max_tokens: 100,
    messages: [{ role: "user", content: "Say hello." }],
  });
  const failed = stream.finalMessage().catch((error: unknown) => String(error));
  await new Promise((resolve) => stream.once("text", resolve));
  // It needs no decision, so it doesn't open by itself.
  await expect(desk.page.getByText("No request selected")).toBeVisible();
  await desk.rows().first().click();
  await expect(desk.review).toContainText("6 characters sent to “watched”");
  await desk.do("programs.update", id, { ...watched, mode: "hold" });
  half.finish();
  await expect(desk.review).toContainText(
    "6 characters of this response were already sent to “watched”.",
  );
  await desk.page.screenshot({ path: test.info().outputPath("held.png") });
  await desk.rejectNow();
  expect(await failed).toContain("user_rejected");
  await expect(desk.review).toContainText("6 characters of the response had already been sent.");
  await desk.page.screenshot({ path: test.info().outputPath("rejected.png") });
  const [request] = (await desk.snapshot()).requests;
  const hash = createHash("sha256").update('["Hello "]').digest("hex");
  expect(request).toMatchObject({
    attempts: [{ state: { kind: "done", streamed: { characters: 6, hash } } }],
    phase: { ending: { kind: "rejected", gate: 2 } },
  });
});

test("a program's Responses request is held, approved, and streamed as its events @long", async ({
  open,
  later,
}) => {
  const model = await startScriptedModel(SAYS);
  later(() => model.close());
  const desk = await open();
  await desk.useModels(model.baseUrl);
  const client = openai(await program(desk));
  const stream = client.responses.stream({ model: "scripted-1", input: "Say hello." });
  const done = stream.finalResponse();
  await desk.rows().first().click();
  await desk.decide(desk.approve);
  await desk.decide(desk.approve);
  expect(await done).toMatchObject({ status: "completed", output_text: "Hello from the model." });
});
