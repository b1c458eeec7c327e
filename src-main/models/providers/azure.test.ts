// The address and form of requests to each version of Azure's API.
import { expect, it } from "vitest";
import { WEATHER_FIRST } from "../testing/wire/documents.ts";
import { FAMILIES, type Family } from "../testing/wire/families.ts";
import { askFamily, replays } from "../testing/wireHarness.ts";

const AZURE = FAMILIES["azure"] as Family;
const CHAT = FAMILIES["openai-chat"] as Family;

it("calls a dated version by deployment, as chat completions", async () => {
  const { seen, result } = await askFamily(AZURE, WEATHER_FIRST, replays(CHAT.answers.calls), {
    setup: { apiVersion: "2024-10-21" },
  });
  expect(seen.map(({ url }) => url)).toEqual([
    "/openai/deployments/my-deployment/chat/completions?api-version=2024-10-21",
  ]);
  expect(seen[0]?.headers["api-key"]).toBe("KEY");
  expect(seen[0]?.body).toMatchObject({ messages: expect.any(Array), stream: true });
  expect(seen[0]?.body).not.toHaveProperty("store");
  expect(result).toMatchObject({ kind: "done", generated: { stopReason: "toolUse" } });
});

it("sends an undated version as the address names it, and no version if none is set", async () => {
  const urls = async (setup: { apiVersion?: string }) => {
    const { seen } = await askFamily(AZURE, WEATHER_FIRST, replays(AZURE.answers.calls), { setup });
    return seen.map(({ url }) => url);
  };
  expect(await urls({ apiVersion: "preview" })).toEqual([
    "/openai/v1/responses?api-version=preview",
  ]);
  expect(await urls({})).toEqual(["/openai/v1/responses"]);
});
