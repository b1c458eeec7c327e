// What a server may do as a person sees it: refused requests with their reasons, floods in one row, the form.
import { expect, test } from "../../fixtures.ts";
import { question } from "../../support/puppet.ts";

test("a request without a call is refused in the spec's code, until the person wants to be asked", async ({
  openShared,
  puppet,
}) => {
  const server = await puppet();
  const desk = await openShared({ puppet: server.command });
  const refused = await server.ask(question("out of nowhere")).answer;
  expect(refused.error).toEqual({
    code: -32602,
    message: "Invalid params: the request is not associated with a request of the client",
    data: { reason: "not-associated" },
  });
  await desk.select("out of nowhere");
  await expect(desk.review).toContainText("Refused: no call of yours is open.");

  await desk.room("Servers").click();
  await desk.page.getByRole("button", { name: "puppet" }).click();
  await desk.button("Change…").click();
  const form = desk.page.getByRole("dialog");
  await form.getByRole("radio", { name: /^Hold it and warn me/ }).click();
  await form.getByRole("textbox", { name: /^Messages in a request/ }).fill("");
  await form.getByRole("textbox", { name: /^Size of a request/ }).fill("65");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toContainText("Enter a number.");
  await expect(form).toContainText("At most 64.");
  await form.getByRole("textbox", { name: /^Messages in a request/ }).fill("2");
  await form.getByRole("textbox", { name: /^Size of a request/ }).fill("1");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();
  await expect(desk.page.getByRole("main")).toContainText("Without a call of yours: held");

  const { messages } = question("long") as { messages: object[] };
  const long = await server.ask({ messages: [...messages, ...messages, ...messages], maxTokens: 1 })
    .answer;
  expect(long.error).toMatchObject({ code: -32068, data: { limit: 2, found: 3 } });
  server.ask(question("held now"));
  await desk.room("Inbox").click();
  await desk.select("held now");
  await expect(desk.review).toContainText("Unasked: no call of yours is open.");
  await desk.select("3 messages, more than 2");
  await expect(desk.review).toContainText("Its content");
});

test("a change of what is offered says that it connects anew, and does", async ({
  openShared,
  puppet,
}) => {
  const server = await puppet();
  const desk = await openShared({ puppet: server.config });
  server.ask(question("waits"));
  await desk.sample();
  await desk.room("Servers").click();
  await desk.page.getByRole("button", { name: "puppet" }).click();
  await desk.button("Change…").click();
  const form = desk.page.getByRole("dialog");
  await form.getByRole("checkbox", { name: /^Tools in its requests/ }).click();
  await expect(form).toContainText("Saving connects the server anew");
  await expect(form).toContainText("1 request of it waits now.");
  await desk.app.evaluate(({ dialog }) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: ["/tmp/a b"] });
  });
  await form.getByRole("button", { name: "Add a folder…" }).click();
  await expect(form).toContainText("/tmp/a b");
  await form.getByRole("button", { name: "Add a folder…" }).click();
  await expect(form).toContainText("This folder is in the list already.");
  await form.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => server.starts).toBe(2);
  const hello = await server.heard(({ method }) => method === "initialize");
  expect(hello.params).toMatchObject({ capabilities: { roots: {} } });
  expect(hello.params).not.toHaveProperty("capabilities.sampling.tools");
  expect((await desk.server("puppet")).policy.roots).toEqual([
    { uri: "file:///tmp/a%20b", name: "a b" },
  ]);
  await expect
    .poll(async () => (await desk.samples())[0]?.phase)
    .toMatchObject({ ending: { kind: "cancelled" } });
});

test("100,000 requests as fast as a pipe gives them: one row counts, the window stays usable", async ({
  open,
  puppet,
}) => {
  test.setTimeout(180_000);
  const server = await puppet();
  // A second one is taken a minute after the first 120.
  const countersign = { limits: { perMinute: 1, burst: 120 } };
  const desk = await open({ servers: { puppet: { ...server.command, countersign } } });
  await desk.start("puppet", "work");
  await server.called();
  const total = 100_000;
  const request = (id: number): string =>
    JSON.stringify({ jsonrpc: "2.0", id, method: "sampling/createMessage", params: question("f") });
  for (let from = 1; from <= total; from += 2000) {
    const ids = Array.from({ length: 2000 }, (_, i) => from + i);
    server.raw(`${ids.map(request).join("\n")}\n`);
  }
  // What a person does meanwhile: another room and back, each answered by main and drawn.
  const waits: number[] = [];
  const answered = (): number => server.received.filter(({ error }) => error !== undefined).length;
  const taken = async (): Promise<number> =>
    (await desk.samples()).filter(({ phase }) => phase.kind === "request").length;
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
  // Each is four clicks and looks of a person, beside a server that writes as fast as it can. Half of them: a machine
  // that does other work may hold up a single one for as long as it likes.
  const usual = waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)];
  expect(usual).toBeLessThan(8000);
  const samples = await desk.samples();
  const held = await taken();
  expect(held).toBeGreaterThanOrEqual(120);
  expect(held).toBeLessThanOrEqual(120 + minutesSince(startedAt));
  expect(samples).toHaveLength(held + 1);
  await expect.poll(answered).toBe(total - held);
  const list = desk.page.getByRole("listbox", { name: "Inbox" });
  await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  const refused = (total - held).toLocaleString("en-US");
  await desk.page.getByText(`Refused ${refused} requests: more than 1 a minute.`).click();
  await expect(desk.review).toContainText("Of the others only the number and the time are kept.");
});

/** So many more may have been taken. */
const minutesSince = (startedAt: number): number =>
  Math.ceil((performance.now() - startedAt) / 60_000) + 1;

test("a million members in one request are refused before they hold anything up", async ({
  openShared,
  puppet,
}) => {
  const server = await puppet();
  const desk = await openShared({ puppet: server.config });
  const members = Array.from({ length: 1_000_000 }, (_, i) => `"k${i}":1`).join(",");
  server.raw(
    `{"jsonrpc":"2.0","id":5,"method":"sampling/createMessage","params":{"messages":[],"metadata":{${members}}}}\n`,
  );
  const refused = await server.heard(({ id, error }) => id === 5 && error !== undefined);
  expect(refused.error).toMatchObject({ code: -32063, data: { reason: "too-many-values" } });
  await expect(desk.page.getByText("Refused: more than 50,000 JSON values.").first()).toBeVisible();
});
