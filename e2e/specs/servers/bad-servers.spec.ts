// Servers that cannot be started, send garbage, die or hang: a clear sentence on their screen, all else works.
import { expect, test } from "../../fixtures.ts";
import type { Desk } from "../../support/desk.ts";
import { projectNode } from "../../support/paths.ts";
import { question } from "../../support/puppet.ts";

/** Opens the server's panel, which shows this. */
async function says(desk: Desk, name: string, ...words: string[]): Promise<void> {
  await desk.room("Servers").click();
  await desk.page.getByRole("button", { name, exact: true }).click();
  for (const one of words) await expect(desk.page.getByRole("main")).toContainText(one);
}

test("each server that fails shows why, and the others work @long", async ({
  openShared,
  puppet,
}) => {
  const [fine, mute, odd] = [
    await puppet(),
    await puppet({ polite: false }),
    await puppet({ polite: false }),
  ];
  const ends = "console.error('no licence found'); process.exit(42)";
  const desk = await openShared(
    {
      typo: { command: "no-such-program-4711", args: ["x"] },
      homeless: { command: projectNode, args: ["-v"], cwd: "/no/such/folder" },
      short: { command: projectNode, args: ["-e", ends] },
      nobody: { type: "http", url: "http://127.0.0.1:9/mcp" },
      fine: fine.config,
      mute: mute.config,
      odd: odd.config,
    },
    { connect: false },
  );
  await desk.confirmAll();
  odd.reply(await odd.heard(({ method }) => method === "initialize"), null);
  for (const name of ["typo", "homeless", "short", "odd"]) await desk.serverIs(name, "failed");
  const notFound = "The command wasn’t found on this machine.";
  await says(desk, "typo", notFound, "no-such-program-4711");
  await says(desk, "homeless", "The working folder doesn’t exist.");
  await says(desk, "short", "with code 42", "no licence found");
  await says(desk, "odd", "The server’s response isn’t MCP.");
  await says(desk, "nobody", "The address can’t be reached.");

  await mute.heard(({ method }) => method === "initialize");
  await says(desk, "mute", "Connecting");
  await desk.button("Turn off").click();
  await desk.serverIs("mute", "off");
  await mute.gone();

  await desk.serverIs("fine", "connected");
  fine.raw("Listening on port 3000…\n{not json}\n[1,2\n");
  fine.log("warning", "a log message");
  fine.stderr("a line of stderr\n");
  const heard = ["3 lines of its output are not MCP.", "a line of stderr", "a log message"];
  await says(desk, "fine", ...heard);
  await desk.start("fine", "work");
  await fine.called();
  const asked = fine.ask(question("Still fine?"));
  await desk.room("Inbox").click();
  await desk.answerByHand("Still fine.");
  expect((await asked.answer).result).toMatchObject({ content: { text: "Still fine." } });
});

test("a server that closes its output is reported, its requests end, and it can be restarted @long", async ({
  openCall,
}) => {
  const { desk, server } = await openCall();
  server.ask(question("Before the silence"));
  await expect(desk.rows()).toHaveCount(1);
  server.closeOutput();
  await desk.request(({ phase }) => phase.kind === "ended");
  await says(desk, "puppet", "The server closed its output");
  await desk.button("Restart").first().click();
  await desk.serverIs("puppet", "connected");
  expect(server.starts).toBe(2);
});
