// A server that gave up: the call is run again, and what was typed meets the same request when it comes again.
import { expect, test } from "./fixtures.ts";
import { question } from "./support/puppet.ts";

test("runs the call again and takes the earlier edits over in one step", async ({
  open,
  puppet,
}) => {
  const server = await puppet();
  const desk = await open({ servers: { puppet: server.command } });
  await desk.start("puppet", "work", { topic: "rain" });
  const first = await server.called();
  server.ask(question("first words"));
  await desk.select("first words");
  await desk.write(desk.message(1), "my own words");
  server.finish(first, "too late");
  await expect(desk.review).toContainText("stopped waiting after");
  await expect(desk.review).toContainText("A longer request timeout in the server");
  await desk.button("Run the call again").click();
  const second = await server.called(1);
  expect(second.params).toMatchObject({ name: "work", arguments: { topic: "rain" } });
  server.ask(question("first words"));
  const sample = await desk.sample(({ phase }) => phase.kind === "request");
  await desk.rows().first().click();
  await desk.button("Use your earlier edits").click();
  await expect(desk.message(1)).toContainText("my own words");
  expect(sample.phase.kind).toBe("request");
});
