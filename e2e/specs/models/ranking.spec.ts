// The models for a request: in ranked order, each with its reason; searched; held to what the person allows.
import { expect, test } from "../../fixtures.ts";
import { press } from "../../support/press.ts";
import { question } from "../../support/puppet.ts";
import { streamsText } from "../../support/scriptedModel.ts";
import { startManyModels } from "../../support/thousandModels.ts";
import type { ListedEntry } from "../../support/thousandModels.ts";
import { defaultPolicy } from "../../../src-shared/servers/policy/policy.ts";

const LIST: ListedEntry[] = [
  { id: "alpha-1", context_length: 8192, architecture: { input_modalities: ["text"] } },
  { id: "qwen3:32b", context_length: 32_000, supported_parameters: ["tools"] },
  { id: "claude-haiku-4-5", context_length: 200_000, supported_parameters: ["tools"] },
  {
    id: "gemini-2.5-pro",
    context_length: 1_000_000,
    architecture: { input_modalities: ["text", "image"] },
  },
  { id: "text-embedding-3-small", context_length: 8192 },
];
const wanting = (hints: string[], more: object = {}) => ({
  ...question("Which one answers?"),
  modelPreferences: { hints: hints.map((name) => ({ name })), ...more },
});

test("hints come first, likenesses next, what cannot answer last; each says why", async ({
  openShared,
  puppet,
  later,
}) => {
  const model = await startManyModels(LIST, streamsText(["I do."]));
  later(model.close);
  const server = await puppet();
  const desk = await openShared({ puppet: server.config });
  await desk.useModels(model.baseUrl);
  await desk.start("puppet", "work");
  await server.called();
  const asked = server.ask(wanting(["HAIKU", "claude-3-sonnet"], { costPriority: 0.5 }));
  const list = desk.review.getByRole("listbox", { name: "Model" });
  const rows = list.getByRole("option");
  await expect(rows.first()).toContainText("claude-haiku-4-5");
  await expect(rows.first()).toContainText("Hint 1 matches");
  await expect(rows.first()).toHaveAttribute("aria-selected", "true");
  const gemini = rows.filter({ hasText: "gemini-2.5-pro" });
  await expect(gemini).toContainText("Stands in for hint 2: same tier");
  await expect(rows.filter({ hasText: "embedding" })).toContainText("Does not hold conversations");
  // The keyboard goes there with M, and the choice with the arrows.
  await desk.page.keyboard.press("m");
  await expect(list).toBeFocused();
  await desk.page.keyboard.press("ArrowDown");
  await expect(gemini).toHaveAttribute("aria-selected", "true");
  await desk.button("What is known of it").click();
  await expect(desk.review).toContainText("says the provider");
  await desk.decide(desk.approve);
  await desk.decide(desk.approve.and(desk.button(/^Approve & reply/)));
  await asked.answer;
  expect(model.asked().map(({ body }) => body["model"])).toEqual(["gemini-2.5-pro"]);
});

test("a thousand models are searched", async ({ openShared, puppet, later }) => {
  const many = Array.from({ length: 1000 }, (_one, index) => ({ id: `vendor/model-${index}` }));
  const model = await startManyModels([...many, { id: "needle-7b" }], streamsText(["Found."]));
  later(model.close);
  const server = await puppet();
  const desk = await openShared({ puppet: server.config });
  await desk.useModels(model.baseUrl);
  await desk.start("puppet", "work");
  await server.called();
  server.ask(question("Where is it?"));
  const rows = desk.review.getByRole("listbox", { name: "Model" }).getByRole("option");
  await expect(rows.first()).toBeVisible();
  await expect(desk.review).toContainText(/1,0\d\d of 1,0\d\d/);
  expect(await rows.count()).toBeLessThan(40);
  await desk.page.getByRole("textbox", { name: "Find a model" }).fill("needle");
  await expect(rows).toHaveCount(1);
  await desk.page.keyboard.press("Enter");
  await expect(rows.first()).toHaveAttribute("aria-selected", "true");
  await expect(desk.review).toContainText("needle-7b at Loopback");
});

test("a server goes only to the models that the person allows it, whatever a window sends", async ({
  openShared,
  puppet,
  later,
}) => {
  const model = await startManyModels(LIST, streamsText(["No."]));
  later(model.close);
  const server = await puppet();
  const desk = await openShared({ puppet: server.config });
  const { providerId } = await desk.useModels(model.baseUrl);
  await desk.start("puppet", "work");
  await server.called();
  server.ask(wanting(["claude"]));
  const rows = desk.review.getByRole("listbox", { name: "Model" }).getByRole("option");
  await expect(rows.first()).toContainText("claude-haiku-4-5");
  const { servers } = await desk.snapshot();
  const id = servers.find(({ name }) => name === "puppet")?.id ?? "";
  await desk.do("servers.policy", id, {
    ...defaultPolicy,
    models: { allowed: ["loopback/qwen*"], first: null, always: false },
  });
  await expect(rows.first()).toContainText("qwen3:32b");
  await expect(rows.first()).toHaveAttribute("aria-selected", "true");
  const barred = rows.filter({ hasText: "claude-haiku-4-5" });
  await expect(barred).toContainText("You do not allow it for this server");
  await expect(barred).toHaveAttribute("aria-disabled", "true");
  const { samples } = await desk.snapshot();
  const [sample] = samples;
  if (sample === undefined || sample.proposed === null) throw new Error("no request");
  await press(desk.page);
  const told = await desk.page.evaluate(
    ([sampleId, base, text]) => window.desk.invoke("desk.decide", sampleId, base, JSON.parse(text)),
    [
      sample.id,
      { revision: sample.revision, hash: sample.askedHash },
      JSON.stringify({
        kind: "approve-request",
        document: sample.proposed,
        model: { providerId, modelId: "claude-haiku-4-5" },
      }),
    ] as const,
  );
  expect(told).toEqual({
    ok: false,
    failure: { kind: "not-for-this-server", model: "claude-haiku-4-5" },
  });
  expect(model.asked()).toEqual([]);
});
