import { describe, expect, it } from "vitest";
import { testModel, testModels, testProvider } from "../../src-shared/models/testing.ts";
import { policySchema } from "../../src-shared/servers/policy.ts";
import { mayAsk } from "./mayAsk.ts";

const models = testModels([
  testProvider([testModel("gpt-5"), testModel("gpt-5-nano", {}, { enabled: false })]),
]);
const server = (allowed: string[]) => [
  { id: "s", policy: policySchema.parse({ models: { allowed } }) },
];
const ref = (modelId: string, providerId = "p") => ({ providerId, modelId });

describe("mayAsk", () => {
  it("lets any model be asked that is switched on", () => {
    expect(mayAsk(server([]), models, "s", ref("gpt-5"))).toBeNull();
    expect(mayAsk(server([]), models, "s", ref("not-listed"))).toBeNull();
    expect(mayAsk([], models, "gone", ref("gpt-5"))).toBeNull();
  });
  it("never lets one be asked that is switched off", () => {
    const failure = { kind: "switched-off", model: "gpt-5-nano" };
    expect(mayAsk(server(["*"]), models, "s", ref("gpt-5-nano"))).toEqual(failure);
  });
  it("holds a server to its own, by the provider's name or id", () => {
    const failure = { kind: "not-for-this-server", model: "gpt-5" };
    expect(mayAsk(server(["ollama/*"]), models, "s", ref("gpt-5"))).toEqual(failure);
    expect(mayAsk(server(["provider/gpt*"]), models, "s", ref("gpt-5"))).toBeNull();
    expect(mayAsk(server(["p/gpt-5"]), models, "s", ref("gpt-5"))).toBeNull();
    // A provider that is gone has no name any more.
    expect(mayAsk(server(["provider/*"]), models, "s", ref("gpt-5", "q"))).toMatchObject(failure);
  });
});
