// The built app opens a window.
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { _electron } from "playwright";
import { expect, test } from "playwright/test";
import { runtime } from "../scripts/runtime.mjs";
import { machineSwitches } from "../scripts/setup/screen.mjs";

const root = path.resolve(import.meta.dirname, "..");

test("the built app opens its window", async () => {
  const profile = await mkdtemp(path.join(os.tmpdir(), "countersign-"));
  const { executablePath, args } = {
    executablePath: (await runtime()).executable,
    args: [...machineSwitches({ virtual: true }), root, "--user-data-dir", profile],
  };
  const app = await _electron.launch({ executablePath, args });
  const page = await app.firstWindow();
  await expect(page).toHaveTitle("Countersign");
  await app.close();
  await rm(profile, { recursive: true, force: true });
});
