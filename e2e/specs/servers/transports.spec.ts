// Real servers over every transport: what they ask is held, decided twice, and arrives where it was asked for.
import { expect, test } from "../../fixtures.ts";
import { everythingScript, startEverything, startGuarded } from "../../support/httpServers.ts";
import { serverNode } from "../../support/paths.ts";
import type { Desk } from "../../support/desk.ts";

const TOOL = "trigger-sampling-request";

/** Answers by hand what server-everything asks, and gives the result of its tool. */
async function roundTrip(desk: Desk, answer: string): Promise<string> {
  const run = await desk.start("everything", TOOL, { prompt: "explain the tides", maxTokens: 50 });
  await expect(desk.rows()).toHaveCount(1);
  await expect(desk.review).toContainText(
    "Resource trigger-sampling-request context: explain the tides",
  );
  await desk.answerByHand(answer);
  return desk.resultOf(run);
}

test("server-everything over stdio", async ({ openShared }) => {
  const desk = await openShared({
    everything: { command: serverNode, args: [everythingScript, "stdio"] },
  });
  expect(await roundTrip(desk, "The moon pulls.")).toContain('"text": "The moon pulls."');
  await expect(desk.review).toContainText("stdio");
});

test("server-everything over Streamable HTTP", async ({ openShared, later }) => {
  const server = await startEverything("streamableHttp");
  later(server.close);
  const desk = await openShared({ everything: { type: "http", url: server.url } });
  expect(await roundTrip(desk, "The moon pulls.")).toContain('"text": "The moon pulls."');
  const { origin } = await desk.sample();
  expect(origin).toMatchObject({ kind: "certain", call: { name: TOOL } });
});

test("server-everything over HTTP+SSE", async ({ openShared, later }) => {
  const server = await startEverything("sse");
  later(server.close);
  const desk = await openShared({ everything: { type: "sse", url: server.url } });
  expect(await roundTrip(desk, "The moon pulls.")).toContain('"text": "The moon pulls."');
});

for (const kind of ["http", "sse"] as const) {
  test(`a bearer token opens a guarded server over ${kind}, a wrong one does not`, async ({
    openShared,
    later,
  }) => {
    const server = await startGuarded(kind, "right-token-1234");
    later(server.close);
    const entry = (token: string): object => ({
      type: kind,
      url: server.url,
      headers: { Authorization: `Bearer ${token}` },
    });
    const desk = await openShared(
      { guarded: entry("right-token-1234"), shut: entry("wrong") },
      { connect: false },
    );
    await desk.confirmAll();
    await desk.serverIs("guarded", "connected");
    await desk.serverIs("shut", "failed");
    expect(server.turnedAway()).toBeGreaterThan(0);
    const run = await desk.start("guarded", "ask", { question: "Who is there?" });
    await expect(desk.rows()).toHaveCount(1);
    await desk.answerByHand("Only me.");
    expect(await desk.resultOf(run)).toBe('model said: {"type":"text","text":"Only me."}');
    await desk.room("Servers").click();
    await desk.page.getByRole("button", { name: "shut" }).click();
    await expect(desk.page.getByRole("main")).toContainText(
      "The server wants other credentials (401).",
    );
  });
}
