// Mode Stopped: new requests are refused with the reason, pending ones stay, nothing is sent.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "../../fixtures.ts";
import type { Desk } from "../../support/desk.ts";
import { question } from "../../support/puppet.ts";
import { neverEnds } from "../../support/scriptedModel.ts";

/** Records the tray's menu from now on: drawing it is the system's part. */
async function trayOf(desk: Desk) {
  await desk.app.evaluate(({ Menu }) => {
    const build = Menu.buildFromTemplate.bind(Menu);
    Menu.buildFromTemplate = (template) => {
      if (template[0]?.type === "radio") Reflect.set(globalThis, "trayEntries", template);
      return build(template);
    };
    Reflect.set(globalThis, "buildMenu", build);
  });
  type Entries = Electron.MenuItemConstructorOptions[] | undefined;
  return {
    checked: () =>
      desk.app.evaluate(() => {
        const entries = Reflect.get(globalThis, "trayEntries") as Entries;
        return entries?.find(({ checked }) => checked === true)?.label;
      }),
    press: (label: string) =>
      desk.app.evaluate((_electron, label) => {
        const entries = Reflect.get(globalThis, "trayEntries") as {
          label?: string;
          click?: () => void;
        }[];
        entries.find((entry) => entry.label === label)?.click?.();
      }, label),
    leave: () =>
      desk.app.evaluate(({ Menu }) => {
        const build: unknown = Reflect.get(globalThis, "buildMenu");
        Menu.buildFromTemplate = build as typeof Menu.buildFromTemplate;
      }),
  };
}

test("Stopped, also from the tray, refuses new requests, stops generation, keeps pending requests, and is shown everywhere", async ({
  openGate,
  later,
}) => {
  const { desk, server, model } = await openGate(neverEnds(["half", " done"]));
  const { page } = desk;
  const tray = await trayOf(desk);
  later(tray.leave);
  await page.getByRole("radio", { name: "Rules", exact: true }).click();
  await expect.poll(tray.checked).toBe("Use rules");
  const waiting = server.ask(question("I waited before"));
  await expect(desk.rows()).toHaveCount(1);
  await desk.decide(desk.approve);
  await expect(desk.review).toContainText("half done");

  await tray.press("Stopped");
  await expect(page.getByRole("radio", { name: "Stopped" })).toBeChecked();
  await model.disconnected();
  const { error } = await server.ask(question("Too late")).answer;
  expect(error).toMatchObject({ code: -32060, data: { reason: "stopped" } });
  await expect(page.getByRole("status").filter({ hasText: "refused since" })).toContainText(
    "1 so far",
  );
  for (const room of ["Workbench", "Servers", "Settings", "Inbox"] as const) {
    await desk.room(room).click();
    await expect(page.getByRole("banner")).toContainText("All requests refused since");
    await expect(page.getByRole("banner")).toContainText("1 earlier request is still pending.");
  }
  // Pending requests cannot be approved either: nothing is sent.
  await desk.select("I waited before");
  const { id, revision, attempts } = await desk.request(({ phase }) => phase.kind !== "ended");
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

test("a system without a tray is logged, and the window lacks nothing @long", async ({ open }) => {
  const desk = await open({ env: { COUNTERSIGN_HELD_NO_TRAY: "no panel takes icons" } });
  const log = (): Promise<string> => readFile(path.join(desk.profile, "logs/main.log"), "utf8");
  await expect.poll(log).toContain('no tray {"detail":"no panel takes icons"}');
  expect((await desk.snapshot()).machine.faults).toEqual([]);
  await desk.page.getByRole("radio", { name: "Stopped" }).click();
  await expect(desk.page.getByRole("banner")).toContainText("All requests refused since");
});
