// Both gates by keyboard alone, and the guard against hasty decisions.
import { expect, test } from "../../fixtures.ts";
import { press } from "../../support/press.ts";
import { question } from "../../support/puppet.ts";
import { streamsText } from "../../support/scriptedModel.ts";

const ANSWER = streamsText(["the model’s answer"]);

test("passes both gates without a mouse", async ({ openGate }) => {
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
  // What was typed is scanned anew, which takes as long as it takes; the key works after that and half a second.
  await expect
    .poll(async () => {
      if ((await desk.requests())[0]?.phase.kind !== "request") return true;
      await keyboard.press("Control+Enter");
      return false;
    })
    .toBe(true);
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

test("a key held down decides one gate, never two @long", async ({ openGate }) => {
  const { desk, server } = await openGate(ANSWER);
  const asked = server.ask(question("Held"));
  await expect(desk.approve).toBeEnabled();
  const { keyboard } = desk.page;
  await keyboard.down("Control");
  // A model found at this moment starts the half second again; a press within it is ignored.
  await expect
    .poll(async () => {
      if ((await desk.request()).phase.kind !== "request") return true;
      await keyboard.up("Enter");
      await expect(desk.approve).toBeEnabled();
      await keyboard.down("Enter");
      return false;
    })
    .toBe(true);
  await expect(desk.review).toContainText("the model’s answer");
  // The system repeats a held key: Chromium marks those events as repeats.
  for (let repeat = 0; repeat < 60; repeat += 1) await desk.page.keyboard.down("Enter");
  // Held longer than half a second: still off, because the key was not released.
  await expect
    .poll(async () => {
      await desk.page.keyboard.down("Enter");
      const { attempts } = await desk.request();
      const done = attempts[0]?.state.kind === "done" ? attempts[0].startedAtMs : Date.now();
      return Date.now() - done;
    })
    .toBeGreaterThan(1500);
  expect(server.answersTo(asked.id)).toEqual([]);
  await expect(desk.approve).toBeDisabled();
  await desk.page.keyboard.up("Enter");
  await desk.page.keyboard.up("Control");
  // Changes meanwhile start the half second again; a press within it is ignored.
  const pressed = async (): Promise<number> => {
    await desk.page.keyboard.press("Control+Enter");
    return server.answersTo(asked.id).length;
  };
  await expect.poll(pressed).toBe(1);
  expect((await asked.answer).result).toMatchObject({ content: { text: "the model’s answer" } });
});

test("neither key nor click decides within half a second after the gate changed @long", async ({
  openGate,
}) => {
  const { desk, server } = await openGate(ANSWER);
  const asked = server.ask(question("Hurry"));
  await expect(desk.approve).toBeEnabled();
  await press(desk.page);
  // All inside the window, in one script: approve, wait for gate 2, and press and click repeatedly at once.
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
        // Several at once: on a busy machine there may be few of these.
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
