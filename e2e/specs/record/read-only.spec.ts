// The ledger's disk is mounted read-only, as on a locked-down or failing machine: nothing is sent, which is reported;
// once it is writable the ledger continues. (Root ignores modes: only a mount is read-only.)
import { execFileSync, spawn } from "node:child_process";
import { mkdir, readFile, symlink } from "node:fs/promises";
import path from "node:path";
import { runtime } from "../../../scripts/runtime.mjs";
import { root } from "../../../scripts/setup/paths.mjs";
import { expect, test } from "../../fixtures.ts";
import { question } from "../../support/puppet.ts";

/** Makes a folder read-only for everybody; false without the permission to do so. */
function readOnly(place: string): boolean {
  try {
    execFileSync("mount", ["--bind", place, place], { stdio: "ignore" });
    execFileSync("mount", ["-o", "remount,bind,ro", place], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
const release = (place: string): void =>
  void execFileSync("umount", ["-l", place], { stdio: "ignore" });

test("a ledger in a read-only folder: requests are held until it is writable, which is reported @long", async ({
  open,
  puppet,
  folder,
}) => {
  const profile = path.join(folder, "profile");
  const disk = path.join(folder, "disk");
  for (const one of [profile, disk]) await mkdir(one);
  const ledger = path.join(disk, "ledger.db");
  await symlink(ledger, path.join(profile, "ledger.db"));
  const server = await puppet();
  const servers = { puppet: server.config };
  const before = await open({ profile, servers });
  await before.start("puppet", "work");
  await server.called();
  const first = server.ask(question("while it could be written"));
  await expect(before.rows()).toHaveCount(1);
  await before.select("while it could be written");
  await before.answerByHand("Paris");
  expect((await first.answer).result).toMatchObject({ content: { text: "Paris" } });
  await before.close();
  const bytes = await readFile(ledger);

  test.skip(!readOnly(disk), "nothing can be mounted here: this needs root");
  const desk = await open({ profile, servers });
  const bar = desk.page.getByRole("alert").filter({ hasText: "read-only" });
  await desk.start("puppet", "work");
  await server.called();
  const held = server.ask(question("while it cannot"));
  try {
    await expect(desk.rows()).toHaveCount(1);
    await expect(bar).toContainText("Nothing is sent until this is fixed.");
    for (const colorScheme of ["light", "dark"] as const) {
      await desk.page.emulateMedia({ colorScheme });
      await desk.page.screenshot({ path: test.info().outputPath(`read-only-${colorScheme}.png`) });
    }
    await bar.getByRole("button", { name: "Try again" }).click();
    await expect(bar).toBeVisible();
    // No decision takes effect.
    await desk.select("while it cannot");
    const [request] = (await desk.snapshot()).requests;
    expect(request?.phase.kind).toBe("request");
    expect(await readFile(ledger)).toEqual(bytes);
  } finally {
    release(disk);
  }
  await bar.getByRole("button", { name: "Try again" }).click();
  await expect(bar).toBeHidden();
  await desk.answerByHand("Rome");
  expect((await held.answer).result).toMatchObject({ content: { text: "Rome" } });
  expect(await desk.do("history.verify")).toMatchObject({ fault: null });
});

/** Starts the app without the test helper, and ends it once it has shown this in the system's message box. */
async function saidAtStart(profile: string, words: string): Promise<string> {
  const { executable } = await runtime();
  const args = ["--no-sandbox", "--disable-gpu", "--lang=en-US", root, "--user-data-dir", profile];
  const child = spawn(executable, args, { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  const gone = new Promise((resolve) => child.once("exit", resolve));
  try {
    await expect.poll(() => said, { timeout: 30_000 }).toContain(words);
  } finally {
    child.kill("SIGKILL");
    await gone;
  }
  return said;
}

test("a read-only profile is reported, the app quits, and the profile is unchanged @long", async ({
  open,
  folder,
}) => {
  const profile = path.join(folder, "profile");
  await mkdir(profile);
  await (await open({ profile })).close();
  const bytes = await readFile(path.join(profile, "ledger.db"));
  test.skip(!readOnly(profile), "nothing can be mounted here: this needs root");
  try {
    const said = await saidAtStart(profile, "The profile folder can’t be written");
    expect(said).toContain("--user-data-dir and another folder");
    expect(await readFile(path.join(profile, "ledger.db"))).toEqual(bytes);
  } finally {
    release(profile);
  }
});

test("an unreadable file of the profile is named, and no empty window opens", async ({
  folder,
}) => {
  const profile = path.join(folder, "profile");
  // Where a file is expected that is taken away.
  await mkdir(path.join(profile, "ledger.db.converting"), { recursive: true });
  const said = await saidAtStart(profile, "Something in the profile folder can’t be opened");
  expect(said).toContain("ledger.db.converting");
});
