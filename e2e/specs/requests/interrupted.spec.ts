// The app is killed with pending requests: the next start shows what is known of each, with the drafts
// in place.
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "../../fixtures.ts";
import { question } from "../../support/puppet.ts";

/** Whether one of the draft files contains this text. */
async function onDisk(profile: string, words: string): Promise<boolean> {
  const names = (await readdir(profile)).filter((name) => name.startsWith("drafts"));
  const texts = await Promise.all(names.map((name) => readFile(path.join(profile, name), "utf8")));
  return texts.some((text) => text.includes(words));
}

test("requests interrupted by a kill are listed as such, with their drafts @long", async ({
  open,
  puppet,
}) => {
  // Its own app: it is killed.
  const server = await puppet();
  const desk = await open({ servers: { puppet: server.config } });
  await desk.start("puppet", "work");
  await server.called();
  server.ask(question("edited at gate 1"));
  await expect(desk.rows()).toHaveCount(1);
  await desk.write(desk.message(1), "what I made of it");
  server.ask(question("answered at gate 2"));
  await expect(desk.rows()).toHaveCount(2);
  await desk.select("answered at gate 2");
  await desk.decide(desk.button(/^Answer by hand/));
  await desk.write(desk.answer, "half of an answ");
  for (const words of ["what I made of it", "half of an answ"]) {
    await expect.poll(() => onDisk(desk.profile, words)).toBe(true);
  }
  const ended = new Promise((resolve) => desk.app.process().once("exit", resolve));
  desk.app.process().kill("SIGKILL");
  await ended;

  const again = await open({ profile: desk.profile });
  await expect(again.rows()).toHaveCount(2);
  await again.select("edited at gate 1");
  await expect(again.review).toContainText("Countersign ended unexpectedly while this was pending");
  await expect(again.review).toContainText("Nothing was sent.");
  await again.page.getByRole("tab", { name: "Your draft" }).click();
  await expect(again.review).toContainText("what I made of it");
  await again.select("answered at gate 2");
  await again.page.getByRole("tab", { name: "Your draft" }).click();
  await expect(again.review).toContainText("half of an answ");

  const { id } = await again.request(({ asked }) => JSON.stringify(asked).includes("at gate 1"));
  const { requests } = await again.snapshot();
  expect(requests.map(({ phase }) => phase)).toMatchObject([
    { kind: "ended", ending: { kind: "cancelled", because: { kind: "interrupted" } } },
    { kind: "ended", ending: { kind: "cancelled", because: { kind: "interrupted" } } },
  ]);
  // Dismissed by the user: the next run does not bring it back.
  await again.do("desk.dismiss", id);
  await expect(again.rows()).toHaveCount(1);
  await again.close();
  const third = await open({ profile: desk.profile });
  await expect(third.rows()).toHaveCount(1);
  await expect(third.rows().first()).toContainText("answered at gate 2");
});
