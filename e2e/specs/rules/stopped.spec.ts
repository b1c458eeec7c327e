// The master switch at Stopped: new requests are refused and told why, what waits stays, nothing leaves.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "../../fixtures.ts";
import { question } from "../../support/puppet.ts";
import { neverEnds } from "../../support/scriptedModel.ts";

test("Stopped refuses what comes, stops what generates, keeps what waits, and says so everywhere", async ({
  openGate,
}) => {
  const { desk, server, model } = await openGate(neverEnds(["half", " done"]));
  const { page } = desk;
  const waiting = server.ask(question("I waited before"));
  await expect(desk.rows()).toHaveCount(1);
  await desk.decide(desk.approve);
  await expect(desk.review).toContainText("half done");

  await page.getByRole("radio", { name: "Stopped" }).click();
  await model.disconnected();
  const { error } = await server.ask(question("Too late")).answer;
  expect(error).toMatchObject({ code: -32060, data: { reason: "stopped" } });
  await expect(page.getByRole("status").filter({ hasText: "refused since" })).toContainText(
    "1 so far",
  );
  for (const room of ["Workbench", "Servers", "Settings", "Inbox"] as const) {
    await desk.room(room).click();
    await expect(page.getByRole("banner")).toContainText("Every request is refused since");
    await expect(page.getByRole("banner")).toContainText("1 that came before still waits for you.");
  }
  // What waits cannot be approved either: nothing leaves.
  await desk.select("I waited before");
  const { id, revision, attempts } = await desk.sample(({ phase }) => phase.kind !== "ended");
  const [attempt] = attempts;
  const hash = attempt?.state.kind === "stopped" ? attempt.state.generatedHash : "";
  const forced = await desk.call(
    "desk.decide",
    id,
    { revision, hash },
    {
      kind: "approve-response",
      attemptId: attempt?.id ?? "none",
      document: { role: "assistant", content: { type: "text", text: "half done" }, model: "x" },
    },
  );
  expect(forced).toMatchObject({ ok: false, failure: { kind: "desk-stopped" } });
  expect(server.answersTo(waiting.id)).toEqual([]);

  await page.getByRole("radio", { name: "Review", exact: true }).click();
  await desk.decide(desk.approve);
  expect((await waiting.answer).result).toMatchObject({ content: { text: "half done" } });
});

test("what waits can be refused in one step, after a question", async ({ openCall }) => {
  const { desk, server } = await openCall();
  const both = [server.ask(question("one")), server.ask(question("two"))];
  await expect(desk.rows()).toHaveCount(2);
  await desk.page.getByRole("radio", { name: "Stopped" }).click();
  await desk.button("Refuse all 2").click();
  const question2 = desk.page.getByRole("alertdialog", {
    name: "Refuse all 2 requests that wait?",
  });
  await question2.getByRole("button", { name: "Refuse all 2" }).click();
  for (const { answer } of both) {
    expect((await answer).error).toMatchObject({ code: -32060, data: { reason: "stopped" } });
  }
});

test("the question goes once nothing waits, and once the switch is turned elsewhere", async ({
  openCall,
}) => {
  const { desk, server } = await openCall();
  const { page } = desk;
  const first = server.ask(question("given up"));
  await expect(desk.rows()).toHaveCount(1);
  await page.getByRole("radio", { name: "Stopped" }).click();
  await desk.button("Refuse it").click();
  const sure = page.getByRole("alertdialog");
  await expect(sure).toBeVisible();
  server.cancel(first.id);
  await expect(sure).toBeHidden();

  await page.getByRole("radio", { name: "Review", exact: true }).click();
  const waits = server.ask(question("still here"));
  await expect(desk.rows().filter({ hasText: "still here" })).toBeVisible();
  await page.getByRole("radio", { name: "Stopped" }).click();
  await desk.button("Refuse it").click();
  await expect(sure).toBeVisible();
  // As the tray does it.
  await desk.do("desk.switch", "review");
  await expect(sure).toBeHidden();
  await page.getByRole("radio", { name: "Stopped" }).click();
  await expect(desk.button("Refuse it")).toBeVisible();
  await expect(sure).toBeHidden();
  expect(server.answersTo(waits.id)).toEqual([]);
});

test("the tray's menu turns the switch as the window does, and says where it stands", async ({
  openShared,
}) => {
  const desk = await openShared();
  // What the tray is given from now on: whether the system draws it is the system's.
  await desk.app.evaluate(({ Menu }) => {
    const build = Menu.buildFromTemplate.bind(Menu);
    Reflect.set(globalThis, "buildMenu", build);
    Menu.buildFromTemplate = (template) => {
      if (template[0]?.type === "radio") Reflect.set(globalThis, "trayEntries", template);
      return build(template);
    };
  });
  const checked = () =>
    desk.app.evaluate(() => {
      const entries = Reflect.get(globalThis, "trayEntries") as
        Electron.MenuItemConstructorOptions[] | undefined;
      return entries?.find((entry) => entry.checked === true)?.label;
    });
  const press = (label: string) =>
    desk.app.evaluate((_electron, label) => {
      const entries = Reflect.get(globalThis, "trayEntries") as {
        label?: string;
        click?: () => void;
      }[];
      entries.find((entry) => entry.label === label)?.click?.();
    }, label);
  const position = (name: string) => desk.page.getByRole("radio", { name, exact: true });
  try {
    await position("Rules").click();
    await expect.poll(checked).toBe("Rules decide what they may");
    await press("Stopped");
    await expect(position("Stopped")).toBeChecked();
    await expect(desk.page.getByRole("banner")).toContainText("Every request is refused since");
    await expect.poll(checked).toBe("Stopped");
    await press("Review everything");
    await expect(position("Review")).toBeChecked();
  } finally {
    await desk.app.evaluate(({ Menu }) => {
      Menu.buildFromTemplate = Reflect.get(
        globalThis,
        "buildMenu",
      ) as typeof Menu.buildFromTemplate;
    });
  }
});

test("a system without a tray is said in the log, and everything else goes on", async ({
  open,
  puppet,
}) => {
  const server = await puppet();
  const desk = await open({
    servers: { puppet: server.config },
    env: { COUNTERSIGN_HELD_NO_TRAY: "no panel takes icons" },
  });
  const log = (): Promise<string> => readFile(path.join(desk.profile, "logs/main.log"), "utf8");
  await expect.poll(log).toContain('no tray {"detail":"no panel takes icons"}');
  expect((await desk.snapshot()).machine.faults).toEqual([]);
  await desk.start("puppet", "work");
  await server.called();
  // What the tray would have shown: that something waits, and where the switch stands.
  const waits = server.ask(question("Is anybody there?"));
  await desk.room("Inbox").click();
  await expect(desk.rows()).toHaveCount(1);
  await desk.page.getByRole("radio", { name: "Stopped" }).click();
  await desk.button("Refuse it").click();
  const sure = desk.page.getByRole("alertdialog");
  await desk.decide(sure.getByRole("button", { name: /^Refuse/ }));
  expect((await waits.answer).error).toMatchObject({ code: -32060 });
});
