// The messages between Countersign and a server, as they pass: all of them, both ways, secrets masked.
import { expect, test } from "../../fixtures.ts";
import { question } from "../../support/puppet.ts";

test("shows every message, follows new ones, pairs responses and leads to the inbox and back @long", async ({
  openShared,
  puppet,
}) => {
  const server = await puppet();
  const secret = { ...server.config, env: { API_KEY: "sk-very-secret" } };
  const desk = await openShared({ puppet: secret });
  const { page } = desk;
  await desk.room("Servers").click();
  await desk.button("Traffic").click();
  const list = page.getByRole("listbox", { name: "Messages" });
  const message = page.getByRole("region", { name: "Message", exact: true });
  const rows = list.getByRole("option");
  await expect(rows.filter({ hasText: "initialize" }).first()).toBeVisible();
  await expect(list).toContainText("Connection started");

  // New messages appear at once, invalid ones and secrets too.
  server.raw("not json at all: sk-very-secret\n");
  await expect(rows.last()).toContainText("not JSON-RPC");
  await rows.last().click();
  await expect(message).toContainText("not json at all: [secret API_KEY]");

  // A request becomes one in the inbox, and its response is found by one key.
  server.ask(question("Seen on the wire?"), 0);
  await rows.filter({ hasText: "sampling/createMessage" }).first().click();
  await expect(message).toContainText("no response yet");
  await expect(message).toContainText("Seen on the wire?");
  await message.getByRole("button", { name: "Open in inbox" }).click();
  await expect(desk.approve).toBeAttached();
  const { requests } = await desk.snapshot();
  await desk.do("desk.refuseAll");
  await expect.poll(() => server.answersTo(0).length).toBe(1);
  expect(requests).toHaveLength(1);
  await desk.room("Servers").click();
  await desk.button("Traffic").click();
  await rows.filter({ hasText: "sampling/createMessage" }).first().click();
  await page.keyboard.press("p");
  await expect(message).toContainText("error to the server");
  await expect(message).toContainText('"code"');

  // Nothing moves on screen while messages arrive.
  await list.press("Home");
  await expect(message).toContainText("protocolVersion");
  for (let i = 0; i < 300; i += 1) server.log("info", `tick ${i}`);
  await expect(page.getByRole("button", { name: /^Copy 3\d\d rows as JSON lines/ })).toBeAttached();
  expect(await list.evaluate((element) => element.scrollTop)).toBe(0);
  await page.keyboard.press("f");
  await expect(rows.filter({ hasText: "tick 299" })).toBeInViewport();
  server.log("info", "one more");
  await expect(rows.filter({ hasText: "one more" })).toBeInViewport();

  // The search covers the whole message.
  await page.keyboard.press("/");
  await page.keyboard.type("TICK 27");
  await expect(page.getByRole("toolbar")).toContainText("11 of ");
  await page.keyboard.press("Enter");
  await list.press("End");
  await expect(message).toContainText("tick 279");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { name: "Servers" })).toBeVisible();
  // The screen is closed: nothing is sent to the window.
  await page.evaluate(() => {
    const kinds: string[] = [];
    Reflect.set(globalThis, "pushed", kinds);
    window.desk.subscribe((text) => {
      const pushes: { change: { kind: string } }[] = JSON.parse(text);
      kinds.push(...pushes.map(({ change }) => change.kind));
    });
  });
  const pushed = (): Promise<string[]> =>
    page.evaluate(() => Reflect.get(globalThis, "pushed") as string[]);
  server.log("info", "unseen");
  await expect.poll(pushed).toContain("server-lines");
  expect(await pushed()).not.toContain("traffic");
});
