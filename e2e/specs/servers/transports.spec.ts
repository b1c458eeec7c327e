// Real servers over every transport: their requests are held, decided twice, and the responses arrive.
import { expect, test } from "../../fixtures.ts";
import { everythingScript, startEverything, startGuarded } from "../../support/httpServers.ts";
import { serverNode } from "../../support/paths.ts";

const TOOL = "trigger-sampling-request";

test("server-everything over stdio, Streamable HTTP and HTTP+SSE; a guarded one accepts the right token only @long", async ({
  openShared,
  later,
}) => {
  const [http, sse, guarded] = await Promise.all([
    startEverything("streamableHttp"),
    startEverything("sse"),
    startGuarded("http", "right-token-1234"),
  ]);
  for (const { close } of [http, sse, guarded]) later(close);
  const entry = (token: string): object => ({
    type: "http",
    url: guarded.url,
    headers: { Authorization: `Bearer ${token}` },
  });
  const desk = await openShared(
    {
      stdio: { command: serverNode, args: [everythingScript, "stdio"] },
      http: { type: "http", url: http.url },
      sse: { type: "sse", url: sse.url },
      guarded: entry("right-token-1234"),
      shut: entry("wrong"),
    },
    { connect: false },
  );
  await desk.confirmAll();
  for (const name of ["stdio", "http", "sse", "guarded"]) await desk.serverIs(name, "connected");
  await desk.serverIs("shut", "failed");
  expect(guarded.turnedAway()).toBeGreaterThan(0);

  for (const name of ["stdio", "http", "sse"]) {
    const prompt = `explain the tides over ${name}`;
    const run = await desk.start(name, TOOL, { prompt, maxTokens: 50 });
    await desk.select(prompt);
    await expect(desk.review).toContainText(`Resource ${TOOL} context: ${prompt}`);
    await desk.answerByHand("The moon pulls.");
    expect(await desk.resultOf(run)).toContain('"text": "The moon pulls."');
  }
  const { origin } = await desk.request(({ requester }) => requester.name === "http");
  expect(origin).toMatchObject({ kind: "certain", call: { name: TOOL } });

  const run = await desk.start("guarded", "ask", { question: "Who is there?" });
  await desk.select("Who is there?");
  await desk.answerByHand("Only me.");
  expect(await desk.resultOf(run)).toBe('model said: {"type":"text","text":"Only me."}');
  await desk.room("Servers").click();
  await desk.page.getByRole("button", { name: "shut" }).click();
  await expect(desk.page.getByRole("main")).toContainText(
    "The server requires different credentials (401).",
  );
});
