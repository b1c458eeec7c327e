// Servers that cannot be started, say rubbish, die or hang: a clear sentence on their screen, all else works.
import { expect, test } from "../../fixtures.ts";
import type { Desk } from "../../support/desk.ts";
import { projectNode } from "../../support/paths.ts";
import { question } from "../../support/puppet.ts";

/** Opens the server's panel. */
async function look(desk: Desk, name: string): Promise<void> {
  await desk.room("Servers").click();
  await desk.page.getByRole("button", { name, exact: true }).click();
}

const main = (desk: Desk) => desk.page.getByRole("main");

test("an unknown command, a folder that is not there: said so, and others connect", async ({
  openShared,
  puppet,
}) => {
  const server = await puppet();
  const desk = await openShared(
    {
      typo: { command: "no-such-program-4711", args: ["x"] },
      homeless: { command: projectNode, args: ["-v"], cwd: "/no/such/folder" },
      fine: server.config,
    },
    { connect: false },
  );
  await desk.confirmAll();
  await desk.serverIs("fine", "connected");
  await desk.serverIs("typo", "failed");
  await look(desk, "typo");
  await expect(main(desk)).toContainText("The command was not found on this machine.");
  await expect(main(desk)).toContainText("no-such-program-4711");
  await desk.serverIs("homeless", "failed");
  await look(desk, "homeless");
  await expect(main(desk)).toContainText("The folder to start in does not exist.");
});

test("a process that ends at once: its exit code and its last words", async ({ openShared }) => {
  const desk = await openShared(
    {
      short: {
        command: projectNode,
        args: ["-e", "console.error('no licence found'); process.exit(42)"],
      },
    },
    { connect: false },
  );
  await desk.confirmAll();
  await desk.serverIs("short", "failed");
  await look(desk, "short");
  await expect(main(desk)).toContainText("with code 42");
  await expect(main(desk)).toContainText("no licence found");
});

test("rubbish on stdout is counted, shown and otherwise ignored", async ({
  openShared,
  puppet,
}) => {
  const server = await puppet();
  const desk = await openShared({ puppet: server.config });
  server.raw("Listening on port 3000…\n{not json}\n[1,2\n");
  server.log("warning", "a log message");
  server.stderr("a line of stderr\n");
  await expect.poll(async () => (await desk.server("puppet")).rubbish.count).toBe(3);
  await look(desk, "puppet");
  await expect(main(desk)).toContainText("3 lines of its output are not MCP.");
  await expect(main(desk)).toContainText("a line of stderr");
  await expect(main(desk)).toContainText("a log message");
  await desk.start("puppet", "work");
  await server.called();
  const asked = server.ask(question("Still fine?"));
  await desk.room("Inbox").click();
  await desk.answerByHand("Still fine.");
  expect((await asked.answer).result).toMatchObject({ content: { text: "Still fine." } });
});

test("a server that closes its output is noticed", async ({ openCall }) => {
  const { desk, server } = await openCall();
  server.ask(question("Before the silence"));
  await expect(desk.rows()).toHaveCount(1);
  server.closeOutput();
  await desk.sample(({ phase }) => phase.kind === "ended");
  await look(desk, "puppet");
  await expect(main(desk)).toContainText("The server closed its output");
});

test("a server that says nothing: connecting is visible, and it can be switched off", async ({
  openShared,
  puppet,
}) => {
  const server = await puppet({ polite: false });
  const desk = await openShared({ mute: server.config }, { connect: false });
  await desk.confirmAll();
  await server.heard(({ method }) => method === "initialize");
  await look(desk, "mute");
  await expect(main(desk)).toContainText("Connecting");
  await desk.button("Switch off").click();
  await desk.serverIs("mute", "off");
  await server.gone();
});

test("an answer that is not MCP is said so", async ({ openShared, puppet }) => {
  const server = await puppet({ polite: false });
  const desk = await openShared({ odd: server.config }, { connect: false });
  await desk.confirmAll();
  const initialize = await server.heard(({ method }) => method === "initialize");
  server.reply(initialize, null);
  await desk.serverIs("odd", "failed");
  await look(desk, "odd");
  await expect(main(desk)).toContainText("The server’s answer is not MCP.");
});

test("an address where nobody listens", async ({ openShared }) => {
  const desk = await openShared(
    { nobody: { type: "http", url: "http://127.0.0.1:9/mcp" } },
    { connect: false },
  );
  await desk.confirmAll();
  await expect
    .poll(async () => (await desk.server("nobody")).state.kind)
    .toMatch(/failed|reconnecting/);
  await look(desk, "nobody");
  await expect(main(desk)).toContainText("The address cannot be reached.");
});

test("started again after it died, it works as before", async ({ openShared, puppet }) => {
  const server = await puppet();
  const desk = await openShared({ puppet: server.config });
  server.die(1);
  await desk.serverIs("puppet", "failed");
  await look(desk, "puppet");
  await desk.button("Start again").first().click();
  await desk.serverIs("puppet", "connected");
  expect(server.starts).toBe(2);
});
