// The ledger of the real app, verified in the app, by the command without a display, and by an independent script; and
// how a change in it is reported.
import { execFile } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import Libsql from "libsql";
import { runtime } from "../../../scripts/runtime.mjs";
import { machineSwitches } from "../../../scripts/setup/screen.mjs";
import { expect, test } from "../../fixtures.ts";
import { builtApp } from "../../support/paths.ts";
import { question } from "../../support/puppet.ts";

interface Ran {
  code: number;
  said: string;
}

const run = (file: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ran> =>
  new Promise((resolve) => {
    const child = execFile(file, args, { env, timeout: 30_000 }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, said: stdout + stderr }),
    );
  });

/** `countersign verify FILE`, with no display to open anything on. */
async function verify(file: string): Promise<Ran> {
  const { executable } = await runtime();
  const env = { ...process.env };
  delete env["DISPLAY"];
  delete env["WAYLAND_DISPLAY"];
  return run(executable, [...machineSwitches({ virtual: false }), builtApp, "verify", file], env);
}

const script = path.resolve(import.meta.dirname, "../../verify/verify.py");
const python = (file: string): Promise<Ran> => run("python3", [script, file], process.env);

/** Our files: Chromium keeps its own beside them. */
const OURS =
  /^(ledger\.db|history\.db|secrets|drafts|settings|servers|models|network|local-models)/;

test("the app's ledger verifies everywhere, and a changed row is found everywhere @long", async ({
  open,
  puppet,
  folder,
}) => {
  const server = await puppet();
  const profile = path.join(folder, "profile");
  const desk = await open({ servers: { puppet: server.config }, profile });
  const one = server.ask(question("Is this on record?"));
  await desk.select("Is this on record?");
  await desk.answerByHand("It is.");
  expect((await one.answer).result).toMatchObject({ content: { text: "It is." } });

  const inApp = await desk.do("history.verify");
  expect(inApp).toMatchObject({ fault: null, ledger: expect.any(String) });
  expect(inApp.rows).toBeGreaterThan(4);
  const names = readdirSync(profile).filter((name) => OURS.test(name));
  expect(names).toEqual(expect.arrayContaining(["drafts.db", "history.db", "ledger.db"]));
  for (const name of names) {
    const { mode } = statSync(path.join(profile, name));
    expect([name, (mode & 0o777).toString(8)]).toEqual([name, "600"]);
  }

  await desk.room("Settings").click();
  const noStore = "This system has no keychain, so the audit log can’t be signed or encrypted.";
  await expect(desk.page.getByText(noStore)).toBeVisible();

  const file = path.join(profile, "ledger.db");
  // While the app has it open, and after.
  expect(await verify(file)).toMatchObject({ code: 0, said: expect.stringContaining("Verified.") });
  await desk.close();
  expect(await python(file)).toMatchObject({ code: 0, said: expect.stringContaining("Verified") });

  const database = new Libsql(file);
  database.exec("UPDATE event_row SET at_ms = at_ms + 1 WHERE seq = 3");
  database.close();
  expect(await verify(file)).toMatchObject({
    code: 1,
    said: expect.stringContaining("NOT VERIFIED: row 3 was changed"),
  });
  expect(await python(file)).toMatchObject({ code: 1, said: expect.stringContaining("row 3") });
});
