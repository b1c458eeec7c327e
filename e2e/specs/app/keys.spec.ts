// The whole loop by keyboard alone, and the guard that keeps a hurried hand from deciding.
import { expect, test } from "../../fixtures.ts";
import type { ModelRef } from "../../../src-shared/models/model.ts";
import { atOnce, CTRL_ENTER, CTRL_R, J } from "../../support/hurry.ts";
import type { Chord } from "../../support/hurry.ts";
import { press } from "../../support/press.ts";
import { question } from "../../support/puppet.ts";
import { streamsText } from "../../support/scriptedModel.ts";

const ANSWER = streamsText(["the model’s answer"]);

test("through both gates without a mouse", async ({ openGate }) => {
  const { desk, server, model } = await openGate(ANSWER);
  const { keyboard } = desk.page;
  const asked = server.ask(question("first"));
  await expect(desk.rows()).toHaveCount(1);
  const second = server.ask(question("second"));
  await desk.page.keyboard.press("Control+1");
  await expect(desk.rows()).toHaveCount(2);
  await expect(desk.review).toContainText("first");
  // E: into the text; typed at its end; the gate's key works inside the editor.
  await keyboard.press("e");
  await expect(desk.review.locator(":focus")).toBeVisible();
  await keyboard.press("Control+End");
  await keyboard.type(" and more");
  // What is found in the request changes it under the hand: the half second begins anew then.
  await expect(desk.review).toContainText("None in 1 message");
  await expect(desk.approve).toBeEnabled();
  await keyboard.press("Control+Enter");
  await expect(desk.review).toContainText("the model’s answer");
  expect(JSON.stringify(model.asked()[0]?.body)).toContain("and more");
  await expect(desk.approve).toBeEnabled();
  await keyboard.press("Control+Enter");
  expect((await asked.answer).result).toMatchObject({ content: { text: "the model’s answer" } });

  // J and K move; Ctrl+Shift+X opens the reject bar, Enter confirms.
  await keyboard.press("Escape");
  await keyboard.press("j");
  await keyboard.press("k");
  const selected = desk.rows().and(desk.page.locator('[aria-selected="true"]'));
  while (!(await selected.innerText()).includes("second")) await keyboard.press("j");
  await expect(desk.reject).toBeEnabled();
  await keyboard.press("Control+Shift+X");
  await keyboard.type("no, thank you");
  await expect(desk.page.getByRole("button", { name: /^Reject(?!…)/ })).toBeEnabled();
  await keyboard.press("Enter");
  expect((await second.answer).error?.code).toBe(-1);
});

test("a key that is held down decides one gate, never two", async ({ openGate }) => {
  const { desk, server } = await openGate(ANSWER);
  const asked = server.ask(question("Held"));
  await expect(desk.approve).toBeEnabled();
  const { keyboard } = desk.page;
  await keyboard.down("Control");
  // What comes in this moment, a model that is found, starts the half second anew; a press within it is none.
  await expect
    .poll(async () => {
      if ((await desk.sample()).phase.kind !== "request") return true;
      await keyboard.up("Enter");
      await expect(desk.approve).toBeEnabled();
      await keyboard.down("Enter");
      return false;
    })
    .toBe(true);
  await expect(desk.review).toContainText("the model’s answer");
  // The system repeats a held key: Chromium marks those events as repeats.
  for (let repeat = 0; repeat < 60; repeat += 1) await desk.page.keyboard.down("Enter");
  // Held over the half second: still off, because the key was not released.
  await expect
    .poll(async () => {
      await desk.page.keyboard.down("Enter");
      const { attempts } = await desk.sample();
      const done = attempts[0]?.state.kind === "done" ? attempts[0].startedAtMs : Date.now();
      return Date.now() - done;
    })
    .toBeGreaterThan(1500);
  expect(server.answersTo(asked.id)).toEqual([]);
  await expect(desk.approve).toBeDisabled();
  await desk.page.keyboard.up("Enter");
  await desk.page.keyboard.up("Control");
  // What comes meanwhile starts the half second anew; a press within it is none.
  const pressed = async (): Promise<number> => {
    await desk.page.keyboard.press("Control+Enter");
    return server.answersTo(asked.id).length;
  };
  await expect.poll(pressed).toBe(1);
  expect((await asked.answer).result).toMatchObject({ content: { text: "the model’s answer" } });
});

test("within half a second after the gate changed neither key nor click decides", async ({
  openGate,
}) => {
  const { desk, server } = await openGate(ANSWER);
  const asked = server.ask(question("Hurry"));
  await expect(desk.approve).toBeEnabled();
  await press(desk.page);
  // Everything inside the window, in one go: approve, wait for gate 2, and at once press and click like mad.
  const early = await desk.page.evaluate(async () => {
    const primary = (): HTMLButtonElement | undefined =>
      [...document.querySelectorAll("button")].find((button) =>
        button.textContent?.startsWith("Approve &"),
      );
    const press = (type: string): boolean =>
      document.body.dispatchEvent(
        new KeyboardEvent(type, { key: "Enter", code: "Enter", ctrlKey: true, bubbles: true }),
      );
    primary()?.click();
    const seen: boolean[] = [];
    const until = performance.now() + 10_000;
    while (performance.now() < until) {
      await new Promise(requestAnimationFrame);
      if (!primary()?.textContent?.includes("reply")) continue;
      const since = performance.now();
      while (performance.now() - since < 400) {
        // Several at once: on a busy machine there may be few turns.
        for (let times = 0; times < 4; times += 1) {
          seen.push(primary()?.disabled ?? true);
          primary()?.click();
          press("keydown");
          press("keyup");
        }
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      break;
    }
    return seen;
  });
  expect(early.length).toBeGreaterThan(3);
  expect(new Set(early)).toEqual(new Set([true]));
  expect(server.answersTo(asked.id)).toEqual([]);
  await desk.decide(desk.approve);
  expect((await asked.answer).result).toBeDefined();
});

test("a change of the selection guards as well", async ({ openGate }) => {
  const { desk, server, model } = await openGate(ANSWER);
  server.ask(question("one"));
  server.ask(question("two"));
  await expect(desk.rows()).toHaveCount(2);
  await expect(desk.approve).toBeEnabled();
  const selected = desk.rows().and(desk.page.locator('[aria-selected="true"]'));
  await expect(selected).toContainText("one");
  await atOnce(desk.page, [J, CTRL_ENTER]);
  await expect(selected).toContainText("two");
  await expect(desk.approve).toBeEnabled();
  expect(model.asked()).toEqual([]);
  for (const { attempts } of await desk.samples()) expect(attempts).toEqual([]);
});

test("another model that comes under the hand guards as well, one that the hand chose does not", async ({
  openGate,
}) => {
  const { desk, server } = await openGate(ANSWER, ["one", "two"]);
  const { page } = desk;
  server.ask(question("Which one?"));
  const option = (name: string) =>
    desk.review
      .getByRole("listbox", { name: "Model" })
      .getByRole("option")
      .filter({ hasText: name });
  await expect(option("one")).toHaveAttribute("aria-selected", "true");
  await expect(desk.approve).toBeEnabled();
  await page.evaluate(noteWhatGoesOff);
  const wentOff = (): Promise<unknown> => page.evaluate(() => Reflect.get(globalThis, "wentOff"));
  const { models } = await desk.snapshot();
  const { providerId } = models.defaultModel ?? { providerId: "" };
  await desk.do("models.setDefault", { providerId, modelId: "two" });
  await expect(option("two")).toHaveAttribute("aria-selected", "true");
  expect(await wentOff()).toBe(true);
  await expect(desk.approve).toBeEnabled();

  await page.evaluate(() => Reflect.set(globalThis, "wentOff", false));
  await option("one").click();
  await expect(option("one")).toHaveAttribute("aria-selected", "true");
  expect(await wentOff()).toBe(false);
});

test("another model that comes under Regenerate or a refinement holds these back, and never the answer", async ({
  openGate,
}) => {
  const { desk, server, model } = await openGate(ANSWER, ["one", "two"]);
  const { page } = desk;
  server.ask(question("Which one?"));
  await desk.decide(desk.approve);
  await expect(desk.approve).toHaveAccessibleName(/Approve & reply/);
  const { defaultModel: one } = (await desk.snapshot()).models;
  if (one === null) throw new Error("no model");
  const two = { ...one, modelId: "two" };
  const asked = (): unknown[] => model.asked().map(({ body }) => body["model"]);
  const stands = (name: string) =>
    desk.review.getByRole("option", { name: new RegExp(`^${name}\\b`), selected: true });
  /** The first model goes, the default takes its place, and at once the keys are pressed like mad. */
  const goesWhile = async (gone: ModelRef, chord: Chord): Promise<void> => {
    await desk.do("models.setDefault", gone === one ? two : one);
    const pressed = page.evaluate(pressWhenModelChanges, { chord, forMs: 400 });
    await desk.do("models.enable", gone, false);
    expect(await pressed).toBeGreaterThan(0);
    await desk.do("models.enable", gone, true);
  };

  const again = desk.button(/^Regenerate/);
  await expect(again).toBeEnabled();
  await expect(desk.approve).toBeEnabled();
  await page.evaluate(noteWhatGoesOff);
  await goesWhile(one, CTRL_R);
  expect(asked()).toEqual(["one"]);
  // The answer is no other one: it could be approved all the time.
  expect(await page.evaluate(() => Reflect.get(globalThis, "wentOff"))).toBe(false);
  await desk.do("models.enable", one, false);
  await expect(stands("two")).toBeVisible();
  await expect(again).toBeEnabled();
  await page.keyboard.press("Control+R");
  await expect.poll(asked).toEqual(["one", "two"]);
  await desk.do("models.enable", one, true);

  await expect(desk.approve).toHaveAccessibleName(/Approve & reply/);
  await desk.decide(desk.button(/^Refine/));
  await desk.write(desk.message(3), "Shorter.");
  await expect(stands("two")).toBeVisible();
  await expect(desk.approve).toBeEnabled();
  await goesWhile(two, CTRL_ENTER);
  expect(asked()).toEqual(["one", "two"]);
  await expect(desk.approve).toBeEnabled();
  await page.keyboard.press("Control+Enter");
  await expect.poll(asked).toHaveLength(3);
});

/** Runs in the page: presses a chord again and again from the moment that another model is selected. How often. */
async function pressWhenModelChanges({
  chord,
  forMs,
}: {
  chord: Chord;
  forMs: number;
}): Promise<number> {
  const selected = (): string | undefined =>
    document.querySelector('[role="listbox"]:not([aria-label="Inbox"]) [aria-selected="true"]')
      ?.textContent;
  const before = selected();
  await new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      if (selected() === before) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true });
  });
  const untilMs = performance.now() + forMs;
  let times = 0;
  while (performance.now() < untilMs) {
    for (const type of ["keydown", "keyup"]) {
      const init = { ...chord, bubbles: true, cancelable: true };
      document.body.dispatchEvent(new KeyboardEvent(type, init));
    }
    times += 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return times;
}

/** Runs in the page. */
function noteWhatGoesOff(): void {
  const primary = document.querySelector<HTMLButtonElement>('[data-testid="primary"]');
  if (primary === null) throw new Error("no primary");
  Reflect.set(globalThis, "wentOff", false);
  new MutationObserver(() => {
    if (primary.disabled) Reflect.set(globalThis, "wentOff", true);
  }).observe(primary, { attributeFilter: ["disabled"] });
}

test("? lists the keys, Ctrl+K finds commands, and neither the palette nor a menu reloads or decides", async ({
  openShared,
}) => {
  const desk = await openShared();
  const { page } = desk;
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keys" });
  await expect(help).toContainText("Approve this gate");
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await page.keyboard.press("Control+K");
  const palette = page.getByRole("dialog", { name: "Commands" });
  await page.keyboard.type("settings");
  await page.keyboard.press("Enter");
  await expect(palette).toBeHidden();
  await expect(desk.room("Settings")).toHaveAttribute("aria-current", "page");
  const accelerators = await desk.app.evaluate(({ Menu }) => {
    const roles: string[] = [];
    const walk = (items: Electron.MenuItem[]): void => {
      for (const item of items) {
        roles.push(String(item.role ?? ""));
        if (item.submenu) walk(item.submenu.items);
      }
    };
    walk(Menu.getApplicationMenu()?.items ?? []);
    return roles;
  });
  expect(accelerators.filter((role) => /reload|toggledevtools/i.test(role))).toEqual([]);
});
