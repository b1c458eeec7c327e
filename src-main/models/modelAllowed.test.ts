import { describe, expect, it } from "vitest";
import type { ModelRef } from "#shared/models/model.ts";
import { testModel, testModels, testProvider } from "#shared/models/testing.ts";
import { policySchema } from "#shared/servers/policy/policy.ts";
import { checkModelAllowed } from "./modelAllowed.ts";
import { isEnabled } from "./modelSwitches.ts";

const switches = (disabled: string[] = [], only?: string[]): Parameters<typeof isEnabled>[0] => ({
  providers: [
    {
      id: "p",
      kind: "openai-compatible",
      name: "Provider",
      baseUrl: "https://m.example/v1",
      ...(only === undefined ? {} : { only }),
    },
  ],
  disabled: disabled.map((modelId) => ({ providerId: "p", modelId })),
});
const over = (lists: ReturnType<typeof switches>, listed: string[]) => ({
  ...testModels([testProvider(listed.map((id) => testModel(id)))]),
  isEnabled: (model: ModelRef) => isEnabled(lists, model),
});
const models = over(switches(["gpt-5-nano"]), ["gpt-5", "gpt-5-nano"]);
const server = (allowed: string[]) => [
  { id: "s", policy: policySchema.parse({ models: { allowed } }) },
];
const ref = (modelId: string, providerId = "p") => ({ providerId, modelId });

describe("mayAsk", () => {
  it("allows any model that is turned on", () => {
    expect(checkModelAllowed(server([]), models, "s", ref("gpt-5"))).toBeNull();
    expect(checkModelAllowed(server([]), models, "s", ref("not-listed"))).toBeNull();
    expect(checkModelAllowed([], models, "gone", ref("gpt-5"))).toBeNull();
  });
  it("allows no model that is turned off", () => {
    const failure = { kind: "switched-off", model: "gpt-5-nano" };
    expect(checkModelAllowed(server(["*"]), models, "s", ref("gpt-5-nano"))).toEqual(failure);
  });
  it("allows none before the provider has responded, nor a later one if new models are off", () => {
    const failure = { kind: "switched-off", model: "gpt-5-nano" };
    const asked = ref("gpt-5-nano");
    expect(checkModelAllowed([], over(switches(["gpt-5-nano"]), []), "s", asked)).toEqual(failure);
    expect(checkModelAllowed([], over(switches([], []), ["gpt-5"]), "s", asked)).toEqual(failure);
    expect(checkModelAllowed([], over(switches([], ["gpt-5-nano"]), []), "s", asked)).toBeNull();
  });
  it("holds a server to its own models, by the provider's name or id", () => {
    const failure = { kind: "not-for-this-server", model: "gpt-5" };
    expect(checkModelAllowed(server(["ollama/*"]), models, "s", ref("gpt-5"))).toEqual(failure);
    expect(checkModelAllowed(server(["provider/gpt*"]), models, "s", ref("gpt-5"))).toBeNull();
    expect(checkModelAllowed(server(["p/gpt-5"]), models, "s", ref("gpt-5"))).toBeNull();
    // A provider that is gone has no name.
    expect(checkModelAllowed(server(["provider/*"]), models, "s", ref("gpt-5", "q"))).toMatchObject(
      failure,
    );
  });
});
