// A server that gave up: the screen says so and suggests what to do, and the call is run again in one step.
import { expect, test } from "../../fixtures.ts";
import { question } from "../../support/puppet.ts";

test("suggests what to do about a late call, and runs the same call again @long", async ({
  openShared,
  puppet,
}) => {
  const server = await puppet();
  const desk = await openShared({ puppet: server.command });
  await desk.start("puppet", "work", { topic: "rain" });
  const first = await server.called();
  server.ask(question("first words"));
  await desk.select("first words");
  await desk.write(desk.message(1), "my own words");
  server.finish(first, "too late");
  await expect(desk.review).toContainText("stopped waiting after");
  await expect(desk.review).toContainText("a longer request timeout in the server");
  await desk.button("Repeat the call").click();
  const second = await server.called(1);
  expect(second.params).toMatchObject({ name: "work", arguments: { topic: "rain" } });
  server.ask(question("first words"));
  await desk.button("Next pending request").click();
  await desk.button("Use your earlier edits").click();
  await expect(desk.review).toContainText("1 line edited by you");
  await expect(desk.button("Use your earlier edits")).toBeHidden();

  // The form has the arguments of the run: "Run again" there makes the same call.
  await desk.room("Workbench").click();
  await expect(desk.page.getByRole("textbox", { name: /^topic/ })).toHaveValue("rain");
  await desk.page.getByRole("button", { name: /^Run again/ }).click();
  const third = await server.called(2);
  expect(third.params).toMatchObject({ name: "work", arguments: { topic: "rain" } });
});
