// With a real keychain: the ledger is encrypted and decrypted, killed meanwhile, opened without its key; signatures
// show a truncated end; provider keys survive a restart.
import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  watch,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import process from "node:process";
import Libsql from "libsql";
import { runtime } from "../../../scripts/runtime.mjs";
import { machineSwitches } from "../../../scripts/setup/screen.mjs";
import { openLedger } from "../../../src-main/history/ledger/ledger.ts";
import { expect } from "../../fixtures.ts";
import { isWhole } from "../../support/everyRun.ts";
import { builtApp } from "../../support/paths.ts";
import type { KeyStore } from "../../support/keyStore.ts";
import { filesWith, keyStoreTest } from "../../support/keyStoreTest.ts";
import { dialogsAnswer } from "../../support/media.ts";
import { question } from "../../support/puppet.ts";
import { startScriptedModel, streamsText } from "../../support/scriptedModel.ts";
import type { Desk } from "../../support/desk.ts";

const test = keyStoreTest("e2e/specs/record/key-store.spec.ts");

/** Asked and answered: nowhere on the disk in plain text where the ledger is encrypted. */
const ASKED = "Marigold 协议 asked";
const ANSWERED = "Marigold answered";
const KEY = "sk-marigold-0123456789abcdef";

const ledgerOf = (profile: string): string => path.join(profile, "ledger.db");
const isPlain = (profile: string): boolean =>
  readFileSync(ledgerOf(profile)).subarray(0, 15).toString("latin1") === "SQLite format 3";

const encryption = (desk: Desk) =>
  desk.page.getByRole("checkbox", { name: "Encrypt the audit log and drafts on disk" });

/** In the window, as a user does. */
async function setEncryption(desk: Desk, on: boolean): Promise<void> {
  await desk.room("Settings").click();
  await desk.tick(encryption(desk), on);
  await expect.poll(async () => (await desk.snapshot()).settings.encryptLedger).toBe(on);
}

async function expectWhole(desk: Desk): Promise<void> {
  const found = await desk.do("history.verify");
  expect(found).toMatchObject({ fault: null, key: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(found.signedSeq).toBeGreaterThan(0);
}

test("encrypts and decrypts the ledger, and exports no plain text; keys and signatures survive restarts, and a truncated end is reported @long", async ({
  open,
  puppet,
  keyStore,
  profile,
  folder,
  later,
}) => {
  const model = await startScriptedModel(streamsText([ANSWERED]));
  later(() => model.close());
  const server = await puppet();
  const started = { servers: { puppet: server.config }, profile, ...keyStore.launch };
  let desk = await open(started);
  expect((await desk.snapshot()).machine.secretStorage).toBe("encrypted");
  const id = await desk.do("models.addProvider", {
    name: "Loopback",
    baseUrl: model.baseUrl,
    key: KEY,
  });
  await expect
    .poll(async () => (await desk.snapshot()).models.providers.find((one) => one.id === id)?.models)
    .toHaveLength(1);
  await desk.do("models.setDefault", { providerId: id, modelId: "scripted-1" });
  const ask = async (words: string): Promise<void> => {
    const asked = server.ask(question(words));
    await desk.select(words);
    await desk.decide(desk.approve);
    await expect(desk.review).toContainText(ANSWERED);
    await desk.decide(desk.approve);
    expect((await asked.answer).result).toMatchObject({ content: { text: ANSWERED } });
    expect(model.asked().at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
  };
  await ask(`${ASKED} first`);
  const file = path.join(folder, "saved.jsonl");
  await dialogsAnswer(desk, file);
  await desk.do("history.export", { filter: "" }, "lines");
  await setEncryption(desk, true);
  const notYet = "Takes effect at the next start. Not encrypted until then.";
  await expect(desk.page.getByText(notYet)).toBeVisible();
  await desk.close();
  expect(isPlain(profile)).toBe(true);
  expect(filesWith(profile, ASKED)).toContain("ledger.db");
  expect(filesWith(profile, KEY)).toEqual([]);
  const nothingPlain = (): void => {
    for (const words of [ASKED, ANSWERED, KEY]) expect(filesWith(profile, words)).toEqual([]);
  };

  // Encrypted, also after a kill.
  desk = await open(started);
  await expectWhole(desk);
  await desk.room("Settings").click();
  await expect(encryption(desk)).toBeChecked();
  await expect(desk.page.getByText("Encrypted. The key is stored")).toBeVisible();
  expect(await desk.do("history.find", "Marigold")).toContain(`${ASKED} first`);
  const child = desk.app.process();
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGKILL");
  await ended;
  await desk.close();
  expect(isPlain(profile)).toBe(false);
  nothingPlain();

  desk = await open(started);
  await expectWhole(desk);
  await ask(`${ASKED} second`);
  await setEncryption(desk, false);
  await expect(desk.page.getByText("Still encrypted until the next start.")).toBeVisible();
  await desk.close();
  expect(isPlain(profile)).toBe(false);
  nothingPlain();

  desk = await open(started);
  await expectWhole(desk);
  await desk.close();
  expect(isPlain(profile)).toBe(true);
  const database = new Libsql(ledgerOf(profile));
  const kinds = database
    .prepare("SELECT kind FROM event WHERE kind LIKE '%crypted' ORDER BY seq")
    .raw()
    .all();
  expect(kinds).toEqual([["encrypted"], ["decrypted"]]);
  const [last] = database.prepare("SELECT max(seq) FROM event").raw().get() as number[];
  const cut = Number(last) - 3;
  // An attacker who truncates the ledger removes the signatures of its end too.
  database.exec(
    `DELETE FROM event_row WHERE seq > ${cut}; DELETE FROM checkpoint WHERE seq > ${cut}`,
  );
  database.close();
  desk = await open({ profile, ...keyStore.launch });
  await expect(desk.page.locator("body")).toContainText(`Row ${last} of the audit log, which`);
  const { faults } = (await desk.snapshot()).machine;
  expect(faults).toContainEqual({ kind: "ledger-lost-rows", seq: last, found: cut });
});

/** When the app is killed, by the files of the profile: the copy has begun, is half done, has replaced the file. */
const POINTS = ["begun", "half", "in its place"] as const;

// Only in `npm run crash`: filling a ledger and converting it takes a while.
for (const on of isWhole ? [true, false] : []) {
  test(`kill -9 while ${on ? "encrypting" : "decrypting"} loses nothing, and the next start continues`, async ({
    open,
    keyStore,
    profile,
  }) => {
    const rows = await fill(profile, !on, open, keyStore);
    writeSettings(profile, on);
    for (const point of POINTS) {
      const copy = `${profile}-${point.replaceAll(" ", "-")}`;
      cpSync(profile, copy, { recursive: true });
      expect(isPlain(copy)).toBe(on);
      await killAt(point, copy, keyStore);
      const desk = await open({ profile: copy, ...keyStore.launch });
      const found = await desk.do("history.verify");
      expect(found, point).toMatchObject({ fault: null });
      expect(found.rows).toBeGreaterThanOrEqual(rows);
      // No key vouches for rows that no app with a key wrote.
      const kinds = (await desk.snapshot()).machine.faults.map(({ kind }) => kind);
      expect(kinds).toEqual(on ? ["ledger-unvouched"] : []);
      await desk.close();
      expect(isPlain(copy)).toBe(!on);
      expect(readdirSync(copy).filter((name) => name.includes(".converting"))).toEqual([]);
    }
  });
}

function writeSettings(profile: string, encryptLedger: boolean): void {
  const file = path.join(profile, "settings.json");
  const settings: object = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  writeFileSync(file, JSON.stringify({ ...settings, encryptLedger }));
}

/** A ledger whose conversion takes a while, encrypted or not; its rows. */
async function fill(
  profile: string,
  encrypted: boolean,
  open: (options: object) => Promise<Desk>,
  keyStore: KeyStore,
): Promise<number> {
  mkdirSync(profile, { recursive: true });
  const { ledger, close } = openLedger(ledgerOf(profile));
  const text = "A text of some length, so that copying takes a while. ".repeat(40);
  for (let batch = 0; batch < 6; batch += 1) {
    const entries = Array.from({ length: 1000 }, (_, n) => ({
      sampleId: `filled-${batch}-${n}`,
      atMs: Date.now(),
      kind: "elicitation-received",
      body: { asked: { text: `${batch} ${n} ${text}` } },
    }));
    expect(ledger.appendAll(entries).ok).toBe(true);
  }
  close();
  if (!encrypted) return 6000;
  writeSettings(profile, true);
  // The app encrypts it, and adds its own rows.
  const desk = await open({ profile, ...keyStore.launch });
  const { rows } = await desk.do("history.verify");
  await desk.close();
  expect(isPlain(profile)).toBe(false);
  return rows;
}

/** Starts the app unattended, and kills it at the point. */
async function killAt(
  point: (typeof POINTS)[number],
  profile: string,
  keyStore: KeyStore,
): Promise<void> {
  const { executable } = await runtime();
  const { args, env } = keyStore.launch;
  const screens = process.env["COUNTERSIGN_DISPLAYS"]?.split(" ") ?? [];
  const display = screens[Number(process.env["TEST_PARALLEL_INDEX"] ?? 0)];
  const whole = statSync(ledgerOf(profile)).size;
  const copy = `${ledgerOf(profile)}.converting`;
  let begun = false;
  const reached = (): boolean => {
    const size = statSync(copy, { throwIfNoEntry: false })?.size ?? null;
    begun ||= size !== null;
    if (point === "begun") return begun;
    return point === "half" ? (size ?? 0) > whole / 2 : begun && size === null;
  };
  const child = spawn(
    executable,
    [...machineSwitches({ virtual: true }), builtApp, "--user-data-dir", profile, ...args],
    {
      stdio: "ignore",
      env: { ...process.env, ...(display === undefined ? {} : { DISPLAY: display }), ...env },
    },
  );
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const watcher = watch(profile, () => {
    if (reached()) child.kill("SIGKILL");
  });
  await gone;
  watcher.close();
  expect(child.signalCode, point).toBe("SIGKILL");
  if (point !== "in its place") expect(existsSync(copy), point).toBe(true);
}

test("without its key nothing is recorded or sent, which is reported, and nothing is lost @long", async ({
  open,
  puppet,
  keyStore,
  profile,
}) => {
  const server = await puppet();
  const started = { servers: { puppet: server.config }, profile, ...keyStore.launch };
  mkdirSync(profile);
  writeSettings(profile, true);
  let desk = await open(started);
  const asked = server.ask(question(ASKED));
  await desk.select(ASKED);
  await desk.answerByHand(ANSWERED);
  expect((await asked.answer).result).toMatchObject({ content: { text: ANSWERED } });
  await desk.close();
  expect(isPlain(profile)).toBe(false);
  const before = readFileSync(ledgerOf(profile));

  await keyStore.lock();
  desk = await open({ ...started, connect: false });
  expect((await desk.snapshot()).machine.secretStorage).toBe("memory");
  await expect(desk.page.locator("body")).toContainText(
    "The audit log is encrypted, and its key isn’t in the keychain",
  );
  await desk.connectAll();
  const held = server.ask(question("Held while locked"));
  await desk.select("Held while locked");
  await expect(desk.approve).toBeDisabled();
  expect(server.answersTo(held.id)).toEqual([]);
  await desk.close();
  expect(readFileSync(ledgerOf(profile)).equals(before)).toBe(true);

  await keyStore.stop();
  await keyStore.start();
  desk = await open({ profile, ...keyStore.launch });
  await expectWhole(desk);
  // The index is rebuilt where it could not be opened meanwhile.
  await expect
    .poll(async () => JSON.stringify(await desk.call("history.find", "Marigold")))
    .toContain(ASKED);
});
