// A large ledger is encrypted before the desk opens: the window says how far it is, main goes on meanwhile, and quitting amid
// it leaves the file as it was.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { openLedger } from "../src-main/store/ledger.ts";
import { expect } from "./fixtures.ts";
import { launch } from "./support/app.ts";
import { axe } from "./support/axe.ts";
import { Desk } from "./support/desk.ts";
import { keyStoreTest } from "./support/keyStoreTest.ts";

const test = keyStoreTest("e2e/preparing.spec.ts");

/** Rows whose conversion takes seconds; larger where it is measured. */
const ROWS = Number(process.env["COUNTERSIGN_PREPARE_ROWS"] ?? 8_000);

const isPlain = (profile: string): boolean =>
  readFileSync(path.join(profile, "ledger.db")).subarray(0, 15).toString("latin1") ===
  "SQLite format 3";

function fill(profile: string): void {
  mkdirSync(profile, { recursive: true });
  const { ledger, close } = openLedger(path.join(profile, "ledger.db"));
  const text = "A text of some length, so that copying takes a while. ".repeat(90);
  for (let row = 0; row < ROWS; row += 1000) {
    const entries = Array.from({ length: 1000 }, (_, n) => ({
      ...{ sampleId: `filled-${row}-${n}`, atMs: Date.now(), kind: "elicitation-received" },
      body: { asked: { text: `${row} ${n} ${text}` } },
    }));
    expect(ledger.appendAll(entries).ok).toBe(true);
  }
  close();
}

for (const theme of ["light", "dark"] as const) {
  test(`what is done before the desk opens is on screen, ${theme}`, async ({
    keyStore,
    profile,
    later,
  }) => {
    fill(profile);
    const settings = { encryptLedger: true, theme, language: theme === "dark" ? "zh" : "en" };
    writeFileSync(path.join(profile, "settings.json"), JSON.stringify(settings));
    let running = await launch({ profile, ...keyStore.launch });
    const words = theme === "dark" ? "正在加密账本" : "Encrypting the ledger";
    await expect(running.page.getByRole("heading", { name: words })).toBeVisible();
    await expect(running.page.getByRole("progressbar", { name: words })).toBeVisible();
    await axe(new Desk(running), "before the desk opens");
    // Quit amid it: the file is what it was.
    const ended = running.app.waitForEvent("close");
    await running.app.evaluate(({ app }) => app.quit());
    await ended;
    expect(isPlain(profile)).toBe(true);
    expect(existsSync(path.join(profile, "ledger.db.converting"))).toBe(false);

    running = await launch({ profile, ...keyStore.launch });
    later(() => running.close());
    await expect(running.page.getByRole("heading", { name: words })).toBeVisible();
    // Main turns all the while; it would stand still for as long as it takes.
    const gap = await running.app.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let [last, most, turns] = [performance.now(), 0, 0];
          const turn = (): void => {
            const now = performance.now();
            most = Math.max(most, now - last);
            last = now;
            turns += 1;
            if (turns < 100) setTimeout(turn, 5);
            else resolve(most);
          };
          turn();
        }),
    );
    expect(gap).toBeLessThan(1000);
    await new Desk(running).ready();
    await expect(running.page.getByRole("heading", { name: words })).toBeHidden();
    expect(isPlain(profile)).toBe(false);
  });
}
