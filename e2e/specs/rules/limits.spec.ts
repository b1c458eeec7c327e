// A flood, as the user sees it: one row counts, and the window stays usable.
import { expect, test } from "../../fixtures.ts";
import { question } from "../../support/puppet.ts";

test("20,000 requests at the speed of a pipe: one row counts them, the window stays usable @long", async ({
  open,
  puppet,
}) => {
  const server = await puppet();
  // Another one is accepted a minute after the first 120.
  const countersign = { limits: { perMinute: 1, burst: 120 } };
  const desk = await open({ servers: { puppet: { ...server.command, countersign } } });
  await desk.start("puppet", "work");
  await server.called();
  const total = 20_000;
  const request = (id: number): string =>
    JSON.stringify({ jsonrpc: "2.0", id, method: "sampling/createMessage", params: question("f") });
  for (let from = 1; from <= total; from += 2000) {
    const ids = Array.from({ length: 2000 }, (_, i) => from + i);
    server.raw(`${ids.map(request).join("\n")}\n`);
  }
  // What the user does meanwhile: to another screen and back, with data from main, rendered.
  const waits: number[] = [];
  const answered = (): number => server.received.filter(({ error }) => error !== undefined).length;
  const taken = async (): Promise<number> =>
    (await desk.requests()).filter(({ phase }) => phase.kind === "request").length;
  const startedAt = performance.now();
  while (answered() + 120 + minutesSince(startedAt) < total) {
    const startedMs = performance.now();
    await desk.room("Servers").click();
    await expect(desk.page.getByRole("button", { name: "puppet" })).toBeVisible();
    await desk.snapshot();
    await desk.room("Inbox").click();
    await expect(desk.rows().first()).toBeVisible();
    waits.push(performance.now() - startedMs);
  }
  // Each is four clicks and checks, beside a server that writes as fast as it can. Half of them: a machine
  // with other work may delay a single one at will.
  const usual = waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)];
  expect(usual).toBeLessThan(8000);
  const requests = await desk.requests();
  const held = await taken();
  expect(held).toBeGreaterThanOrEqual(120);
  expect(held).toBeLessThanOrEqual(120 + minutesSince(startedAt));
  expect(requests).toHaveLength(held + 1);
  await expect.poll(answered).toBe(total - held);
  // Three digits beside the icon: their glyphs begin a sixth below the edge of their box.
  const inbox = desk.room("Inbox");
  const count = await inbox.getByText(/^1\d\d$/).boundingBox();
  const icon = await inbox.locator("svg").boundingBox();
  if (count === null || icon === null) throw new Error("no count or no icon");
  expect(count.y + count.height).toBeLessThanOrEqual(icon.y + icon.height / 6);
  const list = desk.page.getByRole("listbox", { name: "Inbox" });
  await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  const refused = (total - held).toLocaleString("en-US");
  await desk.page.getByText(`Refused ${refused} requests: more than 1 per minute.`).click();
  await expect(desk.review).toContainText("For the others, only the count and time are kept.");
});

/** How many more may have been accepted. */
const minutesSince = (startedAt: number): number =>
  Math.ceil((performance.now() - startedAt) / 60_000) + 1;
