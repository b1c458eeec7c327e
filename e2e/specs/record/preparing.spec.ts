// A ledger is encrypted before the desk opens: the window shows the progress, main keeps running and handles further
// starts, and quitting meanwhile leaves the file as it was.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { openLedger } from "../../../src-main/history/ledger/ledger.ts";
import { expect } from "../../fixtures.ts";
import { launch, writeConfig } from "../../support/app.ts";
import { axe } from "../../support/axe.ts";
import { Desk } from "../../support/desk.ts";
import { keyStoreTest } from "../../support/keyStoreTest.ts";

const test = keyStoreTest("e2e/specs/record/preparing.spec.ts");

/** Enough for several steps of the copy; more for a look by eye. */
const ROWS = Number(process.env["COUNTERSIGN_PREPARE_ROWS"] ?? 1_000);

const isPlain = (profile: string): boolean =>
  readFileSync(path.join(profile, "ledger.db")).subarray(0, 15).toString("latin1") ===
  "SQLite format 3";

function fill(profile: string): void {
  mkdirSync(profile, { recursive: true });
  const { ledger, close } = openLedger(path.join(profile, "ledger.db"));
  const text = "A text of some length, so that copying takes a while. ".repeat(90);
  for (let row = 0; row < ROWS; row += 1000) {
    const entries = Array.from({ length: 1000 }, (_, n) => ({
      sampleId: `filled-${row}-${n}`,
      atMs: Date.now(),
      kind: "elicitation-received",
      body: { asked: { text: `${row} ${n} ${text}` } },
    }));
    expect(ledger.appendAll(entries).ok).toBe(true);
  }
  close();
}

for (const theme of ["light", "dark"] as const) {
  test(`progress is shown before the desk opens, ${theme} @long`, async ({
    keyStore,
    profile,
    folder,
    later,
  }) => {
    fill(profile);
    const settings = { encryptLedger: true, theme, language: theme === "dark" ? "zh" : "en" };
    writeFileSync(path.join(profile, "settings.json"), JSON.stringify(settings));
    // The thread pauses in the copy as long as this exists.
    const hold = path.join(folder, "hold");
    writeFileSync(hold, "");
    const { args, env } = keyStore.launch;
    const start = { profile, args, env: { ...env, COUNTERSIGN_HELD_FILES: hold } };
    const isHeld = (): boolean => existsSync(path.join(profile, "ledger.db.converting"));
    let running = await launch(start);
    const words = theme === "dark" ? "正在加密审计日志" : "Encrypting the audit log";
    await expect(running.page.getByRole("heading", { name: words })).toBeVisible();
    await expect(running.page.getByRole("progressbar", { name: words })).toBeVisible();
    await expect.poll(isHeld).toBe(true);
    await axe(new Desk(running), "before the desk opens");
    // A window that hears nothing more, because nothing progresses, asks.
    await running.page.reload();
    await expect(running.page.getByRole("heading", { name: words })).toBeVisible();
    // Quit meanwhile: the file is unchanged.
    const ended = running.app.waitForEvent("close");
    await running.app.evaluate(({ app }) => app.quit());
    await ended;
    expect(isPlain(profile)).toBe(true);
    expect(isHeld()).toBe(false);

    running = await launch(start);
    later(() => running.close());
    await expect(running.page.getByRole("heading", { name: words })).toBeVisible();
    await expect.poll(isHeld).toBe(true);
    // A further start hands over its servers, and has quit.
    const config = await writeConfig(folder, { second: { command: "countersign-no-program" } });
    await running.app.evaluate(
      ({ app }, file) => void app.emit("second-instance", {}, [], "", { config: file }),
      config,
    );
    rmSync(hold);
    const desk = new Desk(running);
    await desk.ready();
    await expect(running.page.getByRole("heading", { name: words })).toBeHidden();
    expect(isPlain(profile)).toBe(false);
    expect((await desk.snapshot()).servers.map(({ name }) => name)).toContain("second");
  });
}
