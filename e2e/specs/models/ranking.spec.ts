// The models for a request: in ranked order, each with its reason; searched; limited to what the user allows.
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

test("requests go only to the models that their server may use, whatever the window sends", async ({
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
  await desk.openRows();
  const rows = desk.review.getByRole("listbox", { name: "Model" }).getByRole("option");
  await expect(rows.first()).toContainText("claude-haiku-4-5");
  const { servers } = await desk.snapshot();
  const id = servers.find(({ name }) => name === "puppet")?.id ?? "";
  await desk.do("servers.policy", id, {
    ...defaultPolicy,
    models: { allowed: ["loopback/qwen*"], first: null, always: false, substitutes: false },
  });
  await expect(rows.first()).toContainText("qwen3:32b");
  await expect(rows.first()).toHaveAttribute("aria-selected", "true");
  const barred = rows.filter({ hasText: "claude-haiku-4-5" });
  await expect(barred).toContainText("Not allowed for this server");
  await expect(barred).toHaveAttribute("aria-disabled", "true");
  const { requests } = await desk.snapshot();
  const [request] = requests;
  if (request === undefined || request.proposed === null) throw new Error("no request");
  await press(desk.page);
  const told = await desk.page.evaluate(
    ([requestId, base, text]) =>
      window.desk.invoke("desk.decide", requestId, base, JSON.parse(text)),
    [
      request.id,
      { revision: request.revision, hash: request.askedHash },
      JSON.stringify({
        kind: "approve-request",
        document: request.proposed,
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
