// The ledger's disk is really full: nothing is sent, nothing is lost, and the suggested remedy works.
import { execFileSync } from "node:child_process";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "../../fixtures.ts";
import { question } from "../../support/puppet.ts";

const MEBIBYTE = 1024 * 1024;

/** Mounts a disk of 2 MiB at this place; false without the permission to do so. */
function mounted(place: string): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", place], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Fills the disk. */
async function fill(file: string): Promise<void> {
  for (let size = 2 * MEBIBYTE; size > 4096; size = Math.floor(size / 2)) {
    await writeFile(`${file}-${size}`, Buffer.alloc(size)).catch(() => rm(`${file}-${size}`));
  }
}

test("a full disk: requests are held, which is reported, until there is room @long", async ({
  open,
  puppet,
  folder,
  later,
}) => {
  const disk = path.join(folder, "disk");
  const profile = path.join(folder, "profile");
  for (const one of [disk, profile]) await mkdir(one);
  test.skip(!mounted(disk), "no disk can be mounted here: this needs root");
  later(async () => execFileSync("umount", ["-l", disk]));
  await symlink(path.join(disk, "ledger.db"), path.join(profile, "ledger.db"));
  const server = await puppet();
  const desk = await open({ profile, servers: { puppet: server.config } });
  await desk.start("puppet", "work");
  await server.called();
  const first = server.ask(question("before the disk was full"));
  await expect(desk.rows()).toHaveCount(1);

  const filler = path.join(disk, "filler");
  await fill(filler);
  const large = server.ask(question(`large ${"x".repeat(300_000)}`));
  await expect(desk.rows()).toHaveCount(2);
  const bar = desk.page.getByRole("alert").filter({ hasText: "The disk is full" });
  await expect(bar).toContainText("Nothing is sent until this is fixed.");
  await expect(bar).toContainText("1 event isn’t recorded yet.");
  await expect(desk.review).toContainText("The audit log can’t be written");
  await desk.page.screenshot({ path: test.info().outputPath("full.png") });
  await bar.getByRole("button", { name: "Try again" }).click();
  await expect(bar).toBeVisible();

  // There is room again: pending rows are written, and the user continues.
  for (let size = 2 * MEBIBYTE; size > 4096; size = Math.floor(size / 2)) {
    await rm(`${filler}-${size}`, { force: true });
  }
  await bar.getByRole("button", { name: "Try again" }).click();
  await expect(bar).toBeHidden();
  await desk.select("before the disk was full");
  await desk.answerByHand("Paris");
  expect((await first.answer).result).toMatchObject({ content: { text: "Paris" } });

  await desk.select("large");
  await desk.answerByHand("small");
  expect((await large.answer).result).toMatchObject({ content: { text: "small" } });
  const verified = await desk.do("history.verify");
  expect(verified).toMatchObject({ fault: null, contents: { forgotten: 0, stray: 0 } });
});
